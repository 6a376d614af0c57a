"""Judging: what was typed as an answer, and whether it is right, or which mistake it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from leakage.exercises.problem import Problem

_FRACTION = re.compile(r"(\d{1,9})\s*/\s*(\d{1,9})")
_DECIMAL = re.compile(r"(\d{1,9})(?:[.,](\d{1,9}))?\s*(%?)")


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed.

    Arguments:
        value: a share: 75 % is 3/4.
        half: half a unit of its last digit; 0 for a fraction.
    """

    value: Fraction
    half: Fraction

    def means(self, number: Fraction) -> bool:
        """Whether the number, rounded as it was typed, is this one."""
        return abs(self.value - number) <= self.half


def read_answer(text: str) -> Typed:
    """A fraction, a percentage or a decimal.

    Arguments:
        text: such as ``3/4``, ``75 %``, ``0.75``.

    Raises:
        ValueError: in one sentence for the person, for anything else, or nothing below the line.

    >>> read_answer("2/3").value, read_answer("66.7 %").means(Fraction(2, 3))
    (Fraction(2, 3), True)
    """
    if fraction := _FRACTION.fullmatch(text.strip()):
        if not int(fraction[2]):
            raise ValueError("nothing can be divided by 0")
        return Typed(Fraction(int(fraction[1]), int(fraction[2])), Fraction(0))
    if decimal := _DECIMAL.fullmatch(text.strip()):
        places = decimal[2] or ""
        unit = Fraction(1, 100 if decimal[3] else 1)
        value = Fraction(f"{decimal[1]}.{places or 0}") * unit
        # A whole number without a sign is meant as it stands: 1 is all of it, and not about a half.
        half = unit / (2 * 10 ** len(places)) if places or decimal[3] else Fraction(0)
        return Typed(value, half)
    raise ValueError("type a fraction such as 3/4, or a percentage such as 75 %")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of an answer.

    Arguments:
        right: whether it is.
        sentence: why not, where the mistake is a usual one.
    """

    right: bool
    sentence: str


RIGHT = "Right."
UNKNOWN = "Not right, and no mistake that is often made. The way to the answer is below."
SEVERAL = "Not right, and more than one usual mistake rounds to that. Type a fraction to hear which it is."


def judge(problem: Problem, answer: Typed) -> Judgement:
    """Whether an answer is right; if not, which usual mistake it comes from.

    A rounded answer is right if the true one rounds to it. If several mistakes do, none is named.
    """
    if answer.means(problem.answer):
        return Judgement(True, RIGHT)
    sentences = {mistake.sentence for mistake in problem.mistakes if answer.means(mistake.answer)}
    if len(sentences) > 1:
        return Judgement(False, SEVERAL)
    return Judgement(False, sentences.pop() if sentences else UNKNOWN)
