"""Outcome: what came of a guess, once the truth is shown."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.lessons.lesson import Choice, LessonStep, Number


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
