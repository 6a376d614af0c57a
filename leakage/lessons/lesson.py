"""Lessons, read from ``text/``: steps that ask before they show, and what is said of a guess."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from leakage.derivation import near, readable
from leakage.lessons import subjects
from leakage.lessons.answers import ANSWERS, FIGURES, RIGHT, Answer, Share, value_of
from leakage.lessons.pictures import PICTURES
from leakage.lessons.subjects import Subject

NAMES = ("knowing", "unsure", "connecting", "before", "fighting", "anonymised", "guessing", "films")


@dataclass(frozen=True, eq=False)
class LessonStep:
    """One step of a lesson: a paragraph, what it is about, what the reader predicts, and what is said then.

    In the units "%" and "points" a share of 0.5 is shown as 50.

    Arguments:
        answer: the figure, with or without how it is worked out; None where the right option needs none.
        options: what can be chosen, with the place of the right one; without them a slider asks for the figure.
        low, high, step, unit: of the slider.
        tolerance: how far off a guess may be and still count as right.
        picture: HTML that shows the answer at its last frame; may be empty.
    """

    title: str
    text: str
    subject: Subject
    ask: str
    explanation: str
    answer: Answer | None
    options: Sequence[str] = ()
    right: int = -1
    low: float = 0.0
    high: float = 100.0
    step: float = 1.0
    unit: str = "%"
    tolerance: float = 5.0
    picture: str = ""

    @property
    def is_share(self) -> bool:
        """Whether a share, or a difference of two, is asked for."""
        return not self.options and self.unit in ("%", "points")

    @property
    def truth(self) -> float:
        """What is right, in the unit of the slider; of options the place."""
        return self.right if self.answer is None or self.options else value_of(self.answer) * (100.0**self.is_share)

    @property
    def guesses(self) -> Sequence[float]:
        """Every place of the slider, or of all options."""
        places = range(len(self.options) or round((self.high - self.low) / self.step) + 1)
        return places if self.options else [round(self.low + place * self.step, 9) for place in places]

    def in_words(self, guess: float) -> str:
        """A number of the slider, or the place of an option, in words."""
        if self.options:
            return self.options[int(guess)]
        shown = f"{guess:.{2 if self.step < 0.1 else 1}f}".rstrip("0").removesuffix(".")
        return f"{shown} {self.unit.removesuffix('s') if shown == '1' else self.unit}".rstrip()

    @property
    def truth_in_words(self) -> str:
        """What is right, as a fraction too where a share is one."""
        words, exact = self.in_words(self.truth), near(value_of(self.answer or 0.0))
        return f"{exact}, or {words}" if self.is_share and exact.denominator > 1 and readable(exact) else words

    def is_right(self, guess: float) -> bool:
        """Whether a guess is within the tolerance, or the right option."""
        return abs(guess - self.truth) <= (0.0 if self.options else self.tolerance + 1e-9)

    def verdict(self, guess: float) -> str:
        """The truth, and how far off a guess was: a number of the slider, or the place of an option."""
        off, right = guess - self.truth, self.is_right(guess)
        if self.options:
            return f"{'Right' if right else 'It is'}: {self.truth_in_words}."
        if abs(off) <= 0.05:
            return f"{self.truth_in_words}: that is it."
        far = self.in_words(abs(off)).replace(" %", " points")
        way, close = "too high" if off > 0 else "too low", "close enough, " if right else ""
        return f"{self.truth_in_words}. Your guess was {close}{far} {way}."


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson of about five minutes: its steps, where they come from, and the sentence to take home."""

    key: str
    title: str
    question: str
    steps: tuple[LessonStep, ...]
    source: str = ""
    take_home: str = ""


class _Figures(dict[str, Any]):
    """What the sentences of a step may name: its answer, those of earlier ``steps``, figures of its ``subject``."""

    def __missing__(self, name: str) -> Any:
        return FIGURES[name](self["subject"])


def read_lesson(text: str) -> Lesson:
    """A lesson from TOML; figures in braces are computed.

    Of a step ``subject`` names what it is about, ``answer`` its figure, ``right`` the right one of its ``options``, and
    ``picture`` what is shown; the other entries are those of ``LessonStep``.

    Raises:
        KeyError, AttributeError, TypeError: for a name that there is not.
    """
    entry = tomllib.loads(text)
    steps, earlier = list[LessonStep](), list[Share]()
    for written in entry.pop("steps"):
        subject = getattr(subjects, written["subject"])
        computed: dict[str, Mapping[str, Any]] = {"answer": ANSWERS, "right": RIGHT, "picture": PICTURES}
        made = {part: named[written[part]](subject) for part, named in computed.items() if part in written}
        answer = made.setdefault("answer", None)
        figures = _Figures(subject=subject, steps=earlier, answer=Share(value_of(answer or 0.0)))
        said = {part: written[part].format_map(figures) for part in ("text", "explanation")}
        steps.append(LessonStep(**written | made | said | {"subject": subject}))
        earlier.append(figures["answer"])
    return Lesson(steps=tuple(steps), **entry)


LESSONS = tuple(read_lesson(files(__package__).joinpath("text", f"{name}.toml").read_text("utf-8")) for name in NAMES)
"""In the order in which they build on each other."""
