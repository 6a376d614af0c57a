"""Similar: a condition on one label that values alike satisfy, not only equal ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler

from leakage.cover import covers, number_of
from leakage.resolution.spelling import SPELLINGS, as_compared, spelled_alike

SimilarKind: TypeAlias = Literal[
    "name", "text", "number", "date", "covers", "jaro", "jaccard", "levenshtein", "damerau levenshtein", "email user"
]

WITHIN: tuple[SimilarKind, ...] = ("number", "date", "levenshtein", "damerau levenshtein")
"""The kinds that go by how far values are apart, not by how similar they are."""


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
        bytewise: whether each byte of a value's UTF-8 counts as a letter, as in DuckDB up to 2.0.0; only for kinds that
            go by letters: not for texts, numbers, dates and what covers.

    Raises:
        ValueError: for an empty label, an unknown kind, one that does not go bytewise, or a number out of its range.

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
    bytewise: bool = False

    def __post_init__(self) -> None:
        if not self.label:
            raise ValueError("a rule needs at least one label, and none may be empty")
        if self.kind not in get_args(SimilarKind):
            raise ValueError(f"the kind of a similarity must be {', '.join(get_args(SimilarKind)[:-1])} or email user")
        if self.bytewise and self.kind not in ("name", *SPELLINGS):
            raise ValueError("only what is compared letter by letter can be compared byte by byte")
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
        return as_compared(self.kind, value, self.bytewise)

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
        byte_by_byte = ", byte by byte" if self.bytewise else ""
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
        }[self.kind] + byte_by_byte


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
