"""Which yardstick, and when: the guide of the paper as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Field: TypeAlias = Literal["statistical disclosure control", "anonymous-communication systems", "noise"]
Case: TypeAlias = Literal["worst case", "average case", "best case"]


@dataclass(frozen=True, slots=True)
class Advice:
    """A yardstick with what it is for; the case is the user's, and the attacker's the other way round.

    Arguments:
        metric: the yardstick.
        field: where it is used.
        case: what it looks at.
        when: one sentence, when to take it and what it takes for granted.
    """

    metric: str
    field: Field
    case: Case
    when: str


_TABLES: Field = "statistical disclosure control"
_MESSAGES: Field = "anonymous-communication systems"
_NOISE: Field = "noise"

GUIDE: tuple[Advice, ...] = (
    Advice(
        "t-closeness",
        _TABLES,
        "worst case",
        "To keep the sensitive value secret: the class whose values differ most from the whole table's.",
    ),
    Advice(
        "mutual information",
        _TABLES,
        "average case",
        "To keep the sensitive value secret on average: looser than t-closeness, and easier to optimise.",
    ),
    Advice(
        "k-anonymity",
        _TABLES,
        "best case",
        "To keep it secret which row is whose: takes all members of a class for equally likely.",
    ),
    Advice(
        "l-diversity",
        _TABLES,
        "best case",
        "To keep several sensitive values possible: takes them for equally likely, and none for alike.",
    ),
    Advice(
        "min-entropy",
        _MESSAGES,
        "worst case",
        "Against an attacker who makes a single guess, the most likely one.",
    ),
    Advice(
        "Shannon's entropy",
        _MESSAGES,
        "average case",
        "Against an attacker who weighs all possible senders by how likely they are.",
    ),
    Advice(
        "Hartley's entropy",
        _MESSAGES,
        "best case",
        "Against an attacker who only counts who could have sent it.",
    ),
)
"""Source: Rebollo-Monedero et al., Table IV, with the reasons of Section VII."""

FURTHER: tuple[Advice, ...] = (
    Advice(
        "maximal leakage",
        _TABLES,
        "worst case",
        "Against an attacker who may want to know anything about the value, whatever she believed of it before.",
    ),
    Advice(
        "pointwise maximal leakage",
        _TABLES,
        "worst case",
        "The same, but of the one class or answer that tells most, and not of all on average.",
    ),
    Advice(
        "g-vulnerability",
        _TABLES,
        "average case",
        "Against an attacker of whom you know what each of her answers is worth to her.",
    ),
    Advice(
        "min-entropy leakage",
        _MESSAGES,
        "average case",
        "How many times as often a single guess is right as it was before.",
    ),
    Advice(
        "maximal leakage",
        _NOISE,
        "worst case",
        "Of a count or a place: the same whatever she believed. A place must lie within bounds, or there is no limit.",
    ),
    Advice(
        "pointwise maximal leakage",
        _NOISE,
        "worst case",
        "Of the one count or place that is told. Far-off places tell without limit: say how many may tell more.",
    ),
    Advice(
        "min-entropy leakage",
        _NOISE,
        "average case",
        "How many times as often a guess of the count is right, or of the place if it must be very near.",
    ),
    Advice(
        "g-vulnerability",
        _NOISE,
        "average case",
        "Where near is near enough: what each distance, or each guess of a count, is worth to her.",
    ),
)
"""Source: what each answers by its definition; the papers are named in ``leakage.tables.any_question``."""
