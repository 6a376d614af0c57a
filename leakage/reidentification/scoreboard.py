"""Scoreboard and Scoreboard-RH: the scores of all people, and which record is it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats
from leakage.reidentification.table import Fact, Numbers, SparseTable
from leakage.reidentification.value_similarity import EXACT, ValueSimilarity, similar_people
from leakage.tabular.rows import redacted_repr

# Scores of all people against some facts, of which only those above 0 are held.


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

    __repr__ = redacted_repr

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


# Lineup: what an algorithm answers: who it is, or the candidates with their probabilities.


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the lineup.

    Arguments:
        person: the number of the record.
        score: against the facts.
        probability: that this is the one, in the eyes of the adversary.
    """

    person: int
    score: float
    probability: float


@dataclass(frozen=True, eq=False)
class Lineup:
    """The answer of Scoreboard or Scoreboard-RH.

    Source: Narayanan & Shmatikov 2008, Section 4; Definitions 3 and 4.

    Arguments:
        scores: of all people.
        matching: the matching set D', ascending; empty is the answer "not in it".
        probabilities: Pi of each of ``scores.people``.
        rest: Pi of every other person; 0 where they are no candidates.
        eccentricity: (max - max2) / sigma; None for Scoreboard, which does not ask for it.
    """

    scores: Scores
    matching: Numbers
    probabilities: Floats
    rest: float
    eccentricity: float | None = None

    __repr__ = redacted_repr

    @property
    def verdict(self) -> int | None:
        """The one record of the matching set; None where there is none, or more than one."""
        return int(self.matching[0]) if len(self.matching) == 1 else None

    @property
    def not_in_it(self) -> bool:
        """Whether the answer is that the person is not in the table."""
        return len(self.matching) == 0

    @property
    def bits_before(self) -> float:
        """H_0 = log2 N: how many bits hide a person before anything is known."""
        return math.log2(self.scores.size)

    @property
    def entropy(self) -> float:
        """``- sum Pi log2 Pi``, the bits left; H_0 where there is no candidate."""
        some = self.probabilities[self.probabilities > 0.0]
        others = self.scores.size - len(self.probabilities) if self.rest > 0.0 else 0
        if not len(some) and not others:
            return self.bits_before
        bits = -float(np.sum(some * np.log2(some)))
        # Adding zero turns -0.0 into 0.0.
        return bits - (others * self.rest * math.log2(self.rest) if others else 0.0) + 0.0

    def probability_of(self, person: int) -> float:
        """Pi of one person."""
        place = int(np.searchsorted(self.scores.people, person))
        if place < len(self.scores.people) and int(self.scores.people[place]) == person:
            return float(self.probabilities[place])
        return self.rest

    def top(self, count: int) -> tuple[Candidate, ...]:
        """The highest scores, the highest first, equal ones in the order of the table; none of 0."""
        values = self.scores.values
        if count < len(values):
            # All that reach the last place, so that equal ones are cut off by their order alone.
            some = np.flatnonzero(values >= np.partition(values, -count)[-count])
        else:
            some = np.arange(len(values))
        ordered = some[np.argsort(-values[some], kind="stable")][:count]
        return tuple(
            Candidate(int(self.scores.people[n]), float(values[n]), float(self.probabilities[n])) for n in ordered
        )

    def guess(self, random: np.random.Generator) -> int | None:
        """One record of the matching set with the highest score, at random among equals; None for "not in it"."""
        if self.not_in_it:
            return None
        inside = np.searchsorted(self.scores.people, self.matching)
        values = self.scores.values[inside]
        return int(random.choice(self.matching[values == values.max()]))


# Scoreboard and Scoreboard-RH: which anonymous record is it?


ECCENTRICITY = 1.5


