"""Options: the moves that a budget pays for, with room for wrong attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.decision.disinformation.moves import Move
from leakage.decision.disinformation.purchases import Wrong
from leakage.resolution.adversary import Adversary
from leakage.short_repr import short_repr


@dataclass(frozen=True, eq=False)
class Option:
    """A move as it is searched, with room for wrong attributes.

    Arguments:
        move: the move.
        cost: C(bait).
        room: how many wrong attributes it can take, for every label.
    """

    move: Move
    cost: float
    room: tuple[int, ...]

    __repr__ = short_repr


def labels_without_join_effect(adversary: Adversary, labels: Iterable[str]) -> tuple[str, ...]:
    """The labels under which a value that nobody else has changes nothing about who is joined to whom.

    Under a rule that keeps its keys and knows equal values only, a value of one's own is never a reason to join or not
    to join. Under other rules it may be one, and so the labels they read are left out; and the labels that are filled
    in where they are missing.

    >>> from leakage.resolution.rules import SameKeySet, Shares
    >>> from leakage.resolution.operations import Resolve
    >>> [labels_without_join_effect(Adversary((Resolve(match),)), "NP") for match in (Shares("N"), SameKeySet("N"))]
    [('N', 'P'), ('P',)]
    """
    return tuple(label for label in dict.fromkeys(labels) if not adversary.minds(label))


def options_of(moves: Sequence[Move], wrong: Sequence[Wrong], per_label: int, budget: float) -> tuple[Option, ...]:
    """Every move that the budget pays for.

    A record takes as many wrong values of a label as it is short of ``per_label`` values there.
    """
    payable = (move for move in moves if move.cost <= budget * (1 + 1e-12))
    return tuple(
        Option(m, m.cost, tuple(max(0, per_label - len(m.bait.values(attribute.label))) for attribute in wrong))
        for m in payable
    )
