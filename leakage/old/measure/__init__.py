"""How much one record reveals: leakage exact for any weights, its derivatives, and what is measured by.

``record_leakage`` is Whang & Garcia-Molina 2012, Definition 1; ``set_leakage`` the maximum of Section 2.3 without
confidences. ``Measure`` goes beyond weights: degrees of error (``NumericCloseness`` and its kin); wherever ``weights``
are asked for, it will do. ``leakage_gradient`` and ``addition_gradient`` say what each confidence, and each fact not
yet told, is worth. ``weight_sensitivity`` says how much hangs on a weight.

See also:
    ``leakage.old.decision`` measures databases, after resolution; ``leakage.derivation`` works a figure out in fractions.

>>> from leakage import Record
>>> alice = Record.of(("Name", "Alice"), ("Phone", "555"), ("Card", "9"))
>>> half_sure = Record.of(("Name", "Alice"), ("Phone", "555", 0.5))
>>> round(record_leakage(half_sure, alice, {"Card": 2.0}), 3)
0.533
"""

from leakage.old.measure.gradient import (
    Addition,
    Shift,
    WeightSensitivity,
    addition_gradient,
    leakage_gradient,
    weight_sensitivity,
)
from leakage.old.measure.measuring import similarity_to
from leakage.old.measure.paper_methods import (
    expected_precision,
    expected_recall,
    f_measure,
    leakage_by_equal_weights,
    leakage_by_taylor,
    leakage_by_worlds,
    precision,
    recall,
    record_leakage_by_confidence,
)
from leakage.old.measure.record_leakage import record_leakage, record_leakages, set_leakage
from leakage.old.measure.weights import (
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    Similarity,
    TableSimilarity,
)

__all__ = [
    "Addition",
    "EditSimilarity",
    "Measure",
    "NumericCloseness",
    "PrefixSimilarity",
    "Shift",
    "Similarity",
    "TableSimilarity",
    "WeightSensitivity",
    "addition_gradient",
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
