"""The class as one HTML file: everything in it comes from the lessons and exercises; its script looks things up."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import count

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from leakage.derivation import Derivation
from leakage.exercises import (
    DIFFICULTIES,
    LEVELS,
    RULES,
    TOPICS,
    TRY_AGAIN,
    ExerciseProblem,
    answer_in_words,
    make_problem,
)
from leakage.exercises import worksheet as judging
from leakage.lessons import Grid, Lesson, LessonStep, Number, Question, Subject, grid_of
from leakage.lessons.catalogue import KEY_QUESTIONS, LESSONS, MINUTES_EACH, ROUTE
from leakage.lessons.grid import html_of
from leakage.lessons.lesson import outcomes_of
from leakage.lessons.pictures import picture_of, script, style

PROBLEMS = 40
"""Exercises of each topic and level: 480 in all."""
SHEET, SHEET_PROBLEMS = 1, 2 * len(TOPICS)
"""The number of the worksheets, one a level, and the problems on each."""
POLICY = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""The page's Content-Security-Policy: it loads nothing, reaches nobody, and runs its one script."""


@cache
def class_page() -> str:
    """The class as one HTML file, under 1.5 MB.

    It has all lessons with their pictures and derivations, 480 exercises that judge, and a worksheet of each level.
    Texts, answers and usual mistakes are those of ``leakage.lessons`` and ``leakage.exercises``.
    """
    code = script() + _file("class_page.js")
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    environment = Environment(
        loader=PackageLoader("leakage.class_page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("class_page.html.j2").render(
        policy=POLICY.format(digest=digest),
        # Our own files: nothing is put into them.
        script=Markup(code),
        style=Markup(style() + _file("class_page.css")),
        data=_json(_data()),
        lessons=[(number, lesson, _steps(lesson)) for number, lesson in enumerate(LESSONS, 1)],
        route=_route(),
        take_home=ROUTE.take_home,
        topics=[(topic.key, topic.title) for topic in TOPICS],
        levels=LEVELS,
        problems=PROBLEMS,
        rules=RULES,
        sheets=[(level, name, _sheet(level)) for level, name in LEVELS.items()],
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _json(data: object) -> Markup:
    """Data within the page: no text of it can end the element that it is in."""
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"))


# What is in the page as data: texts and formulas that come again and again are there once, and have numbers.


class _Numbers:
    """Texts that are numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        return list(self._numbers)


def _data() -> dict[str, object]:
    texts, formulas = _Numbers(), _Numbers()
    lessons = _lessons(texts)
    exercises = {name: _exercise(problem, texts, formulas) for name, problem in problems().items()}
    return {
        "judging": _judging(),
        "lessons": lessons,
        "exercises": exercises,
        "texts": texts.texts,
        "formulas": formulas.texts,
    }


# Lessons: every step as HTML, with what is said of every guess.


def step_id(lesson: Lesson, place: int) -> str:
    """The name of a step within the page; steps are numbered from 1."""
    return f"{lesson.key}-{place + 1}"


def _steps(lesson: Lesson) -> list[dict[str, object]]:
    return [_step(lesson, place, step) for place, step in enumerate(lesson.steps)]


def _step(lesson: Lesson, place: int, step: LessonStep) -> dict[str, object]:
    question, subject = step.question, step.subject
    return {
        "id": step_id(lesson, place),
        "title": step.title,
        "text": markdown(step.text),
        "table": "" if subject is None else Markup(html_of(grid_of(subject), step.title, coloured=True)),
        "question": question,
        "slider": question if isinstance(question, Number) else None,
        "at": _truth_on_line(question, subject),
        "truth": "" if question is None or subject is None else question.truth_in_words(subject),
        "explanation": markdown(step.explanation),
        "derivation": None if step.derivation is None else _derivation(step.derivation),
        "picture": Markup(picture_of(step)),
        "closing": lesson.closing(place),
    }


def _truth_on_line(question: Question | None, subject: Subject | None) -> str:
    """Where on the slider's line the truth lies, in [0, 1]."""
    if not isinstance(question, Number) or subject is None:
        return ""
    return f"{(question.truth(subject) - question.low) / (question.high - question.low):.4g}"


def _derivation(derivation: Derivation) -> dict[str, object]:
    worlds = sorted(derivation.worlds, key=lambda world: -world.probability)
    rows = [
        (", ".join(w.present) or "none of the doubtful facts", w.probability, w.right, w.record_weight, w.leakage)
        for w in worlds
    ]
    return {"steps": judging.steps_of(derivation), "worlds": rows}


def guesses_of(step: LessonStep) -> Sequence[float]:
    """Every guess that a step of a lesson takes: the places of the slider, or of the options."""
    question = step.question
    if isinstance(question, Number):
        places = round((question.high - question.low) / question.step)
        return [round(question.low + place * question.step, 9) for place in range(places + 1)]
    return [] if question is None else range(len(question.options))


def _lessons(texts: _Numbers) -> dict[str, object]:
    """What comes of every guess at every question."""
    return {
        step_id(lesson, place): _outcomes_of(lesson.steps[place], texts)
        for lesson in LESSONS
        for place in lesson.question_places
    }


def _outcomes_of(step: LessonStep, texts: _Numbers) -> dict[str, object]:
    """What comes of every guess at a question; the truth that the sentences on a number begin with is there once."""
    question, subject, guesses = step.question, step.subject, guesses_of(step)
    assert question is not None and subject is not None, "looked at by the caller"
    outcomes = outcomes_of(step, guesses)
    begin = question.truth_in_words(subject) if isinstance(question, Number) else ""
    return {
        "begin": begin,
        "ends": [texts.of(outcome.sentence.removeprefix(begin)) for outcome in outcomes],
        "guesses": [texts.of(question.in_words(guess)) for guess in guesses],
    }


def _route() -> list[dict[str, object]]:
    """The key questions of fifty minutes, with the minute at which each begins."""
    starts = count(0, MINUTES_EACH)
    return [
        {
            "minutes": f"{minute}–{minute + MINUTES_EACH}",
            "id": step_id(lesson, place),
            "ask": lesson.steps[place].question.ask,  # type: ignore[union-attr]
            "title": lesson.steps[place].title,
        }
        for minute, (lesson, place) in zip(starts, KEY_QUESTIONS, strict=False)
    ]


# Markdown: as much of it as lessons use.


_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_EMPHASISED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?![\w*])")


def markdown(text: str) -> Markup:
    """Paragraphs, bold and italic words as HTML; everything else means itself.

    >>> markdown("**Eve** knows *less*; 11* is < 12.")
    Markup('<p><strong>Eve</strong> knows <em>less</em>; 11* is &lt; 12.</p>')
    """
    paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph]
    return Markup("".join(f"<p>{_inline(escape(paragraph, quote=False))}</p>" for paragraph in paragraphs))


