"""Trials: how often an attack succeeds, against how much the adversary knows; and Theorem 1 with its promise."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.frames import Floats, Integers
from leakage.reidentification.scoreboard import ECCENTRICITY, Lineup, scoreboard, scoreboard_rh
from leakage.reidentification.similarity import EXACT, ValueSimilarity, number_of, similarities
from leakage.reidentification.table import Fact, SparseTable

Algorithm: TypeAlias = Literal["scoreboard", "scoreboard_rh"]


@dataclass(frozen=True, slots=True)
class Auxiliary:
    """Aux: facts about a person's record, drawn evenly from its support and possibly wrong.

    Source: Narayanan & Shmatikov 2008, Section 3 (Aux: X^M -> X^M) and its footnote 2 (items outside the most
    popular ones).

    Arguments:
        facts: m, at least 1; fewer if the record has fewer of the kind.
        outside: leave out this many most popular items, at least 0.
        inside: draw only from this many most popular items, more than ``outside``; None for all.
        dates: whether the adversary knows dates, if the table has them.
        value_error: the greatest error of a number; all values of the table within it are equally likely.
        day_error: the greatest error of a date in days, evenly distributed.
        wrong: the probability that a fact is about an item the person does not have, in [0, 1].
    """

    facts: int = 8
    outside: int = 0
    inside: int | None = None
    dates: bool = True
    value_error: float = 0.0
    day_error: int = 0
    wrong: float = 0.0

    def __post_init__(self) -> None:
        check_range("facts", self.facts, "[1, inf)")
        for name in ("outside", "value_error", "day_error"):
            check_range(name, getattr(self, name), "[0, inf)")
        check_range("wrong", self.wrong, "[0, 1]")
        if self.inside is not None:
            check_range("inside", self.inside, f"({self.outside}, inf]")

    def eligible(self, table: SparseTable) -> Integers:
        """The items that can be drawn, ascending."""
        most = len(table.items) if self.inside is None else self.inside
        return np.flatnonzero((table.popularity >= self.outside) & (table.popularity < most))

    def targets(self, table: SparseTable, least: int) -> Integers:
        """The people with enough items that can be drawn, ascending."""
        eligible = np.zeros(len(table.items))
        eligible[self.eligible(table)] = 1.0
        counts = np.bincount(table.person, np.repeat(eligible, table.supports), len(table))
        return np.flatnonzero(counts >= least)

    def draw(self, table: SparseTable, person: int, random: np.random.Generator) -> tuple[Fact, ...]:
        """aux = Aux(r): facts in the order drawn, so the first few are a smaller Aux."""
        record, items = table.facts_of(person), self.eligible(table)
        held = np.array([table.item_codes[fact.item] for fact in record], dtype=np.int64)
        drawn = random.permutation(np.flatnonzero(np.isin(held, items)))[: self.facts]
        strange = iter(random.permutation(np.setdiff1d(items, held)).tolist())
        facts = []
        for place in drawn.tolist():
            other = next(strange, None) if random.random() < self.wrong else None
            fact = record[place] if other is None else _of_a_stranger(table, other, random)
            facts.append(self._believed(table, fact, random))
        return tuple(facts)

    def _believed(self, table: SparseTable, fact: Fact, random: np.random.Generator) -> Fact:
        value, date = fact.value, fact.date if self.dates else None
        if table.numbers is not None and self.value_error:
            near = np.abs(table.numbers - number_of(value)) <= self.value_error + 1e-9
            value = table.levels[int(random.choice(np.flatnonzero(near)))]
        if date is not None:
            date += datetime.timedelta(int(random.integers(-self.day_error, self.day_error + 1)))
        return Fact(fact.item, value, date)


def _of_a_stranger(table: SparseTable, item: int, random: np.random.Generator) -> Fact:
    first, last = int(table.start[item]), int(table.start[item + 1])
    if first == last:
        return Fact(table.items[item], table.levels[int(random.integers(len(table.levels)))])
    return table.fact(item, int(random.integers(first, last)))


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened in independent trials."""

    count: int
    trials: int

    @property
    def value(self) -> float:
        """The share; 0 without trials."""
        return self.count / self.trials if self.trials else 0.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's score interval for the probability, ``(p + z²/2n ± z sqrt(p (1-p)/n + z²/4n²)) / (1 + z²/n)``.

        Source: E. B. Wilson 1927; (0, 1) without trials.

        >>> [round(bound, 4) for bound in Share(8, 10).interval()]
        [0.4902, 0.9433]
        """
        check_range("confidence", confidence, "(0, 1)")
        if not self.trials:
            return 0.0, 1.0
        z = NormalDist().inv_cdf(0.5 + confidence / 2)
        p, n = self.value, self.trials
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        below = 1 + z * z / n
        # If all or none did, the interval ends at 1 or 0, up to rounding.
        return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def entropic_bits(lineup: Lineup, similar: Floats, theta: float) -> float:
    """``min over r' in D' with Sim(r, r') >= theta of - log2 Pi(r')``, or ``H_0 = log2 N`` if there is none.

    The bits that the adversary lacks to name a record similar enough to the target.
    Source: Narayanan & Shmatikov 2008, Definition 4.

    Arguments:
        similar: Sim(r, r') of the target to everybody in the table, from ``similarities``; shape (N,).
    """
    enough = _enough(similar, theta)
    inside = enough[lineup.scores.people]
    probable = float(lineup.probabilities[inside].max(initial=0.0))
    if int(enough.sum()) > int(inside.sum()):
        probable = max(probable, lineup.rest)
    # Subtracting from 0.0 gives 0, not -0.
    return 0.0 - math.log2(probable) if probable > 0.0 else lineup.bits_before


def _enough(similar: Floats, theta: float) -> np.typing.NDArray[np.bool_]:
    check_range("theta", theta, "[0, 1]")
    return similar >= theta - 1e-12


@dataclass(frozen=True, slots=True)
class Attack:
    """An algorithm of the adversary with its parameters."""

    algorithm: Algorithm = "scoreboard_rh"
    similarity: ValueSimilarity = EXACT
    threshold: float = ECCENTRICITY

    def on(self, table: SparseTable, facts: Sequence[Fact], absent: int | None = None) -> Lineup:
        """Her answer, given facts."""
        if self.algorithm == "scoreboard":
            return scoreboard(table, facts, self.similarity, alpha=self.threshold, absent=absent)
        return scoreboard_rh(table, facts, self.similarity, eccentricity=self.threshold, absent=absent)


@dataclass(frozen=True, slots=True)
class SuccessPoint:
    """The results of all trials so far with one number of facts.

    Arguments:
        found: how often she named a record with Sim(r, r') >= theta.
        refused: how often she rightly said "not in it" after the person's row was removed.
        best: how often a record with Sim(r, r') >= theta had the highest score, whether or not it stood out.
    """

    facts: int
    trials: int = 0
    found: int = 0
    misled: int = 0
    refused: int = 0
    best: int = 0
    bits: float = 0.0

    @property
    def success(self) -> Share:
        """Definition 3, first line: omega if the person is in the table."""
        return Share(self.found, self.trials)

    @property
    def refusal(self) -> Share:
        """Definition 3, second line: omega if the person is not."""
        return Share(self.refused, self.trials)

    @property
    def whole(self) -> Share:
        """Definition 2: omega for the whole database, in which she must name a person."""
        return Share(self.best, self.trials)

    @property
    def mean_bits(self) -> float:
        """Definition 4: H, the bits she lacks on average."""
        return self.bits / self.trials if self.trials else 0.0

    @property
    def omega(self) -> float:
        """The omega of Definition 3: the worse of both lines."""
        return min(self.success.value, self.refusal.value)


def success_curve(
    table: SparseTable,
    auxiliary: Auxiliary,
    counts: Sequence[int],
    attack: Attack | None = None,
    *,
    theta: float = 1.0,
    trials: int = 200,
    seed: int = 0,
) -> Iterator[tuple[SuccessPoint, ...]]:
    """How often an attack succeeds with m facts, for each m of ``counts``.

    Each trial draws a random person with enough items, and Aux once; a point uses the first m facts, so that all points
    share the same people and differences are due to m. Then the person's row is removed, to see whether she says
    "not in it".
    Source: Narayanan & Shmatikov 2008, Definitions 2 to 4.

    Arguments:
        theta: the similarity at which a record counts as found, in [0, 1]; 1 for the person's own record, or its equal.
        trials: the number of people attacked; after each, a point for every count is yielded, over all trials so far.
    """
    _enough(np.zeros(0), theta)
    check_range("the numbers of facts", min(counts, default=0), "[1, inf]")
    drawing = replace(auxiliary, facts=max(counts))
    targets = drawing.targets(table, drawing.facts)
    if not len(targets):
        raise ValueError(f"nobody in the table has {drawing.facts} items of that kind; ask for fewer facts")
    attack = attack or Attack()
    random = np.random.default_rng((check_seed(seed), 2008))
    points = tuple(SuccessPoint(count) for count in counts)
    for _ in range(trials):
        person = int(random.choice(targets))
        facts = drawing.draw(table, person, random)
        similar = similarities(table, table.facts_of(person), attack.similarity)
        enough, after = _enough(similar, theta), []
        for point in points:
            lineup = attack.on(table, facts[: point.facts])
            named, leaders = lineup.guess(random), lineup.scores.leaders
            best = random.choice(leaders) if len(leaders) else random.integers(len(table))
            after.append(
                SuccessPoint(
                    point.facts,
                    point.trials + 1,
                    point.found + int(named is not None and enough[named]),
                    point.misled + int(named is not None and not enough[named]),
                    point.refused + int(attack.on(table, facts[: point.facts], absent=person).not_in_it),
                    point.best + int(enough[best]),
                    point.bits + entropic_bits(lineup, similar, theta),
                )
            )
        points = tuple(after)
        yield points


def facts_needed(people: int, epsilon: float, delta: float) -> int:
    """``m >= (log N - log epsilon) / - log(1 - delta)``: how many random facts suffice in any table.

    A record similar to the target on less than 1 - delta of its items matches m random ones with a probability below
    (1 - delta)^m, and there are at most N such: the table can be (1 - epsilon - delta, 1 - epsilon)-deanonymised.
    Source: Narayanan & Shmatikov 2008, Theorem 1.

    Arguments:
        epsilon: the probability of failure, and the error allowed in each fact, in (0, 1).
        delta: the share of the target's record that need not be learned, in (0, 1), but large enough for a finite m.

    >>> facts_needed(480_189, 0.05, 0.2), facts_needed(480_189, 0.05, 0.5)
    (73, 24)
    """
    check_range("people", people, "[1, inf]")
    check_range("epsilon", epsilon, "(0, 1)")
    check_range("delta", delta, "(0, 1)")
    needed = (math.log(people) - math.log(epsilon)) / -math.log1p(-delta)
    if math.isinf(needed):
        raise ValueError(f"no number of facts is known to suffice for a delta of {delta}")
    return math.ceil(needed)


def promise_kept(
    table: SparseTable,
    epsilon: float,
    delta: float,
    similarity: ValueSimilarity = EXACT,
    *,
    trials: int = 200,
    seed: int = 0,
) -> Iterator[Share]:
    """How often the theorem's algorithm names a record that tells at least 1 - epsilon - delta of the target's.

    As in the proof: Scoreboard with alpha = 1 - epsilon on m facts drawn with replacement from the support of a random
    person's record, then a random record of the matching set. It should succeed in at least 1 - epsilon of the trials.
    Source: Narayanan & Shmatikov 2008, Theorem 1 and Lemma 1.

    Sim(r, r') is taken over supp(r), as Lemma 1 needs it. Over the union of both supports the theorem does not hold:
    a record with all the target's items and as many others always matches, at a similarity of one half. Nor does it for
    inexact facts: a value similar to a fact may be twice as far from the truth. So the facts here are exact.
    """
    needed, targets = facts_needed(len(table), epsilon, delta), np.flatnonzero(table.sizes)
    if not len(targets):
        raise ValueError("the table has no entries")
    random, successes = np.random.default_rng((check_seed(seed), 1)), 0
    for trial in range(trials):
        facts = table.facts_of(int(random.choice(targets)))
        drawn = np.unique(random.integers(len(facts), size=needed))
        lineup = scoreboard(table, [facts[place] for place in drawn.tolist()], similarity, alpha=1.0 - epsilon)
        named = int(random.choice(lineup.matching))
        similar = similarities(table, facts, similarity, over="first")[named]
        successes += bool(similar >= 1.0 - epsilon - delta - 1e-12)
        yield Share(successes, trial + 1)
