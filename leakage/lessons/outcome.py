"""Outcome: what came of a guess, once the truth is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number
from leakage.workspace.lesson_place import LessonPlace


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
    match step.question:
        case Number() as question:
            return _of_number(question, guess, question.truth(step.subject))  # type: ignore[arg-type]
        case Choice() as question:
            truth = question.truth(step.subject)  # type: ignore[arg-type]
            right = int(guess) == truth
            sentence = f"Right: {question.told(truth)}." if right else f"It is: {question.told(truth)}."
            return Outcome(guess, float(truth), right, sentence.replace("..", "."))
    raise ValueError("this step of the lesson asks nothing")


def within(lesson: Lesson, place: LessonPlace) -> LessonPlace:
    """A place as far as the lesson has it: it may have been another lesson when the place was kept.

    >>> from leakage.lessons.catalogue import LESSONS
    >>> within(LESSONS[0], LessonPlace(LESSONS[0].key, 99, ((0, 1.0), (99, 1.0)))).answers
    ()
    """
    answers = tuple((step, guess) for step, guess in place.answers if _may_be_guessed(lesson, step, guess))
    return replace(place, step=min(place.step, len(lesson.steps) - 1), answers=answers)


def _may_be_guessed(lesson: Lesson, step: int, guess: float | None) -> bool:
    match lesson.steps[step].question if step < len(lesson.steps) else None:
        case Number(low=low, high=high):
            return guess is None or low <= guess <= high
        case Choice(options=options):
            return guess is None or guess in range(len(options))
    return False


ROUNDING = 0.05
"""Half of the last digit that is shown."""


def _of_number(question: Number, guess: float, truth: float) -> Outcome:
    off = guess - truth
    right = abs(off) <= question.tolerance + 1e-9
    if abs(off) <= ROUNDING:
        return Outcome(guess, truth, True, f"{question.told(truth)}: that is it.")
    far = question.told(abs(off)).replace(" %", " points")
    way = "too high" if off > 0 else "too low"
    close = "close enough, " if right else ""
    return Outcome(guess, truth, right, f"{question.told(truth)}. Your guess was {close}{far} {way}.")
