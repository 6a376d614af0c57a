"""Values between: one value that is alike to several others without being any of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from leakage.cover import EVERYTHING, interval_of, number_of
from leakage.resolution.similar import Similar
from leakage.resolution.spelling import SPELLINGS

LONGEST = 300
"""Digits of a number, before the point or after."""


def values_between(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    """Values that may be alike to several of some values; what is alike in the end is for the similarity to say.

    number: halfway between two, whole where that will do. date: the day halfway. text: the words of two, and of all.
    covers: of two and of all the range of numbers, or what they begin with and stars; and ``*``, which is anything.
    Wherever one value is alike to some of the values, one of these is alike to them all, but for the rounding of
    decimals. name, and any other spelling: a beginning of one with the rest of another; of these there may be others,
    even better ones.

    Arguments:
        similar: what makes two values alike.
        values: each once.

    >>> list(values_between(Similar("A", kind="number", within=2), ["20", "24"]))
    ['22']
    >>> list(values_between(Similar("N", kind="text"), ["Alice Jones", "Bob Jones"]))
    ['Alice Jones Bob']
    """
    return iter(dict.fromkeys(_KINDS[similar.kind](similar, values)))


def _names(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    for left, right in itertools.permutations(values, 2):
        yield from (left[:cut] + right[cut:] for cut in range(1, min(len(left), len(right))))


def _texts(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    for some in (*itertools.combinations(values, 2), tuple(values)):
        yield " ".join(dict.fromkeys(word for value in some for word in value.split()))


def _numbers(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    numbers = {Decimal(value.strip()) for value in values if number_of(value) is not None}
    places = sorted(filter(_writable, numbers))
    for low, high in itertools.combinations(places, 2):
        yield from _around((low + high) / 2)


def _around(number: Decimal) -> Iterator[str]:
    """A number and the whole ones beside it, the whole ones first."""
    yield from (f"{math.floor(number):d}", f"{math.ceil(number):d}", f"{number:f}")


def _days(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    days = sorted({int(day) for value in values if (day := similar.place(value)) is not None})
    return (date.fromordinal((low + high) // 2).isoformat() for low, high in itertools.combinations(days, 2))


def _covering(similar: Similar, values: Sequence[str]) -> Iterator[str]:
    stripped = [value.strip() for value in values]
    for some in (*itertools.combinations(stripped, 2), tuple(stripped)):
        yield from _ranges(some)
        yield from _starred(some)
    yield EVERYTHING


def _ranges(values: Sequence[str]) -> Iterator[str]:
    """The numbers and ranges among the values, from the least to the greatest."""
    intervals = [interval for value in values if (interval := interval_of(value)) is not None]
    ends = sorted(end for interval in intervals for end in (interval.low, interval.high))
    if len(intervals) > 1 and all(map(_writable, ends)):
        yield f"[{ends[0]:f}-{ends[-1]:f}]"


def _starred(values: Sequence[str]) -> Iterator[str]:
    """For the values of every length what they begin with, and stars."""
    for size in sorted({len(value) for value in values}):
        columns = zip(*(value for value in values if len(value) == size), strict=True)
        same = "".join(letters[0] for letters in itertools.takewhile(lambda letters: len(set(letters)) == 1, columns))
        yield same.ljust(size, EVERYTHING)


def _writable(number: Decimal) -> bool:
    """Whether a number can be written without an exponent."""
    return number.is_finite() and abs(number.adjusted()) < LONGEST


_KINDS: Mapping[str, Callable[[Similar, Sequence[str]], Iterator[str]]] = {
    "name": _names,
    "text": _texts,
    "number": _numbers,
    "date": _days,
    "covers": _covering,
    **dict.fromkeys(SPELLINGS, _names),
}
