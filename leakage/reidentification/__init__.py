"""Re-identification: which anonymous record of a published table is somebody's, and how little it takes.

Source: Narayanan & Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (IEEE Symposium on Security and
Privacy 2008).
"""

from leakage.reidentification.auxiliary import Auxiliary
from leakage.reidentification.definitions import Share, entropic_bits
from leakage.reidentification.fact import Fact
from leakage.reidentification.found import chance_found, chance_right, chance_unique
from leakage.reidentification.kinds import kinds_of
from leakage.reidentification.lineup import Candidate, Lineup
from leakage.reidentification.pitman_yor import PitmanYor, SortedCrowd
from leakage.reidentification.pitman_yor_fit import (
    IdentificationPoint,
    Identified,
    PitmanYorFit,
    fit_pitman_yor,
    foretold_by_half,
    identified_in_part,
)
from leakage.reidentification.reading import read_table
from leakage.reidentification.scoreboard import scoreboard, scoreboard_rh
from leakage.reidentification.synthetic import Shape, synthetic_table
from leakage.reidentification.table import SparseRecord, SparseTable
from leakage.reidentification.theorem import facts_needed, promise_kept
from leakage.reidentification.trials import Attack, SuccessPoint, success_curve
from leakage.reidentification.uniqueness import Uniqueness, uniqueness
from leakage.reidentification.value_similarity import ValueSimilarity, record_similarity, similarities

__all__ = [
    "Attack",
    "Auxiliary",
    "Candidate",
    "Fact",
    "IdentificationPoint",
    "Identified",
    "Lineup",
    "PitmanYor",
    "PitmanYorFit",
    "Shape",
    "Share",
    "SortedCrowd",
    "SparseRecord",
    "SparseTable",
    "SuccessPoint",
    "Uniqueness",
    "ValueSimilarity",
    "chance_found",
    "chance_right",
    "chance_unique",
    "entropic_bits",
    "facts_needed",
    "fit_pitman_yor",
    "foretold_by_half",
    "identified_in_part",
    "kinds_of",
    "promise_kept",
    "read_table",
    "record_similarity",
    "scoreboard",
    "scoreboard_rh",
    "similarities",
    "success_curve",
    "synthetic_table",
    "uniqueness",
]
