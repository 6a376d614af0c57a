"""What leakage is measured by: weights and degrees of error, in one value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import msgspec
from rapidfuzz.distance import JaroWinkler, Levenshtein

from leakage.old import registry
from leakage.record import Pair, Record

# Weights: how much a label matters to the person, relative to the others.


LabelWeights: TypeAlias = Mapping[str, float]
"""Label to weight > 0; a label not named weighs 1."""


def weight_of(label: str, weights: LabelWeights | None) -> float:
    """``w_l``: the weight of a label; a label not named weighs 1.

    Source: Whang & Garcia-Molina 2012, Section 2.

    >>> weight_of("C", {"C": 3.0}), weight_of("Z", {"C": 3.0}), weight_of("Z", None)
    (3.0, 1.0, 1.0)
    """
    return 1.0 if weights is None else float(weights.get(label, 1.0))


def check_weights(weights: LabelWeights | None) -> None:
    """Refuse weights that are not positive finite numbers.

    Raises:
        ValueError: if a weight is not in (0, infinity).
        TypeError: for what has no label to each weight.
    """
    if not isinstance(weights, Mapping | None):
        raise TypeError(
            f"weights must be a dictionary from labels to numbers, or a Measure, got {type(weights).__name__}"
        )
    for weight in (weights or {}).values():
        if not (weight > 0.0 and math.isfinite(weight)):
            raise ValueError(f"weight must be a positive number, got {weight}")


def check_beta(beta: float) -> None:
    """Refuse a beta that does not weigh recall against precision.

    Raises:
        ValueError: if beta is not in (0, infinity).
    """
    if not (beta > 0.0 and math.isfinite(beta)):
        raise ValueError(f"beta must be a positive number, got {beta}")


def beta_squared(beta: float) -> float:
    """``b^2``; where it would overflow or vanish, what is left of precision or recall has vanished long before.

    >>> beta_squared(2.0), beta_squared(1e300) < 1e51
    (4.0, True)
    """
    return min(max(beta, 1e-25), 1e25) ** 2


# Similarity: how near a value is to the truth, in place of right or wrong.


@runtime_checkable
class Similarity(Protocol):
    """How near a value is to a fact: 1 where they are equal, 0 where one says nothing of the other.

    An age of 31 where 30 is true "should be higher than the leakage when Eve suspects Alice is 80 years old".
    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension: the degree of error).
    """

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        ...


@registry.by_fields
@dataclass(frozen=True, slots=True)
class NumericCloseness:
    """Numbers by their distance: ``max(0, 1 - |x - y| / scale)``; what is no number must be equal.

    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension).

    Arguments:
        scale: the distance from which on a value says nothing, > 0 and finite.

    Raises:
        ValueError: if scale is not in (0, infinity).

    >>> years = NumericCloseness(10)
    >>> years.of("31", "30"), years.of("80", "30"), years.of("about 30", "30")
    (0.9, 0.0, 0.0)
    """

    scale: float

    def __post_init__(self) -> None:
        if not (self.scale > 0.0 and math.isfinite(self.scale)):
            raise ValueError(f"scale must be a positive number, got {self.scale}")

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        x, y = _number(value), _number(fact)
        if value == fact or x is None or y is None:
            return float(value == fact)
        return max(0.0, 1.0 - abs(x - y) / self.scale)

    def with_numbers(self, adjust: registry.Adjust) -> NumericCloseness:
        """The same with an adjusted scale."""
        return NumericCloseness(adjust("scale", self.scale, True))


class _SavedNumericCloseness(registry.SavedSimilarity, tag="numeric"):
    meant = NumericCloseness
    scale: float


@registry.by_fields
@dataclass(frozen=True, slots=True)
class PrefixSimilarity:
    """The share of leading characters in common, of the longer value: for post codes and other nested codes.

    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension).

    >>> PrefixSimilarity().of("94301", "94305")
    0.8
    """

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        common = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(value, fact, strict=False)))
        return 1.0 if value == fact else common / max(len(value), len(fact))


class _SavedPrefixSimilarity(registry.SavedSimilarity, tag="prefix"):
    meant = PrefixSimilarity


EditMethod: TypeAlias = Literal["levenshtein", "jaro_winkler"]
_EDITS: dict[str, Callable[[str, str], float]] = {
    "levenshtein": Levenshtein.normalized_similarity,
    "jaro_winkler": JaroWinkler.normalized_similarity,
}


@registry.by_fields
@dataclass(frozen=True, slots=True)
class EditSimilarity:
    """Text by the edits that lead from one to the other, without regard to case: for names and their misspellings.

    ``1 - d / max(|x|, |y|)`` with the Levenshtein distance d, or the Jaro-Winkler similarity; 0 below ``at_least``.
    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension).

    Arguments:
        method: "levenshtein" or "jaro_winkler".
        at_least: in [0, 1]; any two names have some letters in common, and less than this says nothing.

    Raises:
        ValueError: for an unknown method, or an ``at_least`` outside [0, 1].

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
        """The similarity of a value to a fact, in [0, 1]."""
        similarity = _EDITS[self.method](value.casefold(), fact.casefold())
        return similarity if similarity >= self.at_least else 0.0


