"""Efforts: how many minutes an action takes and what it costs, by kind, with a reason for every default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from leakage.workspace.requests.effort import USUAL_MINUTES
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Effort:
    """What a kind of action takes.

    Arguments:
        kind: its key in a workspace.
        minutes: usually, > 0.
        price: usually, >= 0.
        reason: why, one sentence.
    """

    kind: str
    minutes: float
    price: float
    reason: str


CHANGING = (
    Effort("change Email", 5.0, 0.0, "Make an alias at your mail provider and enter it in the account."),
    Effort("change Phone", 10.0, 5.0, "Get a second number, such as a prepaid card, and enter it."),
    Effort("change Card", 10.0, 0.0, "Many banks give out virtual cards; enter it as the way to pay."),
    Effort("change Password", 3.0, 0.0, "Let a password manager make one, and change it there."),
    Effort("change User name", 5.0, 0.0, "Not every site allows it; else open the account anew."),
)
EFFORTS = (
    Effort("erase", USUAL_MINUTES, 0.0, "Write the request, and answer one question about it."),
    Effort("stop sharing", USUAL_MINUTES, 0.0, "Object in writing to its being passed on."),
    *CHANGING,
    Effort("withhold", 1.0, 0.0, "Leave the field of a form blank."),
    Effort("dilute", 10.0, 0.0, "Fill in a form with facts that are wrong and harm nobody."),
    Effort("deny", 1.0, 0.0, "Do not answer, or hang up."),
)
"""For one holder; erasing and objecting are multiplied by the effort of the release or recipient."""

CHANGEABLE = {effort.kind.removeprefix("change ").casefold(): effort.kind for effort in CHANGING}


def kind_of_change(workspace: Workspace, label: str) -> str | None:
    """The kind of action by which values of a label are changed; None for what nobody can change at will.

    >>> kind_of_change(Workspace(names=(("P", "Phone"),)), "P"), kind_of_change(Workspace(), "Date of birth")
    ('change Phone', None)
    """
    return CHANGEABLE.get(dict(workspace.names).get(label, label).casefold())


def minutes_of(workspace: Workspace, kind: str) -> float:
    """The minutes that an action of a kind takes.

    >>> minutes_of(Workspace(), "erase"), minutes_of(Workspace(action_minutes=(("erase", 40.0),)), "erase")
    (15, 40.0)
    """
    return dict(workspace.action_minutes).get(kind, _USUAL[kind].minutes)


def price_of(workspace: Workspace, kind: str) -> float:
    """What an action of a kind costs in money."""
    return dict(workspace.action_prices).get(kind, _USUAL[kind].price)


def with_minutes(workspace: Workspace, minutes: Iterable[tuple[str, float]]) -> Workspace:
    """The workspace with other minutes for kinds of actions; what is usual is not kept.

    Raises:
        ValueError: for minutes that are not positive and finite.

    >>> with_minutes(Workspace(), [("erase", 15.0), ("deny", 2.0)]).action_minutes
    (('deny', 2.0),)
    """
    kept = tuple((kind, number) for kind, number in minutes if number != _USUAL[kind].minutes)
    return replace(workspace, action_minutes=kept)


def with_prices(workspace: Workspace, prices: Iterable[tuple[str, float]]) -> Workspace:
    """The workspace with other prices for kinds of actions; what is usual is not kept.

    Raises:
        ValueError: for a price that is negative or not finite.
    """
    kept = tuple((kind, number) for kind, number in prices if number != _USUAL[kind].price)
    return replace(workspace, action_prices=kept)


_USUAL = {effort.kind: effort for effort in EFFORTS}
