"""Published microdata: how safe is a person in a table that was "anonymised"?

The other papers' yardsticks: Rebollo-Monedero et al., "On the Measurement of Privacy as an Attacker's Estimation
Error", and Ren & Li, "Privacy-Preserving Characterization and Data Publishing"; and the tie to leakage of Whang &
Garcia-Molina 2012, Section 3.
"""

from leakage.cover import covers
from leakage.tables.any_question import (
    Vulnerability,
    g_vulnerability,
    maximal_leakage,
    min_entropy_leakage,
    pointwise_maximal_leakage,
)
from leakage.tables.binary_channel import TradeOff, binary_symmetric, greatest_privacy, trade_off
from leakage.tables.bounds import (
    AverageReduction,
    PrivacyReduction,
    PrivacyRisks,
    average_reduction,
    belief_reduction,
    privacy_reduction,
    privacy_risks,
)
from leakage.tables.closeness import hierarchical_distances, t_closeness
from leakage.tables.confidence_set import ConfidenceSet, confidence_set
from leakage.tables.correctness import average_correctness, correctness
from leakage.tables.covering import classes_of
from leakage.tables.crowds import crowds, crowds_channel, crowds_privacy, simulated_crowds_privacy
from leakage.tables.disclosure import delta_disclosure, delta_disclosure_over_support, mutual_information
from leakage.tables.distortion import system_distortion
from leakage.tables.diversity import distinct_l_diversity, entropy_l_diversity, k_anonymity, recursive_l_diversity
from leakage.tables.entropy import degree_of_anonymity, hartley_entropy, min_entropy, renyi_entropy, shannon_entropy
from leakage.tables.estimation import EstimationError, error_among, estimation_error, mean_squared_error
from leakage.tables.generalised import generalised
from leakage.tables.guide import FURTHER, GUIDE, Advice
from leakage.tables.hierarchy import Hierarchy, flat, intervals, suppressed_digits, tree
from leakage.tables.incognito import Generalisation, Search, incognito
from leakage.tables.information_loss import InformationLoss, information_loss
from leakage.tables.joint_distribution import JointDistribution, conditional_entropies, joint_of, through_channel
from leakage.tables.label_belief import LabelBelief, label_belief, label_beliefs
from leakage.tables.leakages import (
    ClassLeakage,
    distribution_distance,
    distribution_leakage,
    entropy_distance,
    entropy_leakage,
)
from leakage.tables.location_leakage import (
    location_maximal_leakage,
    location_min_entropy_leakage,
    location_pointwise_leakage,
    location_vulnerability,
)
from leakage.tables.location_noise import LocationPrivacy, location_privacy, simulated_location_privacy
from leakage.tables.neighbouring import blurred_count, database_privacy, neighbours
from leakage.tables.prior import conditional_prior
from leakage.tables.randomised_response import differential_privacy, randomised_response
from leakage.tables.rate_distortion import RatePoint, rate_at_slope, rate_distortion_curve, rate_within
from leakage.tables.records import as_published, class_record, class_records, row_records
from leakage.tables.requirement import Requirement
from leakage.tables.suggestion import suggest_hierarchy
from leakage.tables.summary import class_yardsticks
from leakage.tables.table import PublishedTable
from leakage.tables.typical_set import TypicalSet, conditionally_typical_set, typical_set

__all__ = [
    "FURTHER",
    "GUIDE",
    "Advice",
    "AverageReduction",
    "ClassLeakage",
    "ConfidenceSet",
    "EstimationError",
    "Generalisation",
    "Hierarchy",
    "InformationLoss",
    "JointDistribution",
    "LabelBelief",
    "LocationPrivacy",
    "PrivacyReduction",
    "PrivacyRisks",
    "PublishedTable",
    "RatePoint",
    "Requirement",
    "Search",
    "TradeOff",
    "TypicalSet",
    "Vulnerability",
    "as_published",
    "average_correctness",
    "average_reduction",
    "belief_reduction",
    "binary_symmetric",
    "blurred_count",
    "class_record",
    "class_records",
    "class_yardsticks",
    "classes_of",
    "conditional_entropies",
    "conditional_prior",
    "conditionally_typical_set",
    "confidence_set",
    "correctness",
    "covers",
    "crowds",
    "crowds_channel",
    "crowds_privacy",
    "database_privacy",
    "degree_of_anonymity",
    "delta_disclosure",
    "delta_disclosure_over_support",
    "differential_privacy",
    "distinct_l_diversity",
    "distribution_distance",
    "distribution_leakage",
    "entropy_distance",
    "entropy_l_diversity",
    "entropy_leakage",
    "error_among",
    "estimation_error",
    "flat",
    "g_vulnerability",
    "generalised",
    "greatest_privacy",
    "hartley_entropy",
    "hierarchical_distances",
    "incognito",
    "information_loss",
    "intervals",
    "joint_of",
    "k_anonymity",
    "label_belief",
    "label_beliefs",
    "location_maximal_leakage",
    "location_min_entropy_leakage",
    "location_pointwise_leakage",
    "location_privacy",
    "location_vulnerability",
    "maximal_leakage",
    "mean_squared_error",
    "min_entropy",
    "min_entropy_leakage",
    "mutual_information",
    "neighbours",
    "pointwise_maximal_leakage",
    "privacy_reduction",
    "privacy_risks",
    "randomised_response",
    "rate_at_slope",
    "rate_distortion_curve",
    "rate_within",
    "recursive_l_diversity",
    "renyi_entropy",
    "row_records",
    "shannon_entropy",
    "simulated_crowds_privacy",
    "simulated_location_privacy",
    "suggest_hierarchy",
    "suppressed_digits",
    "system_distortion",
    "t_closeness",
    "through_channel",
    "trade_off",
    "tree",
    "typical_set",
]
