"""Problems made by topic, level and seed; answers judged; worksheets to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from leakage.derivation import Derivation
from leakage.derivation.derivation import latex, near, readable
from leakage.derivation.mathml import mathml
from leakage.exercises.problem import Draw, ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS, Topic
from leakage.lessons.grid import grid_of, html_of
from leakage.workspace.vocabulary import percent

# Making problems: by topic, difficulty and seed.


LEVELS = {1: "easy", 2: "hard"}
DIFFICULTIES = tuple(LEVELS)
LARGEST = {1: 40, 2: 90}
"""Denominators up to which an answer is nice, by difficulty."""
MOST_SEED = 999_999
_TRIES = 1_000


def topic_of(key: str) -> Topic:
    """The topic with a key.

    Raises:
        ValueError: if there is none.
    """
    for topic in TOPICS:
        if topic.key == key:
            return topic
    raise ValueError("there is no such topic")


def make_problem(topic: str, difficulty: int, seed: int, number: int = 1) -> ExerciseProblem:
    """The problem that a seed stands for, the same on every machine.

    Of the workspaces that chance makes, it is the first whose answer is a fraction with a small denominator, neither 0
    nor 1, and from which at least two usual mistakes lead elsewhere.

    Arguments:
        topic: its key.
        difficulty: 1 or 2.
        seed: in [0, 999999].
        number: of the problem under that seed, from 1.

    Raises:
        ValueError: for a topic, difficulty, seed or number that there is not.

    >>> make_problem("leakage", 1, 7).answer == make_problem("leakage", 1, 7).answer
    True
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"the difficulty must be 1 or 2, got {difficulty}")
    if not 0 <= seed <= MOST_SEED or number < 1:
        raise ValueError(f"the seed must be in [0, {MOST_SEED}], and problems are numbered from 1")
    practised = topic_of(topic)
    draw = Draw(f"{topic}/{difficulty}/{seed}/{number}")
    for _ in range(_TRIES):
        work = practised.made(draw, difficulty)
        answer = practised.answer(work)
        if not 0 < answer < 1 or answer.denominator > LARGEST[difficulty]:
            continue
        mistakes = _distinct_mistakes(practised.mistakes(work), answer)
        if len(mistakes) >= 2:
            return ExerciseProblem(practised.ask, work, practised.worked(work), mistakes, practised.hint)
    raise AssertionError("every topic has nice problems")


def _distinct_mistakes(mistakes: Iterable[Mistake], answer: Fraction) -> tuple[Mistake, ...]:
    """The mistakes that do not come to the right answer; of those that come to the same the first."""
    first: dict[Fraction, Mistake] = {}
    for mistake in mistakes:
        if mistake.answer != answer and mistake.answer > 0:
            first.setdefault(mistake.answer, mistake)
    return tuple(first.values())


# Judging, which the script of the class page does: what is read as an answer, and what is said of it.


SPACE = r"[ \t\u00a0\u2009\u202f]*"
_UNIT = rf"{SPACE}(%|per ?cent|points?)?"
FRACTION = rf"([0-9]{{1,9}}){SPACE}[/\u2044]{SPACE}([0-9]{{1,9}}){_UNIT}"
DECIMAL = rf"([0-9]{{1,9}})?(?:[.,]([0-9]{{1,9}}))?{_UNIT}"
"""What is read, without spaces around it and in capitals or not: patterns that JavaScript reads alike."""
NO_NUMBER = "type a fraction such as 3/4, or a percentage such as 75 %"
NOTHING_BELOW = "nothing can be divided by 0"

RULES = (
    "Precision is X/Y, recall is X/W, leakage is 2 X / (W + Y). X is the weight of the facts that are right, Y of all "
    "facts in the record, W of all true facts.",
    "A fact without a weight counts 1. If the record is in doubt, take the mean over every possible world.",
)
TRIES = 2
"""Different wrong answers after which the right one is shown."""
RIGHT = "Right."
UNKNOWN = "Not right, and none of the usual mistakes."
SEVERAL = "Not right, and more than one usual mistake rounds to that. Type a fraction to hear which it is."
TRY_AGAIN = "Try again: after a second wrong answer you see the right one."
CUT = "Nearly: the last digit was cut off, and should be rounded."


