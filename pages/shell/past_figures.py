"""What the figures are today, kept for the days to come: only what was worked out anyway."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from leakage.workspace.past import Past, recorded
from leakage.workspace.workspace import Workspace
from pages.shell import session, steps

_NOTED = "past-figures"


def note(workspace: Workspace, leakages: Mapping[str, float]) -> None:
    """Note figures of a work as it stands, by the names of the policies they are under.

    Not where it names files: a figure may count them today and not tomorrow.
    """
    if workspace.sources:
        return
    known, noted = session.get(_NOTED, (None, {}))
    earlier = noted if known == workspace.fingerprint else {}
    session.put(_NOTED, (workspace.fingerprint, {**earlier, **leakages}))


def up_to_now(workspace: Workspace) -> Past:
    """The figures of earlier days, and those of today as far as they are noted."""
    known, noted = session.get(_NOTED, (None, {}))
    if known != workspace.fingerprint:
        return workspace.past
    return recorded(workspace.past, datetime.date.today(), noted)


def record() -> None:
    """Keep what was noted of the person's own work as the figures of today; an example is nobody's."""
    history = steps.held()
    past = up_to_now(history.current)
    if not history.step.example and past != history.current.past:
        steps.hold(history.with_past(past))
