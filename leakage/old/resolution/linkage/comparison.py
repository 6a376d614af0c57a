"""Comparison: how far two values of a label agree, and what that says for or against one person."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from leakage.old import registry
from leakage.old.database import Database
from leakage.old.resolution.arrays import texts_of, values_of_label
from leakage.old.resolution.rules.similar_values import Similar
from leakage.old.tabular.rows import redacted_repr
from leakage.progress import cancellable
from leakage.record import Record

# Level: one way in which two values may agree, and what that says for or against one person.


@registry.by_fields
@dataclass(frozen=True, slots=True)
class Level:
    """One way in which two values may agree, and how often they do: ``log2(m / u)`` bits of evidence.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969), Section 2 (m and u).

    Arguments:
        m: the chance that two records of one person agree in this way, in (0, 1].
        u: the same of records of two people, in (0, 1].
        similar: when values agree in this way; None where they must be equal.
        by_frequency: how far the frequency of the value itself takes the place of u, in [0, 1]; 1 is wholly.

    Raises:
        ValueError: for a number out of its range.

    >>> Level(0.9, 0.1125).weight
    3.0
    """

    m: float
    u: float
    similar: Similar | None = None
    by_frequency: float = 0.0

    def __post_init__(self) -> None:
        if not (0.0 < self.m <= 1.0 and 0.0 < self.u <= 1.0):
            raise ValueError("the chances m and u of a level must be in (0, 1]")
        if not 0.0 <= self.by_frequency <= 1.0:
            raise ValueError("by_frequency must be in [0, 1]")

    @property
    def weight(self) -> float:
        """``log2(m / u)``, whatever the values are."""
        return math.log2(self.m) - math.log2(self.u)

    def met(self, left: str, right: str) -> bool:
        """Whether two values agree in this way."""
        return left == right if self.similar is None else self.similar.alike(left, right)


class LabelEvidence(NamedTuple):
    """What a label says of two records.

    Arguments:
        weight: in bits; below 0 it speaks against one person.
        level: the number of the level reached; that of the last, for values that reach none, is how many there are.
        left: the value of the left record that it rests on.
        right: the same of the right record.
    """

    weight: float
    level: int
    left: str
    right: str


# Odds: match weights as probabilities, and as a person says them.


MOST_BITS = 1_000.0
"""Beyond, a probability is 0 or 1 to the last digit, and a threshold means nothing."""


def threshold_of(probability: float) -> float:
    """The match weight at a probability: ``log2(P / (1 - P))``.

    Source: Fellegi & Sunter 1969.

    Arguments:
        probability: P, in (0, 1).

    Raises:
        ValueError: outside of it.

    >>> threshold_of(0.5), round(threshold_of(1024 / 1025), 9)
    (0.0, 10.0)
    """
    if not 0.0 < probability < 1.0:
        raise ValueError(f"probability must be in (0, 1), got {probability}")
    return math.log2(probability) - math.log2(1.0 - probability)


def probability_of(weight: float) -> float:
    """The probability at a match weight: ``1 / (1 + 2^-W)``; only to be shown, for large weights become 1.

    Source: Fellegi & Sunter 1969.

    >>> probability_of(0.0), probability_of(-2000.0)
    (0.5, 0.0)
    """
    return 1.0 / (1.0 + 2.0**-weight) if weight > -MOST_BITS else 0.0


def odds_sentence(weight: float) -> str:
    """The odds of a match weight, as a person says them.

    >>> odds_sentence(5.0), odds_sentence(0.0), odds_sentence(-3.0)
    ('32 to 1', '1 to 1', '1 to 8')
    """
    odds = f"{2.0 ** abs(weight):,.0f}" if 3.0 <= abs(weight) <= 40.0 else f"{2.0 ** abs(weight):.3g}"
    return f"{odds} to 1" if weight >= 0.0 else f"1 to {odds}"


# Frequencies: how common each value of a label is among some records.


def listed_frequencies(label: str, records: Iterable[Record]) -> tuple[tuple[tuple[str, float], ...], float | None]:
    """How frequent each value is among records that know the label; what only one of them has is told once for all.

    ``f_v = n_v / n``, n_v of the n records that know the label having v: the chance that a record has the value, as it
    takes the place of u. Source: Winkler 2000.

    Arguments:
        label: the label.
        records: the background.

    >>> listed_frequencies("N", [Record.of(("N", name)) for name in ("Smith", "Smith", "Doe", "Ray")])
    ((('Smith', 0.5),), 0.25)
    """
    if isinstance(records, Database):
        return _of_database(label, records)
    counts: dict[str, int] = {}
    holding = 0
    for record in cancellable(records):
        values = record.values(label)
        holding += bool(values)
        for value in values:
            counts[value] = counts.get(value, 0) + 1
    return _listed(counts, holding)


def _of_database(label: str, database: Database) -> tuple[tuple[tuple[str, float], ...], float | None]:
    """The same without making its records."""
    label_values = values_of_label(database, label, None, shared_only=False)
    seen = np.bincount(label_values.value, minlength=label_values.size).tolist()
    counts = dict(zip(texts_of(database, label, None), seen, strict=True))
    return _listed(counts, len(np.unique(label_values.owner)))


def _listed(counts: Mapping[str, int], holding: int) -> tuple[tuple[tuple[str, float], ...], float | None]:
    common = sorted((value, seen / holding) for value, seen in counts.items() if seen > 1)
    return tuple(common), 1.0 / holding if holding else None


# Comparison: how far two values of a label agree, and what that says for or against one person.


@registry.by_fields
@dataclass(frozen=True)
class Comparison:
    """The levels on which the values of one label may agree, held against two values first to last.

    A value's own frequency f adjusts a level: ``log2(m / u) + by_frequency * log2(u0 / f)`` with u0 the u of equal
    values and f the greater frequency of the two; so equal values of a level by frequency weigh ``log2(m / f)``.
    Source: Fellegi & Sunter 1969; Winkler, "Frequency-Based Matching in Fellegi-Sunter Model of Record Linkage"
    (Census Bureau RR2000/06).

    Arguments:
        label: what is compared.
        levels: one or more, the nearest first.
        otherwise: values that reach none of them.
        frequencies: (value, frequency in (0, 1]) of the values whose frequency is known.
        unlisted: the frequency of any other value; None where it is not known and u stays.

    Raises:
        ValueError: for an empty label, no level, a ``Similar`` of another label, or a frequency out of its range.

    >>> names = Comparison("N", (Level(0.9, 0.01, by_frequency=1.0),), Level(0.1, 0.99), (("Smith", 0.1125),))
    >>> round(names.weigh("Smith", "Smith"), 9), round(names.weigh("Zoe", "Zoe"), 2), round(names.weigh("Zoe", "Al"), 2)
    (3.0, 6.49, -3.31)
    """

    label: str
    levels: tuple[Level, ...]
    otherwise: Level
    frequencies: tuple[tuple[str, float], ...] = ()
    unlisted: float | None = None

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not (self.label and self.levels):
            raise ValueError("a comparison needs a label and at least one level")
        if any(level.similar is not None and level.similar.label != self.label for level in self.levels):
            raise ValueError("the levels of a comparison must be of its label")
        given = [frequency for _, frequency in self.frequencies]
        if not all(0.0 < f <= 1.0 for f in (*given, *([] if self.unlisted is None else [self.unlisted]))):
            raise ValueError("the frequency of a value must be in (0, 1]")

    def __hash__(self) -> int:
        # Keys are hashed often, and the frequencies are many.
        return hash((self.label, self.levels, self.otherwise, len(self.frequencies)))

    @staticmethod
    def by_odds(label: str, agree: float, differ: float, alike: tuple[tuple[Similar, float], ...] = ()) -> Comparison:
        """A comparison told in odds: agreeing makes one person so many times as likely, differing so many times less.

        ``m_k = a_k u_k``, with one u for all levels that agree: ``u = (1 - 1/d) / (sum a_k - K/d)``, so that m and u
        each sum to 1. Only the odds count in a match weight. Source: Fellegi & Sunter 1969, Section 2.

        Arguments:
            label: what is compared.
            agree: the odds of equal values, > 1.
            differ: how many times less likely other values make it, > 1.
            alike: (condition, odds > 1) of values that are nearly equal, the nearest first.

        Raises:
            ValueError: for odds that are not finite and above 1.

        >>> phone = Comparison.by_odds("P", 1024, 8)
        >>> round(phone.weigh("1", "1"), 9), round(phone.weigh("1", "2"), 9)
        (10.0, -3.0)
        """
        odds = (agree, *(times for _, times in alike))
        if not all(1.0 < times < math.inf for times in (*odds, differ)):
            raise ValueError("odds must be finite and above 1")
        u = (1.0 - 1.0 / differ) / (math.fsum(odds) - len(odds) / differ)
        similars = (None, *(similar for similar, _ in alike))
        levels = tuple(Level(min(1.0, u * times), u, similar) for similar, times in zip(similars, odds, strict=True))
        rest = 1.0 - len(odds) * u
        return Comparison(label, levels, Level(rest / differ, rest))

    @property
    def lowest(self) -> float:
        """The evidence of values that reach no level."""
        return self.otherwise.weight

    @cached_property
    def greatest(self) -> float:
        """No evidence of this label weighs more."""
        return max(*(self._most_of(level, None) for level in self.levels), self.lowest)

    @cached_property
    def sought(self) -> tuple[Similar, ...]:
        """The conditions under which values that are not equal may speak for one person, of one kind the loosest."""
        loosest: dict[tuple[str, bool], Similar] = {}
        for level in self.levels:
            similar = level.similar
            if similar is not None and self._most_of(level, None) > 0.0:
                way = (similar.kind, similar.blocked)
                other = loosest.setdefault(way, similar)
                if similar.strictness < other.strictness:
                    loosest[way] = similar
        return tuple(loosest.values())

    @cached_property
    def loosest(self) -> tuple[tuple[Similar, Similar], ...]:
        """Of every condition that is one of several of its kind the loosest of that kind."""
        similars = [level.similar for level in self.levels if level.similar is not None]
        pairs = []
        for similar in similars:
            way = (similar.kind, similar.blocked)
            kin = [other for other in similars if (other.kind, other.blocked) == way]
            if len(kin) > 1:
                pairs.append((similar, min(kin, key=attrgetter("strictness"))))
        return tuple(pairs)

    def level_of(self, left: str, right: str) -> int:
        """The number of the first level that two values reach; how many levels there are, where they reach none."""
        return next((n for n, level in enumerate(self.levels) if level.met(left, right)), len(self.levels))

    def level(self, number: int) -> Level:
        """The level of a number, as ``level_of`` gives it."""
        return self.levels[number] if number < len(self.levels) else self.otherwise

    def weigh(self, left: str, right: str) -> float:
        """The evidence of two values, in bits."""
        return self._weight(self.level_of(left, right), left, right)

    def evidence(self, left: Record, right: Record) -> LabelEvidence | None:
        """The evidence of the two values that speak most for one person; None where either record knows none.

        >>> comparison = Comparison.by_odds("P", 2, 4)
        >>> alice, other = Record.of(("P", "1"), ("P", "2")), Record.of(("P", "2"))
        >>> comparison.evidence(alice, other)
        LabelEvidence(weight=1.0, level=0, left='2', right='2')
        """
        mine, others = left.values(self.label), right.values(self.label)
        if len(mine) == len(others) == 1:
            return self._level_evidence(mine[0], others[0])
        return max(
            itertools.starmap(self._level_evidence, itertools.product(mine, others)), key=_strength, default=None
        )

    def most(self, value: str) -> float:
        """No evidence that rests on a value of a record weighs more than this."""
        if not self.by_frequency:
            return self.greatest
        if value not in self._most:
            self._most[value] = max(*(self._most_of(level, value) for level in self.levels), self.lowest)
        return self._most[value]

    def _level_evidence(self, left: str, right: str) -> LabelEvidence:
        level = self.level_of(left, right)
        return LabelEvidence(self._weight(level, left, right), level, left, right)

    def _weight(self, number: int, left: str, right: str) -> float:
        level, weight = self.level(number), self._weights[number]
        if level.by_frequency == 0.0:
            return weight
        frequencies = [f for f in (self.frequency(left), self.frequency(right)) if f is not None]
        return weight + (self._adjustment(level, max(frequencies)) if frequencies else 0.0)

    @cached_property
    def by_frequency(self) -> bool:
        """Whether what a level says hangs on how frequent the value is."""
        return any(level.by_frequency for level in (*self.levels, self.otherwise))

    @cached_property
    def _weights(self) -> tuple[float, ...]:
        return tuple(level.weight for level in (*self.levels, self.otherwise))

    def _adjustment(self, level: Level, frequency: float) -> float:
        return level.by_frequency * (math.log2(self.usual) - math.log2(frequency))

    def _most_of(self, level: Level, value: str | None) -> float:
        """The most that a level may weigh for a value, or for any where that is None."""
        own = None if value is None else self.frequency(value)
        if level.by_frequency == 0.0 or (level.similar is None and value is not None and own is None):
            return level.weight
        least = own if own is not None else self._rarest
        return max(level.weight if own is None else -math.inf, level.weight + self._adjustment(level, least))

    def frequency(self, value: str) -> float | None:
        """How frequent a value is; None where that is not known."""
        return self._frequencies.get(value, self.unlisted)

    @cached_property
    def _frequencies(self) -> dict[str, float]:
        return dict(self.frequencies)

    @cached_property
    def _most(self) -> dict[str, float]:
        return {}

    @cached_property
    def _rarest(self) -> float:
        unlisted = [] if self.unlisted is None else [self.unlisted]
        return min((*self._frequencies.values(), *unlisted), default=1.0)

    @property
    def usual(self) -> float:
        """The u of equal values, in place of which a frequency stands."""
        return next((level.u for level in self.levels if level.similar is None), 1.0)


def _strength(evidence: LabelEvidence) -> tuple[float, tuple[str, str]]:
    # Of equal weight the same values whichever record is named first.
    return evidence.weight, max((evidence.left, evidence.right), (evidence.right, evidence.left))
