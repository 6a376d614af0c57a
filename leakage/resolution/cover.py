"""Generalised values: ``11*``, ``3*``, ``>=50`` or ``[20-30]`` stand for every value they cover."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

_NUMBER = r"[-+]?\d+(?:\.\d+)?"
_BOUND = re.compile(rf"(>=|<=|≥|≤|>|<)\s*({_NUMBER})")
_RANGE = re.compile(rf"([\[(]?)\s*({_NUMBER})\s*[-–,;]\s*({_NUMBER})\s*([\])]?)")
_STARRED = re.compile(r"[^*]*\*+")


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from low to high, with or without the ends."""

    low: float
    high: float
    with_low: bool = True
    with_high: bool = True

    def holds(self, number: float) -> bool:
        """Whether the number lies in the interval."""
        above = number > self.low or (self.with_low and number == self.low)
        return above and (number < self.high or (self.with_high and number == self.high))


def is_general(value: str) -> bool:
    """Whether a value stands for others: a star at its end, a bound, or a range."""
    return bool(_STARRED.fullmatch(value.strip())) or interval_of(value) is not None


@lru_cache(maxsize=65_536)
def interval_of(value: str) -> Interval | None:
    """The interval a value denotes; None for any other value.

    >>> interval_of("[20-30)")
    Interval(low=20.0, high=30.0, with_low=True, with_high=False)
    """
    text = value.strip()
    if bound := _BOUND.fullmatch(text):
        sign, number = bound[1], float(bound[2])
        inclusive = sign not in "<>"
        above = sign in (">", ">=", "≥")
        return Interval(number, math.inf, inclusive) if above else Interval(-math.inf, number, True, inclusive)
    if (ends := _RANGE.fullmatch(text)) and bool(ends[1]) == bool(ends[4]):
        low, high = float(ends[2]), float(ends[3])
        return Interval(low, high, ends[1] != "(", ends[4] != ")") if low <= high else None
    return None


def number_of(value: str) -> float | None:
    """The number a value is; None for any other.

    >>> number_of(" 20 "), number_of("twenty"), number_of("nan")
    (20.0, None, None)
    """
    text = value.strip()
    return float(text) if re.fullmatch(_NUMBER, text) else None


def covers(general: str, concrete: str) -> bool:
    """Whether a generalised value stands for a concrete one; a star stands for one character.

    Source: Whang & Garcia-Molina 2012, Section 3.1 (k-anonymity: ``11*``, ``2**``, ``3*``, ``≥50``).

    >>> covers("11*", "112"), covers("3*", "30"), covers("≥50", "50"), covers("20-30", "31")
    (True, True, True, False)
    """
    if is_general(concrete):
        return False
    text, held = general.strip(), concrete.strip()
    if _STARRED.fullmatch(text):
        return len(text) == len(held) and held.startswith(text.rstrip("*"))
    interval, number = interval_of(text), number_of(held)
    return interval is not None and number is not None and interval.holds(number)
