"""Evidence by odds (Fellegi-Sunter): match weights of records, and their waterfall."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from leakage import registry
from leakage.arguments import check_range
from leakage.record import Record
from leakage.resolution.rules import Conjunction, Key, Match, Normalised, distinct_labels, key_of, listed, minimal_sets
from leakage.resolution.values import Condition, Similar

MOST_BITS = 1_000.0
"""Beyond, a probability is 0 or 1 to the last digit, and a threshold means nothing."""

ROUNDING = 1e-9
"""Bits by which a sum of weights may fall short of what its odds multiply to."""


def threshold_of(probability: float) -> float:
    """The match weight at a probability in (0, 1): ``log2(P / (1 - P))``."""
    check_range("probability", probability, "(0, 1)")
    return math.log2(probability) - math.log2(1.0 - probability)


def probability_of(weight: float) -> float:
    """The probability at a match weight: ``1 / (1 + 2^-W)``, for display: large weights round to 1."""
    return 1.0 / (1.0 + 2.0**-weight) if weight > -MOST_BITS else 0.0


def odds_sentence(weight: float) -> str:
    """The odds of a match weight, in words.

    >>> odds_sentence(10.0), odds_sentence(-1.0)
    ('1,024 to 1', '1 to 2')
    """
    odds = f"{2.0 ** abs(weight):,.0f}" if 3.0 <= abs(weight) <= 40.0 else f"{2.0 ** abs(weight):.3g}"
    return f"{odds} to 1" if weight >= 0.0 else f"1 to {odds}"


@dataclass(frozen=True, slots=True)
class Level:
    """A level of agreement of two values, with its probabilities: ``log2(m / u)`` bits of evidence.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969), Section 2 (m and u).

    Arguments:
        m: the probability that two records of one person are on this level, in (0, 1].
        u: the same for records of two people, in (0, 1].
        similar: the condition for similar values; None for equal ones.

    >>> Level(0.9, 0.1125).weight
    3.0
    """

    m: float
    u: float
    similar: Similar | None = None

    def __post_init__(self) -> None:
        check_range("m", self.m, "(0, 1]")
        check_range("u", self.u, "(0, 1]")

    @property
    def weight(self) -> float:
        """``log2(m / u)``."""
        return math.log2(self.m) - math.log2(self.u)

    def met(self, left: str, right: str) -> bool:
        """Whether two values are on this level."""
        return left == right if self.similar is None else self.similar.alike(left, right)


@dataclass(frozen=True, slots=True)
class WaterfallStep:
    """The evidence of one label, in bits, and the values behind it; negative if against one person."""

    label: str
    weight: float
    left: str = field(repr=False)
    right: str = field(repr=False)


@dataclass(frozen=True)
class Comparison:
    """The levels of agreement of one label; the first that two values reach counts.

    Source: Fellegi & Sunter 1969.

    >>> names = Comparison("N", (Level(0.9, 0.1125),), Level(0.1, 0.8))
    >>> round(names.level("Smith", "Smith").weight, 9), round(names.level("Smith", "Al").weight, 9)
    (3.0, -3.0)
    """

    label: str
    levels: tuple[Level, ...]
    otherwise: Level

    def __post_init__(self) -> None:
        if not (self.label and self.levels):
            raise ValueError("a comparison needs a label and at least one level")
        if any(level.similar is not None and level.similar.label != self.label for level in self.levels):
            raise ValueError("the levels of a comparison must be of its label")

    def with_odds(self, number: int, odds: float) -> Comparison:
        """The comparison with other odds for one level; u stays, as far as it can."""
        levels = [*self.levels, self.otherwise]
        m = min(1.0, odds * levels[number].u)
        levels[number] = replace(levels[number], m=m, u=m / odds)
        return replace(self, levels=tuple(levels[:-1]), otherwise=levels[-1])

    @staticmethod
    def by_odds(label: str, agree: float, differ: float, alike: tuple[tuple[Similar, float], ...] = ()) -> Comparison:
        """A comparison by Bayes factors > 1: agreement multiplies the odds by one, difference divides them by another.

        ``m_k = a_k u_k``, with one u for all levels that agree: ``u = (1 - 1/d) / (sum a_k - K/d)``, so that m and u
        each sum to 1. ``alike`` has conditions and odds for similar values, the nearest first.
        """
        odds = (agree, *(times for _, times in alike))
        if not all(1.0 < times < math.inf for times in (*odds, differ)):
            raise ValueError("odds must be finite and above 1")
        u = (1.0 - 1.0 / differ) / (math.fsum(odds) - len(odds) / differ)
        similars = (None, *(similar for similar, _ in alike))
        levels = tuple(Level(min(1.0, u * times), u, similar) for similar, times in zip(similars, odds, strict=True))
        rest = 1.0 - len(odds) * u
        return Comparison(label, levels, Level(rest / differ, rest))

    def level(self, left: str, right: str) -> Level:
        """The first level that two values reach; the last is for values that differ."""
        return next((level for level in self.levels if level.met(left, right)), self.otherwise)

    def evidence(self, left: Record, right: Record) -> WaterfallStep | None:
        """The evidence of the two values with the greatest weight; None if either record has no value."""
        pairs = itertools.product(left.values(self.label), right.values(self.label))
        # Among equal weights the choice must not depend on the order of the records.
        found = [(self.level(*pair).weight, max(pair, pair[::-1]), pair) for pair in pairs]
        if not found:
            return None
        weight, _, pair = max(found, key=lambda row: row[:2])
        return WaterfallStep(self.label, weight, *pair)

    @cached_property
    def agreement(self) -> tuple[float, Condition] | None:
        """The greatest weight of agreement, and the condition for it; None if no level is evidence for one person."""
        levels = [level for level in self.levels if level.weight > 0.0]
        similars = tuple(level.similar for level in levels if level.similar is not None)
        return (max(level.weight for level in levels), Condition(self.label, similars)) if levels else None


@registry.saved(
    "rule", "fellegi sunter", prior=float, comparisons=tuple[Comparison, ...], threshold=float, against=bool
)
@dataclass(frozen=True)
class FellegiSunter(Match):
    """Same person, if the match weight W of two records is at least the threshold.

    ``W = log2(p / (1 - p)) + sum over labels l of log2(m_l / u_l)``, with m and u of the level that the values of l
    reach. Of several values the pair with the greatest weight counts; a label that either record lacks is no evidence.
    Evidence against costs representativity: what is merged in may contradict what would have matched.
    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969); the match weight as Splink has it.

    Arguments:
        prior: p, the probability that two random records are of one person, in (0, 1).
        threshold: the W to reach, in bits; 0 is even odds. ``threshold_of`` gives it for a probability.
        against: whether negative weights count; otherwise they are 0.

    >>> match = FellegiSunter(1 / 33, (Comparison.by_odds("N", 128, 4), Comparison.by_odds("P", 1024, 8)), 0.0)
    >>> alice = Record.of(("N", "Alice"), ("P", "1"))
    >>> [round(match.weight(alice, Record.of(*pairs)), 9) for pairs in ([("N", "Alice")], [("N", "Bob"), ("P", "1")])]
    [2.0, 3.0]
    """

    prior: float
    comparisons: tuple[Comparison, ...]
    threshold: float = 0.0
    against: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "comparisons", tuple(self.comparisons))
        if strange := [one for one in self.comparisons if not isinstance(one, Comparison)]:
            raise TypeError(f"FellegiSunter takes Comparisons, got {type(strange[0]).__name__}")
        distinct_labels(self.labels)
        check_range("prior", self.prior, "(0, 1)")
        check_range("threshold", self.threshold, f"[{-MOST_BITS:g}, {MOST_BITS:g}]")

    @cached_property
    def prior_weight(self) -> float:
        """``log2(p / (1 - p))``."""
        return threshold_of(self.prior)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(comparison.label for comparison in self.comparisons)

    @cached_property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        needed = self.threshold - ROUNDING - self.prior_weight
        if needed <= 0.0 or any(comparison.otherwise.weight > 0.0 for comparison in self.comparisons):
            return None
        agreeing = [found for comparison in self.comparisons if (found := comparison.agreement)]
        sets = minimal_sets([weight for weight, _ in agreeing], needed - ROUNDING)
        return tuple(tuple(agreeing[n][1] for n in chosen) for chosen in sets)

    @property
    def monotone(self) -> bool:
        return not self.against

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        against = tuple(comparison.label for comparison in self.comparisons if comparison.otherwise.weight < 0.0)
        return against if self.against else ()

    def evidence(self, left: Record, right: Record) -> list[WaterfallStep]:
        """The evidence of each label that both records have."""
        steps = [step for comparison in self.comparisons if (step := comparison.evidence(left, right))]
        return steps if self.against else [replace(step, weight=max(step.weight, 0.0)) for step in steps]

    def total(self, steps: Iterable[WaterfallStep]) -> float:
        """W of the evidence of the labels, in bits."""
        return math.fsum((self.prior_weight, *(step.weight for step in steps)))

    def weight(self, left: Record, right: Record) -> float:
        """W of two records, whatever the threshold."""
        return self.total(self.evidence(left, right))

    def reached(self, weight: float) -> bool:
        """Whether a match weight reaches the threshold, up to rounding."""
        return weight >= self.threshold - ROUNDING

    def common_key(self, left: Record, right: Record) -> Key | None:
        steps = self.evidence(left, right)
        if not self.reached(self.total(steps)):
            return None
        return key_of(self, [(step.label, step.left, step.right) for step in steps if step.weight > 0.0])

    def sentence(self) -> str:
        only = "" if self.against else ", counting nothing against it"
        return f"evidence of {listed(self.labels)} at odds of {odds_sentence(self.threshold)} or better{only}"


def evidence_rule(match: Match) -> FellegiSunter | None:
    """The rule by odds in a match rule, perhaps inside ``Normalised``; None for any other rule."""
    while isinstance(match, Normalised):
        match = match.match
    return match if isinstance(match, FellegiSunter) else None


def odds_of(matches: Iterable[Match]) -> FellegiSunter | None:
    """The first rule by odds among the rules of an adversary; None if there is none."""
    single = (rule for match in matches for rule in match.single_rules)
    return next((odds for rule in single if (odds := evidence_rule(rule))), None)


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Why two records are joined, or not: ``W = prior + sum of the steps``, in bits.

    The prior is the match weight before any value is compared.
    """

    prior: float
    steps: tuple[WaterfallStep, ...]
    weight: float
    joined: bool

    @property
    def probability(self) -> float:
        """``1 / (1 + 2^-W)``."""
        return probability_of(self.weight)


def waterfall_of(match: Match, left: Record, right: Record) -> Waterfall:
    """The waterfall of two records under a rule by odds, perhaps inside ``Normalised``."""
    rule = evidence_rule(match)
    if rule is None:
        raise TypeError(f"only a rule by odds has a waterfall, got {type(match).__name__}")
    steps = rule.evidence(match.compared(left), match.compared(right))
    weight = rule.total(steps)
    return Waterfall(rule.prior_weight, tuple(steps), weight, rule.reached(weight))


def at_threshold(match: Match, threshold: float) -> Match:
    """The match rule with another threshold, in bits, for every rule by odds in it."""
    if isinstance(match, FellegiSunter):
        return replace(match, threshold=threshold)
    return match.with_parts([at_threshold(part, threshold) for part in match.parts])
