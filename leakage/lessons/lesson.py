"""Lesson: a title, a question, and steps that ask before they show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from leakage.derivation import Derivation
from leakage.lessons.subject import Subject

PERCENT = "%"
POINTS = "points"
"""A difference of percentages."""


@dataclass(frozen=True, eq=False)
class Number:
    """A question whose answer is a number, guessed with a slider.

    Arguments:
        ask: the question, as a sentence.
        worked: from the step's subject to how the answer is worked out; the answer is its value.
        low, high, step: of the slider, in the unit; low < high, step > 0.
        unit: "%" and "points" show a value of 0.5 as 50; any other shows the value itself, in that unit.
        tolerance: in the unit, >= 0: a guess no farther from the truth counts as right.

    Raises:
        ValueError: for a slider without room, or a tolerance below 0.
    """

    ask: str
    worked: Callable[[Any], Derivation]
    low: float = 0.0
    high: float = 100.0
    step: float = 1.0
    unit: str = PERCENT
    tolerance: float = 5.0

    def __post_init__(self) -> None:
        if not self.low < self.high or not self.step > 0.0:
            raise ValueError("a slider needs low < high and a step above 0")
        if not self.tolerance >= 0.0:
            raise ValueError(f"the tolerance must be at least 0, got {self.tolerance}")

    def truth(self, subject: Subject) -> float:
        """The answer, in the unit of the slider."""
        value = self.worked(subject).value
        return 100.0 * value if self.unit in (PERCENT, POINTS) else value

    def told(self, number: float) -> str:
        """A number of the slider in words.

        >>> Number("How much?", lambda subject: None).told(66.666)
        '66.7 %'
        """
        shown = f"{number:.{2 if self.step < 0.1 else 1}f}".rstrip("0").removesuffix(".")
        unit = self.unit.removesuffix("s") if shown == "1" else self.unit
        return f"{shown} {unit}" if unit else shown


@dataclass(frozen=True, eq=False)
class Choice:
    """A question with a few answers to pick from.

    Arguments:
        ask: the question, as a sentence.
        options: what can be picked, at least two.
        right: from the step's subject to the place of the right one among the options.
        worked: how it is worked out; None where the explanation says it all.

    Raises:
        ValueError: for fewer than two options.
    """

    ask: str
    options: tuple[str, ...]
    right: Callable[[Any], int]
    worked: Callable[[Any], Derivation] | None = None

    def __post_init__(self) -> None:
        if len(self.options) < 2:
            raise ValueError(f"a choice needs at least two options, got {len(self.options)}")

    def truth(self, subject: Subject) -> int:
        """The place of the right option."""
        return self.right(subject)

    def told(self, option: float) -> str:
        """An option in words."""
        return self.options[int(option)]


Question: TypeAlias = Number | Choice


@dataclass(frozen=True, eq=False)
class LessonStep:
    """One step of a lesson: one idea, and often a question.

    Arguments:
        title: a few words.
        text: markdown of the lesson's own words; gives nothing away.
        subject: what the step is about, computed with and shown as a table; None where there is nothing to see.
        question: what the reader predicts; None for a step that only tells.
        explanation: shown after the prediction; a question needs one.

    Raises:
        ValueError: for a question without a subject or an explanation.
    """

    title: str
    text: str
    subject: Subject | None = None
    question: Question | None = None
    explanation: str = ""

    def __post_init__(self) -> None:
        if self.question is not None and (self.subject is None or not self.explanation):
            raise ValueError("a step with a question needs a subject and an explanation")

    @property
    def derivation(self) -> Derivation | None:
        """How the answer is worked out."""
        if self.question is None or self.question.worked is None:
            return None
        return self.question.worked(self.subject)


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson of about five minutes.

    Arguments:
        key: a slug, unique among lessons.
        title: in a person's words.
        question: what the lesson answers, in one sentence.
        steps: at least one.
        source: where it comes from; empty for a teacher's own.

    Raises:
        ValueError: without a key or a step.
    """

    key: str
    title: str
    question: str
    steps: tuple[LessonStep, ...]
    source: str = ""

    def __post_init__(self) -> None:
        if not self.key or not self.steps:
            raise ValueError("a lesson needs a key and at least one step")

    @property
    def asked(self) -> tuple[int, ...]:
        """The places of the steps that ask something."""
        return tuple(place for place, step in enumerate(self.steps) if step.question is not None)