def scoreboard(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    alpha: float = 0.0,
    absent: int | None = None,
) -> Lineup:
    """Everybody whose least similar attribute is similar enough, all equally probable.

    ``Score(aux, r') = min_i Sim(aux_i, r'_i)``, ``D' = {r' : Score(aux, r') > alpha}``, Pi uniform on D'.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard.

    Arguments:
        table: D, or a sample of it.
        facts: aux, at least one, no two about the same item. A fact whose item is unknown is like nobody.
        similarity: Sim of two values.
        alpha: the threshold, in [0, 1).
        absent: a person whose row is to be thought away: what is answered if they are not in the sample.

    Raises:
        ValueError: for alpha outside [0, 1), no fact, two facts about one item, or fewer than 2 people.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Ann"], ["Film", "Film", "Play"], [4, 4, 1])
    >>> scoreboard(table, [Fact("Film", "4")]).entropy, scoreboard(table, [Fact("Play", "1")]).verdict
    (1.0, 0)
    """
    if not 0.0 <= alpha < 1.0:
        raise ValueError(f"alpha must be in [0, 1), got {alpha}")
    check(table, facts, absent)
    scores = least_scores(table, facts, similarity, absent=absent)
    inside = scores.values > alpha
    matching = scores.people[inside]
    share = 1.0 / len(matching) if len(matching) else 0.0
    return Lineup(scores, matching, np.where(inside, share, 0.0), 0.0)


def scoreboard_rh(
    table: SparseTable,
    facts: Sequence[Fact],
    similarity: ValueSimilarity = EXACT,
    *,
    eccentricity: float = ECCENTRICITY,
    absent: int | None = None,
) -> Lineup:
    """Whoever stands out by the sum of weighted similarities: robust against facts that are wrong.

    ``Score(aux, r') = sum_i Sim(aux_i, r'_i) / log |supp(i)|``. The matching set is the record with the highest score,
    or empty where ``(max - max2) / sigma < phi``. ``Pi(r') = c e^(Score / sigma)`` for every record of the table.
    Source: Narayanan & Shmatikov 2008, Section 4, Algorithm Scoreboard-RH; Section 5 has phi = 1.5.

    S is a collection in which scores repeat: as the set that is printed, two records with one highest score would
    stand out together. Where sigma is 0 all are alike, nobody stands out, and Pi is uniform.

    Arguments:
        table, facts, similarity, absent: as for ``scoreboard``. A support of 1 weighs as much as one of 2.
        eccentricity: phi > 0.

    Raises:
        ValueError: for a phi that is not positive, no fact, two facts about one item, or fewer than 2 people.

    >>> people, films = ["Ann", "Ann", "Bob", "Cat", "Dan"], ["Film", "Play", "Film", "Opera", "Opera"]
    >>> table = SparseTable.from_columns(people, films, [4, 1, 4, 2, 3])
    >>> lineup = scoreboard_rh(table, [Fact("Film", "4"), Fact("Play", "1")], eccentricity=1.2)
    >>> lineup.verdict, round(lineup.eccentricity, 2)
    (0, 1.21)
    """
    if not 0.0 < eccentricity < math.inf:
        raise ValueError(f"eccentricity must be a positive number, got {eccentricity}")
    check(table, facts, absent)
    scores = weighted_scores(table, facts, similarity, absent=absent)
    deviation = scores.deviation
    # Equal scores of all leave a rounding error for a deviation.
    alike = deviation <= 1e-12 * scores.highest
    ahead = 0.0 if alike else (scores.highest - scores.second) / deviation
    matching = scores.leaders if ahead >= eccentricity else scores.people[:0]
    return _distributed(scores, 0.0 if alike else 1.0 / deviation, ahead, matching)


def _distributed(scores: Scores, pace: float, ahead: float, matching: np.typing.NDArray[np.uint32]) -> Lineup:
    """The lineup with ``Pi = c e^(pace Score)``; the highest score is taken off all, or the powers would overflow."""
    powers = np.exp(pace * (scores.values - scores.highest))
    of_others = math.exp(-pace * scores.highest)
    total = float(powers.sum()) + (scores.size - len(powers)) * of_others
    return Lineup(scores, matching, powers / total, of_others / total, ahead)
