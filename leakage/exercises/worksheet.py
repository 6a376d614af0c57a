"""Worksheet: problems on paper, with the answers and how they are worked out on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from leakage.derivation import Derivation
from leakage.derivation.mathml import mathml
from leakage.exercises.making import make_problem, topic_of
from leakage.lessons.grid import grid_of
from leakage.workspace.wording import percent

MOST_PROBLEMS = 30
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""


def worksheet(topics: Sequence[str], difficulty: int, problems: int, seed: int) -> str:
    """A self-contained HTML page to print: the problems, then the answer key on pages of its own, the seed in the foot.

    Arguments:
        topics: keys of topics, at least one; the problems take them in turn.
        difficulty: 1, 2 or 3.
        problems: how many, 1 to 30.
        seed: in [0, 999999]; the same seed gives the same page on every machine.

    Raises:
        ValueError: for a topic, difficulty, number or seed that there is not.

    >>> worksheet(["leakage"], 1, 2, 7) == worksheet(["leakage"], 1, 2, 7)
    True
    """
    if not topics or not 1 <= problems <= MOST_PROBLEMS:
        raise ValueError(f"a worksheet needs a topic and 1 to {MOST_PROBLEMS} problems")
    practised = [topics[place % len(topics)] for place in range(problems)]
    made = [make_problem(topic, difficulty, seed, number) for number, topic in enumerate(practised, 1)]
    rows = [
        {
            "title": topic_of(topic).title,
            "problem": problem,
            "grid": grid_of(problem.workspace),
            "steps": _steps(problem.derivation),
        }
        for topic, problem in zip(practised, made, strict=True)
    ]
    titles = ", ".join(dict.fromkeys(str(row["title"]) for row in rows))
    return _template().render(rows=rows, titles=titles, difficulty=difficulty, seed=seed)


def _steps(derivation: Derivation) -> list[tuple[str, Markup]]:
    # The MathML is our own, and what is put into it is escaped there.
    return [(step.sentence, Markup(mathml(step.formula)) if step.formula else Markup()) for step in derivation.steps]


@cache
def _template() -> Template:
    """The page; whatever is put into it is escaped."""
    files = resources.files(__package__)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {
        "percent": percent,
        "policy": POLICY,
        "style": Markup(files.joinpath("worksheet.css").read_text("utf-8")),  # our own file: nothing is put into it
    }
    return environment.from_string(files.joinpath("worksheet.html.j2").read_text("utf-8"))
