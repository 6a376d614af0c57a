"""Lessons: a class predicts, sees, and works out by hand.

A lesson is data and small functions; the README beside this module shows the smallest one. ``leakage.lessons.worked``
has the answers that most lessons need.

See also:
    ``leakage.lessons.catalogue`` lists the lessons; ``leakage.exercises`` has problems to go with them.

>>> from leakage.lessons.catalogue import LESSONS
>>> LESSONS[0].title, len(LESSONS[0].steps)
('What counts as knowing?', 8)
"""

from leakage.lessons.grid import Grid, grid_of
from leakage.lessons.lesson import (
    PERCENT,
    POINTS,
    Choice,
    Lesson,
    LessonStep,
    Number,
    Odds,
    Outcome,
    Question,
    Ratings,
    Subject,
    outcome_of,
)
from leakage.lessons.worked import (
    alone,
    as_percent,
    composites,
    finished,
    increment_of,
    leakage_of,
    pooled,
    precision_of,
    recall_of,
    with_plan,
)

__all__ = [
    "PERCENT",
    "POINTS",
    "Choice",
    "Grid",
    "Lesson",
    "LessonStep",
    "Number",
    "Odds",
    "Outcome",
    "Question",
    "Ratings",
    "Subject",
    "alone",
    "as_percent",
    "composites",
    "finished",
    "grid_of",
    "increment_of",
    "leakage_of",
    "outcome_of",
    "pooled",
    "precision_of",
    "recall_of",
    "with_plan",
]
