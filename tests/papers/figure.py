"""Figure: something a paper prints, how it is read, and the function that derives it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.decision.leakage import information_leakage
from leakage.measure.leakage import record_leakage
from leakage.published.summary import class_yardsticks
from leakage.published.table import PublishedTable
from leakage.record import Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.published import PUBLISHED
from leakage.workspace.workspace import Workspace

# What a paper prints, read as numbers: fractions, roots, formulas, and decimals that were rounded.


EXACT = 1e-9
"""How far a computed figure may lie from an exact one: rounding of floats, and no more."""

_SIGNS = str.maketrans({"−": "-", "×": "*", "[": "(", "]": ")"})
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "ceil": math.ceil,
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as printed, and how far the figure that was meant may lie from it."""

    value: float
    tolerance: float

    def agrees(self, computed: float) -> bool:
        # Written so that NaN fails.
        return abs(computed - self.value) <= self.tolerance


def read(text: str, letters: Mapping[str, float]) -> tuple[tuple[Printed, ...], ...]:
    """The figures in a text, in order; for each all that is printed of it, joined by ``=`` or ``≈``.

    A decimal stands for what rounds to it, half a unit of its last digit to either side; a decimal 0 and every
    formula, fraction and whole number for itself.

    Arguments:
        text: figures joined by commas, such as ``2/3 ≈ 0.67, 1 - 1/k, √26/12, 0.006 %``.
        letters: what the letters of formulas stand for.

    >>> [[p.value for p in same] for same in read("2/4 = 0.5, 1 − 1/k", {"k": 4})]
    [[0.5, 0.5], [0.75]]
    """
    return tuple(tuple(_number(side.strip(), letters) for side in re.split("[=≈]", part)) for part in text.split(","))


def _number(text: str, letters: Mapping[str, float]) -> Printed:
    unit = 0.01 if text.endswith("%") else 1.0
    text = text.removesuffix("%").strip()
    decimal = re.fullmatch(r"-?\d+\.(\d+)", text)
    value = float(text) if decimal else _formula(text, letters)
    half = 0.5 * 10.0 ** -len(decimal[1]) if decimal and value else 0.0
    return Printed(value * unit, half * unit + EXACT)


def _formula(text: str, letters: Mapping[str, float]) -> float:
    plain = re.sub(r"√(\w+)", r"sqrt(\1)", text.translate(_SIGNS)).replace("^", "**")
    return float(eval(plain, {"__builtins__": {}, **_FUNCTIONS}, dict(letters)))


# Figure: something a paper prints, and the function that derives it.


Derived: TypeAlias = float | Sequence[float] | str
"""A number, several in order, or words."""


@dataclass(frozen=True)
class Figure:
    """A figure of a paper.

    Arguments:
        what: what it is.
        printed: what stands there, as ``read`` takes it, or words that must be derived word by word.
        derived: computes it with the functions of ``leakage``.
        slip: one sentence, where the paper prints another figure than it should; empty where it does not.
        instead: what should stand there, worked out by hand; only for a slip, and then always.
        letters: what the letters of a formula stand for.
        place: where it stands in the paper.
    """

    what: str
    printed: str
    derived: Callable[[], Derived]
    slip: str = ""
    instead: str = ""
    letters: tuple[tuple[str, float], ...] = ()
    place: str = ""

    def agrees(self, computed: Derived, text: str) -> bool:
        """Whether a derived figure is what a text says."""
        if isinstance(computed, str):
            return computed == text
        numbers = [computed] if isinstance(computed, int | float) else list(computed)
        figures = read(text, dict(self.letters))
        return len(numbers) == len(figures) and all(
            side.agrees(number) for number, sides in zip(numbers, figures, strict=True) for side in sides
        )

    def holds(self) -> bool:
        """Whether what is derived is what is printed, or, of a slip, what should stand there instead."""
        computed = self.derived()
        if self.slip:
            return self.agrees(computed, self.instead) and not self.agrees(computed, self.printed)
        return self.agrees(computed, self.printed)


def at(place: str, *figures: Figure) -> tuple[Figure, ...]:
    """The figures of one place in a paper."""
    return tuple(replace(figure, place=place) for figure in figures)


# What the papers' examples are read with: the workspaces and tables they are opened as, told in short.


WORK: dict[str, Workspace] = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
_PUBLISHED = {example.key: example for example in PUBLISHED}


def given(key: str, number: int = 0) -> Record:
    """A record of an example, by its place among the releases."""
    return WORK[key].releases[number].record


def records(key: str) -> tuple[Record, ...]:
    """R: all that Eve holds in an example."""
    return (*(release.record for release in WORK[key].releases), *WORK[key].background)


def leakage_of(key: str, record: Record) -> float:
    """L(r, e) of a record in an example."""
    return record_leakage(record, WORK[key].reference, WORK[key].weight_map)


def pooled(key: str, policy: int = 0) -> float:
    """L(R, e, E) of an example, by one of its policies."""
    work = WORK[key]
    return information_leakage(records(key), work.reference, work.policies[policy].adversary, work.weight_map).leakage


def table(key: str, sensitive: str = "") -> PublishedTable:
    """A published table."""
    example = _PUBLISHED[key]
    return PublishedTable(example.frame, example.quasi_identifiers, sensitive or example.sensitive)


def named(record: Record) -> str:
    """The facts of a record in the order of their labels.

    >>> named(Record.of(("N", "Alice"), ("C", "999")))
    'C 999, N Alice'
    """
    return ", ".join(f"{a.label} {a.value}" for a in record)


def ordered(**quantities: float) -> str:
    """Quantities by size, as a chain; those that are the same stand as they were given.

    >>> ordered(b=2.0, a=1.0, c=2.0)
    'a ≤ b = c'
    """
    chain = sorted(quantities.items(), key=lambda item: round(item[1], 9))
    text = chain[0][0]
    for (_, less), (name, more) in pairwise(chain):
        text += f" = {name}" if abs(more - less) <= 1e-9 else f" ≤ {name}"
    return text


def as_floats(numbers: npt.ArrayLike) -> list[float]:
    """Numbers of any kind as a list."""
    return [float(number) for number in np.asarray(numbers)]


def closeness(key: str, distance: str) -> list[float]:
    """How far each class of a table is from the whole, by a distance of ``class_yardsticks``."""
    return as_floats(class_yardsticks(table(key))[distance])
