"""Exercises: problems without end, each with a nice answer, and with the mistakes that are usually made."""

from leakage.exercises.judging import Judgement, Typed, judge, read_answer
from leakage.exercises.making import DIFFICULTIES, MOST_SEED, make_problem, topic_of
from leakage.exercises.problem import Mistake, Problem
from leakage.exercises.topics import TOPICS, Topic

__all__ = [
    "DIFFICULTIES",
    "MOST_SEED",
    "TOPICS",
    "Judgement",
    "Mistake",
    "Problem",
    "Topic",
    "Typed",
    "judge",
    "make_problem",
    "read_answer",
    "topic_of",
]
