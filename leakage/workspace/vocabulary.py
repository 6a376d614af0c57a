"""Vocabulary: labels that people use, what they weigh, what nearly everybody has, and figures in people's words."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

# What a fact of a composite is against the profile, and its colour: the same on every page and in the report.
# Vermilion, blue and grey stay apart for every kind of colour blindness, and have a contrast of at least 3:1 on the
# light and on the dark background.
RIGHT = "#d9541e"
WRONG = "#2f7fc1"
MISSING = "#8a8f98"
MEANINGS = {"right": RIGHT, "wrong": WRONG, "missing": MISSING}

# Wording: figures in people's words, the same on every page and in the report.

NOTHING = 5e-7  # A difference of leakages below this is none.


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


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> count(1, "release"), count(3, "release"), count(2, "facts of one", "facts")
    ('1 release', '3 releases', '2 facts')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def listed(words: Sequence[str], most: int = 4) -> str:
    """Words in a row, the rest counted.

    >>> listed(["a", "b"]), listed(list("abcdef"), most=2)
    ('a and b', 'a, b and 4 more')
    """
    shown = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown)} and {len(words) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


# Labels and weights, of ``vocabulary.toml``.


@dataclass(frozen=True, slots=True)
class LabelSuggestion:
    """A label offered to the person, its default weight by harm, and why it weighs that much."""

    label: str
    weight: float
    reason: str


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


VOCABULARY = _file("vocabulary.toml")
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


# What nearly everybody has, of ``person.toml``, which has the evidence for each weight.


@dataclass(frozen=True, slots=True)
class StandardFact:
    """A fact that nearly everybody has.

    Arguments:
        label: of the program's vocabulary.
        group: facts of a group are shown together.
        weight: where a person begins, in [1, 10].
    """

    label: str
    group: str
    weight: float


@functools.cache
def standard_facts() -> tuple[StandardFact, ...]:
    """The facts of the standard person, in the order in which they are asked for."""
    return tuple(StandardFact(fact["label"], fact["group"], fact["weight"]) for fact in _file("person.toml")["fact"])


# Presets: sets of weights for labels of the vocabulary, each with the worry it stands for. Only ratios count.


@dataclass(frozen=True, slots=True)
class WeightPreset:
    """Weights offered to the person.

    Arguments:
        name: the worry, as it is shown.
        reason: why the heavy labels are heavy, one sentence.
        weights: (label, weight > 0) for every label of the vocabulary, in its order.
    """

    name: str
    reason: str
    weights: tuple[tuple[str, float], ...]

    def weight(self, label: str) -> float | None:
        """What a label weighs, however it is spelled; None for one that the vocabulary does not have."""
        by_name = {name.casefold(): weight for name, weight in self.weights}
        return by_name.get(label.strip().casefold())


def _preset(name: str, reason: str, weights: Mapping[str, float] | None = None, **heavy: list[str]) -> WeightPreset:
    stated = weights or {label: float(weight) for weight, some in heavy.items() for label in some}
    return WeightPreset(name, reason, tuple((entry.label, stated.get(entry.label, 1.0)) for entry in LABELS))


BY_HARM, BY_SURVEYS = "By harm, 1 to 5", "By surveys, 1 to 10"
_HARM = {entry.label: entry.weight for entry in LABELS}
PRESETS: tuple[WeightPreset, ...] = (
    _preset("All equal", "Every fact counts the same, as in most examples of the papers."),
    _preset(
        BY_HARM, "Public facts weigh 1. Facts that identify you for life, or can be used against you, weigh 5.", _HARM
    ),
    _preset(
        BY_SURVEYS,
        "How sensitive people in surveys find each fact. New work starts with these.",
        _HARM | {fact.label: fact.weight for fact in standard_facts()},
    ),
    *(_preset(**entry) for entry in VOCABULARY["worry"]),
)


def presets_in_force(weights: Mapping[str, float]) -> tuple[WeightPreset, ...]:
    """The presets that say of all labels what they weigh; none where none of the labels is of the vocabulary.

    >>> [preset.name for preset in presets_in_force({"Name": 1.0, "Card": 3.0, "Shoe size": 9.0})]
    ['By harm, 1 to 5']
    """

    def fits(preset: WeightPreset) -> bool:
        own = {label: preset.weight(label) for label in weights}
        return any(own.values()) and all(weight in (None, weights[label]) for label, weight in own.items())

    return tuple(filter(fits, PRESETS))
