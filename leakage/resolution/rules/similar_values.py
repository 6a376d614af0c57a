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
from rapidfuzz.distance import DamerauLevenshtein, Jaro, JaroWinkler, Levenshtein

from leakage import registry
from leakage.cover import covers, number_of
from leakage.database import Floats, Integers

# Spelling: how far two texts are apart by the measures of record linkage, in pairs and many at once.


SIMILARITIES: dict[str, Callable[..., float]] = {"jaro": Jaro.similarity, "email user": JaroWinkler.similarity}
DISTANCES: dict[str, Callable[..., int]] = {
    "levenshtein": Levenshtein.distance,
    "damerau levenshtein": DamerauLevenshtein.distance,
}
SPELLINGS = (*SIMILARITIES, *DISTANCES, "jaccard")
"""The kinds of ``Similar`` that are measured here."""


def spelled_alike(kind: str, left: str, right: str, at_least: float, within: float) -> bool:
    """Whether two texts, ``as_compared``, are as near as is demanded; neither measure depends on their order.

    jaro: Jaro similarity. jaccard: the letters in both of the letters in either. levenshtein: letters put in, left
    out or replaced; damerau levenshtein: or exchanged with a neighbour. email user: the Jaro-Winkler similarity of
    what stands before the @.

    >>> [spelled_alike(kind, "Brain", "Brian", 1.0, 1.0) for kind in ("damerau levenshtein", "levenshtein")]
    [True, False]
    """
    low, high = sorted((left, right))
    if kind in DISTANCES:
        return DISTANCES[kind](low, high) <= within
    if kind == "jaccard":
        mine, others = set(low), set(high)
        return len(mine & others) / max(1, len(mine | others)) >= at_least
    return bool(low) and SIMILARITIES[kind](low, high) >= at_least


def as_compared(kind: str, value: str) -> str:
    """The part of a value that is measured, letter by letter.

    >>> as_compared("email user", "ann@example.org")
    'ann'
    """
    return value.partition("@")[0] if kind == "email user" else value


def alike_in_block(
    kind: str, rows: Sequence[str], columns: Sequence[str], at_least: float, within: float
) -> npt.NDArray[Any]:
    """For every row and column, ``as_compared``, whether they may be alike.

    True wherever ``spelled_alike`` is, but for rounding.
    """
    if kind == "jaccard":
        return _jaccard(rows, columns) >= at_least - 1e-9
    if kind in DISTANCES:
        cutoff = int(within)
        distances = process.cdist(
            rows, columns, scorer=DISTANCES[kind], score_cutoff=cutoff, dtype=np.int32, workers=-1
        )
        return np.asarray(distances <= cutoff)
    return process.cdist(rows, columns, scorer=SIMILARITIES[kind], dtype=np.float64, workers=-1) >= at_least - 1e-9


def _jaccard(rows: Sequence[str], columns: Sequence[str]) -> npt.NDArray[np.float64]:
    table = letter_table((*rows, *columns))
    mine, others = table[: len(rows)], table[len(rows) :]
    both = mine @ others.T
    either = mine.sum(axis=1)[:, None] + others.sum(axis=1) - both
    return np.asarray(both / np.maximum(either, 1.0))


def letter_table(values: Sequence[str]) -> npt.NDArray[np.float64]:
    """1 where a value, a row, has a letter, a column.

    >>> letter_table(["ab", "b"]).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    letters = {letter: n for n, letter in enumerate(sorted(set("".join(values))))}
    table = np.zeros((len(values), len(letters)))
    for number, value in enumerate(values):
        table[number, [letters[letter] for letter in set(value)]] = 1.0
    return table


# Similar: a condition on one label that values alike satisfy, not only equal ones.


SimilarKind: TypeAlias = Literal[
    "name", "text", "number", "date", "covers", "jaro", "jaccard", "levenshtein", "damerau levenshtein", "email user"
]

WITHIN: tuple[SimilarKind, ...] = ("number", "date", "levenshtein", "damerau levenshtein")
"""The kinds that go by how far values are apart, not by how similar they are."""


@registry.by_fields
@dataclass(frozen=True, slots=True)
class Similar:
    """A condition inside ``Shares``: on this label the two records have values that are alike.

    Kinds: ``name``: Jaro-Winkler similarity at least ``at_least``. ``text``: the token set ratio, which counts
    the words in common in any order, at least ``at_least``. ``number``: not more than ``within`` apart.
    ``date``: not more than ``within`` days apart. ``covers``: one is a generalised value (``11*``, ``≥50``,
    ``[20-30]``) that covers the other. The others are measured by ``spelled_alike``: ``jaro``, ``jaccard`` and ``email
    user`` at least ``at_least``, ``levenshtein`` and ``damerau levenshtein`` not more than ``within``. Equal values are
    alike in every kind.
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
            raise ValueError(f"the kind of a similarity must be {', '.join(get_args(SimilarKind)[:-1])} or email user")
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

    def as_compared(self, value: str) -> str:
        """What of a value is measured, for the kinds that go by letters or words."""
        return as_compared(self.kind, value)

    def _spelled_alike(self, left: str, right: str) -> bool:
        # In one order only: neither measure promises the same last bit both ways round.
        low, high = sorted((self.as_compared(left), self.as_compared(right)))
        if self.kind in SPELLINGS:
            return spelled_alike(self.kind, low, high, self.at_least, self.within)
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
            "jaro": f"{self.at_least:.0%} alike letter by letter",
            "jaccard": f"{self.at_least:.0%} of their letters in common",
            "levenshtein": f"{self.within:g} letters changed at most",
            "damerau levenshtein": f"{self.within:g} letters changed or exchanged at most",
            "email user": f"{self.at_least:.0%} alike before the @",
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
    texts = [similar.as_compared(value) for value in values] if similar.kind == "email user" else values
    if similar.kind == "jaccard":
        return _in_common(texts, left, right) >= similar.at_least
    measured = _measured(similar, texts, left, right)
    return _in_one_block(similar, values, left, right, measured) if similar.kind in ("name", "text") else measured


def _measured(similar: Similar, texts: Sequence[str], left: Integers, right: Integers) -> Mask:
    """Held in one order only, as ``Similar.alike`` does: no measure promises the same last bit both ways round."""
    first, second = ([texts[n] for n in side.tolist()] for side in (left, right))
    if similar.kind in DISTANCES:
        # Whole numbers of letters, the same both ways round.
        return np.asarray(_pair_scores(DISTANCES[similar.kind], first, second) <= similar.within)
    lows, highs = list(map(min, first, second)), list(map(max, first, second))
    if similar.kind == "text":
        return np.asarray(_pair_scores(fuzz.token_set_ratio, lows, highs) >= 100.0 * similar.at_least)
    if similar.kind == "name":
        return np.asarray(_pair_scores(JaroWinkler.similarity, lows, highs) >= similar.at_least)
    present = np.array([bool(text) for text in lows], dtype=np.bool_)
    return np.asarray(present & (_pair_scores(SIMILARITIES[similar.kind], lows, highs) >= similar.at_least))


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


def _in_common(values: Sequence[str], left: Integers, right: Integers) -> Floats:
    """The letters in both of the letters in either."""
    table = letter_table(values).astype(np.bool_)
    both = np.count_nonzero(table[left] & table[right], axis=1)
    either = np.count_nonzero(table[left] | table[right], axis=1)
    return np.asarray(both / np.maximum(either, 1))
