"""Problems made by topic, difficulty and seed; and what is read as an answer, and said of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from leakage.exercises.problem import TEXT, Draw, ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS

LEVELS = {1: "easy", 2: "hard"}
LARGEST = {1: 40, 2: 90}
"""Denominators up to which an answer is nice, by difficulty."""
TRIES = 1_000


def make_problem(topic: str, difficulty: int, seed: int) -> ExerciseProblem:
    """The problem that a seed stands for, the same on every machine.

    Of the workspaces that chance makes, it is the first whose answer is a fraction with a small denominator, neither 0
    nor 1, and from which at least two usual mistakes lead elsewhere.

    Arguments:
        topic: a key of ``TOPICS``.
        difficulty: one of ``LEVELS``.
        seed: any number.
    """
    practised, text = TOPICS[topic], TEXT[topic]
    # The 1 is the first of a seed's problems: a number that was made once stays the same.
    draw = Draw(f"{topic}/{difficulty}/{seed}/1")
    for _ in range(TRIES):
        work = practised.made(draw, difficulty)
        answer = practised.answer(work)
        if not 0 < answer < 1 or answer.denominator > LARGEST[difficulty]:
            continue
        mistakes = _distinct_mistakes(practised.mistakes(work), answer)
        if len(mistakes) >= 2:
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
