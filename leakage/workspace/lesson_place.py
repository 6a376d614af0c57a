"""Lesson place: where somebody is in a lesson, and what they answered, as a plain value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where somebody is in a lesson.

    Arguments:
        lesson: its key.
        step: the number of the step on the screen, from 0.
        answers: (step, answer) of every question whose answer was shown: a number of its slider, or the place of an
            option; None where it was shown without a guess. One a step, ascending.

    Raises:
        ValueError: for a step below 0, or two answers to one step.
    """

    lesson: str
    step: int = 0
    answers: tuple[tuple[int, float | None], ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.step < 0 or any(step < 0 for step, _ in self.answers):
            raise ValueError("a step of a lesson is numbered from 0")
        if len(dict(self.answers)) < len(self.answers):
            raise ValueError("no step of a lesson has two answers")

    def is_answered(self, step: int) -> bool:
        """Whether the answer of a step was shown."""
        return step in dict(self.answers)

    def guess_at(self, step: int) -> float | None:
        """What was guessed at a step; None where nothing was."""
        return dict(self.answers).get(step)

    def answered(self, answer: float | None) -> LessonPlace:
        """The same with an answer to the step on the screen, in place of an earlier one.

        >>> LessonPlace("two-facts").answered(50.0).answers
        ((0, 50.0),)
        """
        answers = {**dict(self.answers), self.step: None if answer is None else float(answer)}
        return replace(self, answers=tuple(sorted(answers.items())))

    def moved(self, steps: int, of: int) -> LessonPlace:
        """The same so many steps further, or back, as far as a lesson of so many steps goes.

        >>> LessonPlace("two-facts").moved(5, of=2).step
        1
        """
        return replace(self, step=min(max(self.step + steps, 0), of - 1))

    def forgotten(self) -> LessonPlace:
        """The same with no answer to the step on the screen."""
        return replace(self, answers=tuple(entry for entry in self.answers if entry[0] != self.step))

    def anew(self) -> LessonPlace:
        """The beginning, with nothing answered."""
        return LessonPlace(self.lesson)
