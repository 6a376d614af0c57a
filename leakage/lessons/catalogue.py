"""All lessons, read from ``text/``, in the order in which they build on each other; and the route of fifty minutes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from leakage.lessons import subjects
from leakage.lessons.answers import ANSWERS, FIGURES, RIGHT
from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number, Question, Share, Subject, value_of
from leakage.lessons.pictures import PICTURES

NAMES = ("knowing", "unsure", "connecting", "before", "fighting", "anonymised", "guessing", "films")


class _Figures(dict[str, Any]):
    """The figures that the sentences of a step may have: its answer, those of earlier steps, those of its subject."""

    def __init__(self, subject: Subject, question: Question, earlier: list[Share]) -> None:
        super().__init__(steps=earlier)
        self.subject = subject
        if question.worked is not None:
            self["answer"] = Share(value_of(question.worked(subject)))

    def __missing__(self, name: str) -> Any:
        return FIGURES[name](self.subject)


def read_lesson(text: str) -> Lesson:
    """A lesson from TOML; figures in braces are computed.

    Of a step ``subject`` names what it is about, ``answer`` the figure of a slider, ``right`` the right one of its
    ``options`` with ``worked`` the figure behind it, and ``picture`` what is shown.

    Raises:
        KeyError, AttributeError: for a name that there is not.
    """
    entry = tomllib.loads(text)
    steps, figures = list[LessonStep](), list[Share]()
    for written in entry.pop("steps"):
        question = _question(written)
        subject = getattr(subjects, written["subject"])
        shown = _Figures(subject, question, figures)
        said, explained = (written[part].format_map(shown) for part in ("text", "explanation"))
        picture = PICTURES[written["picture"]] if "picture" in written else None
        steps.append(LessonStep(written["title"], said, subject, question, explained, picture))
        figures.append(shown.get("answer", Share(0.0)))
    return Lesson(steps=tuple(steps), **entry)


def _question(written: Mapping[str, Any]) -> Question:
    if "options" in written:
        worked = ANSWERS[written["worked"]] if "worked" in written else None
        return Choice(written["ask"], tuple(written["options"]), RIGHT[written["right"]], worked)
    slider = {name: written[name] for name in ("low", "high", "step", "unit", "tolerance") if name in written}
    return Number(written["ask"], ANSWERS[written["answer"]], **slider)


def _text(name: str) -> str:
    return files(__package__).joinpath("text", f"{name}.toml").read_text("utf-8")


LESSONS = tuple(read_lesson(_text(name)) for name in NAMES)

# Fifty minutes: ten questions that each stand alone, discussed between two votes.

MINUTES_EACH = 5
KEY_STEPS = (
    "Each alone is easy to win",
    "One number of two",
    "Doubt about what is wrong",
    "Was the third card a help?",
    "Two cards that share nothing",
    "Two ways to pay",
    "Something new against something old",
    "A lie with two truths",
    "And Zoe?",
    "More bits, more privacy?",
)
KEY_QUESTIONS = tuple(
    (lesson, place) for lesson in LESSONS for place, step in enumerate(lesson.steps) if step.title in KEY_STEPS
)
TAKE_HOME = "What a record connects can tell more of you than what it says."
