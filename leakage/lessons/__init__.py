"""Lessons: a class predicts, sees, and works out by hand.

The texts are in ``text/``, one TOML file a lesson; ``subjects`` has what they are about, ``answers`` computes every
figure in them, and ``leakage.class_page`` makes one page of all.

See also:
    ``leakage.lessons.catalogue`` lists the lessons; ``leakage.exercises`` has problems to go with them.

>>> from leakage.lessons.catalogue import LESSONS
>>> LESSONS[0].title, len(LESSONS[0].steps)
('What counts as knowing?', 6)
"""

from leakage.lessons.answers import leakage_of
from leakage.lessons.grid import Grid, grid_of
from leakage.lessons.lesson import PERCENT, POINTS, Choice, Lesson, LessonStep, Number, Outcome, outcome_of

__all__ = [
    "PERCENT",
    "POINTS",
    "Choice",
    "Grid",
    "Lesson",
    "LessonStep",
    "Number",
    "Outcome",
    "grid_of",
    "leakage_of",
    "outcome_of",
]
