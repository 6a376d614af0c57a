"""Lesson: a title, a question, steps that ask before they show, and what came of a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from leakage.derivation import Derivation
from leakage.derivation.derivation import near, readable
from leakage.reidentification import Fact, SparseTable
from leakage.reprs import redacted_repr
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, eq=False)
class Ratings:
    """A table of ratings without names, and what Eve knows of one person.

    Arguments:
        table: who gave which film what.
        facts: aux, what Eve knows.
        me: the name of one's own row.
        absent: the number of a person whose row was taken out.
    """

    table: SparseTable
    facts: tuple[Fact, ...]
    me: str = ""
    absent: int | None = None

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class Odds:
    """Probabilities, a row each: of what is heard where something is so, or of a belief.

    Arguments:
        caption: what they are.
        columns: what the probabilities are of; the heading of the rows' names first.
        rows: a name, and one probability a column.
        prior: of each row, where the rows are what may be so; else empty.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    prior: tuple[float, ...] = ()

    __repr__ = redacted_repr

    @property
    def channel(self) -> list[tuple[float, ...]]:
        """The probabilities alone."""
        return [shares for _, shares in self.rows]


Subject: TypeAlias = Workspace | PublishedExample | Ratings | Odds | None
"""What a step is about."""

Answer: TypeAlias = Derivation | Fraction | float
"""A figure, with or without how it is worked out."""

PERCENT = "%"
POINTS = "points"
"""A difference of percentages."""


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
    return answer.value if isinstance(answer, Derivation) else float(answer)


@dataclass(frozen=True, eq=False)
class Number:
    """A question whose answer is a number, guessed with a slider.

    Arguments:
        ask: the question, as a sentence.
        worked: from the step's subject to the answer.
        low, high, step: of the slider, in the unit; low < high, step > 0.
        unit: "%" and "points" show a value of 0.5 as 50; any other shows the value itself.
        tolerance: in the unit, >= 0: a guess no farther from the truth counts as right.
    """

    ask: str
    worked: Callable[[Any], Answer]
    low: float = 0.0
    high: float = 100.0
    step: float = 1.0
    unit: str = PERCENT
    tolerance: float = 5.0

    untouched: ClassVar[str] = "Move the slider first."

    @property
    def guesses(self) -> list[float]:
        """Every place of the slider."""
        places = round((self.high - self.low) / self.step)
        return [round(self.low + place * self.step, 9) for place in range(places + 1)]

    def truth(self, subject: Subject) -> float:
        """The answer, in the unit of the slider."""
        return value_of(self.worked(subject)) * (100.0 if self.unit in (PERCENT, POINTS) else 1.0)

    def truth_in_words(self, subject: Subject) -> str:
        """The answer, as a fraction too where a share is one.

        >>> Number("How much?", lambda subject: Fraction(2, 3)).truth_in_words(None)
        '2/3, or 66.7 %'
        """
        exact, words = near(value_of(self.worked(subject))), self.in_words(self.truth(subject))
        share = exact.denominator > 1 and readable(exact) and self.unit in (PERCENT, POINTS)
        return f"{exact}, or {words}" if share else words

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
    """A question with a few answers to pick from.

    Arguments:
        ask: the question, as a sentence.
        options: what can be picked, at least two.
        right: from the step's subject to the place of the right one among the options.
        worked: from the subject to the figure behind it; None where there is none.
    """

    ask: str
    options: tuple[str, ...]
    right: Callable[[Any], int]
    worked: Callable[[Any], Answer] | None = None

    untouched: ClassVar[str] = "Pick an answer first."

    @property
    def guesses(self) -> range:
        """The places of all options."""
        return range(len(self.options))

    def truth(self, subject: Subject) -> int:
        """The place of the right option."""
        return self.right(subject)

    def truth_in_words(self, subject: Subject) -> str:
        """The right option."""
        return self.in_words(self.truth(subject))

    def in_words(self, option: float) -> str:
        """An option."""
        return self.options[int(option)]


Question: TypeAlias = Number | Choice


@dataclass(frozen=True, eq=False)
class LessonStep:
    """One step of a lesson: one idea, and what the reader predicts.

    Arguments:
        title: a few words.
        text: paragraphs with bold and italic words; gives nothing away.
        subject: what the step is about.
        question: what the reader predicts; None for a step that only tells.
        explanation: shown after the prediction; a question needs one.
        picture: from the subject to HTML (``leakage.lessons.pictures``) that shows the answer at its last frame.
    """

    title: str
    text: str
    subject: Subject = None
    question: Question | None = None
    explanation: str = ""
    picture: Callable[[Any], str] | None = None

    @property
    def derivation(self) -> Derivation | None:
        """How the answer is worked out, where that takes steps."""
        worked = None if self.question is None else self.question.worked
        answer = None if worked is None else worked(self.subject)
        return answer if isinstance(answer, Derivation) else None


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson of about five minutes: its steps, where they come from, and the sentence to take home."""

    key: str
    title: str
    question: str
    steps: tuple[LessonStep, ...]
    source: str = ""
    take_home: str = ""

    def closing(self, place: int) -> str:
        """The sentence to take home below the last step; nothing below the others."""
        return self.take_home if place == len(self.steps) - 1 else ""

    @property
    def question_places(self) -> tuple[int, ...]:
        """The places of the steps that ask something."""
        return tuple(place for place, step in enumerate(self.steps) if step.question is not None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a guess is right, and the truth with how far off the guess was, in a sentence."""

    right: bool
    sentence: str


def outcome_of(step: LessonStep, guess: float) -> Outcome:
    """What came of a guess: a number of the slider, or the place of an option.

    Raises:
        ValueError: for a step that asks nothing.
    """
    return outcomes_of(step, (guess,))[0]


def outcomes_of(step: LessonStep, guesses: Iterable[float]) -> tuple[Outcome, ...]:
    """What came of each of several guesses; errors as of ``outcome_of``."""
    question = step.question
    if question is None:
        raise ValueError("this step of the lesson asks nothing")
    truth, words = question.truth(step.subject), question.truth_in_words(step.subject)
    if isinstance(question, Choice):
        return tuple(_of_choice(guess, truth, words) for guess in guesses)
    return tuple(_of_number(question, guess, truth, words) for guess in guesses)


def _of_choice(guess: float, truth: float, words: str) -> Outcome:
    right = int(guess) == truth
    return Outcome(right, f"{'Right' if right else 'It is'}: {words}.".replace("..", "."))


def _of_number(question: Number, guess: float, truth: float, words: str) -> Outcome:
    off = guess - truth
    right = abs(off) <= question.tolerance + 1e-9
    if abs(off) <= 0.05:
        return Outcome(True, f"{words}: that is it.")
    far = question.in_words(abs(off)).replace(" %", " points")
    way, close = "too high" if off > 0 else "too low", "close enough, " if right else ""
    return Outcome(right, f"{words}. Your guess was {close}{far} {way}.")
