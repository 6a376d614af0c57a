"""What a recipient holds of a fact, as a person writes it: a tick, a word, a number or a percentage."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np

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


def read_given(cell: object, kept: float | None = None) -> float | None:
    """The confidence at which a recipient holds a fact; None where it was not given.

    Arguments:
        cell: a tick (bool), text, a number, or blank.
        kept: the confidence held before, in [0, 1]. A tick says only whether a fact was given: one that agrees with
            what was held before leaves it as it is.

    Raises:
        CellError: for what is not understood, or a number outside [0, 1].

    >>> [read_given(cell) for cell in ("x", "Ja", True, 1, "0,6", "0.6", "60 %", "?", "no", " ", False)]
    [1.0, 1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.5, None, None, None]
    >>> read_given(True, kept=0.25)
    0.25
    """
    if isinstance(cell, bool | np.bool_):
        return kept if bool(cell) == is_ticked(kept) else (1.0 if cell else None)
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


def is_ticked(confidence: float | None) -> bool:
    """Whether a tick stands for a confidence: for any above 0."""
    return confidence is not None and confidence > 0.0


def is_unsure(confidence: float | None) -> bool:
    """Whether the recipient holds the fact and is not sure of it.

    >>> [is_unsure(confidence) for confidence in (None, 0.0, 0.6, 1.0)]
    [False, False, True, False]
    """
    return confidence is not None and 0.0 < confidence < 1.0


def read_ticks(given: bool, unsure: bool, kept: float | None) -> float | None:
    """The confidence that two ticks beside each other say: whether a fact was given, and whether unsurely.

    Arguments:
        given: the first tick; to take it away takes the second one away with it.
        unsure: the second tick; to set it sets the first one with it.
        kept: the confidence held before; it stays where neither tick was changed.

    >>> read_ticks(True, False, None), read_ticks(True, True, 1.0), read_ticks(False, True, None)
    (1.0, 0.5, 0.5)
    >>> read_ticks(False, True, 0.6), read_ticks(True, True, 0.6)
    (None, 0.6)
    """
    if given == is_ticked(kept) and unsure == is_unsure(kept):
        return kept
    if unsure and (given or not is_unsure(kept)):
        return UNSURE
    return 1.0 if given else None


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
