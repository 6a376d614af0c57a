"""Re-identification: which anonymous record of a published table is somebody's, and how little it takes.

Source: Narayanan & Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (IEEE Symposium on Security and
Privacy 2008). An argument outside the range its docstring gives raises a ValueError; equal seeds give equal results.

>>> table = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 2])
>>> scoreboard(table, [Fact("Play", 1)]).verdict
0
"""

from leakage.reidentification.scoreboard import Candidate, Lineup, scoreboard, scoreboard_rh
from leakage.reidentification.similarity import ValueSimilarity, similarities
from leakage.reidentification.synthetic import Shape, synthetic_table
from leakage.reidentification.table import Fact, SparseTable, read_table
from leakage.reidentification.trials import (
    Attack,
    Auxiliary,
    Share,
    SuccessPoint,
    entropic_bits,
    facts_needed,
    promise_kept,
    success_curve,
)
from leakage.reidentification.uniqueness import Uniqueness, uniqueness

__all__ = [
    "Attack",
    "Auxiliary",
    "Candidate",
    "Fact",
    "Lineup",
    "Shape",
    "Share",
    "SparseTable",
    "SuccessPoint",
    "Uniqueness",
    "ValueSimilarity",
    "entropic_bits",
    "facts_needed",
    "promise_kept",
    "read_table",
    "scoreboard",
    "scoreboard_rh",
    "similarities",
    "success_curve",
    "synthetic_table",
    "uniqueness",
]
