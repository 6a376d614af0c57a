"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).

What most need is here. The packages beneath have the rest: ``measure`` (one record), ``resolution`` (who the adversary
is), ``decision`` (what follows), ``tables`` and ``reidentification`` (published records and people in them),
``strangers`` (rows of a file), ``derivation``, ``laboratory``, ``lessons``, ``exercises``, ``class_page``
and ``scenarios`` (worked out, printed, run again, taught), ``synthetic`` (random records).

See also:
    ``leakage.workspace`` has what a person enters, and what the dashboard shows of it.

>>> from leakage import Adversary, Record, Resolve, Shares, information_leakage
>>> alice = Record.of({"Name": "Alice", "Phone": "555", "Card": "9"})
>>> given = [Record.of({"Name": "Alice", "Phone": "555"}), Record.of({"Phone": "555", "Card": "9"})]
>>> information_leakage(given, alice, Adversary(Resolve(Shares("Phone")))).leakage
1.0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# It is named as its module is, and would be hidden by it.
from leakage.presumption import presumption

if TYPE_CHECKING:
    from leakage.public import *
    from leakage.public import EachOwner, Owned

__version__ = "0.1.0"

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


_BEFORE = ("EachOwner", "Owned")


def __getattr__(name: str) -> Any:
    # Imported when first asked for: the door opens before the science is read.
    if name not in __all__ and name not in _BEFORE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("leakage.public"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
