"""Figures in people's words."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping

from leakage.workspace import vocabulary
from leakage.workspace.figures.count import State
from leakage.workspace.vocabulary import MISSING, NOTHING, RIGHT, WRONG, amount, change, count

__all__ = [
    "NOTHING",
    "STATE_COLOURS",
    "STATE_WORDS",
    "about",
    "amount",
    "change",
    "count",
    "distinct",
    "duration",
    "error_text",
    "listed",
    "month",
    "percent",
    "portion",
    "scientific",
    "state_fill",
    "unmarked",
]

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


_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
"""What Markdown may take for markup: the signs of ASCII."""


def listed(words: list[str] | tuple[str, ...], most: int = 4) -> str:
    """Words in a row, the rest counted.

    >>> listed(["a", "b"]), listed(list("abcdef"), most=2)
    ('a and b', 'a, b and 4 more')
    """
    shown = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def distinct(words: Iterable[str]) -> list[str]:
    """Words told apart by a number where they are the same: of two equal choices a list knows only one.

    >>> distinct(["Shop", "Bank", "Shop"])
    ['Shop', 'Bank', 'Shop (2)']
    """
    names: list[str] = []
    for word in words:
        number, name = 2, word
        while name in names:
            name, number = f"{word} ({number})", number + 1
        names.append(name)
    return names


def about(seconds: float) -> str:
    """A time to come, which nobody knows to the second.

    >>> about(0.2), about(3.4), about(47.0), about(100.0), about(5000.0)
    ('about a second', 'about 3 seconds', 'about 50 seconds', 'about 2 minutes', 'more than an hour')
    """
    if seconds >= 3600.0:
        return "more than an hour"
    if seconds >= 90.0:
        return f"about {round(seconds / 60)} minutes"
    if seconds < 1.5:
        return "about a second"
    return f"about {round(seconds, -1 if seconds >= 20.0 else 0):.0f} seconds"


def month(day: str) -> str:
    """The month of a day in ISO 8601; the text itself where it is none.

    >>> month("2021-09-01"), month("2021")
    ('September 2021', '2021')
    """
    try:
        return f"{datetime.date.fromisoformat(day):%B %Y}"
    except ValueError:
        return day


def duration(seconds: float) -> str:
    """A running time to two digits, in the unit that suits it.

    >>> duration(0.5), duration(0.001234), duration(1e-5), duration(12.0)
    ('0.5 s', '1.2 ms', '10 µs', '12 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.0995 * size if unit == "s" else seconds >= size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{1e9 * seconds:.0f} ns"


def percent(leakage: float) -> str:
    """A leakage or another share as a percentage that no line breaks in two.

    >>> percent(0.5)
    '50.0\\xa0%'
    """
    return vocabulary.percent(leakage).replace(" ", "\u00a0")


def portion(share: float) -> str:
    """A share as a percentage, and a small one as one in so many.

    >>> portion(0.031), portion(0.0002), portion(0.0)
    ('3.1\\xa0%', '1 in 5,000', '0\\xa0%')
    """
    if share >= 0.001:
        return percent(share)
    return f"1 in {1.0 / share:,.0f}" if share > 1e-15 else "0\u00a0%"


def scientific(number: float) -> str:
    """A small number by its power of ten.

    >>> scientific(3.21e-16), scientific(0.0)
    ('3.2e-16', '0')
    """
    return f"{number:.1e}" if number else "0"


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
    return _SIGN.sub(r"\\\g<0>", " ".join(words.split()))
