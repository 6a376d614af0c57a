"""Every class with every yardstick, and the yardsticks of a table in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Unpack

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
    mutual_information,
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


def class_yardsticks(
    table: Table, prior: Prior | None = None, hierarchy: Hierarchy | None = None, **columns: Unpack[Columns]
) -> pd.DataFrame:
    """One row a class, in the order of the table: its quasi-identifiers as the index, every yardstick beside.

    Arguments:
        hierarchy: of the sensitive values; with it there is a column "hierarchical", as ``t_closeness`` by it.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> yardsticks = class_yardsticks(frame, quasi_identifiers=["Age"], sensitive="Disease")
    >>> yardsticks[["rows", "distinct_values", "equal"]].to_numpy().tolist()
    [[2.0, 1.0, 0.25], [2.0, 2.0, 0.25]]
    """
    told = table_of(table, **columns)
    counts, measured = counts_of(told, prior), {}
    for done, (name, yardstick) in enumerate(YARDSTICKS.items(), 1):
        measured[name] = yardstick(counts)
        progress.report("Measuring the classes", done, len(YARDSTICKS))
    if hierarchy is not None:
        measured["hierarchical"] = distances(counts, hierarchy)
    values = [pd.Categorical.from_codes(codes[told.first_rows], pd.Index(held)) for codes, held in told.columns]
    return pd.DataFrame(measured, index=pd.MultiIndex.from_arrays(values, names=list(told.quasi_identifiers)))


def report(
    table: Table, quasi_identifiers: Sequence[str] = (), sensitive: str = "", missing: Missing = "value"
) -> pd.Series[float]:
    """The yardsticks that the papers name, each of the class that is worst off, and two on average.

    Higher is safer of the first five, lower of the rest. Arguments as ``PublishedTable``, or that by itself.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> report(frame, ["Age"], "Disease")[["k-anonymity", "distinct l-diversity", "t-closeness"]].tolist()
    [2.0, 1.0, 0.25]
    """
    named = Columns(quasi_identifiers=quasi_identifiers, sensitive=sensitive, missing=missing)
    told = table_of(table, **named) if quasi_identifiers or sensitive else table_of(table)
    classes = class_yardsticks(told)
    least, most = classes.min(), classes.max()
    return pd.Series(
        {
            "k-anonymity": least["rows"],
            "distinct l-diversity": least["distinct_values"],
            "entropy l-diversity": least["effective_values"],
            "attacker's error, worst class": least["error"],
            "attacker's error, average": float(told.counts.class_probabilities @ classes["error"]),
            "t-closeness": most["equal"],
            "t-closeness, ordered": most["ordered"],
            "t-closeness, KL divergence": most["kl"],
            "δ-disclosure": most["delta_disclosure"],
            "mutual information": mutual_information(told),
            "distribution leakage": most["distribution_leakage"],
            "entropy leakage": most["entropy_leakage"],
        }
    )
