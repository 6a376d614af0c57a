"""Exercises: problems without end, each with a nice answer, and with the mistakes that are usually made.

See also:
    ``leakage.lessons`` teaches what is practised here; ``leakage.derivation`` works figures out step by step.

>>> problem = make_problem("leakage", 1, seed=7)
>>> problem.answer, problem.mistakes[0].answer
(Fraction(2, 7), Fraction(1, 3))
"""

from leakage.exercises.problem import ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS, Topic
from leakage.exercises.worksheet import (
    DIFFICULTIES,
    LEVELS,
    MOST_SEED,
    RULES,
    TRY_AGAIN,
    answer_in_words,
    make_problem,
    topic_of,
)

__all__ = [
    "DIFFICULTIES",
    "LEVELS",
    "MOST_SEED",
    "RULES",
    "TOPICS",
    "TRY_AGAIN",
    "ExerciseProblem",
    "Mistake",
    "Topic",
    "answer_in_words",
    "make_problem",
    "topic_of",
]
