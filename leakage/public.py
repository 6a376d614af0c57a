"""What the library has for whoever imports it: all public names of ``leakage``, which imports this when first asked."""

from leakage.arguments import LeakageWarning
from leakage.database import Database
from leakage.decision.incremental import IncrementalLeakage, incremental_leakage
from leakage.decision.leakage import (
    InformationLeakage,
    database_leakage,
    information_leakage,
    query_leakage,
    query_leakage_bounds,
)
from leakage.measure.gradient import Addition, addition_gradient, leakage_gradient
from leakage.measure.paper_methods import (
    expected_precision,
    expected_recall,
    f_measure,
    precision,
    recall,
    record_leakage_by_confidence,
)
from leakage.measure.record_leakage import record_leakage, record_leakages, set_leakage
from leakage.measure.self_information import ValueCounts, weights_by_self_information
from leakage.measure.weights import (
    EditSimilarity,
    Measure,
    NumericCloseness,
    PrefixSimilarity,
    TableSimilarity,
    weights_shared_by_values,
)
from leakage.presumption import UNTYPED, presumption, with_presumed_facts
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, ResolvePerSource, owners_first
from leakage.resolution.dip import DippingResult, dip
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.resolution.linkage.comparison import Comparison, Level, probability_of, threshold_of
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.match import Key, Match, MatchFunction
from leakage.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.operations import Augment, Correct, Resolve, SingleLink, SourcedRecord
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.resolution import PerComparison, Quadratic, Resolution
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.score import AtLeast
from leakage.resolution.rules.shared_values import AnyOf, SameKeySet, Shares
from leakage.resolution.rules.similar_values import Similar
from leakage.tabular.rows import to_frame

EachOwner, Owned = ResolvePerSource, SourcedRecord
"""The names of before."""

__all__ = [
    "UNTYPED",
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
    "FellegiSunter",
    "IncrementalLeakage",
    "InformationLeakage",
    "JoinQuality",
    "Key",
    "LeakageWarning",
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
    "ResolvePerSource",
    "SameKeySet",
    "Shares",
    "Similar",
    "SingleLink",
    "SourcedRecord",
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
    "presumption",
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
    "weights_shared_by_values",
    "with_presumed_facts",
]
