"""Figure: something a paper prints, and the function that derives it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from leakage.papers.literal import read

Derived: TypeAlias = float | Sequence[float] | str
"""A number, several in order, or words."""
Verdict: TypeAlias = Literal["same", "slip", "BROKEN"]


@dataclass(frozen=True)
class Figure:
    """A figure of a paper, which is derived anew whenever it is asked for.

    Arguments:
        section: where it stands.
        what: what it is.
        printed: what stands there, as ``leakage.papers.literal`` reads it, or words that must be derived word by word.
        derived: computes it with the public functions of ``leakage``.
        why_slip: one sentence, where the paper prints another figure than it should; empty where it does not.
        instead: what should stand there, worked out by hand; only for a slip, and then always.
        letters: what the letters of a formula stand for.

    Raises:
        ValueError: for a slip without what should stand there, or the other way round.

    >>> Figure("1", "a half", "1/2", lambda: 0.5).row()
    Row(section='1', what='a half', printed='1/2', derived='1/2', verdict='same', why='')
    """

    section: str
    what: str
    printed: str
    derived: Callable[[], Derived]
    why_slip: str = ""
    instead: str = ""
    letters: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if bool(self.why_slip) != bool(self.instead):
            raise ValueError("a slip needs both: why it is one, and what should stand there")

    def row(self) -> Row:
        """Derive the figure now, and hold it against what is printed."""
        computed = self.derived()
        right = self.instead or self.printed
        holds = self._agrees(computed, right) and not (self.instead and self._agrees(computed, self.printed))
        verdict: Verdict = "BROKEN" if not holds else "slip" if self.why_slip else "same"
        return Row(self.section, self.what, self._shown(), told(computed, right), verdict, self.why_slip)

    def _agrees(self, computed: Derived, text: str) -> bool:
        if isinstance(computed, str):
            return computed == text
        numbers = _listed(computed)
        figures = read(text, dict(self.letters))
        return len(numbers) == len(figures) and all(
            side.agrees(number) for number, sides in zip(numbers, figures, strict=True) for side in sides
        )

    def _shown(self) -> str:
        given = ", ".join(f"{letter} = {told(value, '')}" for letter, value in self.letters)
        return f"{self.printed} ({given})" if given else self.printed


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a paper's table; BROKEN where the figure is no longer what it was known to be."""

    section: str
    what: str
    printed: str
    derived: str
    verdict: Verdict
    why: str


def told(computed: Derived, like: str) -> str:
    """A computed figure in the form of a printed one: fractions, roots over a whole number, percent, or four digits.

    >>> told([0.5, 0.25], "1/3, 1/3"), told(32**0.5 / 12, "√26/12"), told(0.25, "0.30 %")
    ('1/2, 1/4', '√32/12', '25 %')
    """
    if isinstance(computed, str):
        return computed
    forms = like.split(",")
    same = forms if len(forms) == len(_listed(computed)) else [like] * len(_listed(computed))
    return ", ".join(_number_told(number, form.strip()) for number, form in zip(_listed(computed), same, strict=True))


def _number_told(number: float, form: str) -> str:
    if form.endswith("%"):
        return f"{100.0 * number:.4g} %"
    if root := re.fullmatch(r"√\d+/(\d+)", form):
        return f"√{round((number * int(root[1])) ** 2, 9):g}/{root[1]}"
    if "/" in form and math.isfinite(number):
        fraction = Fraction(number).limit_denominator(1000)
        if abs(float(fraction) - number) < 1e-12:
            return str(fraction)
    return f"{number:.4g}"


def _listed(computed: float | Sequence[float]) -> list[float]:
    return [float(computed)] if isinstance(computed, int | float) else [float(number) for number in computed]
