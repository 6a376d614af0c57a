"""How few facts leave nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_seed
from leakage.frames import Integers
from leakage.progress import cancellable
from leakage.reidentification.scoreboard import meeting, support
from leakage.reidentification.similarity import EXACT, ValueSimilarity, similar_people
from leakage.reidentification.table import Numbers, SparseTable
from leakage.reprs import redacted_repr

MOST = 400
"""Facts looked at: the rarest ones."""


@dataclass(frozen=True, eq=False)
class Uniqueness:
    """How the crowd around a person thins out with every fact.

    Arguments:
        left: how many people have something like each of the first k facts, the person included, k = 0, 1, 2, ...;
            shape (orders, facts + 1).
        rarest_first: the same where the fact that thins out most comes next; shape (facts + 1,).
    """

    left: Integers
    rarest_first: Integers

    __repr__ = redacted_repr

    @property
    def needed(self) -> Integers:
        """How many facts each order took until nobody else was left, -1 where somebody always is; shape (orders,).

        >>> Uniqueness(np.array([[9, 3, 1], [9, 2, 2]]), np.array([9, 1])).needed.tolist()
        [2, -1]
        """
        alone = self.left == 1
        return np.where(alone.any(axis=1), alone.argmax(axis=1), -1)

    @property
    def fewest(self) -> int | None:
        """With how few of the facts looked at, picked for their rarity, nobody else is left; None where others are.

        Picking step by step may miss a smaller choice, except where it is 2 or less. Of more than 400 facts the rarest
        are looked at: those left out may need fewer, or leave nobody else where these do.
        """
        alone = np.flatnonzero(self.rarest_first == 1)
        return int(alone[0]) if len(alone) else None


def uniqueness(
    table: SparseTable, person: int, similarity: ValueSimilarity = EXACT, *, orders: int = 100, seed: int = 0
) -> Uniqueness:
    """How many people remain after each of somebody's facts, in random orders and the rarest first.

    Who remains is the matching set of Scoreboard: ``{r' : min_i Sim(aux_i, r'_i) > 0}`` for the first k facts.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.

    Arguments:
        table: D.
        person: the number of the record; of more than 400 facts the rarest are looked at.
        similarity: Sim of two values.
        orders: how many random orders.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: if orders is below 1.
        IndexError: for a number that nobody has.

    >>> table = SparseTable.from_columns(["Ann", "Ann", "Bob", "Cat"], ["Film", "Play", "Film", "Film"], [4, 1, 4, 4])
    >>> uniqueness(table, 0, orders=1).rarest_first.tolist(), uniqueness(table, 1).fewest
    ([3, 1, 1], None)
    """
    if orders < 1:
        raise ValueError(f"orders must be at least 1, got {orders}")
    rarest = sorted(table.facts_of(person), key=lambda fact: support(table, fact))[:MOST]
    alike = [similar_people(table, fact, similarity)[0] for fact in cancellable(rarest)]
    everybody = np.arange(len(table))
    random = np.random.default_rng((check_seed(seed), 3))
    shuffled = [random.permutation(len(alike)).tolist() for _ in range(orders)]
    left = [_thinned(everybody, (alike[n] for n in order)) for order in cancellable(shuffled)]
    return Uniqueness(np.array(left), np.array(_greedily_thinned(everybody, alike)))


def _thinned(people: Numbers, alike: Iterable[Numbers]) -> list[int]:
    """How many are in all of the first k, k = 0, 1, 2, ..."""
    counts = [len(people)]
    for others in cancellable(alike):
        people = others if len(counts) == 1 else people[meeting(people, others)[0]]
        counts.append(len(people))
    return counts


def _greedily_thinned(people: Numbers, alike: list[Numbers]) -> list[int]:
    """The same where next comes what leaves fewest; one fact more leaves the last of them."""
    counts, rest = [len(people)], list(alike)
    while rest and counts[-1] > 1:
        leaving = [others if len(counts) == 1 else people[meeting(people, others)[0]] for others in cancellable(rest)]
        best = min(range(len(rest)), key=lambda n: len(leaving[n]))
        people = leaving[best]
        counts.append(len(people))
        del rest[best]
    return [*counts, *[counts[-1]] * len(rest)]
