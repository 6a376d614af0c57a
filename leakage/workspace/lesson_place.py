"""Lesson place: where somebody is in a lesson, and what they answered, as a plain value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from leakage.tabular.rows import redacted_repr


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

    __repr__ = redacted_repr

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


Places = tuple[LessonPlace, ...]
"""Of each lesson one."""


def with_place(places: Places, place: LessonPlace) -> Places:
    """The places with another one in a lesson.

    >>> [place.step for place in with_place((LessonPlace("a", 1), LessonPlace("b", 2)), LessonPlace("a", 3))]
    [3, 2]
    """
    return tuple({**_by_lesson(places), place.lesson: place}.values())


def merged_places(base: Places, mine: Places, theirs: Places) -> Places:
    """Where both sides have come since they were one; mine, where both went on in a lesson.

    >>> first = (LessonPlace("a", 1),)
    >>> [place.step for place in merged_places(first, (LessonPlace("a", 2),), (*first, LessonPlace("b", 3)))]
    [2, 3]
    """
    before, own, other = _by_lesson(base), _by_lesson(mine), _by_lesson(theirs)
    went_on = {lesson: place for lesson, place in own.items() if place != before.get(lesson)}
    return tuple({**own, **other, **went_on}.values())


def _by_lesson(places: Iterable[LessonPlace]) -> dict[str, LessonPlace]:
    return {place.lesson: place for place in places}
