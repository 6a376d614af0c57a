"""Figures in people's words."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from leakage.workspace import vocabulary
from leakage.workspace.figures.count import State
from leakage.workspace.vocabulary import MISSING, NOTHING, RIGHT, WRONG, change, count, listed

__all__ = ["NOTHING", "STATE_COLOURS", "STATE_WORDS", "change", "count", "error_text", "listed", "month"]
__all__ += ["percent", "state_fill", "unmarked"]

STATE_WORDS: Mapping[State, str] = {
    "sure": "surely has",
    "probable": "probably has",
    "wrong": "has wrong",
    "missing": "does not have",
}
"""What Eve has of a kind of facts, behind her name."""

# Apart for every kind of colour blindness where the probable is hatched; 3:1 at least on light and on dark.
STATE_COLOURS: Mapping[State, str] = {"sure": RIGHT, "probable": "#b8860b", "wrong": WRONG, "missing": MISSING}


def state_fill(state: State) -> str:
    """The background of a state in CSS: its colour, hatched where it is only probable.

    >>> state_fill("missing") == STATE_COLOURS["missing"], "gradient" in state_fill("probable")
    (True, True)
    """
    colour = STATE_COLOURS[state]
    pale = f"color-mix(in srgb, {colour} 45%, transparent)"
    return f"repeating-linear-gradient(-45deg, {colour} 0 5px, {pale} 5px 9px)" if state == "probable" else colour


def month(day: str) -> str:
    """The month of a day in ISO 8601; the text itself where it is none.

    >>> month("2021-09-01"), month("2021")
    ('September 2021', '2021')
    """
    try:
        return f"{datetime.date.fromisoformat(day):%B %Y}"
    except ValueError:
        return day


def percent(leakage: float) -> str:
    """A leakage or another share as a percentage that no line breaks in two.

    >>> percent(0.5)
    '50.0\\xa0%'
    """
    return vocabulary.percent(leakage).replace(" ", "\u00a0")


def error_text(error: object) -> str:
    """What an error says, as a sentence.

    >>> error_text(ValueError("the vault is locked")), error_text(ValueError("was it cut short?"))
    ('The vault is locked.', 'Was it cut short?')
    """
    sentence = str(error).rstrip(".")
    return f"{sentence[:1].upper()}{sentence[1:]}{'' if sentence.endswith('?') else '.'}"


def unmarked(words: str) -> str:
    """A person's own words where Markdown is read: every sign in them stands for itself.

    >>> print(unmarked("*a* :red[b] $c$"))
    \\*a\\* \\:red\\[b\\] \\$c\\$
    """
    return re.sub(r"[!-/:-@\[-`{-~]", r"\\\g<0>", " ".join(words.split()))
