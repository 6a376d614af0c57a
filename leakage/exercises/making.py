"""Problems made by topic, difficulty and seed; and what is read as an answer, and said of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from leakage.exercises.problem import TEXT, Draw, ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS, Topic

LEVELS = {1: "easy", 2: "hard"}
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


def make_problem(topic: str, difficulty: int, seed: int) -> ExerciseProblem:
    """The problem that a seed stands for, the same on every machine.

    Of the workspaces that chance makes, it is the first whose answer is a fraction with a small denominator, neither 0
    nor 1, and from which at least two usual mistakes lead elsewhere.

    Raises:
        ValueError: for a topic that there is not, a difficulty other than 1 and 2, or a seed not in [0, 999999].
    """
    if difficulty not in LEVELS:
        raise ValueError(f"the difficulty must be 1 or 2, got {difficulty}")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"the seed must be in [0, {MOST_SEED}]")
    practised = topic_of(topic)
    # The 1 is the first of a seed's problems: a number that was made once stays the same.
    draw = Draw(f"{topic}/{difficulty}/{seed}/1")
    for _ in range(_TRIES):
        work = practised.made(draw, difficulty)
        answer = practised.answer(work)
        if not 0 < answer < 1 or answer.denominator > LARGEST[difficulty]:
            continue
        mistakes = _distinct_mistakes(practised.mistakes(work), answer)
        if len(mistakes) >= 2:
            text = practised.text
            return ExerciseProblem(text["ask"], work, practised.worked(work), mistakes, text["hint"])
    raise AssertionError("every topic has nice problems")


def _distinct_mistakes(mistakes: Iterable[Mistake], answer: Fraction) -> tuple[Mistake, ...]:
    """The mistakes that do not come to the right answer; of those that come to the same the first."""
    first: dict[Fraction, Mistake] = {}
    for mistake in mistakes:
        if mistake.answer != answer and mistake.answer > 0:
            first.setdefault(mistake.answer, mistake)
    return tuple(first.values())


# What the script of the class page reads, without spaces around it and in capitals or not.
SPACE = r"[ \t\u00a0\u2009\u202f]*"
_UNIT = rf"{SPACE}(%|per ?cent|points?)?"
JUDGING: dict[str, str | int] = TEXT["judging"] | {
    "space": SPACE,
    "fraction": rf"([0-9]{{1,9}}){SPACE}[/\u2044]{SPACE}([0-9]{{1,9}}){_UNIT}",
    "decimal": rf"([0-9]{{1,9}})?(?:[.,]([0-9]{{1,9}}))?{_UNIT}",
}
