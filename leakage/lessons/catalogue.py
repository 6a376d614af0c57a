"""All lessons, in the order in which they build on each other, and where a class is in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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

# All lessons, in the order in which they build on each other.


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


# A class predicts together: where it is, what was guessed, and whether the answer is out.


MOST_SEATS = 500
"""Guesses of one step that are kept: more than a lecture hall seats, and few enough to hold in memory."""


@dataclass(frozen=True)
class Together:
    """A class at one step of a lesson; a value, which whoever leads and whoever guesses replaces.

    Arguments:
        lesson: the key of the lesson; empty while none is open.
        step: its place, from 0.
        revealed: the steps whose answer is out.
        guesses: by step, what each member guessed; a member guesses once, and may change that until the answer is out.

    >>> class_ = Together().opened("knowing").guessed("Ann", 40.0).guessed("Bob", 60.0).guessed("Ann", 50.0)
    >>> class_.guesses_of_step
    (50.0, 60.0)
    >>> class_.shown().guessed("Cem", 0.0).guesses_of_step
    (50.0, 60.0)
    """

    lesson: str = ""
    step: int = 0
    revealed: frozenset[int] = frozenset()
    guesses: Mapping[int, Mapping[str, float]] = field(default_factory=dict)

    @property
    def guesses_of_step(self) -> tuple[float, ...]:
        """What was guessed at this step, in the order in which the members first guessed."""
        return tuple(self.guesses.get(self.step, {}).values())

    @property
    def is_revealed(self) -> bool:
        """Whether the answer of this step is out."""
        return self.step in self.revealed

    def opened(self, lesson: str) -> Together:
        """At the beginning of a lesson, with no guess yet; without a key no lesson is open."""
        return Together(lesson)

    def guess_of(self, member: str) -> float | None:
        """What a member guessed at this step; None where it has not."""
        return self.guesses.get(self.step, {}).get(member)

    def guessed(self, member: str, guess: float, step: int | None = None) -> Together:
        """With the guess of a member; as it is where the class has moved on, the answer is out, or there is no room."""
        guesses = self.guesses.get(self.step, {})
        late = step is not None and step != self.step
        if not self.lesson or late or self.is_revealed or (member not in guesses and len(guesses) >= MOST_SEATS):
            return self
        return replace(self, guesses={**self.guesses, self.step: {**guesses, member: float(guess)}})

    def shown(self) -> Together:
        """With the answer of this step out."""
        return replace(self, revealed=self.revealed | {self.step})

    def turned(self, by: int, lesson: Lesson) -> Together:
        """Some steps on or back, within the lesson."""
        return replace(self, step=min(max(self.step + by, 0), len(lesson.steps) - 1))

    def next_of(self, lesson: Lesson) -> Together:
        """What comes next: the answer, where one is asked for and not out; then the next step."""
        asks = lesson.steps[self.step].question is not None
        return self.shown() if asks and not self.is_revealed else self.turned(1, lesson)
