"""Published microdata: how safe is a person in a table that was "anonymised"?

The other papers' yardsticks: Rebollo-Monedero et al., "On the Measurement of Privacy as an Attacker's Estimation
Error", and Ren & Li, "Privacy-Preserving Characterization and Data Publishing"; and the tie to leakage of Whang &
Garcia-Molina 2012, Section 3.

See also:
    ``leakage.reidentification`` finds people in tables where hardly anybody has a value in most columns.

>>> import pandas as pd
>>> rows = pd.DataFrame({"Zip": ["11*", "11*", "24*", "24*"], "Disease": ["Flu", "Heart", "Flu", "Flu"]})
>>> table = PublishedTable(rows, ["Zip"], "Disease")
>>> k_anonymity(table), distinct_l_diversity(table)
(2, 1)
"""

from leakage.cover import covers
from leakage.published.bounds import (
    AverageReduction,
    PrivacyReduction,
    PrivacyRisks,
    average_reduction,
    belief_reduction,
    privacy_reduction,
    privacy_risks,
)
from leakage.published.channels import (
    TradeOff,
    binary_symmetric,
    blurred_count,
    crowds,
    crowds_channel,
    crowds_privacy,
    database_privacy,
    differential_privacy,
    greatest_privacy,
    neighbours,
    randomised_response,
    trade_off,
)
from leakage.published.entropy import (
    LabelBelief,
    degree_of_anonymity,
    hartley_entropy,
    label_belief,
    label_beliefs,
    min_entropy,
    renyi_entropy,
    shannon_entropy,
)
from leakage.published.estimation import (
    ConfidenceSet,
    EstimationError,
    JointDistribution,
    average_correctness,
    conditional_entropies,
    confidence_set,
    correctness,
    error_among,
    estimation_error,
    joint_of,
    mean_squared_error,
    system_distortion,
    through_channel,
)
from leakage.published.generalisation import (
    Generalisation,
    Requirement,
    generalisations,
    generalised,
)
from leakage.published.hierarchy import Hierarchy, flat, intervals, suggest_hierarchy, suppressed_digits, tree
from leakage.published.location import (
    LocationPrivacy,
    location_privacy,
)
from leakage.published.rate_distortion import (
    RatePoint,
    TypicalSet,
    conditionally_typical_set,
    rate_at_slope,
    rate_distortion_curve,
    rate_within,
    typical_set,
)
from leakage.published.records import as_published, class_record, class_records, classes_of, row_records
from leakage.published.summary import GUIDE, Advice, class_yardsticks
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    ClassLeakage,
    conditional_prior,
    delta_disclosure,
    delta_disclosure_over_support,
    distinct_l_diversity,
    distribution_distance,
    distribution_leakage,
    entropy_distance,
    entropy_l_diversity,
    entropy_leakage,
    hierarchical_distances,
    k_anonymity,
    mutual_information,
    recursive_l_diversity,
    t_closeness,
)

__all__ = [
    "GUIDE",
    "Advice",
    "AverageReduction",
    "ClassLeakage",
    "ConfidenceSet",
    "EstimationError",
    "Generalisation",
    "Hierarchy",
    "JointDistribution",
    "LabelBelief",
    "LocationPrivacy",
    "PrivacyReduction",
    "PrivacyRisks",
    "PublishedTable",
    "RatePoint",
    "Requirement",
    "TradeOff",
    "TypicalSet",
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
    "generalisations",
    "generalised",
    "greatest_privacy",
    "hartley_entropy",
    "hierarchical_distances",
    "intervals",
    "joint_of",
    "k_anonymity",
    "label_belief",
    "label_beliefs",
    "location_privacy",
    "mean_squared_error",
    "min_entropy",
    "mutual_information",
    "neighbours",
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
    "suggest_hierarchy",
    "suppressed_digits",
    "system_distortion",
    "t_closeness",
    "through_channel",
    "trade_off",
    "tree",
    "typical_set",
]
