"""What is bought with a bait: options with room for wrong attributes, and the purchases that are worth considering."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from leakage.old.database import Floats, Integers
from leakage.old.decision.disinformation.candidates import Candidate
from leakage.old.resolution.adversary import Adversary
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Record

# Purchases: which wrong attributes to buy for some records within a budget.


Room: TypeAlias = tuple[int, ...]
"""How many wrong attributes a record can take, for every label."""


MOST_CHOICES = 1 << 14
"""Undominated choices of wrong attributes kept; more are thinned out."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A label under which something wrong can be said.

    Arguments:
        label: the label.
        weight: what each such attribute weighs, > 0.
        price: what each costs, >= 0.
    """

    label: str
    weight: float
    price: float


@dataclass(frozen=True, eq=False)
class Purchases:
    """The choices of wrong attributes that no other one is better than.

    Arguments:
        cost: of each choice, ascending for records of one kind, shape (choices,).
        weight: what it adds to the records of every kind, shape (choices, kinds).
        counts: how many attributes it takes for every kind and label, shape (choices, kinds, labels).
    """

    cost: Floats
    weight: Floats
    counts: Integers


def purchases(wrong: Sequence[Wrong], room: Sequence[Sequence[int]], budget: float) -> Purchases:
    """What wrong attributes to buy for some records within a budget: all choices that are worth considering.

    A choice is worth it where no other one costs no more and adds as much weight to the records of every kind.

    Arguments:
        wrong: the labels.
        room: for each kind of record, and each label, how many attributes they can take together, >= 0.
        budget: what they may cost together, >= 0.

    >>> found = purchases([Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 1.0)], [[1, 1]], budget=2.0)
    >>> found.cost.tolist(), found.weight[:, 0].tolist()
    ([0.0, 1.0, 2.0], [0.0, 3.0, 4.0])
    """
    kinds = len(room)
    cost, weight = np.zeros(1), np.zeros((1, kinds))
    counts = np.zeros((1, kinds, len(wrong)), dtype=np.int64)
    slack = 1e-9 * max(1.0, budget)
    for place, label in enumerate(wrong):
        for kind in range(kinds):
            number = np.arange(room[kind][place] + 1)
            costs = (cost[:, np.newaxis] + number * label.price).ravel()
            payable = np.flatnonzero(costs <= budget + slack)
            row, times = np.divmod(payable, len(number))
            weights = weight[row].copy()
            weights[:, kind] += times * label.weight
            taken = counts[row]
            taken[:, kind, place] = times
            best = undominated(costs[payable], weights)
            if len(best) > MOST_CHOICES:
                best = best[:: -(-len(best) // MOST_CHOICES)]
            cost, weight = costs[payable][best], weights[best]
            counts = taken[best]
    return Purchases(cost, weight, counts)


def purchases_of_any(wrong: Sequence[Wrong], rooms: Sequence[Sequence[Room]], budget: float) -> Purchases:
    """The same where each kind of record has one of several rooms, as its forms have them.

    >>> wrong = [Wrong("N", 1.0, 1.0), Wrong("C", 3.0, 1.0)]
    >>> found = purchases_of_any(wrong, [[(2, 0), (0, 1)]], budget=2.0)
    >>> found.cost.tolist(), found.weight[:, 0].tolist()
    ([0.0, 1.0], [0.0, 3.0])
    """
    each = [purchases(wrong, some, budget) for some in itertools.product(*rooms)]
    if len(each) == 1:
        return each[0]
    cost, weight = np.concatenate([some.cost for some in each]), np.concatenate([some.weight for some in each])
    counts = np.concatenate([some.counts for some in each])
    best = undominated(cost, weight)
    return Purchases(cost[best], weight[best], counts[best])


def undominated(cost: Floats, weight: Floats) -> Integers:
    """The numbers of the choices for which no other costs no more and weighs as much in every column; by rising cost.

    Arguments:
        cost: shape (choices,).
        weight: shape (choices, columns).

    >>> undominated(np.array([2.0, 1.0, 1.0]), np.array([[5.0], [5.0], [4.0]])).tolist()
    [1]
    """
    order = np.lexsort((*(-column for column in weight.T[::-1]), cost))
    if weight.shape[1] == 1:
        heights = weight[order, 0]
        before = np.concatenate(([-np.inf], np.maximum.accumulate(heights)[:-1]))
        best: Integers = order[heights > before]
        return best
    kept: list[int] = []
    for number in order.tolist():
        if not kept or not np.any(np.all(weight[kept] >= weight[number], axis=1)):
            kept.append(number)
    return np.array(kept, dtype=np.int64)


# Options: the moves that a budget pays for, with room for wrong attributes.


@dataclass(frozen=True, eq=False)
class Option:
    """A bait as it is searched, with room for wrong attributes in the form of whoever it is given to.

    Arguments:
        moves: the moves with this bait that cost the same and reach the same pools, each in another form.
        cost: C(bait).
        rooms: for each move how many wrong attributes it can take.
    """

    moves: tuple[Candidate, ...]
    cost: float
    rooms: tuple[Room, ...]

    __repr__ = redacted_repr

    @property
    def move(self) -> Candidate:
        """The first of its moves, as which all others join."""
        return self.moves[0]

    def move_with(self, counts: Sequence[int]) -> Candidate:
        """The first of its moves with room for so many wrong attributes of every label."""
        return next(move for move, room in zip(self.moves, self.rooms, strict=True) if has_room(room, counts))


def has_room(room: Sequence[int], counts: Sequence[int]) -> bool:
    """Whether there is room for so many wrong attributes of every label.

    >>> has_room((1, 0), (1, 0)), has_room((1, 0), (0, 1))
    (True, False)
    """
    return all(most >= count for most, count in zip(room, counts, strict=True))


def labels_without_join_effect(adversary: Adversary, labels: Iterable[str]) -> tuple[str, ...]:
    """The labels under which a value that nobody else has changes nothing about who is joined to whom.

    Under a rule that keeps its keys and knows equal values only, a value of one's own is never a reason to join or not
    to join. Under other rules it may be one, and so the labels they read are left out; and the labels that are filled
    in where they are missing.

    >>> from leakage.old.resolution.rules.shared_values import SameKeySet, Shares
    >>> from leakage.old.resolution.operations import Resolve
    >>> [labels_without_join_effect(Adversary((Resolve(match),)), "NP") for match in (Shares("N"), SameKeySet("N"))]
    [('N', 'P'), ('P',)]
    """
    return tuple(label for label in dict.fromkeys(labels) if not adversary.depends_on(label))


def options_of(moves: Sequence[Candidate], wrong: Sequence[Wrong], per_label: int, budget: float) -> tuple[Option, ...]:
    """Every move that the budget pays for, an option each.

    A record takes as many wrong values of a label as it is short of ``per_label`` values there, and none where the form
    has no field for the label.
    """
    payable = (move for move in moves if move.cost <= budget * (1 + 1e-12))
    return tuple(
        Option((move,), move.cost, (tuple(_room(move, attribute.label, per_label) for attribute in wrong),))
        for move in payable
    )


def gathered(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options of one bait, cost and reach as one: what is bought for a record decides whose form it goes into.

    Only for adversaries to whom neither the order of records nor their owners matter. Left out are moves that have no
    more room than another.
    """
    alike: dict[tuple[Record, float, tuple[int, ...]], dict[Room, Candidate]] = {}
    for option in options:
        moves = alike.setdefault((option.move.bait, option.cost, option.move.channel.pools), {})
        for move, room in zip(option.moves, option.rooms, strict=True):
            moves.setdefault(room, move)
    return tuple(_option(cost, moves) for (_, cost, _), moves in alike.items())


def _option(cost: float, moves: dict[Room, Candidate]) -> Option:
    roomiest = _roomiest(moves)
    return Option(tuple(moves[room] for room in roomiest), cost, roomiest)


def _roomiest(rooms: Collection[Room]) -> tuple[Room, ...]:
    """Those that no other has as much room as."""
    return tuple(room for room in rooms if not any(has_room(other, room) for other in rooms if other != room))


def _room(move: Candidate, label: str, per_label: int) -> int:
    fields = move.channel.fields
    return max(0, per_label - len(move.bait.values(label))) if fields is None or label in fields else 0


def rooms_together(records: Sequence[Sequence[Room]]) -> tuple[Room, ...]:
    """The room that some records have together, each in one of its forms: those that no other has as much room as.

    >>> rooms_together([[(1, 0), (0, 1)], [(1, 0)]])
    ((2, 0), (1, 1))
    """
    sums = tuple(records[0])
    for rooms in records[1:]:
        pairs = itertools.product(sums, rooms)
        sums = _roomiest(dict.fromkeys(tuple(map(sum, zip(one, other, strict=True))) for one, other in pairs))
    return sums
