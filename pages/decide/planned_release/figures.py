"""What the Planned release page computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leakage.decision.optional_fields import FieldTradeOff
from leakage.workspace.figures.optional_fields import choose_fields
from leakage.workspace.workspace import Release, Workspace

if TYPE_CHECKING:
    pass
from pages.shell.cached import cached
from pages.shell.knowledge import assessment


@cached
def field_choices(workspace: Workspace, plan: Release) -> FieldTradeOff:
    """Which optional fields of a planned release to give."""
    return choose_fields(workspace, plan, assessment(workspace))
