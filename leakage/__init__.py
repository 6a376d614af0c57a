"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).
"""

from leakage.database import Database
from leakage.decision.incremental_leakage import IncrementalLeakage, incremental_leakage
from leakage.decision.information_leakage import InformationLeakage, information_leakage
from leakage.decision.query_leakage import database_leakage, query_leakage, query_leakage_bounds
from leakage.frame import to_frame
from leakage.measure.addition import Addition, addition_gradient
from leakage.measure.by_confidence import record_leakage_by_confidence
from leakage.measure.expected import expected_precision, expected_recall
from leakage.measure.f_measure import f_measure, precision, recall
from leakage.measure.gradient import leakage_gradient
from leakage.measure.measure import Measure
from leakage.measure.record_leakage import record_leakage, record_leakages
from leakage.measure.relation import Equivalent, Joint
from leakage.measure.self_information import ValueCounts, weights_by_self_information
from leakage.measure.set_leakage import set_leakage
from leakage.measure.similarity import EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.dip import DippingResult, dip
from leakage.resolution.each_owner import EachOwner, owners_first
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.level import Level
from leakage.resolution.linkage.odds import probability_of, threshold_of
from leakage.resolution.match import Key, Match
from leakage.resolution.match_function import MatchFunction
from leakage.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.operations import Resolve
from leakage.resolution.owned import Owned
from leakage.resolution.preparation import Augment, Correct
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.resolution import Resolution
from leakage.resolution.rules import AnyOf, SameKeySet, Shares
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless

__version__ = "0.1.0"

__all__ = [
    "Addition",
    "Adversary",
    "AnyOf",
    "AtLeast",
    "Attribute",
    "Augment",
    "Comparison",
    "Conflicts",
    "Correct",
    "Database",
    "DippingResult",
    "EachOwner",
    "EditSimilarity",
    "Equivalent",
    "FellegiSunter",
    "IncrementalLeakage",
    "InformationLeakage",
    "JoinQuality",
    "Joint",
    "Key",
    "Level",
    "Match",
    "MatchFunction",
    "Measure",
    "Normalised",
    "Normaliser",
    "NumericCloseness",
    "Owned",
    "PerComparison",
    "PrefixSimilarity",
    "PropertyReport",
    "Quadratic",
    "Record",
    "Resolution",
    "Resolve",
    "SameKeySet",
    "Shares",
    "Similar",
    "SingleLink",
    "TableSimilarity",
    "Unless",
    "ValueCounts",
    "addition_gradient",
    "check_properties",
    "database_leakage",
    "dip",
    "expected_precision",
    "expected_recall",
    "f_measure",
    "incremental_leakage",
    "information_leakage",
    "join_quality",
    "latest_wins_merge",
    "leakage_gradient",
    "noisy_or_merge",
    "owners_first",
    "precision",
    "probability_of",
    "query_leakage",
    "query_leakage_bounds",
    "recall",
    "record_leakage",
    "record_leakage_by_confidence",
    "record_leakages",
    "set_leakage",
    "threshold_of",
    "to_frame",
    "union_merge",
    "weights_by_self_information",
]
