"""The 2012 paper's experiments, to be run again: trends, accuracy, running time, and one record in all its worlds.

See also:
    ``leakage.synthetic`` draws the data; ``leakage.measure`` has the algorithms that are compared.

>>> from leakage.synthetic import Parameters
>>> few, many = trend(Parameters(n=20, records=50), "p_c", [0.1, 0.9])
>>> few.mean < many.mean
True
"""

from leakage.laboratory.one_record import Answer, World, answers, by_leakage, with_absent, worlds_of
from leakage.laboratory.race import Lap, growth, ladder, race, slope, typical
from leakage.laboratory.trends import DrawnRow, TrendPoint, accuracy, trend

__all__ = [
    "Answer",
    "DrawnRow",
    "Lap",
    "TrendPoint",
    "World",
    "accuracy",
    "answers",
    "by_leakage",
    "growth",
    "ladder",
    "race",
    "slope",
    "trend",
    "typical",
    "with_absent",
    "worlds_of",
]
