"""Wording: figures in people's words, the same on every page and in the report."""

from __future__ import annotations

NOTHING = 5e-7
"""A difference of leakages below this is none."""

_WORDS = ((0.0005, "nothing"), (0.15, "very little"), (0.35, "some"), (0.6, "much"), (0.85, "most"))


def percent(leakage: float) -> str:
    """A leakage or another share as a percentage.

    >>> percent(0.6234)
    '62.3 %'
    """
    return f"{100 * leakage:.1f} %"


def change(increment: float) -> str:
    """A difference of leakages in percentage points, with its sign; what rounds to nothing is a trace.

    >>> change(5 / 36), change(0.0), change(-0.02)
    ('+13.9 points', 'no change', '−2.0 points')
    """
    if abs(increment) < NOTHING:
        return "no change"
    if abs(increment) < 5e-4:
        return "a trace more" if increment > 0 else "a trace less"
    return f"{100 * increment:+.1f} points".replace("-", "−")


def amount(leakage: float) -> str:
    """How much of a person that is, in a word.

    >>> amount(0.0), amount(0.62), amount(0.9), amount(1.0)
    ('nothing', 'most', 'nearly all', 'all')
    """
    if leakage >= 0.9995:
        return "all"
    return next((word for limit, word in _WORDS if leakage < limit), "nearly all")


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> count(1, "release"), count(3, "release"), count(2, "facts of one", "facts")
    ('1 release', '3 releases', '2 facts')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
