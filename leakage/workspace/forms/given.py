"""What a recipient holds of a fact, as a person writes it: a tick, a word, a number or a percentage."""

from __future__ import annotations

import re
from decimal import Decimal

from leakage.workspace.forms.cells import is_blank, read_number
from leakage.workspace.forms.problem import CellError

UNSURE = 0.5
"""The confidence of a recipient who is said to be unsure, and no more."""
GIVEN_WORDS = frozenset({"x", "✓", "✔", "y", "yes", "j", "ja", "oui", "si", "sí", "true", "given", "sure"})
UNSURE_WORDS = frozenset({"?", "unsure", "maybe", "vielleicht"})
NOT_GIVEN_WORDS = frozenset({"-", "–", "n", "no", "nein", "non", "false", "not given"})
NOT_UNDERSTOOD = "not understood; write x or yes, a number such as 0.6, 0,6 or 60 %, ? for unsure, or leave it empty"
_NUMBER = re.compile(r"([+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:e[+-]?[0-9]{1,3})?)\s*(%?)")
_SMALLEST_PERCENTAGE = 1e-6


def read_given(cell: object) -> float | None:
    """The confidence at which a recipient holds a fact; None where it was not given.

    Arguments:
        cell: text, a number, or blank.

    Raises:
        CellError: for what is not understood, or a number outside [0, 1].

    >>> [read_given(cell) for cell in ("x", "Ja", 1, "0,6", "0.6", "60 %", "?", "no", " ")]
    [1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.5, None, None]
    """
    if is_blank(cell):
        return None
    number = _written(cell) if isinstance(cell, str) else read_number(cell)
    if number is None:
        return _said(cell)
    if not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def is_understood(cell: object) -> bool:
    """Whether ``read_given`` understands a cell.

    >>> is_understood("60 %"), is_understood("60 percent")
    (True, False)
    """
    try:
        read_given(cell)
    except CellError:
        return False
    return True


def is_sure(confidence: float | None) -> bool:
    """Whether the recipient holds the fact for certain."""
    return confidence == 1.0


def is_unsure(confidence: float | None) -> bool:
    """Whether the recipient holds the fact and is not sure of it.

    >>> [is_unsure(confidence) for confidence in (None, 0.0, 0.6, 1.0)]
    [False, False, True, False]
    """
    return confidence is not None and 0.0 < confidence < 1.0


def read_ticks(given: bool, unsure: bool, kept: float | None) -> float | None:
    """The confidence that two ticks beside each other say: given, or unsure; with both of them it is unsure.

    Arguments:
        given, unsure: the two ticks.
        kept: the confidence held before; it stays where the ticks say no other than it does.

    >>> read_ticks(True, False, None), read_ticks(True, True, 1.0), read_ticks(False, True, None)
    (1.0, 0.5, 0.5)
    >>> read_ticks(False, False, 0.6), read_ticks(False, True, 0.6), read_ticks(False, False, 0.0)
    (None, 0.6, 0.0)
    """
    if unsure:
        return kept if is_unsure(kept) else UNSURE
    if given:
        return 1.0
    return kept if kept == 0.0 else None


def written(confidence: float | None) -> str:
    """A confidence as a percentage that reads back as the very same number; empty for not given.

    >>> [written(confidence) for confidence in (None, 1.0, 0.57, 0.0)]
    ['', '100 %', '57 %', '0 %']
    """
    if confidence is None:
        return ""
    if 0.0 < confidence < _SMALLEST_PERCENTAGE:
        return repr(confidence)
    hundredths = f"{Decimal(repr(confidence)).scaleb(2):f}"
    return f"{hundredths.rstrip('0').rstrip('.') if '.' in hundredths else hundredths} %"


def _written(text: str) -> float | None:
    """The number in a text; None where it is none."""
    parts = _NUMBER.fullmatch(text.strip().casefold())
    if parts is None:
        return None
    number = Decimal(parts[1].replace(",", "."))
    return float(number.scaleb(-2) if parts[2] else number)


def _said(cell: object) -> float | None:
    word = cell.strip().casefold() if isinstance(cell, str) else ""
    if word in GIVEN_WORDS:
        return 1.0
    if word in UNSURE_WORDS:
        return UNSURE
    if word in NOT_GIVEN_WORDS:
        return None
    raise CellError(NOT_UNDERSTOOD)
