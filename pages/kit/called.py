"""What each kind of action is called, wherever it is proposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The dashboard names actions without planning any.
    from leakage.workspace.figures.plan.terms import Lever
    from leakage.workspace.figures.plan.work_option import WorkOption

CALLED: dict[Lever, str] = {
    "erase": "Have it deleted",
    "change": "Change a value",
    "withhold": "Leave a field blank",
    "dilute": "Give wrong facts",
    "stop sharing": "Object to sharing",
    "deny": "Do not confirm",
}


def said(option: WorkOption) -> str:
    """An action in a few words."""
    whom = f" ({option.recipient})" if option.recipient else ""
    return f"{CALLED[option.lever]}: {option.what}{whom}"
