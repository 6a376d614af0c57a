"""Uniqueness: how few facts single a person out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.frames import Integers
from leakage.progress import cancellable
from leakage.record import redacted_repr
from leakage.reidentification.scoreboard import meeting, support
from leakage.reidentification.similarity import EXACT, ValueSimilarity, similar_people
from leakage.reidentification.table import Numbers, SparseTable

MOST = 400


@dataclass(frozen=True, eq=False)
class Uniqueness:
    """The number of people who match the first k facts of a person, for k = 0, 1, 2, ...

    Arguments:
        left: in random orders, including the person; shape (orders, facts + 1).
        rarest_first: with the fact that leaves the fewest next; shape (facts + 1,).
    """

    left: Integers
    rarest_first: Integers

    __repr__ = redacted_repr

    @property
    def needed(self) -> Integers:
        """The number of facts until nobody else is left in each order, -1 if never; shape (orders,)."""
        alone = self.left == 1
        return np.where(alone.any(axis=1), alone.argmax(axis=1), -1)

    @property
    def fewest(self) -> int | None:
        """The number of facts, picked by rarity, that leave nobody else; None if others always remain.

        Picking step by step may miss a smaller choice, unless the result is at most 2.
        """
        alone = np.flatnonzero(self.rarest_first == 1)
        return int(alone[0]) if len(alone) else None


def uniqueness(
    table: SparseTable, person: int, similarity: ValueSimilarity = EXACT, *, orders: int = 100, seed: int = 0
) -> Uniqueness:
    """How many people remain after each fact of a person, in random orders and with the rarest first.

    Those who remain are the matching set of Scoreboard: ``{r' : min_i Sim(aux_i, r'_i) > 0}`` for the first k facts.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.

    Arguments:
        person: the number of the record; of its facts the 400 rarest are used.

    >>> table = SparseTable.from_columns(["Ann", "Ann", "Bob", "Cat"], ["Film", "Play", "Film", "Film"], [4, 1, 4, 4])
    >>> uniqueness(table, 0, orders=1).rarest_first.tolist(), uniqueness(table, 1).fewest
    ([3, 1, 1], None)
    """
    check_range("orders", orders, "[1, inf]")
    rarest = sorted(table.facts_of(person), key=lambda fact: support(table, fact))[:MOST]
    alike = [similar_people(table, fact, similarity)[0] for fact in cancellable(rarest)]
    everybody = np.arange(len(table))
    random = np.random.default_rng((check_seed(seed), 3))
    shuffled = [random.permutation(len(alike)).tolist() for _ in range(orders)]
    left = [_thinned(everybody, [alike[n] for n in order]) for order in cancellable(shuffled)]
    return Uniqueness(np.array(left), np.array(_greedily_thinned(everybody, alike)))


def _thinned(people: Numbers, alike: Sequence[Numbers]) -> list[int]:
    return [len(rest) for rest in itertools.accumulate(cancellable(alike), _common, initial=people)]


def _greedily_thinned(people: Numbers, alike: Sequence[Numbers]) -> list[int]:
    counts, rest = [len(people)], list(alike)
    while rest and counts[-1] > 1:
        leaving = [_common(people, others) for others in cancellable(rest)]
        best = min(range(len(rest)), key=lambda n: len(leaving[n]))
        people = leaving[best]
        counts.append(len(people))
        del rest[best]
    # Only the person is left.
    return [*counts, *[counts[-1]] * len(rest)]


def _common(some: Numbers, others: Numbers) -> Numbers:
    fewer, more = sorted((some, others), key=len)
    return fewer[meeting(fewer, more)[0]]
