"""The class as one HTML file, which needs no server and no network: lessons, exercises, worksheets.

Every text, figure and usual mistake in it is that of ``leakage.lessons`` and ``leakage.exercises``; its script shows,
moves and looks up.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from itertools import product

from markupsafe import Markup

from leakage.derivation import Derivation, latex, mathml, near, readable
from leakage.exercises import JUDGING, LEVELS, TEXT, TOPICS, ExerciseProblem, make_problem
from leakage.lessons.answers import Share
from leakage.lessons.grid import grid_of, html_of, templates
from leakage.lessons.lesson import LESSONS, Lesson, LessonStep
from leakage.lessons.subjects import Odds

PROBLEMS = 20
"""Exercises of each topic and level; two of each topic make a worksheet."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


@cache
def class_page() -> str:
    """The class as one HTML file: eight lessons, 240 exercises that judge, and ten worksheets of each level."""
    texts: dict[str, int] = {}
    environment = templates("leakage.class_page")
    environment.globals |= {"markdown": markdown, "id_of": step_id}
    worked = environment.get_template("worked.html.j2").module.worked  # type: ignore[attr-defined]
    data = {
        "judging": JUDGING,
        "outcomes": {step_id(lesson, n): _outcomes(step) for lesson in LESSONS for n, step in enumerate(lesson.steps)},
        "exercises": {
            f"{topic}-{level}-{number}": _exercise(make_problem(topic, level, number), worked, texts)
            for topic, level, number in product(TOPICS, LEVELS, range(1, PROBLEMS + 1))
        },
        "texts": list(texts),
    }
    return environment.get_template("class_page.html.j2").render(
        policy=f"{POLICY}; script-src {script_source()}",
        # Our own files: nothing is put into them.
        script=Markup(_file("class_page.js")),
        style=Markup(_file("pictures.css") + _file("class_page.css")),
        # No text can end the element that it is in.
        data=Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")),
        lessons=[(lesson, [_shown(step) for step in lesson.steps]) for lesson in LESSONS],
        topics={key: TEXT[key]["title"] for key in TOPICS},
        levels=LEVELS,
        problems=PROBLEMS,
        rules=list(TEXT["rules"].values()),
    )


def script_source() -> str:
    """The page's one script as a Content-Security-Policy names it."""
    digest = hashlib.sha256(_file("class_page.js").encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


# Lessons: every step as HTML, with what is said of every guess.


def step_id(lesson: Lesson, place: int) -> str:
    """The name of a step within the page; steps are numbered from 1."""
    return f"{lesson.key}-{place + 1}"


def _shown(step: LessonStep) -> dict[str, object]:
    grid = grid_of(step.subject)
    return {
        "step": step,
        "subject": Markup(step.picture or html_of(grid, step.title)),
        "rules": grid.notes if step.picture and not isinstance(step.subject, Odds) else (),
        "at": (step.truth - step.low) / (step.high - step.low),
        "derivation": worked_out(step.answer) if isinstance(step.answer, Derivation) else None,
    }


def _outcomes(step: LessonStep) -> dict[str, object]:
    """What is said of every guess, without the truth that the sentences on a number begin with."""
    begin = "" if step.options else step.truth_in_words
    ends = [step.verdict(guess).removeprefix(begin) for guess in step.guesses]
    return {"begin": begin, "ends": ends, "guesses": list(map(step.in_words, step.guesses))}


_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_EMPHASISED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*(?![\w*])")


def markdown(text: str) -> Markup:
    """Bold and italic words as HTML; everything else means itself.

    >>> markdown("**Eve** knows *less*; 11* is < 12.")
    Markup('<p><strong>Eve</strong> knows <em>less</em>; 11* is &lt; 12.</p>')
    """
    inline = _EMPHASISED.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", escape(text, quote=False)))
    return Markup(f"<p>{inline}</p>".replace(" %", "\N{NO-BREAK SPACE}%"))


# How an answer is worked out: sentences, formulas as MathML, and the worlds.


def worked_out(derivation: Derivation) -> dict[str, object]:
    """The steps and the worlds of a derivation, the likeliest first."""
    # The MathML is our own, and what is put into it is escaped there.
    steps = [(s.sentence, Markup(mathml(_exact(s.formula))) if s.formula else "") for s in derivation.steps]
    return {"steps": steps, "worlds": sorted(derivation.worlds, key=lambda world: -world.probability)}


_LONG_RESULT = re.compile(r"(?<= = )-?\d\.\d{5,}$")


def _exact(formula: str) -> str:
    """With the fraction that its result is, where that has many digits.

    >>> _exact("L = 0.5714285714285714"), _exact("L = 0.8")
    ('L = \\\\frac{4}{7}', 'L = 0.8')
    """
    found = _LONG_RESULT.search(formula)
    fraction = near(float(found[0])) if found else None
    return f"{formula[: found.start()]}{latex(fraction)}" if found and fraction and readable(fraction) else formula


# Exercises: each with its table, its answer, its mistakes and how it is worked out.


def _exercise(problem: ExerciseProblem, worked: object, texts: dict[str, int]) -> dict[str, object]:
    """As data: long texts that come again and again are in the page once, and have numbers."""

    def numbered(text: str) -> int:
        return texts.setdefault(text, len(texts))

    shown = str(worked(worked_out(problem.derivation)))  # type: ignore[operator]
    return {
        "ask": numbered(problem.text),
        "table": html_of(grid_of(problem.workspace), "The problem"),
        "answer": str(problem.answer),
        "truth": f"{problem.answer}, or {Share(problem.answer)}",
        "mistakes": [(str(mistake.answer), numbered(mistake.sentence)) for mistake in problem.mistakes],
        "hint": numbered(problem.hint),
        "worked": [numbered(part) for part in re.split(r"(?=<math)|(?<=</math>)", shown)],
    }
