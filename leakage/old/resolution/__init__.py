"""How the adversary connects the dots: match, merge, resolve, dip.

``Adversary`` is E, a pipeline of ``Resolve``, ``SingleLink``, ``Correct`` and ``Augment`` with its cost;
``Adversary.resolve`` gives E(R) as a ``Resolution``. Rules are ``Shares``, ``SameKeySet``, ``AtLeast``,
``FellegiSunter``, ``AnyOf``, ``Unless`` and ``Normalised``; ``MatchFunction`` takes a function of your own, and
``Match`` says how to write a fast rule of your own. Merges are functions of two records. ``dip`` finds the records
about a query; ``check_properties`` tries a policy's properties on records at hand.

Sources: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 2.4.

See also:
    ``leakage.old.decision`` measures what comes of it.

>>> from leakage import Record
>>> given = [Record.of(("Name", name), ("Phone", phone)) for name, phone in (("Ann", "1"), ("A.", "1"), ("Bob", "2"))]
>>> Adversary(Resolve(Shares("Phone"))).resolve(given).composite_of.tolist()
[0, 0, 1]
"""

from leakage.old.resolution.adversary import Adversary
from leakage.old.resolution.answer_sets import DipBounds, maximal_dips
from leakage.old.resolution.dip import DippingResult, DippingStep, dip
from leakage.old.resolution.evaluation import JoinQuality, join_quality
from leakage.old.resolution.linkage.comparison import (
    Comparison,
    LabelEvidence,
    Level,
    listed_frequencies,
    probability_of,
    threshold_of,
)
from leakage.old.resolution.linkage.explained_joins import ExplainedJoin, joins_explained
from leakage.old.resolution.linkage.fellegi_sunter import (
    EvidenceScorer,
    FellegiSunter,
    Waterfall,
    WaterfallStep,
    waterfall_of,
)
from leakage.old.resolution.linkage.unlabelled import LabelLearning, Learned, learned_from_records, with_frequencies
from leakage.old.resolution.match import Key, Match, MatchFunction, Rule
from leakage.old.resolution.merge import Merge, latest_wins_merge, noisy_or_merge, union_merge
from leakage.old.resolution.operations import Augment, Correct, Operation, Resolve, SingleLink
from leakage.old.resolution.properties import PropertyReport, check_properties, declared_properties
from leakage.old.resolution.resolution import Cost, Evidence, PerComparison, Quadratic, Resolution, comparisons_of
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.normalised import Normalised, Normaliser
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.shared_values import AnyOf, SameKeySet, Shares
from leakage.old.resolution.rules.similar_values import Similar

__all__ = [
    "Adversary",
    "AnyOf",
    "AtLeast",
    "Augment",
    "Comparison",
    "Conflicts",
    "Correct",
    "Cost",
    "DipBounds",
    "DippingResult",
    "DippingStep",
    "Evidence",
    "EvidenceScorer",
    "ExplainedJoin",
    "FellegiSunter",
    "JoinQuality",
    "Key",
    "LabelEvidence",
    "LabelLearning",
    "Learned",
    "Level",
    "Match",
    "MatchFunction",
    "Merge",
    "Normalised",
    "Normaliser",
    "Operation",
    "PerComparison",
    "PropertyReport",
    "Quadratic",
    "Resolution",
    "Resolve",
    "Rule",
    "SameKeySet",
    "Shares",
    "Similar",
    "SingleLink",
    "Unless",
    "Waterfall",
    "WaterfallStep",
    "check_properties",
    "comparisons_of",
    "declared_properties",
    "dip",
    "join_quality",
    "joins_explained",
    "latest_wins_merge",
    "learned_from_records",
    "listed_frequencies",
    "maximal_dips",
    "noisy_or_merge",
    "probability_of",
    "threshold_of",
    "union_merge",
    "waterfall_of",
    "with_frequencies",
]