def answer_in_words(problem: ExerciseProblem) -> str:
    """The right answer, in a sentence."""
    return f"The answer is {problem.answer}, or {percent(float(problem.answer))}."


# Worksheet: problems on paper, with the answers and how they are worked out on pages of their own.


MOST_PROBLEMS = 30
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page's Content-Security-Policy: it can load nothing, run nothing and reach nobody."""


def worksheet(topics: Sequence[str], difficulty: int, problems: int, seed: int) -> str:
    """A self-contained HTML page to print: the problems, then the answer key on pages of its own, the seed in the foot.

    Arguments:
        topics: keys of topics, at least one; the problems take them in turn.
        difficulty: 1 or 2.
        problems: how many, 1 to 30.
        seed: in [0, 999999]; the same seed gives the same page on every machine.

    Raises:
        ValueError: for a topic, difficulty, number or seed that there is not.

    >>> worksheet(["leakage"], 1, 2, 7) == worksheet(["leakage"], 1, 2, 7)
    True
    """
    return _template("worksheet.html.j2").render(_sheet(topics, difficulty, problems, seed))


def worksheet_body(topics: Sequence[str], difficulty: int, problems: int, seed: int) -> str:
    """The same without a page around it, as HTML in which every text means itself; arguments as of ``worksheet``."""
    return _template("sheet.html.j2").render(_sheet(topics, difficulty, problems, seed))


def _sheet(topics: Sequence[str], difficulty: int, problems: int, seed: int) -> dict[str, object]:
    if not topics or not 1 <= problems <= MOST_PROBLEMS:
        raise ValueError(f"a worksheet needs a topic and 1 to {MOST_PROBLEMS} problems")
    practised = [topics[place % len(topics)] for place in range(problems)]
    made = [make_problem(topic, difficulty, seed, number) for number, topic in enumerate(practised, 1)]
    rows = [
        {
            "title": topic_of(topic).title,
            "problem": problem,
            "table": Markup(html_of(grid_of(problem.workspace), f"Problem {number}")),
            "steps": steps_of(problem.derivation),
        }
        for number, (topic, problem) in enumerate(zip(practised, made, strict=True), 1)
    ]
    titles = ", ".join(dict.fromkeys(str(row["title"]) for row in rows))
    return {"rows": rows, "titles": titles, "difficulty": difficulty, "seed": seed}


def steps_of(derivation: Derivation) -> list[tuple[str, Markup]]:
    """The steps in words and as MathML; results as fractions, for the sentences say them in per cent."""
    # The MathML is our own, and what is put into it is escaped there.
    return [
        (step.sentence, Markup(mathml(_exact(step.formula))) if step.formula else Markup()) for step in derivation.steps
    ]


_LONG_RESULT = re.compile(r"(?<= = )-?\d\.\d{5,}$")


def _exact(formula: str) -> str:
    """With the fraction that its result is, where that has many digits.

    >>> _exact("L = 0.5714285714285714"), _exact("L = 0.8")
    ('L = \\\\frac{4}{7}', 'L = 0.8')
    """
    found = _LONG_RESULT.search(formula)
    fraction = near(float(found[0])) if found else None
    return f"{formula[: found.start()]}{latex(fraction)}" if found and fraction and readable(fraction) else formula


@cache
def _template(name: str) -> Template:
    """The page, or the sheet in it; whatever is put into it is escaped."""
    environment = Environment(
        loader=PackageLoader("leakage.exercises", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = resources.files(__package__).joinpath("worksheet.css").read_text("utf-8")
    # The style is our own file: nothing is put into it.
    environment.globals |= {"percent": percent, "policy": POLICY, "style": Markup(style)}
    return environment.get_template(name)
