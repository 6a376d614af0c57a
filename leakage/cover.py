"""Generalised values, such as ``11*``, ``50+``, ``[20-30]`` or ``State-…``: which values they cover."""

from __future__ import annotations

import re
from decimal import Decimal

EVERYTHING = "*"  # The value that covers every other.
ANY_REST = "…"  # At the end of a value: any rest, or none.

_INFINITY = Decimal("Infinity")
_NUMBER = r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,4})?"
_BOUND = re.compile(rf"(>=|<=|≥|≤|>|<)\s*({_NUMBER})|({_NUMBER})\s*\+")
_RANGE = re.compile(rf"([\[(]?)\s*({_NUMBER})\s*(?:[-–—,;]|\.\.)\s*({_NUMBER})\s*([\])]?)")
_RESTS = (ANY_REST, "...")


def number_of(value: str) -> float | None:
    """The number a value is; None for any other."""
    return float(value) if re.fullmatch(_NUMBER, value.strip()) else None


def is_general(value: str) -> bool:
    """Whether a value covers others: it contains a star, ends in an ellipsis, or is an interval."""
    text = value.strip()
    return EVERYTHING in text or text.endswith(_RESTS) or (number_of(text) is None and _interval(text) is not None)


def covers(general: str, value: str) -> bool:
    """Whether a published value covers another value, plain or generalised.

    A value covers itself. ``*`` alone is anything, elsewhere any one character; ``…`` at the end is any rest. An
    interval (``20-30``, ``[20, 30)``, ``20..30``) includes its ends, unless a bracket is round; a limit is written
    ``≥50``, ``>=50``, ``50+``, ``<50`` and so on. Numbers are compared exactly as written.
    Source: Whang & Garcia-Molina 2012, Section 3.1 (k-anonymity: ``11*``, ``2**``, ``3*``, ``≥50``).

    >>> [covers(*both) for both in (("11*", "112"), ("≥50", "50"), ("20-30", "31"), ("1**", "11*"), ("[5, 10)", "10"))]
    [True, True, False, True, False]
    """
    stripped, text = general.strip(), value.strip()
    if stripped in (EVERYTHING, text) or _spells(stripped, text) or _spells(general, value):
        return True
    # A plain number covers only its own spelling: 0123 and 123 are two codes.
    wide = _interval(stripped) if number_of(stripped) is None else None
    narrow = _interval(text) if wide else None
    return wide is not None and narrow is not None and wide[0] <= narrow[0] and narrow[1] <= wide[1]


def certain_beginning(value: str) -> str:
    """The certain beginning of all values that a value covers."""
    beginning = _beginning(value)
    return (value if beginning is None else beginning).partition(EVERYTHING)[0]


def _interval(text: str) -> tuple[tuple[Decimal, int], tuple[Decimal, int]] | None:
    """Both ends; 1 or -1 beside one means just above or just below it."""
    if re.fullmatch(_NUMBER, text):
        return (Decimal(text), 0), (Decimal(text), 0)
    if bound := _BOUND.fullmatch(text):
        sign, limit = bound[1] or "≥", Decimal(bound[2] or bound[3])
        if sign in (">", ">=", "≥"):
            return (limit, sign == ">"), (_INFINITY, 0)
        return (-_INFINITY, 0), (limit, -(sign == "<"))
    if (ends := _RANGE.fullmatch(text)) and bool(ends[1]) == bool(ends[4]):
        low, high = Decimal(ends[2]), Decimal(ends[3])
        return ((low, ends[1] == "("), (high, -(ends[4] == ")"))) if low <= high else None
    return None


def _spells(general: str, value: str) -> bool:
    """Whether a value fits the stars or the beginning of a general one."""
    beginning, own = _beginning(general), _beginning(value)
    if beginning is not None:
        # A star in the value may be another character than the one asked for.
        spelt = own is not None or EVERYTHING not in value[: len(beginning)]
        return spelt and (own or value).startswith(beginning)
    # A value with any rest is not of one length.
    if EVERYTHING not in general or value == EVERYTHING or value.endswith(_RESTS):
        return False
    return len(general) == len(value) and all(
        letter in (EVERYTHING, its) for letter, its in zip(general, value, strict=False)
    )


def _beginning(general: str) -> str | None:
    rest = next((rest for rest in _RESTS if general.endswith(rest) and len(general) > len(rest)), None)
    return None if rest is None else general.removesuffix(rest)
