"""Prior: what an attacker believes of the sensitive value before she knows somebody's class."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from leakage.tables.columns import naturally_sorted
from leakage.tables.counts import ClassCounts

if TYPE_CHECKING:
    from leakage.tables.table import PublishedTable

TOLERANCE = 1e-9


def counts_against(table: PublishedTable, prior: Mapping[Any, float] | None = None) -> ClassCounts:
    """The classes of a table beside a prior belief: a given one, or the table's own distribution.

    Arguments:
        table: the published table.
        prior: the probability of every value, adding up to 1; values left out have none, and values that the table
            does not have may be named.

    Raises:
        ValueError: if a probability is negative or they do not add up to 1.
    """
    if prior is None:
        return table.counts
    probabilities = list(prior.values())
    # Written so that NaN fails too.
    if not all(probability >= 0.0 for probability in probabilities):
        raise ValueError("the probabilities of a prior must be at least 0")
    if not abs(math.fsum(probabilities) - 1.0) <= TOLERANCE:
        raise ValueError(f"the probabilities of a prior must add up to 1, got {math.fsum(probabilities):g}")
    values = _all_values(table, prior)
    places = {value: place for place, value in enumerate(values)}
    moved = np.array([places[value] for value in table.values])
    given = np.array([float(prior.get(value, 0.0)) for value in values])
    if (np.diff(moved) > 0).all():
        return replace(table.counts, value=moved[table.counts.value], prior=given)
    value = moved[table.counts.value]
    order = np.lexsort((value, table.counts.owner))
    return replace(table.counts, value=value[order], count=table.counts.count[order], prior=given)


def _all_values(table: PublishedTable, prior: Mapping[Any, float]) -> list[Any]:
    held = set(table.values)
    further = [value for value in prior if value not in held]
    if not further:
        return list(table.values)
    if table.order is not None:
        if not set(further) <= set(table.order):
            raise ValueError("the order must name every value of the prior")
        return [value for value in table.order if value in held or value in prior]
    return naturally_sorted([*table.values, *further])
