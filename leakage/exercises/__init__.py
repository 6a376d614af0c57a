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
    LEVELS,
    MOST_SEED,
    RULES,
    TRY_AGAIN,
    Judgement,
    Typed,
    answer_in_words,
    is_over,
    judge,
    make_problem,
    read_answer,
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
    "Judgement",
    "Mistake",
    "Topic",
    "Typed",
    "answer_in_words",
    "is_over",
    "judge",
    "make_problem",
    "read_answer",
    "topic_of",
]
