"""Vocabulary: labels that people use, what they weigh by default, and figures in people's words."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

# What a fact of a composite is against the profile, and its colour: the same on every page and in the report.
# Vermilion, blue and grey stay apart for every kind of colour blindness, and have a contrast of at least 3:1 on the
# light and on the dark background.
RIGHT = "#d9541e"
WRONG = "#2f7fc1"
MISSING = "#8a8f98"
MEANINGS = {"right": RIGHT, "wrong": WRONG, "missing": MISSING}

# Wording: figures in people's words, the same on every page and in the report.

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
    """A difference of leakages in percentage points, with its sign, or that there is almost none.

    >>> change(5 / 36), change(0.0), change(-0.02)
    ('+13.9 points', 'no change', '−2.0 points')
    """
    if abs(increment) < NOTHING:
        return "no change"
    if abs(increment) < 5e-4:
        return "almost no change"
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


# Labels and weights, of ``vocabulary.toml``.


@dataclass(frozen=True, slots=True)
class LabelSuggestion:
    """A label offered to the person, its default weight by harm, and why it weighs that much."""

    label: str
    weight: float
    reason: str


VOCABULARY = tomllib.loads(resources.files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))
LABELS = tuple(LabelSuggestion(label, float(weight), why) for label, (weight, why) in VOCABULARY["labels"].items())
_WEIGHTS = {suggestion.label.casefold(): suggestion.weight for suggestion in LABELS}


def default_weight(label: str) -> float:
    """The weight a label has until the person chooses another; 1 for a label not in ``LABELS``.

    >>> default_weight(" card"), default_weight("Shoe size")
    (3.0, 1.0)
    """
    return _WEIGHTS.get(label.strip().casefold(), 1.0)


NEVER_WRONG = frozenset(
    {
        *("driving licence", "id card", "identity card", "insurance number", "licence plate", "license plate"),
        *("national id", "number plate", "passport", "password", "social security number", "tax number"),
    }
)
"""Labels, in small letters, under which nothing wrong is ever proposed: passwords, licence plates, and what identifies
a person for life."""
OFFICIAL = frozenset(
    {
        *(suggestion.label for suggestion in LABELS if suggestion.label.casefold() in NEVER_WRONG),
        *("Bank account", "Date of birth", "Health condition", "Medication", "Nationality"),
    }
)
"""Labels under which a false statement can be an offence, or harm the person: no disinformation by default."""
