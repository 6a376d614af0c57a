"""All lessons, in the order in which they build on each other."""

from __future__ import annotations

from leakage.lessons import (
    anonymised,
    before_send,
    best_guess,
    connecting,
    dipping,
    fighting_back,
    four_films,
    knowing,
    mistakes,
    pooling,
    unsure,
)
from leakage.lessons.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (
    knowing.LESSON,
    unsure.LESSON,
    connecting.LESSON,
    pooling.LESSON,
    dipping.LESSON,
    before_send.LESSON,
    fighting_back.LESSON,
    anonymised.LESSON,
    best_guess.LESSON,
    four_films.LESSON,
    mistakes.LESSON,
)


def lesson_of(key: str) -> Lesson | None:
    """The lesson with a key; None where there is none.

    >>> lesson_of("four-films").title
    'Four films'
    """
    return next((lesson for lesson in LESSONS if lesson.key == key), None)
