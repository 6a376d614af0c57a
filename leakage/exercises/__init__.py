"""Exercises: problems without end, each with a nice answer, and with the mistakes that are usually made."""

from leakage.exercises.problem import ExerciseProblem, Mistake
from leakage.exercises.topics import TOPICS, Topic
from leakage.exercises.worksheet import (
    DIFFICULTIES,
    MOST_SEED,
    Judgement,
    Typed,
    is_over,
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
    "is_over",
    "judge",
    "make_problem",
    "read_answer",
    "topic_of",
]
