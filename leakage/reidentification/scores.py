"""Scores of all people against some facts, of which only those above 0 are held."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.reidentification.columns import Numbers
from leakage.reidentification.fact import Fact
from leakage.reidentification.table import SparseTable
from leakage.reidentification.value_similarity import ValueSimilarity, similar_people
from leakage.short_repr import short_repr

DENSE = 4
"""With more than a fourth of the people touched, counting into a place for each of them is faster than sorting."""


@dataclass(frozen=True, eq=False)
class Scores:
    """S = {Score(aux, r')}: one score for each of N people, nearly all of them 0.

    Arguments:
        people: whose score is above 0, ascending; shape (touched,).
        values: their scores; shape (touched,).
        size: N, the others included.
    """

    people: Numbers
    values: Floats
    size: int

    __repr__ = short_repr

    @property
    def highest(self) -> float:
        """max(S)."""
        return float(self.values.max(initial=0.0))

    @property
    def second(self) -> float:
        """max2(S), the second of all scores in order: as high as the highest where two people share it."""
        if len(self.values) < 2:
            return 0.0
        return float(np.partition(self.values, -2)[-2])

    @property
    def deviation(self) -> float:
        """sigma(S): the standard deviation over all N scores."""
        mean = float(self.values.sum()) / self.size
        squares = float(np.square(self.values - mean).sum()) + (self.size - len(self.values)) * mean**2
        return math.sqrt(squares / self.size)

    @property
    def leaders(self) -> Numbers:
        """Who has the highest score; nobody where all have 0."""
        return self.people[self.values == self.highest] if len(self.values) else self.people


def check(table: SparseTable, facts: Sequence[Fact], absent: int | None = None) -> None:
    """Refuse what no scoring function can answer.

    Raises:
        ValueError: for no fact, two facts about one item, or fewer than 2 people.
    """
    if not facts:
        raise ValueError("at least one fact is needed")
    if len({fact.item for fact in facts}) < len(facts):
        raise ValueError("no two facts may be about the same item")
    size = len(table) - (absent is not None)
    if size < 2:
        raise ValueError(f"the table must hold at least 2 people to tell apart, got {size}")


def least_scores(
    table: SparseTable, facts: Sequence[Fact], similarity: ValueSimilarity, *, absent: int | None = None
) -> Scores:
    """``Score(aux, r') = min_i Sim(aux_i, r'_i)``: the least similar attribute.

    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.
    """
    # The rarest first: whoever is not there needs no further look.
    people, values = np.zeros(0, dtype=np.uint32), np.zeros(0)
    ordered = sorted(facts, key=lambda fact: support(table, fact))
    for number, fact in enumerate(ordered):
        holders, similar = similar_people(table, fact, similarity)
        if number == 0:
            people, values = holders, similar
            continue
        place = np.minimum(np.searchsorted(holders, people), max(len(holders) - 1, 0))
        both = holders[place] == people if len(holders) else np.zeros(len(people), dtype=bool)
        people, values = people[both], np.minimum(values[both], similar[place[both]])
    return _without(people, values, len(table), absent)


def weighted_scores(
    table: SparseTable, facts: Sequence[Fact], similarity: ValueSimilarity, *, absent: int | None = None
) -> Scores:
    """``Score(aux, r') = sum_i wt(i) Sim(aux_i, r'_i)`` with ``wt(i) = 1 / log |supp(i)|``.

    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard-RH.
    """
    touched = [similar_people(table, fact, similarity) for fact in facts]
    weights = [weight_of(support(table, fact, absent)) for fact in facts]
    people = np.concatenate([holders for holders, _ in touched])
    gains = np.concatenate([weight * similar for weight, (_, similar) in zip(weights, touched, strict=True)])
    if len(people) * DENSE > len(table):
        total = np.asarray(np.bincount(people, weights=gains, minlength=len(table)), dtype=np.float64)
        who = np.flatnonzero(total)
        return _without(who, total[who], len(table), absent)
    who, place = np.unique(people, return_inverse=True)
    sums = np.asarray(np.bincount(place, weights=gains, minlength=len(who)), dtype=np.float64)
    return _without(who, sums, len(table), absent)


def support(table: SparseTable, fact: Fact, absent: int | None = None) -> int:
    """|supp(i)| of a fact's item, 0 where it is unknown; without the one who is to be thought absent."""
    item = table.item_codes.get(fact.item)
    if item is None:
        return 0
    size = int(table.supports[item])
    if absent is None or not size:
        return size
    people = table.person[table.start[item] : table.start[item + 1]]
    place = int(np.searchsorted(people, absent))
    return size - int(place < size and int(people[place]) == absent)


def weight_of(size: int) -> float:
    """``wt(i) = 1 / log |supp(i)|``, so that rare items count more; a support of 1, whose logarithm is 0, counts as 2.

    The paper leaves that case open. With 2 the weight stays finite, is the greatest there is, and what one person
    alone has counts as much as what two have. The base does not matter: scores are only compared with one another.
    Source: Narayanan & Shmatikov 2008, Section 4.

    >>> round(weight_of(1), 3), round(weight_of(2), 3), round(weight_of(1000), 3)
    (1.443, 1.443, 0.145)
    """
    return 1.0 / math.log(max(2, size))


def _without(people: Numbers, values: Floats, size: int, absent: int | None) -> Scores:
    if absent is None:
        return Scores(people, values, size)
    kept = people != absent
    return Scores(people[kept], values[kept], size - 1)
