"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).
"""

from leakage.database import Database
from leakage.decision.incremental_leakage import IncrementalLeakage, incremental_leakage
from leakage.decision.information_leakage import InformationLeakage, information_leakage
from leakage.decision.query_leakage import database_leakage, query_leakage
from leakage.measure.by_confidence import record_leakage_by_confidence
from leakage.measure.expected import expected_precision, expected_recall
from leakage.measure.f_measure import f_measure, precision, recall
from leakage.measure.gradient import leakage_gradient
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.set_leakage import set_leakage
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, Resolution
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.dip import DippingResult, dip
from leakage.resolution.match import AnyOf, SameKeySet, Shares
from leakage.resolution.merge import union_merge
from leakage.resolution.operations import Augment, Correct, Resolve

__all__ = [
    "Adversary",
    "AnyOf",
    "Attribute",
    "Augment",
    "Correct",
    "Database",
    "DippingResult",
    "IncrementalLeakage",
    "InformationLeakage",
    "PerComparison",
    "Quadratic",
    "Record",
    "Resolution",
    "Resolve",
    "SameKeySet",
    "Shares",
    "database_leakage",
    "dip",
    "expected_precision",
    "expected_recall",
    "f_measure",
    "incremental_leakage",
    "information_leakage",
    "leakage_gradient",
    "precision",
    "query_leakage",
    "recall",
    "record_leakage",
    "record_leakage_by_confidence",
    "record_leakages",
    "set_leakage",
    "union_merge",
]
