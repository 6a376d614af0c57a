"""Work option: something that can be done, with what it takes and what the person calls it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leakage.decision.plan.actions import Action, Option
from leakage.record import Pair, Record
from leakage.short_repr import short_repr
from leakage.workspace.figures.plan.efforts import minutes_of, price_of
from leakage.workspace.figures.plan.terms import Lever
from leakage.workspace.workspace import Workspace

MOST_FIELDS = 6
"""Fields of a planned release that may be left blank, values that may be changed in one release, and facts in it that
may be denied: all ways to do so are looked at, so of many the weightiest."""


@dataclass(frozen=True, slots=True)
class WorkOption:
    """An option, and what the person calls it.

    Arguments:
        lever: the kind of action.
        what: is done, in a few words without a verb.
        recipient: whom it concerns; empty for nobody in particular.
        option: the action, and what it takes.
    """

    lever: Lever
    what: str
    recipient: str
    option: Option

    __repr__ = short_repr


def made_up(options: Iterable[WorkOption]) -> tuple[Record, ...]:
    """The records that some options give out."""
    given = (option.option.action.gives for option in options)
    return tuple(holding.record for holding in given if holding is not None)


def work_option(
    workspace: Workspace,
    lever: Lever,
    kind: str,
    what: str,
    recipient: str,
    action: Action,
    minutes: float | None = None,
) -> WorkOption:
    """An option of a kind of action.

    Arguments:
        workspace: says what the kind takes.
        lever, what, recipient: as ``WorkOption``.
        kind: the key of its effort.
        action: what is done.
        minutes: where they are not the kind's usual.
    """
    usual = minutes_of(workspace, kind) if minutes is None else minutes
    return WorkOption(lever, what, recipient, Option(action, float(usual), price_of(workspace, kind)))


def weightiest(workspace: Workspace, pairs: Iterable[Pair], most: int = MOST_FIELDS) -> list[Pair]:
    """The (label, value) pairs that weigh most, so many of them."""
    return sorted(pairs, key=lambda pair: (-workspace.weight_map.get(pair[0], 1.0), pair))[:most]
