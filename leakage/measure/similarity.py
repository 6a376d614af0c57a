"""Similarity: how near a value is to the truth, in place of right or wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from rapidfuzz.distance import JaroWinkler, Levenshtein

from leakage.record import Pair, Record


@runtime_checkable
class Similarity(Protocol):
    """How near a value is to a fact: 1 where they are equal, 0 where one says nothing of the other.

    An age of 31 where 30 is true "should be higher than the leakage when Eve suspects Alice is 80 years old".
    Source: Whang & Garcia-Molina 2012, Section 2.1 (first extension: the degree of error).
    """

    def of(self, value: str, fact: str) -> float:
        """The similarity of a value to a fact, in [0, 1]."""
        ...


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


EditMethod: TypeAlias = Literal["levenshtein", "jaro_winkler"]
_EDITS: dict[str, Callable[[str, str], float]] = {
    "levenshtein": Levenshtein.normalized_similarity,
    "jaro_winkler": JaroWinkler.normalized_similarity,
}


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
