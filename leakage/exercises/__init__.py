"""Exercises: problems without end, each with a nice answer, and with the mistakes that are usually made.

See also:
    ``leakage.lessons`` teaches what is practised here; ``leakage.class_page`` has a number of them, and worksheets.

>>> problem = make_problem("leakage", 1, seed=7)
>>> problem.answer, problem.mistakes[0].answer
(Fraction(2, 7), Fraction(1, 3))
"""

from leakage.exercises.problem import TEXT, ExerciseProblem, Mistake
from leakage.exercises.topics import JUDGING, LEVELS, TOPICS, Topic, make_problem

__all__ = ["JUDGING", "LEVELS", "TEXT", "TOPICS", "ExerciseProblem", "Mistake", "Topic", "make_problem"]
