"""Lesson: a title, a question, steps that ask before they show, and what came of a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from leakage.derivation import Derivation, near, readable
from leakage.reidentification import Fact, SparseTable
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class Ratings:
    """A table of ratings; what Eve knows of one person; the name of that row, and its number if it was taken out."""

    table: SparseTable
    facts: tuple[Fact, ...]
    me: str = ""
    absent: int | None = None


@dataclass(frozen=True, eq=False)
class Odds:
    """Probabilities, a row each: a belief, or what is heard where something is so, with how likely that was before."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    prior: tuple[float, ...] = ()

    @property
    def channel(self) -> list[tuple[float, ...]]:
        """The probabilities alone."""
        return [shares for _, shares in self.rows]


Subject: TypeAlias = Workspace | PublishedExample | Ratings | Odds
Answer: TypeAlias = Derivation | float
"""A figure, with or without how it is worked out."""


class Share(float):
    """A number of a lesson; ``format`` writes it as a percentage, with ``/`` as a fraction, with ``n`` as it is.

    >>> f"{Share(2 / 3)}, {Share(2 / 3):/}, {Share(2.5):n}"
    '66.7 %, 2/3, 2.5'
    """

    def __format__(self, kind: str) -> str:
        if kind == "/":
            return str(near(self))
        return f"{float(self):.4g}" if kind == "n" else in_percent(self)


def in_percent(share: float) -> str:
    """A share as a percentage, to a tenth where that is not 0.

    >>> in_percent(2 / 3), in_percent(1.0)
    ('66.7 %', '100 %')
    """
    return f"{100.0 * share:.1f}".removesuffix(".0") + " %"


def value_of(answer: Answer) -> float:
    """The figure of an answer."""
    return answer.value if isinstance(answer, Derivation) else answer


@dataclass(frozen=True, eq=False)
class Number:
    """A question whose answer, worked out from the step's subject, is guessed with a slider.

    In the units "%" and "points" 0.5 is shown as 50. A guess no farther off than the tolerance counts as right.
    """

    ask: str
    worked: Callable[[Any], Answer]
    low: float = 0.0
    high: float = 100.0
    step: float = 1.0
    unit: str = "%"
    tolerance: float = 5.0

    @property
    def is_share(self) -> bool:
        """Whether the answer is a share, or a difference of two."""
        return self.unit in ("%", "points")

    @property
    def guesses(self) -> Sequence[float]:
        """Every place of the slider."""
        places = round((self.high - self.low) / self.step)
        return [round(self.low + place * self.step, 9) for place in range(places + 1)]

    def in_words(self, number: float) -> str:
        """A number of the slider in words.

        >>> Number("How much?", lambda subject: 0.0).in_words(66.666)
        '66.7 %'
        """
        shown = f"{number:.{2 if self.step < 0.1 else 1}f}".rstrip("0").removesuffix(".")
        unit = self.unit.removesuffix("s") if shown == "1" else self.unit
        return f"{shown} {unit}" if unit else shown


@dataclass(frozen=True, eq=False)
class Choice:
    """A question with options, the place of the right one and perhaps a figure behind it, from the step's subject."""

    ask: str
    options: tuple[str, ...]
    right: Callable[[Any], int]
    worked: Callable[[Any], Answer] | None = None

    @property
    def guesses(self) -> Sequence[float]:
        """The places of all options."""
        return range(len(self.options))

    def in_words(self, option: float) -> str:
        """An option."""
        return self.options[int(option)]


Question: TypeAlias = Number | Choice


@dataclass(frozen=True, eq=False)
class LessonStep:
    """One step of a lesson: a paragraph, what it is about, what the reader predicts, and what is said then.

    A picture is HTML (``leakage.lessons.pictures``) that shows the answer at its last frame.
    """

    title: str
    text: str
    subject: Subject
    question: Question
    explanation: str
    picture: Callable[[Any], str] | None = None

    @cached_property
    def answer(self) -> Answer | None:
        """The figure; None where the right option needs none."""
        return None if self.question.worked is None else self.question.worked(self.subject)

    @cached_property
    def truth(self) -> float:
        """What is right, in the unit of the slider; of options the place."""
        if isinstance(self.question, Choice):
            return self.question.right(self.subject)
        return value_of(self.question.worked(self.subject)) * (100.0 if self.question.is_share else 1.0)

    @cached_property
    def truth_in_words(self) -> str:
        """What is right, as a fraction too where a share is one."""
        words = self.question.in_words(self.truth)
        exact = near(value_of(self.answer or 0.0))
        share = isinstance(self.question, Number) and self.question.is_share
        return f"{exact}, or {words}" if share and exact.denominator > 1 and readable(exact) else words

    def is_right(self, guess: float) -> bool:
        """Whether a guess is within the tolerance, or the right option."""
        return abs(guess - self.truth) <= (self.question.tolerance + 1e-9 if isinstance(self.question, Number) else 0.0)

    def verdict(self, guess: float) -> str:
        """The truth, and how far off a guess was: a number of the slider, or the place of an option."""
        off, right = guess - self.truth, self.is_right(guess)
        if isinstance(self.question, Choice):
            return f"{'Right' if right else 'It is'}: {self.truth_in_words}."
        if abs(off) <= 0.05:
            return f"{self.truth_in_words}: that is it."
        far = self.question.in_words(abs(off)).replace(" %", " points")
        way, close = "too high" if off > 0 else "too low", "close enough, " if right else ""
        return f"{self.truth_in_words}. Your guess was {close}{far} {way}."


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson of about five minutes: its steps, where they come from, and the sentence to take home."""

    key: str
    title: str
    question: str
    steps: tuple[LessonStep, ...]
    source: str = ""
    take_home: str = ""