class _SavedEditSimilarity(registry.SavedSimilarity, tag="edit"):
    meant = EditSimilarity
    method: EditMethod
    at_least: float = msgspec.field(name="at least")


@registry.by_fields
@dataclass(frozen=True, slots=True)
class TableSimilarity:
    """What the person says: pairs of values with their similarity, both ways; equal values 1, all others 0.

    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension).

    Arguments:
        table: (value, value, similarity in [0, 1]) rows; of several for one pair the last counts.

    Raises:
        ValueError: for a similarity outside [0, 1].

    >>> TableSimilarity((("Lyon", "Villeurbanne", 0.7),)).of("Villeurbanne", "Lyon")
    0.7
    """

    # Values are somebody's, and reprs end up in logs.
    table: tuple[tuple[str, str, float], ...] = field(repr=False)

    def __post_init__(self) -> None:
        for _, _, similarity in self.table:
            if not 0.0 <= similarity <= 1.0:
                raise ValueError(f"similarity must be in [0, 1], got {similarity}")

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        if value == fact:
            return 1.0
        rows = (similarity for left, right, similarity in reversed(self.table) if {left, right} == {value, fact})
        return next(rows, 0.0)


class _SavedTableSimilarity(registry.SavedSimilarity, tag="table"):
    meant = TableSimilarity
    table: tuple[tuple[str, str, float], ...]


Similarities: TypeAlias = Iterable[tuple[str, Similarity]]
"""(label, similarity) pairs; values of a label not named are right or wrong."""


class Closest:
    """For every (label, value) pair the fact of a reference that it comes closest to.

    An attribute counts toward the closest fact with its label, the first of several, and a fact toward itself.

    >>> closest = Closest(Record.of(("A", "30"), ("A", "60")), {"A": NumericCloseness(10)})
    >>> closest.fact(("A", "58")), closest.fact(("A", "9")), closest.fact(("N", "Alice"))
    ((1, 0.8), (-1, 0.0), (-1, 0.0))
    """

    def __init__(self, reference: Record, similarities: Mapping[str, Similarity]) -> None:
        self._number = {a.pair: number for number, a in enumerate(reference)}
        self._similarities = similarities
        self._of_label: dict[str, list[tuple[int, str]]] = {}
        for number, attribute in enumerate(reference):
            self._of_label.setdefault(attribute.label, []).append((number, attribute.value))
        self._found: dict[Pair, tuple[int, float]] = {}

    def is_fact(self, pair: Pair) -> bool:
        """Whether a pair is a fact of the reference itself."""
        return pair in self._number

    def fact(self, pair: Pair) -> tuple[int, float]:
        """The number of the closest fact in the reference, and the similarity; -1 and 0 where there is none."""
        if pair in self._number:
            return self._number[pair], 1.0
        if pair[0] not in self._similarities:
            return -1, 0.0
        if pair not in self._found:
            self._found[pair] = self._search(*pair)
        return self._found[pair]

    def _search(self, label: str, value: str) -> tuple[int, float]:
        measured = self._similarities[label].of
        near = [(number, measured(value, fact)) for number, fact in self._of_label.get(label, ())]
        best = max(near, key=lambda entry: entry[1], default=(-1, 0.0))
        return best if best[1] > 0.0 else (-1, 0.0)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


