"""What follows for the person, and what the person can do about it.

- What is known: ``information_leakage``, ``incremental_leakage``, ``query_leakage``, ``database_leakage``.
- Who is responsible: ``attribute_contributions``, ``release_contributions``, ``shapley_values``, ``release_shapley``.
- How surely: ``threshold_curve`` over the odds she asks for.
- What may come next: ``Baseline`` holds a what-if against a finished resolution; ``field_trade_off`` weighs what might
  be told, ``enhancements`` what Eve might verify.
- What to do: ``disinformation_frontier`` and ``disinformation_curve`` (``Prices``, ``Channel``, ``believable_values``).

Sources: Whang & Garcia-Molina 2011, Section 3; 2012, Section 4; each function names its own.

See also:
    ``leakage.old.resolution`` says who the adversary is.

>>> from leakage import Adversary, Record, Resolve, Shares
>>> from leakage.old.decision import incremental_leakage
>>> alice = Record.of(("Name", "Alice"), ("Phone", "555"), ("Card", "9"))
>>> given = [Record.of(("Phone", "555"), ("Card", "9"))]
>>> order = Record.of(("Name", "Alice"), ("Phone", "555"))
>>> told = incremental_leakage(given, order, alice, Adversary(Resolve(Shares("Phone"))))
>>> round(told.increment, 3)
0.2
"""

from importlib import import_module
from typing import Any

_NAMES = {
    "contribution": ["AttributeContribution", "attribute_contributions", "release_contributions"],
    "disinformation.believable": ["believable_values"],
    "disinformation.candidates": ["Candidate", "Channel", "Prices"],
    "disinformation.curve": ["DisinformationPoint", "add", "bait_for", "disinformation_curve"],
    "disinformation.matching_record": ["minimal_matching_record"],
    "disinformation.plan": ["disinformation_frontier"],
    "disinformation.problem": ["DisinformationFrontier", "DisinformationPlan", "PlannedRecord"],
    "enhancement": ["Enhancement", "certainty", "enhancements"],
    "frontier": ["Frontier"],
    "incremental": ["Baseline", "IncrementalLeakage", "Outcome", "incremental_leakage"],
    "leakage": [
        *("InformationLeakage", "database_leakage", "information_leakage", "query_leakage"),
        "query_leakage_bounds",
    ],
    "planned_release": ["FieldChoice", "FieldIncrement", "FieldTradeOff", "field_trade_off"],
    "shapley": ["ShapleyValue", "attribute_shapley", "release_shapley", "shapley_values"],
    "subsets": ["PoolSubsets", "pool_choices"],
    "threshold": ["ThresholdPoint", "threshold_curve"],
}
"""The public names of each module, imported when asked for: all of them take as long as the rest of the library."""

_MODULE_OF = {name: f"leakage.old.decision.{module}" for module, names in _NAMES.items() for name in names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