def _inline(text: str) -> str:
    return _EMPHASISED.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", text))


# Exercises: each with its table, its answer, its mistakes and how it is worked out.


def problems() -> dict[str, ExerciseProblem]:
    """All exercises by their names within the page."""
    return {
        f"{topic.key}-{level}-{number}": make_problem(topic.key, level, number)
        for topic in TOPICS
        for level in DIFFICULTIES
        for number in range(1, PROBLEMS + 1)
    }


def _exercise(problem: ExerciseProblem, texts: _Numbers, formulas: _Numbers) -> dict[str, object]:
    steps = judging.steps_of(problem.derivation)
    return {
        "ask": texts.of(problem.text),
        "grid": _grid(grid_of(problem.workspace), texts),
        "answer": str(problem.answer),
        "truth": answer_in_words(problem),
        "mistakes": [(str(mistake.answer), texts.of(mistake.sentence)) for mistake in problem.mistakes],
        "hint": texts.of(f"{judging.UNKNOWN} {problem.hint}"),
        "steps": [(texts.of(sentence), formulas.of(str(formula))) for sentence, formula in steps],
        "worlds": [[str(part) for part in row] for row in _derivation(problem.derivation)["worlds"]],  # type: ignore[attr-defined]
    }


def _grid(grid: Grid, texts: _Numbers) -> dict[str, object]:
    """A table as the script draws it: values with + where they are right and - where they are wrong."""
    cells = [[[f"{_SIGNS[value.meaning]}{value.text}" for value in cell] for cell in row] for row in grid.cells]
    return {
        "columns": grid.columns,
        "rows": [[name, *row] for name, row in zip(grid.names, cells, strict=True)],
        "notes": [texts.of(note) for note in grid.notes],
        "wide": int(grid.is_wide),
    }


_SIGNS = {"right": "+", "wrong": "-", "": " "}


def _judging() -> dict[str, object]:
    """What is read, and what is said."""
    return {
        "fraction": judging.FRACTION,
        "decimal": judging.DECIMAL,
        "space": judging.SPACE,
        "noNumber": judging.NO_NUMBER,
        "nothingBelow": judging.NOTHING_BELOW,
        "tries": judging.TRIES,
        "right": judging.RIGHT,
        "several": judging.SEVERAL,
        "cut": judging.CUT,
        "again": TRY_AGAIN,
    }


def _sheet(level: int) -> Markup:
    """A worksheet, whose texts mean themselves already."""
    topics = [topic.key for topic in TOPICS]
    return Markup(judging.worksheet_body(topics, level, SHEET_PROBLEMS, SHEET))
