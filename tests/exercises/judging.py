"""What the script of the class page does with an answer, said once more in Python: read it, and judge it."""

import re
from dataclasses import dataclass
from fractions import Fraction

from leakage.exercises import ExerciseProblem
from leakage.exercises.worksheet import CUT, DECIMAL, FRACTION, NO_NUMBER, NOTHING_BELOW, RIGHT, SEVERAL, SPACE, UNKNOWN

_WHOLE = 100
"""Per cent."""


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

    def is_cut(self, number: Fraction) -> bool:
        """Whether the number, cut off after the digits that were typed, is this one.

        >>> Typed(Fraction(66, 100), Fraction(1, 200)).is_cut(Fraction(2, 3))
        True
        """
        return 0 < number - self.value < 2 * self.half


def read_answer(text: str) -> Typed:
    """A fraction, a percentage or a decimal; what is more than 1 is a percentage, with a sign or without.

    Arguments:
        text: such as ``3/4``, ``75 %``, ``0.75``, ``66.7``, ``66,7 per cent``.

    Raises:
        ValueError: in one sentence for the person, for anything else, or nothing below the line.

    >>> read_answer("2/3").value, read_answer("66.7 %").means(Fraction(2, 3)), read_answer("66.7").value
    (Fraction(2, 3), True, Fraction(667, 1000))
    """
    if fraction := _read(FRACTION, text):
        above, below, unit = fraction
        if not int(below):
            raise ValueError(NOTHING_BELOW)
        return Typed(Fraction(int(above), int(below) * (_WHOLE if unit else 1)), Fraction(0))
    whole, places, unit = _read(DECIMAL, text) or ("", "", "")
    if not whole and not places:
        raise ValueError(NO_NUMBER)
    number = Fraction(f"{whole or 0}.{places or 0}")
    scale = Fraction(1, _WHOLE if unit or number > 1 else 1)
    # A whole number that is no percentage is meant as it stands: 1 is all of it, and not about a half.
    half = scale / (2 * 10 ** len(places)) if places or scale < 1 else Fraction(0)
    return Typed(number * scale, half)


def _read(pattern: str, text: str) -> tuple[str, ...] | None:
    found = re.fullmatch(f"{SPACE}{pattern}{SPACE}", text, re.ASCII | re.IGNORECASE)
    return tuple(found.groups("")) if found else None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of an answer.

    Arguments:
        right: whether it is.
        sentence: of a wrong one a hint: which usual mistake it comes from, or where to begin.
    """

    right: bool
    sentence: str


def judge(problem: ExerciseProblem, answer: Typed) -> Judgement:
    """Whether an answer is right; if not, which usual mistake it comes from.

    A rounded answer is right if the true one rounds to it. If several mistakes do, none is named.
    """
    if answer.means(problem.answer):
        return Judgement(True, RIGHT)
    sentences = {mistake.sentence for mistake in problem.mistakes if answer.means(mistake.answer)}
    if len(sentences) > 1:
        return Judgement(False, SEVERAL)
    if sentences:
        return Judgement(False, sentences.pop())
    return Judgement(False, CUT if answer.is_cut(problem.answer) else f"{UNKNOWN} {problem.hint}")
