"""All lessons, in the order in which they build on each other, and the route of fifty minutes."""

from __future__ import annotations

from dataclasses import replace

from leakage.lessons import (
    anonymised,
    before_send,
    best_guess,
    connecting,
    fighting_back,
    four_films,
    knowing,
    pooling,
    unsure,
)
from leakage.lessons.lesson import Lesson, LessonStep

# All lessons, in the order in which they build on each other.


LESSONS: tuple[Lesson, ...] = (
    knowing.LESSON,
    unsure.LESSON,
    connecting.LESSON,
    pooling.LESSON,
    before_send.LESSON,
    fighting_back.LESSON,
    anonymised.LESSON,
    best_guess.LESSON,
    four_films.LESSON,
)


# Fifty minutes: ten key questions that each stand alone, discussed between two votes. The rest is for reading.


MINUTES_EACH = 5
KEY_QUESTIONS = (
    (knowing.LESSON, 3),
    (knowing.LESSON, 4),
    (unsure.LESSON, 5),
    (connecting.LESSON, 3),
    (connecting.LESSON, 4),
    (before_send.LESSON, 1),
    (before_send.LESSON, 5),
    (fighting_back.LESSON, 5),
    (anonymised.LESSON, 3),
    (best_guess.LESSON, 2),
)


def _key_step(lesson: Lesson, place: int) -> LessonStep:
    step = lesson.steps[place]
    return replace(step, title=f"{step.title} · {lesson.title}")


ROUTE = Lesson(
    "fifty-minutes",
    "Fifty minutes: ten key questions",
    "What should everybody have thought about who has fifty minutes?",
    tuple(_key_step(lesson, place) for lesson, place in KEY_QUESTIONS),
    take_home="What a record connects can tell more of you than what it says.",
)
"""Its steps are those of the lessons; whoever wants more reads the lesson that a step is from."""


def lesson_of(key: str) -> Lesson | None:
    """The lesson with a key, or the route; None where there is none.

    >>> lesson_of("four-films").title
    'Four films'
    """
    return next((lesson for lesson in (*LESSONS, ROUTE) if lesson.key == key), None)
