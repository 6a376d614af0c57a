"""Scoreboard and Scoreboard-RH: which anonymous record is it?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leakage.arguments import check_range
from leakage.frames import Floats
from leakage.record import redacted_repr
from leakage.reidentification.similarity import EXACT, ValueSimilarity, similar_people
from leakage.reidentification.table import Fact, Numbers, SparseTable

ECCENTRICITY = 1.5


@dataclass(frozen=True, eq=False)
class Scores:
    """S = {Score(aux, r')}: the scores of N people, nearly all 0.

    Arguments:
        people: the people with a score above 0, ascending; shape (touched,).
        values: their scores; shape (touched,).
    """

    people: Numbers
    values: Floats
    size: int

    __repr__ = redacted_repr

    @property
    def highest(self) -> float:
        """max(S)."""
        return float(self.values.max(initial=0.0))

    @property
    def second(self) -> float:
        """max2(S), the second highest score; equal to the highest if two people share it."""
        return float(np.partition(self.values, -2)[-2]) if len(self.values) > 1 else 0.0

    @property
    def deviation(self) -> float:
        """sigma(S): the standard deviation of all N scores."""
        mean = float(self.values.sum()) / self.size
        squares = float(np.square(self.values - mean).sum()) + (self.size - len(self.values)) * mean**2
        return math.sqrt(squares / self.size)

    @property
    def leaders(self) -> Numbers:
        """The people with the highest score; none if all scores are 0."""
        return self.people[self.values == self.highest] if len(self.values) else self.people

    def without(self, absent: int | None) -> Scores:
        """The scores without one person."""
        if absent is None:
            return self
        kept = self.people != absent
        return Scores(self.people[kept], self.values[kept], self.size - 1)


def meeting(some: Numbers, others: Numbers) -> tuple[Numbers, Numbers]:
    """The places of the common people in two ascending arrays."""
    place = np.searchsorted(others, some)
    both = np.flatnonzero(others[np.minimum(place, len(others) - 1)] == some) if len(others) else place[:0]
    return both, place[both]


def support(table: SparseTable, fact: Fact, absent: int | None = None) -> int:
    """|supp(i)| of a fact's item, without an absent person; 0 if the item is unknown."""
    people = table.person[table.rows_of(fact.item)]
    return len(people) if absent is None else len(people) - len(meeting(np.array([absent]), people)[0])


def weight_of(size: int) -> float:
    """``wt(i) = 1 / log |supp(i)|``, so that rare items count more.

    A support of 1, with logarithm 0, counts as 2; the paper leaves this open.
    Source: Narayanan & Shmatikov 2008, Section 4.

    >>> round(weight_of(1), 3), round(weight_of(2), 3), round(weight_of(1000), 3)
    (1.443, 1.443, 0.145)
    """
    return 1.0 / math.log(max(2, size))


class Candidate(NamedTuple):
    """A record of the lineup: its number, score, and probability to the adversary."""

    person: int
    score: float
    probability: float


@dataclass(frozen=True, eq=False)
class Lineup:
    """The answer of Scoreboard or Scoreboard-RH.

    Source: Narayanan & Shmatikov 2008, Section 4; Definitions 3 and 4.

    Arguments:
        matching: the matching set D', ascending; empty is the answer "not in it".
        rest: Pi of each other person; 0 if they are no candidates.
        eccentricity: (max - max2) / sigma; None for Scoreboard.
    """

    scores: Scores
    matching: Numbers
    probabilities: Floats
    rest: float
    eccentricity: float | None = None

    __repr__ = redacted_repr

    @property
    def verdict(self) -> int | None:
        """The only record of the matching set; None if there are none, or several."""
        return int(self.matching[0]) if len(self.matching) == 1 else None

    @property
    def not_in_it(self) -> bool:
        """Whether the answer is that the person is not in the table."""
        return len(self.matching) == 0

    @property
    def bits_before(self) -> float:
        """``H_0 = log2 N``: the bits needed to identify a person before anything is known."""
        return math.log2(self.scores.size)

    @property
    def entropy(self) -> float:
        """``- sum Pi log2 Pi``, the bits left; H_0 if there is no candidate."""
        if self.not_in_it and not self.rest:
            return self.bits_before
        some = self.probabilities[self.probabilities > 0.0]
        others = self.scores.size - len(self.probabilities)
        # Subtracting from 0.0 gives 0, not -0.
        bits = 0.0 - float(np.sum(some * np.log2(some)))
        return bits - (others * self.rest * math.log2(self.rest) if self.rest else 0.0)

    def probability_of(self, person: int) -> float:
        """Pi of one person."""
        _, place = meeting(np.array([person]), self.scores.people)
        return float(self.probabilities[place[0]]) if len(place) else self.rest

    def top(self, count: int) -> tuple[Candidate, ...]:
        """The candidates with the highest scores above 0, descending, equal ones in order."""
        ordered = np.argsort(-self.scores.values, kind="stable")[:count]
        columns = (column[ordered].tolist() for column in (self.scores.people, self.scores.values, self.probabilities))
        return tuple(map(Candidate, *columns))

    def guess(self, random: np.random.Generator) -> int | None:
        """A record of the matching set with the highest score, random among equals; None for "not in it"."""
        if self.not_in_it:
            return None
        values = self.scores.values[np.searchsorted(self.scores.people, self.matching)]
        return int(random.choice(self.matching[values == values.max()]))


def scoreboard(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    alpha: float = 0.0,
    absent: int | None = None,
) -> Lineup:
    """The people similar enough on every fact, all equally probable.

    ``Score(aux, r') = min_i Sim(aux_i, r'_i)``, ``D' = {r' : Score(aux, r') > alpha}``, Pi uniform on D'.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.

    Arguments:
        alpha: the threshold, in [0, 1).
        absent: a person to leave out; at least two others must remain.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Ann"], ["Film", "Film", "Play"], [4, 4, 1])
    >>> scoreboard(table, [Fact("Film", "4")]).entropy, scoreboard(table, [Fact("Play", "1")]).verdict
    (1.0, 0)
    """
    check_range("alpha", alpha, "[0, 1)")
    _check(table, facts, absent)
    # The rarest fact first: people without it are out.
    rarest, *others = sorted(facts, key=lambda fact: support(table, fact))
    people, values = similar_people(table, rarest, similarity)
    for fact in others:
        holders, similar = similar_people(table, fact, similarity)
        mine, theirs = meeting(people, holders)
        people, values = people[mine], np.minimum(values[mine], similar[theirs])
    scores = Scores(people, values, len(table)).without(absent)
    inside = scores.values > alpha
    matching = scores.people[inside]
    return Lineup(scores, matching, inside / max(len(matching), 1), 0.0)


def scoreboard_rh(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    eccentricity: float = ECCENTRICITY,
    absent: int | None = None,
) -> Lineup:
    """The record that stands out by its weighted sum of similarities: robust to wrong facts.

    ``Score(aux, r') = sum_i Sim(aux_i, r'_i) / log |supp(i)|``. The matching set is the record with the highest score,
    or empty where ``(max - max2) / sigma < phi``. ``Pi(r') = c e^(Score / sigma)`` for every record of the table.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard-RH; Section 5 has phi = 1.5.

    S is a multiset: were it a set, as printed, two records sharing the highest score would both stand out. If sigma is
    0, nobody stands out and Pi is uniform.
    """
    check_range("eccentricity", eccentricity, "(0, inf)")
    _check(table, facts, absent)
    summed = np.zeros(len(table))
    for fact in facts:
        people, similar = similar_people(table, fact, similarity)
        summed[people] += weight_of(support(table, fact, absent)) * similar
    people = np.flatnonzero(summed)
    scores = Scores(people, summed[people], len(table)).without(absent)
    # If all scores are equal, sigma is a rounding error.
    alike = scores.deviation <= 1e-12 * scores.highest
    ahead = 0.0 if alike else (scores.highest - scores.second) / scores.deviation
    pace = 0.0 if alike else 1.0 / scores.deviation
    matching = scores.leaders if ahead >= eccentricity else scores.people[:0]
    # Subtracting the highest score avoids overflow.
    powers, of_others = np.exp(pace * (scores.values - scores.highest)), math.exp(-pace * scores.highest)
    total = float(powers.sum()) + (scores.size - len(powers)) * of_others
    return Lineup(scores, matching, powers / total, of_others / total, ahead)


def _check(table: SparseTable, facts: Sequence[Fact], absent: int | None) -> None:
    if not facts:
        raise ValueError("at least one fact is needed")
    if len({fact.item for fact in facts}) < len(facts):
        raise ValueError("no two facts may be about the same item")
    check_range("the number of people to tell apart", len(table) - (absent is not None), "[2, inf]")
