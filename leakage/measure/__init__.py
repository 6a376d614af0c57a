"""How much one record reveals: leakage exact for any weights, its derivatives, and what is measured by.

``record_leakage`` is Whang & Garcia-Molina 2012, Definition 1; ``set_leakage`` the maximum of Section 2.3 without
confidences. ``Measure`` goes beyond weights: degrees of error (``NumericCloseness`` and its kin) and labels that tell
the same (``Joint``, ``Equivalent``); wherever ``weights`` are asked for, it will do. ``leakage_gradient`` and
``addition_gradient`` say what each confidence, and each fact not yet told, is worth. ``weight_sensitivity`` says how
much hangs on a weight.
"""

from leakage.measure.addition import Addition, addition_gradient
from leakage.measure.by_confidence import record_leakage_by_confidence
from leakage.measure.choices import choice_leakages
from leakage.measure.equal_weights import leakage_by_equal_weights
from leakage.measure.expected import expected_precision, expected_recall
from leakage.measure.f_measure import f_measure, precision, recall
from leakage.measure.gradient import leakage_gradient
from leakage.measure.measure import Measure
from leakage.measure.measuring import similarity_to
from leakage.measure.possible_worlds import leakage_by_worlds
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.relation import Equivalent, Joint
from leakage.measure.sensitivity import Shift, WeightSensitivity, weight_sensitivity
from leakage.measure.set_leakage import set_leakage
from leakage.measure.similarity import EditSimilarity, NumericCloseness, PrefixSimilarity, Similarity, TableSimilarity
from leakage.measure.taylor import leakage_by_taylor

__all__ = [
    "Addition",
    "EditSimilarity",
    "Equivalent",
    "Joint",
    "Measure",
    "NumericCloseness",
    "PrefixSimilarity",
    "Shift",
    "Similarity",
    "TableSimilarity",
    "WeightSensitivity",
    "addition_gradient",
    "choice_leakages",
    "expected_precision",
    "expected_recall",
    "f_measure",
    "leakage_by_equal_weights",
    "leakage_by_taylor",
    "leakage_by_worlds",
    "leakage_gradient",
    "precision",
    "recall",
    "record_leakage",
    "record_leakage_by_confidence",
    "record_leakages",
    "set_leakage",
    "similarity_to",
    "weight_sensitivity",
]
