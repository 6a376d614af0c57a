"""All yardsticks of each class, and of a table, in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

import numpy as np
import pandas as pd

from leakage import progress
from leakage.frames import Floats, Integers
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import ClassCounts, Columns, Missing, Table, table_of
from leakage.published.yardsticks import (
    Prior,
    counts_of,
    disclosures,
    disclosures_over_support,
    distances,
    distribution_leakages,
    entropies,
    entropy_leakages,
    recursive_diversities,
)

YARDSTICKS: Mapping[str, Callable[[ClassCounts], Floats | Integers]] = {
    "rows": lambda counts: counts.sizes,
    "distinct_values": lambda counts: counts.distinct,
    "effective_values": lambda counts: 2.0 ** entropies(counts),
    "equal": lambda counts: distances(counts, "equal"),
    "ordered": lambda counts: distances(counts, "ordered"),
    "kl": lambda counts: distances(counts, "kl"),
    "delta_disclosure": disclosures,
    "delta_disclosure_over_support": disclosures_over_support,
    "distribution_leakage": distribution_leakages,
    "entropy_leakage": entropy_leakages,
    "error": lambda counts: 1.0 - counts.greatest(counts.shares),
}
"""Of every class; "error" is the probability that the best single guess of the sensitive value is wrong."""


REPORTED: Mapping[str, str] = {
    "k-anonymity": "rows",
    "distinct l-diversity": "distinct_values",
    "entropy l-diversity": "effective_values",
    "t-closeness": "equal",
    "δ-disclosure": "delta_disclosure",
    "mutual information": "kl",
    "distribution leakage": "distribution_leakage",
    "entropy leakage": "entropy_leakage",
    "attacker's error, worst class": "error",
    "attacker's error, average": "error",
    "recursive (c, l)-diversity": "recursive",
    "t-closeness, ordered": "ordered",
    "t-closeness, hierarchy": "hierarchical",
    "t-closeness, KL divergence": "kl",
    "δ-disclosure, values that occur": "delta_disclosure_over_support",
}
"""What a report says, the eight that the papers name first before the others, and the column of the classes for it."""

AVERAGES = ("mutual information", "attacker's error, average")
HIGHER_IS_SAFER = ("rows", "distinct_values", "effective_values", "error", "recursive")


def class_yardsticks(
    table: Table, prior: Prior | None = None, hierarchy: Hierarchy | None = None, **columns: Unpack[Columns]
) -> pd.DataFrame:
    """All yardsticks, one row a class in the order of the table; its quasi-identifiers are the index.

    Arguments:
        hierarchy: of the sensitive values; adds the column "hierarchical", the ``t_closeness`` by it.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> yardsticks = class_yardsticks(frame, quasi_identifiers=["Age"], sensitive="Disease")
    >>> yardsticks[["rows", "distinct_values", "equal"]].to_numpy().tolist()
    [[2.0, 1.0, 0.25], [2.0, 2.0, 0.25]]
    """
    whole = table_of(table, **columns)
    counts, measured = counts_of(whole, prior), {}
    for done, (name, yardstick) in enumerate(YARDSTICKS.items(), 1):
        measured[name] = yardstick(counts)
        progress.report("Measuring the classes", done, len(YARDSTICKS))
    if hierarchy is not None:
        measured["hierarchical"] = distances(counts, hierarchy)
    values = [pd.Categorical.from_codes(codes[whole.first_rows], pd.Index(held)) for codes, held in whole.columns]
    return pd.DataFrame(measured, index=pd.MultiIndex.from_arrays(values, names=list(whole.quasi_identifiers)))


def report(
    table: Table,
    quasi_identifiers: Sequence[str] = (),
    sensitive: str = "",
    missing: Missing = "value",
    *,
    prior: Prior | None = None,
    hierarchy: Hierarchy | None = None,
    c: float = 2.0,
) -> pd.Series[float]:
    """The yardsticks of a table, the papers' eight first: those of the worst class, or averages.

    Arguments:
        table, quasi_identifiers, sensitive, missing: as ``PublishedTable``, or that by itself.
        prior, hierarchy: as ``class_yardsticks``.
        c: of recursive (c, l)-diversity.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> report(frame, ["Age"], "Disease")[["k-anonymity", "distinct l-diversity", "t-closeness"]].tolist()
    [2.0, 1.0, 0.25]
    """
    named = Columns(quasi_identifiers=quasi_identifiers, sensitive=sensitive, missing=missing)
    whole = table_of(table, **named) if quasi_identifiers or sensitive else table_of(table)
    classes = class_yardsticks(whole, prior, hierarchy).assign(recursive=recursive_diversities(whole.counts, c))
    shares, least, most = whole.counts.class_probabilities, classes.min(), classes.max()

    def of(name: str, column: str) -> float:
        if name in AVERAGES:
            return float(np.sum(shares * classes[column].to_numpy()))
        return float((least if column in HIGHER_IS_SAFER else most)[column])

    return pd.Series({name: of(name, column) for name, column in REPORTED.items() if column in classes})


def worst_classes(classes: pd.DataFrame, column: str) -> tuple[int, ...]:
    """The places of the classes with the worst value of a yardstick.

    >>> worst_classes(pd.DataFrame({"rows": [3, 2, 2], "equal": [0.1, 0.5, 0.2]}), "rows")
    (1, 2)
    """
    values = classes[column].astype(float)
    worst = values.min() if column in HIGHER_IS_SAFER else values.max()
    return tuple(np.flatnonzero(np.isclose(values, worst, rtol=0.0, atol=1e-9)).tolist())