# Measure: weights and degrees of error in one value.


def _measure_arguments(measure: Measure) -> tuple[object, ...]:
    given = (dict(measure.weights), dict(measure.similarities))
    return (*given, True) if measure.presumptions else given


@registry.by_arguments(_measure_arguments)
@dataclass(frozen=True, init=False)
class Measure:
    """What leakage is measured by, beyond weights: how near a value counts, and what is presumed.

    Every function that takes ``weights`` takes a Measure as well, and measures by it.
    Source: Whang & Garcia-Molina 2012, Section 2 (weights) and Section 2.1 (degree of error).

    Arguments:
        weights: label to weight > 0; a label not named weighs 1.
        similarities: label to similarity; other labels' values are right or wrong.
        presumptions: whether records may say of facts that they are probably held (``presumption``); what is presumed
            counts once records are joined, with the probability that any of its sources holds it.

    Raises:
        ValueError: if a weight is not positive.

    >>> from leakage.old.measure.weights import NumericCloseness
    >>> measure = Measure({"N": 2.0}, {"A": NumericCloseness(10)})
    >>> measure.weights, measure == Measure({"N": 2}, {"A": NumericCloseness(10)})
    ((('N', 2.0),), True)
    """

    weights: tuple[tuple[str, float], ...]
    similarities: tuple[tuple[str, Similarity], ...]
    presumptions: bool

    def __init__(
        self,
        weights: LabelWeights | Iterable[tuple[str, float]] = (),
        similarities: Mapping[str, Similarity] | Similarities = (),
        presumptions: bool = False,
    ) -> None:
        given = {label: float(weight) for label, weight in dict(weights).items()}
        check_weights(given)
        near = dict(similarities)
        object.__setattr__(self, "weights", tuple(sorted(given.items())))
        object.__setattr__(self, "similarities", tuple(sorted(near.items(), key=lambda item: item[0])))
        object.__setattr__(self, "presumptions", presumptions)


Weights: TypeAlias = LabelWeights | Measure
"""What leakage is measured by: label to weight > 0, or a ``Measure``."""


def without_presumptions(weights: Weights | None) -> Weights | None:
    """The weights for records in which what is presumed stands among the facts already.

    >>> without_presumptions(Measure({"N": 2.0}, presumptions=True)).presumptions
    False
    """
    if isinstance(weights, Measure) and weights.presumptions:
        return Measure(weights.weights, weights.similarities)
    return weights


def rescaled(weights: Weights | None, factors: LabelWeights) -> Weights:
    """The weights with some labels' multiplied.

    >>> rescaled({"N": 2.0}, {"N": 0.5}), rescaled(None, {"P": 2.0})
    ({'N': 1.0}, {'P': 2.0})
    """
    if isinstance(weights, Measure):
        return Measure(rescaled_weights(dict(weights.weights), factors), weights.similarities, weights.presumptions)
    return rescaled_weights(weights, factors)


def rescaled_weights(weights: LabelWeights | None, factors: LabelWeights) -> dict[str, float]:
    """``rescaled`` for weights alone."""
    return {**(weights or {}), **{label: weight_of(label, weights) * by for label, by in factors.items()}}


def weights_shared_by_values(reference: Record, weights: Weights | None = None) -> Weights:
    """Weights by which the values of a label share its weight: ``w'_l = w_l / n_l`` with the n_l values of l in e.

    So W_e is the same with one address of mail and with sixty, and a wrong address dilutes as much as a right one
    counts. Where the papers count each value, the weights stay as they are given.

    Arguments:
        reference: e.
        weights: w, as ``record_leakage``; a Measure keeps its similarities.

    Returns:
        weights of the same kind, to be used with the same e.

    >>> e = Record.of(("Email", "a@b.c"), ("Email", "d@e.f"), ("Name", "Ann"))
    >>> weights_shared_by_values(e, {"Email": 5.0})
    {'Email': 2.5}
    """
    shared = {label: 1.0 / len(values) for label, values in reference.by_label.items() if len(values) > 1}
    return rescaled(weights, shared) if shared else weights or {}
