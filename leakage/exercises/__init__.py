"""Exercises: problems without end, each with a nice answer, and with the mistakes that are usually made.

See also:
    ``leakage.lessons`` teaches what is practised here; ``leakage.derivation`` works figures out step by step.

>>> problem = make_problem("leakage", 1, seed=7)
>>> judge(problem, Typed(problem.answer, half=0)).sentence
'Right.'
"""

from leakage.exercises.problem import ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS, Topic
from leakage.exercises.worksheet import (
    DIFFICULTIES,
    MOST_SEED,
    Judgement,
    Typed,
    judge,
    make_problem,
    read_answer,
    topic_of,
)

__all__ = [
    "DIFFICULTIES",
    "MOST_SEED",
    "TOPICS",
    "ExerciseProblem",
    "Judgement",
    "Mistake",
    "Topic",
    "Typed",
    "judge",
    "make_problem",
    "read_answer",
    "topic_of",
]
