"""Measures of leakage: weights of labels, and similarities of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat, takewhile
from numbers import Real
from operator import attrgetter
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import msgspec
from rapidfuzz.distance import JaroWinkler, Levenshtein

from leakage import registry
from leakage.record import Record

_LABEL = attrgetter("label")


def beta_squared(beta: float) -> float:
    """``b^2`` for beta > 0, clipped where it would overflow or underflow."""
    if not (beta > 0.0 and math.isfinite(beta)):
        raise ValueError(f"beta must be a positive number, got {beta}")
    return min(max(beta, 1e-25), 1e25) ** 2


@runtime_checkable
class Similarity(Protocol):
    """How similar a value is to a fact: 1 if they are equal, 0 if they have nothing in common.

    An age of 31 where 30 is true "should be higher than the leakage when Eve suspects Alice is 80 years old".
    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension: the degree of error).
    """

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        ...


@registry.saved("similarity", "numeric", scale=float)
@dataclass(frozen=True, slots=True)
class NumericCloseness:
    """Numbers by distance: ``max(0, 1 - |x - y| / scale)``, scale > 0; other values must be equal.

    >>> years = NumericCloseness(10)
    >>> years.of("31", "30"), years.of("80", "30"), years.of("about 30", "30")
    (0.9, 0.0, 0.0)
    """

    scale: float

    def __post_init__(self) -> None:
        if not (self.scale > 0.0 and math.isfinite(self.scale)):
            raise ValueError(f"scale must be a positive number, got {self.scale}")

    def of(self, value: str, fact: str) -> float:
        x, y = _number(value), _number(fact)
        if value == fact or x is None or y is None:
            return float(value == fact)
        return max(0.0, 1.0 - abs(x - y) / self.scale)


@registry.saved("similarity", "prefix")
@dataclass(frozen=True, slots=True)
class PrefixSimilarity:
    """The length of the common prefix over that of the longer value: for post codes and other nested codes.

    >>> PrefixSimilarity().of("94301", "94305")
    0.8
    """

    def of(self, value: str, fact: str) -> float:
        common = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(value, fact, strict=False)))
        return 1.0 if value == fact else common / max(len(value), len(fact))


EditMethod: TypeAlias = Literal["levenshtein", "jaro_winkler"]
_EDITS: dict[str, Callable[[str, str], float]] = {
    "levenshtein": Levenshtein.normalized_similarity,
    "jaro_winkler": JaroWinkler.normalized_similarity,
}


@registry.saved("similarity", "edit", method=EditMethod, at_least=(float, msgspec.field(name="at least")))
@dataclass(frozen=True, slots=True)
class EditSimilarity:
    """Texts by edit distance, ignoring case: for names and their misspellings.

    ``1 - d / max(|x|, |y|)`` with the Levenshtein distance d, or the Jaro-Winkler similarity; 0 below ``at_least`` in
    [0, 1], as any two names share some letters.

    >>> EditSimilarity().of("Alise", "Alice"), EditSimilarity().of("Bob", "Alice")
    (0.8, 0.0)
    """

    method: EditMethod = "levenshtein"
    at_least: float = 0.7

    def __post_init__(self) -> None:
        if self.method not in _EDITS:
            raise ValueError("method must be levenshtein or jaro_winkler")
        if not 0.0 <= self.at_least <= 1.0:
            raise ValueError(f"at_least must be in [0, 1], got {self.at_least}")

    def of(self, value: str, fact: str) -> float:
        similarity = _EDITS[self.method](value.casefold(), fact.casefold())
        return similarity if similarity >= self.at_least else 0.0


@registry.saved("similarity", "table", table=tuple[tuple[str, str, float], ...])
@dataclass(frozen=True, slots=True)
class TableSimilarity:
    """A symmetric table of (value, value, similarity in [0, 1]) rows; the last row of a pair counts.

    >>> TableSimilarity((("Lyon", "Villeurbanne", 0.7),)).of("Villeurbanne", "Lyon")
    0.7
    """

    table: tuple[tuple[str, str, float], ...] = field(repr=False)  # Reprs end up in logs, so they show no value.

    def __post_init__(self) -> None:
        if not all(0.0 <= similarity <= 1.0 for _, _, similarity in self.table):
            raise ValueError("similarity must be in [0, 1]")

    def of(self, value: str, fact: str) -> float:
        rows = (similarity for left, right, similarity in reversed(self.table) if {left, right} == {value, fact})
        return 1.0 if value == fact else next(rows, 0.0)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


@registry.by_arguments(lambda measure: (dict(measure.weights), dict(measure.similarities)))
@dataclass(frozen=True, init=False)
class Measure:
    """A measure of leakage: the weight of each label, and similarities that give partial credit.

    Source: Whang & Garcia-Molina 2012, Section 2 (weights) and Section 2.1 (first extension: degree of error).

    Arguments:
        weights: label to weight in [1e-300, 1e300]; a label not named weighs 1. Only ratios matter.
        similarities: label to similarity; values of other labels are either right or wrong.

    >>> measure = Measure({"N": 2.0}, {"A": NumericCloseness(10)})
    >>> measure.weight("N"), measure.weight("A"), measure == Measure({"N": 2}, {"A": NumericCloseness(10)})
    (2.0, 1.0, True)
    """

    weights: tuple[tuple[str, float], ...]
    similarities: tuple[tuple[str, Similarity], ...]

    def __init__(
        self,
        weights: Mapping[str, float] | Iterable[tuple[str, float]] = (),
        similarities: Mapping[str, Similarity] | Iterable[tuple[str, Similarity]] = (),
    ) -> None:
        given = dict[str, float]()
        for label, weight in dict(weights).items():
            if not isinstance(label, str) or not isinstance(weight, Real):
                raise TypeError(f"weights must be numbers by label, got {type(weight).__name__} for {label!s:.40}")
            given[label] = float(weight)
            if not 1e-300 <= given[label] <= 1e300:
                raise ValueError(f"weight must be in [1e-300, 1e300], got {weight} for {label}")
        object.__setattr__(self, "weights", tuple(sorted(given.items())))
        object.__setattr__(self, "similarities", tuple(sorted(dict(similarities).items(), key=lambda row: row[0])))

    @cached_property
    def by_label(self) -> dict[str, float]:
        """The weights of the labels named."""
        return dict(self.weights)

    def weight(self, label: str) -> float:
        """``w_l``."""
        return self.by_label.get(label, 1.0)

    def total(self, record: Record) -> float:
        """The weight of all attributes of a record, whatever their confidences; W_e for e."""
        return math.fsum(map(self.by_label.get, map(_LABEL, record), repeat(1.0)))

    def credits(self, record: Record, person: Record) -> list[float]:
        """What each attribute adds to X if it is present, in the order of the record.

        ``w`` if it is right. For a label with a similarity, a value claims the fact that it is most similar to; the
        closest claimant of a fact earns ``w sim`` (of equals the fact itself, or else the first), the others nothing,
        so X is at most W_e. An attribute of confidence 0 claims nothing.
        """
        graded = dict(self.similarities)
        earned = [self.weight(a.label) if a.pair in person else 0.0 for a in record]
        claims: dict[tuple[str, str], tuple[float, bool, int]] = {}
        for number, attribute in enumerate(record):
            if attribute.label in graded and attribute.confidence > 0.0:
                fact, similarity = self.closest(attribute.pair, person)
                claim = (similarity, attribute.pair == fact, -number)
                earned[number] = 0.0
                if similarity > 0.0 and claim > claims.get(fact, (0.0, False, 0)):
                    claims[fact] = claim
        for (label, _), (similarity, _, number) in claims.items():
            earned[-number] = self.weight(label) * similarity
        return earned

    def closest(self, pair: tuple[str, str], person: Record) -> tuple[tuple[str, str], float]:
        """The fact that a value is most similar to, and the similarity; 0 if it is similar to none."""
        if pair in person:
            return pair, 1.0
        similarity = dict(self.similarities).get(pair[0])
        facts = person.values(pair[0]) if similarity else ()
        near = [(similarity.of(pair[1], fact), fact) for fact in facts if similarity]
        nearness, fact = max(near, key=lambda found: found[0], default=(0.0, ""))
        return (pair[0], fact), max(nearness, 0.0)


Weights: TypeAlias = Mapping[str, float] | Measure
"""What leakage is measured by: label to weight, or a ``Measure``."""


def as_measure(weights: Weights | None) -> Measure:
    """Weights as a measure; None means 1 for each label."""
    if isinstance(weights, Measure):
        return weights
    if not isinstance(weights, Mapping | None):
        given = type(weights).__name__
        raise TypeError(f"weights must be a dictionary from labels to numbers, or a Measure, got {given}")
    return Measure(weights or {})


def rescaled(weights: Weights | None, factors: Mapping[str, float]) -> Measure:
    """The measure with some labels' weights multiplied."""
    measure = as_measure(weights)
    multiplied = {label: measure.weight(label) * factor for label, factor in factors.items()}
    return Measure({**measure.by_label, **multiplied}, measure.similarities)


def weights_shared_by_values(person: Record, weights: Weights | None = None) -> Measure:
    """Weights that divide a label's weight among its values: ``w'_l = w_l / n_l`` for the n_l values of l in e.

    So W_e is the same with one email address and with sixty. The papers count each value in full.
    """
    return rescaled(weights, {label: 1.0 / len(values) for label, values in person.by_label.items()})
