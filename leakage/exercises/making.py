"""Making problems: by topic, difficulty and seed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from leakage.exercises.draw import Draw
from leakage.exercises.problem import Mistake, Problem
from leakage.exercises.topics import TOPICS, Topic

DIFFICULTIES = (1, 2, 3)
LARGEST = {1: 40, 2: 90, 3: 200}
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


def make_problem(topic: str, difficulty: int, seed: int, number: int = 1) -> Problem:
    """The problem that a seed stands for, the same on every machine.

    Of the workspaces that chance makes, it is the first whose answer is a fraction with a small denominator, neither 0
    nor 1, and from which at least two usual mistakes lead elsewhere.

    Arguments:
        topic: its key.
        difficulty: 1, 2 or 3.
        seed: in [0, 999999].
        number: of the problem under that seed, from 1.

    Raises:
        ValueError: for a topic, difficulty, seed or number that there is not.

    >>> make_problem("leakage", 1, 7).answer == make_problem("leakage", 1, 7).answer
    True
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"the difficulty must be 1, 2 or 3, got {difficulty}")
    if not 0 <= seed <= MOST_SEED or number < 1:
        raise ValueError(f"the seed must be in [0, {MOST_SEED}], and problems are numbered from 1")
    practised = topic_of(topic)
    draw = Draw(f"{topic}/{difficulty}/{seed}/{number}")
    for _ in range(_TRIES):
        work = practised.made(draw, difficulty)
        derivation = practised.worked(work)
        answer = derivation.exact
        if answer is None or not 0 < answer < 1 or answer.denominator > LARGEST[difficulty]:
            continue
        mistakes = _told_apart(practised.mistakes(work), answer)
        if len(mistakes) >= 2:
            return Problem(practised.ask, work, derivation, mistakes)
    raise AssertionError("every topic has nice problems")


def _told_apart(mistakes: Iterable[Mistake], answer: Fraction) -> tuple[Mistake, ...]:
    """The mistakes that do not come to the right answer; of those that come to the same the first."""
    first: dict[Fraction, Mistake] = {}
    for mistake in mistakes:
        if mistake.answer != answer and mistake.answer > 0:
            first.setdefault(mistake.answer, mistake)
    return tuple(first.values())
