"""What follows for the person, and what the person can do about it.

- What is known: ``information_leakage``, ``incremental_leakage``, ``query_leakage``, ``database_leakage``.
- Who is responsible: ``attribute_contributions``, ``release_contributions``, ``shapley_values``, ``release_shapley``.
- How surely: ``threshold_curve`` over the odds she asks for.
- What may come next: ``Baseline`` holds a what-if against a finished resolution; ``field_trade_off`` weighs what might
  be told, ``enhancements`` what Eve might verify.
- What to do: ``disinformation_frontier`` and ``disinformation_curve`` (``Prices``, ``Channel``, ``believable_values``).

Sources: Whang & Garcia-Molina 2011, Section 3; 2012, Section 4; each function names its own.

See also:
    ``leakage.resolution`` says who the adversary is.

>>> from leakage import Adversary, Record, Resolve, Shares
>>> from leakage.decision import incremental_leakage
>>> alice = Record.of(("Name", "Alice"), ("Phone", "555"), ("Card", "9"))
>>> given = [Record.of(("Phone", "555"), ("Card", "9"))]
>>> order = Record.of(("Name", "Alice"), ("Phone", "555"))
>>> told = incremental_leakage(given, order, alice, Adversary(Resolve(Shares("Phone"))))
>>> round(told.increment, 3)
0.2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# These are named as their modules are, and would be hidden by them.
from leakage.decision.disinformation.matching_record import minimal_matching_record
from leakage.decision.incremental import IncrementalLeakage, incremental_leakage
from leakage.decision.leakage import (
    InformationLeakage,
    database_leakage,
    information_leakage,
    query_leakage,
    query_leakage_bounds,
)

if TYPE_CHECKING:
    from leakage.decision.contribution import (
        AttributeContribution,
        attribute_contributions,
        release_contributions,
    )
    from leakage.decision.disinformation.believable import believable_values
    from leakage.decision.disinformation.candidates import Candidate, Channel, Prices
    from leakage.decision.disinformation.curve import DisinformationPoint, add, bait_for, disinformation_curve
    from leakage.decision.disinformation.plan import disinformation_frontier
    from leakage.decision.disinformation.problem import DisinformationFrontier, DisinformationPlan, PlannedRecord
    from leakage.decision.enhancement import Enhancement, certainty, enhancements
    from leakage.decision.frontier import Frontier
    from leakage.decision.incremental import Baseline, Outcome
    from leakage.decision.planned_release import (
        FieldChoice,
        FieldIncrement,
        FieldTradeOff,
        field_trade_off,
    )
    from leakage.decision.shapley import ShapleyValue, attribute_shapley, release_shapley, shapley_values
    from leakage.decision.subsets import PoolSubsets, pool_choices
    from leakage.decision.threshold import ThresholdPoint, threshold_curve

# Imported when asked for: all of them take as long as the rest of the library.
_HOME = {
    "leakage.decision.threshold": ["ThresholdPoint", "threshold_curve"],
    "leakage.decision.disinformation.believable": ["believable_values"],
    "leakage.decision.contribution": [
        "AttributeContribution",
        "attribute_contributions",
        "release_contributions",
    ],
    "leakage.decision.disinformation.curve": ["DisinformationPoint", "add", "bait_for", "disinformation_curve"],
    "leakage.decision.disinformation.candidates": ["Candidate", "Channel", "Prices"],
    "leakage.decision.disinformation.plan": ["disinformation_frontier"],
    "leakage.decision.disinformation.problem": ["DisinformationFrontier", "DisinformationPlan", "PlannedRecord"],
    "leakage.decision.enhancement": ["Enhancement", "certainty", "enhancements"],
    "leakage.decision.frontier": ["Frontier"],
    "leakage.decision.planned_release": [
        "FieldChoice",
        "FieldIncrement",
        "FieldTradeOff",
        "field_trade_off",
    ],
    "leakage.decision.shapley": ["ShapleyValue", "attribute_shapley", "release_shapley", "shapley_values"],
    "leakage.decision.subsets": ["PoolSubsets", "pool_choices"],
    "leakage.decision.incremental": ["Outcome", "Baseline"],
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "AttributeContribution",
    "Baseline",
    "Candidate",
    "Channel",
    "DisinformationFrontier",
    "DisinformationPlan",
    "DisinformationPoint",
    "Enhancement",
    "FieldChoice",
    "FieldIncrement",
    "FieldTradeOff",
    "Frontier",
    "IncrementalLeakage",
    "InformationLeakage",
    "Outcome",
    "PlannedRecord",
    "PoolSubsets",
    "Prices",
    "ShapleyValue",
    "ThresholdPoint",
    "add",
    "attribute_contributions",
    "attribute_shapley",
    "bait_for",
    "believable_values",
    "certainty",
    "database_leakage",
    "disinformation_curve",
    "disinformation_frontier",
    "enhancements",
    "field_trade_off",
    "incremental_leakage",
    "information_leakage",
    "minimal_matching_record",
    "pool_choices",
    "query_leakage",
    "query_leakage_bounds",
    "release_contributions",
    "release_shapley",
    "shapley_values",
    "threshold_curve",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
