"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).

What most need is here. The packages beneath have the rest: ``measure`` (one record), ``resolution`` (who the adversary
is), ``decision`` (what follows), ``published`` and ``reidentification`` (published records and people in them),
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
from typing import Any

from leakage.presumption import presumption  # noqa: F401 - named as its module is, which would hide it

__version__ = "0.1.0"

_NAMES = {
    "arguments": ["LeakageWarning"],
    "database": ["Database"],
    "decision.incremental": ["incremental_leakage"],
    "decision.leakage": ["database_leakage", "information_leakage", "query_leakage"],
    "measure.gradient": ["leakage_gradient"],
    "measure.paper_methods": ["expected_precision", "expected_recall", "f_measure", "precision", "recall"],
    "measure.record_leakage": ["record_leakage", "record_leakages", "set_leakage"],
    "measure.self_information": ["ValueCounts", "weights_by_self_information"],
    "measure.weights": [
        *("EditSimilarity", "Measure", "NumericCloseness", "PrefixSimilarity", "TableSimilarity"),
        "weights_shared_by_values",
    ],
    "presumption": ["UNTYPED", "presumption"],
    "record": ["Attribute", "Record"],
    "resolution.adversary": ["Adversary", "ResolvePerSource", "owners_first"],
    "resolution.dip": ["dip"],
    "resolution.linkage.comparison": ["Comparison", "Level"],
    "resolution.linkage.fellegi_sunter": ["FellegiSunter"],
    "resolution.match": ["Key", "Match", "MatchFunction"],
    "resolution.merge": ["latest_wins_merge", "noisy_or_merge", "union_merge"],
    "resolution.operations": ["Augment", "Correct", "Resolve", "SingleLink", "SourcedRecord"],
    "resolution.properties": ["check_properties"],
    "resolution.resolution": ["PerComparison", "Quadratic", "Resolution"],
    "resolution.rules.negative": ["Conflicts", "Unless"],
    "resolution.rules.normalised": ["Normalised", "Normaliser"],
    "resolution.rules.score": ["AtLeast"],
    "resolution.rules.shared_values": ["AnyOf", "SameKeySet", "Shares"],
    "resolution.rules.similar_values": ["Similar"],
    "tabular.rows": ["to_frame"],
}
"""The public names of each module; type checkers see what a name is where it is defined."""

_MODULE_OF = {name: f"leakage.{module}" for module, names in _NAMES.items() for name in names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:
    # Imported when first asked for: the door opens before the science is read.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
