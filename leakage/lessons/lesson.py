"""Lesson: a title, a question, steps that ask before they show, and what came of a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from leakage.derivation import Derivation
from leakage.reidentification import Fact, SparseTable
from leakage.reprs import redacted_repr
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace

# What a step of a lesson is about: a workspace, a published table, ratings, or odds.


@dataclass(frozen=True, eq=False)
class Ratings:
    """A table of ratings without names, and what Eve knows of somebody who may be in it.

    Arguments:
        table: who gave which film what.
        facts: aux, what Eve knows.
        me: the name of one's own row; empty where that is not told.
        absent: the number of a person whose row was taken out before; None where nobody's was.
    """

    table: SparseTable
    facts: tuple[Fact, ...]
    me: str = ""
    absent: int | None = None

    __repr__ = redacted_repr


@dataclass(frozen=True, eq=False)
class Odds:
    """Probabilities in a table: what is so against what is heard, or some beliefs one under the other.

    Arguments:
        caption: what it shows.
        corner: the heading above the names of the rows.
        columns: what the probabilities are of.
        rows: a name, and one probability a column.
        prior: of each row, where the rows are what may be so; else empty.
    """

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    prior: tuple[float, ...] = ()

    __repr__ = redacted_repr


Subject: TypeAlias = Workspace | PublishedExample | Ratings | Odds


# Lesson: a title, a question, and steps that ask before they show.


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

    untouched: ClassVar[str] = "Move the slider first."

    def truth(self, subject: Subject) -> float:
        """The answer, in the unit of the slider."""
        value = self.worked(subject).value
        return 100.0 * value if self.unit in (PERCENT, POINTS) else value

    def truth_in_words(self, subject: Subject) -> str:
        """The answer as a fraction too, where it is a share that is one.

        >>> from fractions import Fraction
        >>> Number("How much?", lambda subject: Derivation((), 2 / 3, Fraction(2, 3))).truth_in_words(None)
        '2/3, or 66.7 %'
        """
        exact, words = self.worked(subject).exact, self.in_words(self.truth(subject))
        share = exact is not None and exact.denominator > 1 and self.unit in (PERCENT, POINTS)
        return f"{exact}, or {words}" if share else words

    def in_words(self, number: float) -> str:
        """A number of the slider in words.

        >>> Number("How much?", lambda subject: None).in_words(66.666)
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

    untouched: ClassVar[str] = "Pick an answer first."

    def truth(self, subject: Subject) -> int:
        """The place of the right option."""
        return self.right(subject)

    def truth_in_words(self, subject: Subject) -> str:
        """The right option in words."""
        return self.in_words(self.truth(subject))

    def in_words(self, option: float) -> str:
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
        picture: from the subject to HTML that moves (``leakage.lessons.pictures``), which shows the answer too.

    Raises:
        ValueError: for a question without a subject or an explanation.
    """

    title: str
    text: str
    subject: Subject | None = None
    question: Question | None = None
    explanation: str = ""
    picture: Callable[[Any], str] | None = None

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
        take_home: what remains of it, in one sentence; shown after the last step.

    Raises:
        ValueError: without a key or a step.
    """

    key: str
    title: str
    question: str
    steps: tuple[LessonStep, ...]
    source: str = ""
    take_home: str = ""

    def __post_init__(self) -> None:
        if not self.key or not self.steps:
            raise ValueError("a lesson needs a key and at least one step")

    def closing(self, place: int) -> str:
        """What is shown below a step: after the last one the sentence to take home, else nothing.

        >>> from leakage.lessons.catalogue import LESSONS
        >>> LESSONS[-1].closing(0), LESSONS[-1].closing(6)
        ('', 'A few rare facts can identify you, even if Eve has one of them wrong.')
        """
        return self.take_home if place == len(self.steps) - 1 else ""

    @property
    def question_places(self) -> tuple[int, ...]:
        """The places of the steps that ask something."""
        return tuple(place for place, step in enumerate(self.steps) if step.question is not None)


# Outcome: what came of a guess, once the truth is shown.


@dataclass(frozen=True, slots=True)
class Outcome:
    """A guess beside the truth.

    Arguments:
        guess, truth: in the unit of the question; of a choice the places of options.
        right: whether the guess is within the tolerance, or the right option.
        sentence: both in words, and how far off the guess was.
    """

    guess: float
    truth: float
    right: bool
    sentence: str


def outcome_of(step: LessonStep, guess: float) -> Outcome:
    """What came of a guess.

    Arguments:
        step: one that asks something.
        guess: a number of the slider, or the place of an option.

    Raises:
        ValueError: for a step that asks nothing.
    """
    return outcomes_of(step, (guess,))[0]


def outcomes_of(step: LessonStep, guesses: Iterable[float]) -> tuple[Outcome, ...]:
    """What came of each of several guesses; arguments and errors as of ``outcome_of``."""
    match step.question:
        case Number() as number:
            truth, words = number.truth(step.subject), number.truth_in_words(step.subject)  # type: ignore[arg-type]
            return tuple(_of_number(number, guess, truth, words) for guess in guesses)
        case Choice() as choice:
            right = choice.truth(step.subject)  # type: ignore[arg-type]
            return tuple(_of_choice(choice, guess, right) for guess in guesses)
    raise ValueError("this step of the lesson asks nothing")


def _of_choice(question: Choice, guess: float, truth: int) -> Outcome:
    right = int(guess) == truth
    sentence = f"{'Right' if right else 'It is'}: {question.in_words(truth)}."
    return Outcome(guess, float(truth), right, sentence.replace("..", "."))


ROUNDING = 0.05
"""Half of the last digit that is shown."""


def _of_number(question: Number, guess: float, truth: float, words: str) -> Outcome:
    off = guess - truth
    right = abs(off) <= question.tolerance + 1e-9
    if abs(off) <= ROUNDING:
        return Outcome(guess, truth, True, f"{words}: that is it.")
    far = question.in_words(abs(off)).replace(" %", " points")
    way = "too high" if off > 0 else "too low"
    close = "close enough, " if right else ""
    return Outcome(guess, truth, right, f"{words}. Your guess was {close}{far} {way}.")
