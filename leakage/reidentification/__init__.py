"""Re-identification: which anonymous record of a table is a given person's, and how few facts it takes.

Source: Narayanan & Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (IEEE Symposium on Security and
Privacy 2008). An argument outside the range its docstring gives raises a ValueError; equal seeds give equal results.

>>> table = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 2])
>>> scoreboard(table, [Fact("Play", "1")]).verdict
0
"""

from leakage.reidentification.scoreboard import Candidate as Candidate
from leakage.reidentification.scoreboard import Lineup as Lineup
from leakage.reidentification.scoreboard import scoreboard as scoreboard
from leakage.reidentification.scoreboard import scoreboard_rh as scoreboard_rh
from leakage.reidentification.similarity import ValueSimilarity as ValueSimilarity
from leakage.reidentification.similarity import similarities as similarities
from leakage.reidentification.synthetic import Shape as Shape
from leakage.reidentification.synthetic import synthetic_table as synthetic_table
from leakage.reidentification.table import Fact as Fact
from leakage.reidentification.table import SparseTable as SparseTable
from leakage.reidentification.table import read_table as read_table
from leakage.reidentification.trials import Attack as Attack
from leakage.reidentification.trials import Auxiliary as Auxiliary
from leakage.reidentification.trials import Share as Share
from leakage.reidentification.trials import SuccessPoint as SuccessPoint
from leakage.reidentification.trials import entropic_bits as entropic_bits
from leakage.reidentification.trials import facts_needed as facts_needed
from leakage.reidentification.trials import promise_kept as promise_kept
from leakage.reidentification.trials import success_curve as success_curve
from leakage.reidentification.uniqueness import Uniqueness as Uniqueness
from leakage.reidentification.uniqueness import uniqueness as uniqueness
