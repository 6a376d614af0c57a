"""How few facts leave nobody else, and how sure a match is in a crowd of a known size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.arguments import check_seed
from leakage.database import Integers
from leakage.progress import cancellable
from leakage.reidentification.table import Fact, Numbers, SparseTable
from leakage.reidentification.value_similarity import EXACT, ValueSimilarity, similar_people
from leakage.tabular.rows import redacted_repr

# Found: how sure it is that a record like the person's is the person's, in a crowd of a known size.


def chance_unique(frequency: float, people: int) -> float:
    """The chance that nobody else in a crowd is like the person: ``(1 - p)^(n - 1)``.

    Source: Rocher, Hendrickx & de Montjoye, "Estimating the success of re-identifications in incomplete datasets using
    generative models" (Nature Communications 2019), the likelihood of uniqueness.

    Arguments:
        frequency: p, the chance that somebody drawn at random has the combination of values, in [0, 1].
        people: n, the person included, at least 1.

    Raises:
        ValueError: for a number out of its range.

    >>> chance_unique(0.5, 3)
    0.25
    """
    _check(frequency, people)
    return math.exp((people - 1) * math.log1p(-frequency)) if frequency < 1.0 else float(people == 1)


def chance_right(frequency: float, people: int) -> float:
    """The chance that a record like the person's is the person's: ``(1 - (1 - p)^n) / (n p)``.

    So many others are like the person as n - 1 draws with chance p bring, and one of all who are is picked:
    ``E[1 / (1 + K)]``. It is never less than the chance of being the only one, to the last bit.
    Source: Rocher, Hendrickx & de Montjoye 2019, the likelihood of correctness.

    Arguments and errors: as ``chance_unique``.

    >>> chance_right(0.5, 2), chance_right(0.0, 1000), chance_right(1.0, 4)
    (0.75, 1.0, 0.25)
    """
    _check(frequency, people)
    if frequency in (0.0, 1.0):
        return 1.0 if frequency == 0.0 else 1.0 / people
    # As it is written, 1 - (1 - p)^n would lose all digits of a small p; below the normal numbers n p itself does.
    expected = people * frequency
    return min(1.0, max(chance_unique(frequency, people), -math.expm1(people * math.log1p(-frequency)) / expected))


def chance_found(frequency: float, people: int, sampled: float) -> float:
    """The chance that somebody is found in a table of a part of the crowd: ``(1 - (1 - f p)^n) / (n p)``.

    The person must be in it, which is f, and be picked of all in it who are like the person; each other one of the
    crowd is in it and alike with f p. With all of the crowd in it that is ``chance_right``.
    Source: Rocher, Hendrickx & de Montjoye 2019, the likelihood of correctness, with a table that is drawn.

    Arguments and errors: as ``chance_unique``, and
        sampled: f, the share of the crowd that is in the table, in [0, 1].

    >>> chance_found(0.5, 2, 1.0), chance_found(0.0, 1000, 0.25), chance_found(0.5, 2, 0.5)
    (0.75, 0.25, 0.4375)
    """
    _check(frequency, people)
    if not 0.0 <= sampled <= 1.0:
        raise ValueError(f"the share sampled must be in [0, 1], got {sampled}")
    return sampled * chance_right(sampled * frequency, people)


def _check(frequency: float, people: int) -> None:
    # Written so that NaN fails too.
    if not 0.0 <= frequency <= 1.0:
        raise ValueError(f"the frequency must be in [0, 1], got {frequency}")
    if people < 1:
        raise ValueError(f"a crowd has at least the person in it, got {people}")


# Uniqueness: how many of somebody's facts leave nobody else in the table.


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
    alike = _alike(table, table.facts_of(person), similarity)
    random = np.random.default_rng((check_seed(seed), 3))
    shuffled = [random.permutation(len(alike)).tolist() for _ in range(orders)]
    left = np.array([_thinned(len(table), [alike[n] for n in order]) for order in cancellable(shuffled)])
    return Uniqueness(left, np.array(_thinned(len(table), _rarest_first(alike))))


def _alike(table: SparseTable, facts: Sequence[Fact], similarity: ValueSimilarity) -> list[Numbers]:
    """For each fact who has something like it; the rarest first."""
    rarest = sorted(facts, key=lambda fact: int(table.supports[table.item_codes[fact.item]]))[:MOST]
    return [similar_people(table, fact, similarity)[0] for fact in cancellable(rarest)]


def _thinned(size: int, alike: Sequence[Numbers]) -> list[int]:
    """How many are in all of the first k, k = 0, 1, 2, ..."""
    counts, left = [size], None
    for people in cancellable(alike):
        left = people if left is None else _both(left, people)
        counts.append(len(left))
    return counts


def _rarest_first(alike: Sequence[Numbers]) -> list[Numbers]:
    """Greedy: next comes what leaves fewest."""
    rest, chosen, left = list(alike), list[Numbers](), None
    while rest:
        leaving = [people if left is None else _both(left, people) for people in cancellable(rest)]
        best = min(range(len(rest)), key=lambda n: len(leaving[n]))
        left = leaving[best]
        chosen.append(rest.pop(best))
        if len(left) == 1:
            return [*chosen, *rest]
    return chosen


def _both(some: Numbers, others: Numbers) -> Numbers:
    """Who is in both; both ascending."""
    if not len(others):
        return others
    place = np.minimum(np.searchsorted(others, some), len(others) - 1)
    both: Numbers = some[others[place] == some]
    return both
