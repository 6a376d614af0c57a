"""Every class with every yardstick, and the guide to which yardstick fits when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import MISSING, NO_CODE, ClassCounts, EncodedColumn, PublishedTable
from leakage.published.yardsticks import (
    Prior,
    branches,
    counts_with_prior,
    disclosures,
    disclosures_over_support,
    distances,
    distribution_leakages,
    entropies,
    entropy_leakages,
    mean_total_variation,
    values_with_prior,
)

# Every class with every yardstick, side by side.


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
"""What is told of every class; "error" is the chance that the best single guess of the sensitive value is wrong."""


def class_yardsticks(
    table: PublishedTable, prior: Prior | None = None, hierarchy: Hierarchy | None = None
) -> pd.DataFrame:
    """One row a class, numbered by where it first appears: its quasi-identifiers as the index, every yardstick beside.

    Arguments:
        table: the published table.
        prior: the belief before, where it is not the table's own distribution: value -> probability, or one such for
            each class.
        hierarchy: of the sensitive values; with it there is a column "hierarchical", as ``hierarchical_distances``.

    Raises:
        ValueError: if the prior is no distribution, or the hierarchy leaves a value out.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> yardsticks = class_yardsticks(PublishedTable(frame, ["Age"], "Disease"))
    >>> yardsticks[["rows", "distinct_values", "equal"]].to_numpy().tolist()
    [[2.0, 1.0, 0.25], [2.0, 2.0, 0.25]]
    """
    total = len(YARDSTICKS) + 1
    report("Grouping the rows", 0, total)
    counts = counts_with_prior(table, prior)
    columns = {}
    for done, (name, yardstick) in enumerate(YARDSTICKS.items(), 1):
        report("Measuring the classes", done, total)
        columns[name] = yardstick(counts)
    if hierarchy is not None:
        columns["hierarchical"] = mean_total_variation(counts, branches(hierarchy, values_with_prior(table, prior)))
    values = [_values_of(column, table.first_rows) for column in table.columns]
    index = pd.MultiIndex.from_arrays(values, names=list(table.quasi_identifiers))
    report("Measuring the classes", total, total)
    return pd.DataFrame(columns, index=index)


def _values_of(column: EncodedColumn, rows: Integers) -> pd.Categorical[Any]:
    codes = column.codes[rows]
    if (codes == NO_CODE).any():
        codes = np.where(codes == NO_CODE, len(column.values), codes)
        return pd.Categorical.from_codes(codes, pd.Index([*column.values, MISSING]))
    return pd.Categorical.from_codes(codes, pd.Index(column.values))


# Which yardstick, and when: the guide of the paper as data.


Field: TypeAlias = Literal["statistical disclosure control", "anonymous-communication systems"]
Case: TypeAlias = Literal["worst case", "average case", "best case"]


@dataclass(frozen=True, slots=True)
class Advice:
    """A yardstick with what it is for; the case is the user's, and the attacker's the other way round.

    Arguments:
        metric: the yardstick.
        field: where it is used.
        case: what it looks at.
        when: one sentence, when to take it and what it takes for granted.
    """

    metric: str
    field: Field
    case: Case
    when: str


_TABLES: Field = "statistical disclosure control"
_MESSAGES: Field = "anonymous-communication systems"

GUIDE: tuple[Advice, ...] = (
    Advice(
        "t-closeness",
        _TABLES,
        "worst case",
        "To keep the sensitive value secret: the class whose values differ most from the whole table's.",
    ),
    Advice(
        "mutual information",
        _TABLES,
        "average case",
        "To keep the sensitive value secret on average: looser than t-closeness, and easier to optimise.",
    ),
    Advice(
        "k-anonymity",
        _TABLES,
        "best case",
        "To keep it secret which row is whose: takes all members of a class for equally likely.",
    ),
    Advice(
        "l-diversity",
        _TABLES,
        "best case",
        "To keep several sensitive values possible: takes them for equally likely, and none for alike.",
    ),
    Advice(
        "min-entropy",
        _MESSAGES,
        "worst case",
        "Against an attacker who makes a single guess, the most likely one.",
    ),
    Advice(
        "Shannon's entropy",
        _MESSAGES,
        "average case",
        "Against an attacker who weighs all possible senders by how likely they are.",
    ),
    Advice(
        "Hartley's entropy",
        _MESSAGES,
        "best case",
        "Against an attacker who only counts who could have sent it.",
    ),
)
"""Source: Rebollo-Monedero et al., Table IV, with the reasons of Section VII."""
