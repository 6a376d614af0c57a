"""Similar values: how far two texts are apart, one pair or many at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from leakage.cover import covers, number_of
from leakage.old import registry
from leakage.old.database import Floats, Integers

# Similar: a condition on one label that values alike satisfy, not only equal ones.


SimilarKind: TypeAlias = Literal["name", "text", "number", "date", "covers", "damerau levenshtein"]

WITHIN: tuple[SimilarKind, ...] = ("number", "date", "damerau levenshtein")
"""The kinds that go by how far values are apart, not by how similar they are."""


@registry.by_fields
@dataclass(frozen=True, slots=True)
class Similar:
    """A condition inside ``Shares``: on this label the two records have values that are alike.

    Kinds: ``name``: Jaro-Winkler similarity at least ``at_least``. ``text``: the token set ratio, which counts
    the words in common in any order, at least ``at_least``. ``number``: not more than ``within`` apart.
    ``date``: not more than ``within`` days apart. ``covers``: one is a generalised value (``11*``, ``≥50``,
    ``[20-30]``) that covers the other. ``damerau levenshtein``: not more than ``within`` letters put in, left out,
    replaced, or exchanged with a neighbour. Equal values are alike in every kind.
    Existence of two values alike survives any union, so ``Shares`` keeps its representativity.
    Source: for generalised values, Whang & Garcia-Molina 2012, Section 3.1.

    Arguments:
        label: the label, not empty.
        at_least: the similarity demanded, where the kind has one, in (0, 1].
        kind: what the values are.
        within: the tolerance for numbers, in days for dates, in letters for edits, >= 0.
        blocked: hold names only against names with the same first letter, texts only against texts with a
            word in common, upper and lower case being one here; without it every value is held against every
            other, which is slow for many.

    Raises:
        ValueError: for an empty label, an unknown kind, or a number out of its range.

    >>> Similar("N").alike("Katherine", "Katharine"), Similar("N").alike("Alice", "Bob")
    (True, False)
    >>> Similar("A", 0.8, "text").alike("12 Main Street", "Main Street 12, Springfield")
    True
    >>> Similar("B", kind="date", within=1).alike("2015-10-29", "2015-10-30")
    True
    >>> Similar("N", kind="damerau levenshtein", within=1).alike("Brain", "Brian")
    True
    """

    label: str
    at_least: float = 0.9
    kind: SimilarKind = "name"
    within: float = 0.0
    blocked: bool = True

    def __post_init__(self) -> None:
        if not self.label:
            raise ValueError("a rule needs at least one label, and none may be empty")
        if self.kind not in get_args(SimilarKind):
            *others, last = get_args(SimilarKind)
            raise ValueError(f"the kind of a similarity must be {', '.join(others)} or {last}")
        if not 0.0 < self.at_least <= 1.0:
            raise ValueError(f"at_least must be in (0, 1], got {self.at_least}")
        if not 0.0 <= self.within < math.inf:
            raise ValueError(f"within must be a finite number >= 0, got {self.within}")

    def alike(self, left: str, right: str) -> bool:
        """Whether two values are alike: symmetric, and true of equal values, but not transitive."""
        if left == right:
            return True
        if self.kind == "covers":
            return covers(left, right) or covers(right, left)
        if self.kind in ("number", "date"):
            first, second = self.place(left), self.place(right)
            return first is not None and second is not None and abs(first - second) <= self.within
        return self._spelled_alike(left, right)

    def _spelled_alike(self, left: str, right: str) -> bool:
        # In one order only: neither measure promises the same last bit both ways round.
        low, high = sorted((left, right))
        if self.kind == "damerau levenshtein":
            return DamerauLevenshtein.distance(low, high) <= self.within
        if self.blocked and blocks(self.kind, left).isdisjoint(blocks(self.kind, right)):
            return False
        if self.kind == "name":
            return JaroWinkler.similarity(low, high) >= self.at_least
        return fuzz.token_set_ratio(low, high) >= 100.0 * self.at_least

    def place(self, value: str) -> float | None:
        """Where a value lies on the line of numbers or days; None where it lies nowhere."""
        return number_of(value) if self.kind == "number" else day_of(value)

    @property
    def strictness(self) -> float:
        """Of two conditions of one kind, whatever is alike by that of the greater is alike by that of the lesser.

        >>> Similar("N", 0.9).strictness > Similar("N", 0.8).strictness
        True
        >>> Similar("B", kind="date", within=1).strictness > Similar("B", 0.8, kind="date", within=2).strictness
        True
        """
        return -self.within if self.kind in WITHIN else self.at_least

    def sentence(self) -> str:
        """The condition as a person would say it."""
        return f"{self.label} ({self.tolerance})"

    @property
    def tolerance(self) -> str:
        """How near is near enough, as a person would say it.

        >>> Similar("N", 0.9).tolerance
        '90% alike'
        """
        return {
            "name": f"{self.at_least:.0%} alike",
            "text": f"{self.at_least:.0%} alike word by word",
            "number": f"within {self.within:g}",
            "date": f"within {self.within:g} days",
            "covers": "or a generalised value that covers it",
            "damerau levenshtein": f"{self.within:g} letters changed or exchanged at most",
        }[self.kind]


def blocks(kind: SimilarKind, value: str) -> frozenset[str]:
    """What two names or texts must have in common to be compared: the first letter, or a word.

    >>> sorted(blocks("text", "12 Main"))
    ['12', 'main']
    """
    text = value.casefold().split()
    return frozenset(word[0] for word in text[:1]) if kind == "name" else frozenset(text)


@lru_cache(maxsize=65_536)
def day_of(value: str) -> float | None:
    """The number of a day, written 2015-10-29 or 29.10.2015; None for any other value.

    >>> day_of("2015-10-30") - day_of("29.10.2015")
    1.0
    """
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return float(date.toordinal(datetime.strptime(value.strip(), form)))
        except ValueError:
            continue
    return None


# Which pairs of values are alike, many pairs at once: what ``Similar.alike`` says of each, without asking it.


Mask: TypeAlias = npt.NDArray[np.bool_]

WORTH_THREADS = 10_000
"""Pairs from which on it is worth measuring them on all cores."""


def alike_pairs(similar: Similar, values: Sequence[str], left: Integers, right: Integers) -> Mask:
    """For each pair whether its two values are alike.

    Arguments:
        similar: the condition.
        values: those that occur, each once.
        left, right: codes into ``values``; each of shape (pairs,).

    >>> pairs = np.array([0, 0]), np.array([1, 2])
    >>> alike_pairs(Similar("N"), ["Katherine", "Katharine", "Bob"], *pairs).tolist()
    [True, False]
    """
    met: Mask = left == right
    others = np.flatnonzero(~met)
    met[others] = _alike(similar, values, left[others], right[others])
    return met


def _alike(similar: Similar, values: Sequence[str], left: Integers, right: Integers) -> Mask:
    if similar.kind in ("number", "date"):
        places = np.array([np.nan if (at := similar.place(value)) is None else at for value in values])
        return np.asarray(np.abs(places[left] - places[right]) <= similar.within)
    if similar.kind == "covers":
        pairs = zip(left.tolist(), right.tolist(), strict=True)
        return np.fromiter((similar.alike(values[a], values[b]) for a, b in pairs), np.bool_, len(left))
    measured = _measured(similar, values, left, right)
    return _in_one_block(similar, values, left, right, measured) if similar.kind in ("name", "text") else measured


def _measured(similar: Similar, values: Sequence[str], left: Integers, right: Integers) -> Mask:
    """Held in one order only, as ``Similar.alike`` does: no measure promises the same last bit both ways round."""
    first, second = ([values[n] for n in side.tolist()] for side in (left, right))
    if similar.kind == "damerau levenshtein":
        # Whole numbers of letters, the same both ways round.
        return np.asarray(_pair_scores(DamerauLevenshtein.distance, first, second) <= similar.within)
    lows, highs = list(map(min, first, second)), list(map(max, first, second))
    if similar.kind == "text":
        return np.asarray(_pair_scores(fuzz.token_set_ratio, lows, highs) >= 100.0 * similar.at_least)
    return np.asarray(_pair_scores(JaroWinkler.similarity, lows, highs) >= similar.at_least)


def _pair_scores(scorer: Callable[..., Any], lows: Sequence[str], highs: Sequence[str]) -> Floats:
    workers = -1 if len(lows) >= WORTH_THREADS else 1
    return np.asarray(process.cpdist(lows, highs, scorer=scorer, dtype=np.float64, workers=workers))


def _in_one_block(similar: Similar, values: Sequence[str], left: Integers, right: Integers, alike: Mask) -> Mask:
    """Those alike that have a first letter, or a word, in common, where the condition asks for it."""
    if similar.blocked:
        kept = np.flatnonzero(alike)
        blocks_of: dict[int, frozenset[str]] = {}
        for code in np.unique(np.concatenate((left[kept], right[kept]))).tolist():
            blocks_of[code] = blocks(similar.kind, values[code])
        sides = zip(left[kept].tolist(), right[kept].tolist(), strict=True)
        alike[kept] = [not blocks_of[a].isdisjoint(blocks_of[b]) for a, b in sides]
    return alike
