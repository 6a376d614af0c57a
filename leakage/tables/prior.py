"""Prior: what an attacker believes of the sensitive value before she sees the published table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from leakage.database import Floats, Integers
from leakage.tables.columns import MISSING, NO_CODE, naturally_sorted
from leakage.tables.counts import ClassCounts
from leakage.tables.grouping import grouped, tallied
from leakage.tables.table import PublishedTable

Belief: TypeAlias = Mapping[Any, float]
"""How likely each sensitive value is: value -> probability; values left out have none."""

Prior: TypeAlias = Belief | Sequence[Belief]
"""One belief of everybody, or one for each class in the order of the classes."""

TOLERANCE = 1e-9
LARGEST_PRIOR = 50_000_000
"""Classes times values beyond which a prior for each class is refused: it would take 400 MB."""


def counts_with_prior(table: PublishedTable, prior: Prior | None = None) -> ClassCounts:
    """The classes of a table beside a prior belief: a given one, or the table's own distribution.

    Source: Ren & Li, Definitions 2 and 4: the belief a about a class [C] may be another for each class.

    Arguments:
        table: the published table.
        prior: the probability of every value, adding up to 1; values left out have none, and values that the table
            does not have may be named. Or one such belief for each class.

    Raises:
        ValueError: if a probability is negative or they do not add up to 1, or there is not one for each class.
    """
    if prior is None:
        return table.counts
    beliefs = [prior] if isinstance(prior, Mapping) else list({id(belief): belief for belief in prior}.values())
    for belief in beliefs:
        _check(belief)
    values = values_with_prior(table, prior)
    places = {value: place for place, value in enumerate(values)}
    given = np.array([[float(belief.get(value, 0.0)) for value in values] for belief in beliefs])
    moved = np.array([places[value] for value in table.values])
    value = moved[table.counts.value]
    order = np.lexsort((value, table.counts.owner))
    by_class = given[0] if isinstance(prior, Mapping) else _of_classes(table, given, beliefs, prior)
    return replace(table.counts, value=value[order], count=table.counts.count[order], prior=by_class)


def values_with_prior(table: PublishedTable, prior: Prior | None = None) -> list[Any]:
    """The sensitive values of the table and of a prior, in their order.

    Raises:
        ValueError: if the table has an order that leaves one out.
    """
    held = set(table.values)
    beliefs = [] if prior is None else [prior] if isinstance(prior, Mapping) else prior
    further = list(dict.fromkeys(value for belief in beliefs for value in belief if value not in held))
    if not further:
        return list(table.values)
    if table.order is not None:
        if not set(further) <= set(table.order):
            raise ValueError("the order must name every value of the prior")
        return [value for value in table.order if value in held or value in further]
    return naturally_sorted([*table.values, *further])


def _check(belief: Belief) -> None:
    probabilities = list(belief.values())
    # Written so that NaN fails too.
    if not all(probability >= 0.0 for probability in probabilities):
        raise ValueError("the probabilities of a prior must be at least 0")
    if not abs(math.fsum(probabilities) - 1.0) <= TOLERANCE:
        raise ValueError(f"the probabilities of a prior must add up to 1, got {math.fsum(probabilities):g}")


def _of_classes(table: PublishedTable, given: Floats, beliefs: Sequence[Belief], prior: Sequence[Belief]) -> Floats:
    classes = table.counts.classes
    if len(prior) != classes:
        raise ValueError(f"there must be one prior for each of the {classes} classes, got {len(prior)}")
    if classes * given.shape[1] > LARGEST_PRIOR:
        raise ValueError("the table has too many classes for a prior of each")
    number = {id(belief): row for row, belief in enumerate(beliefs)}
    return np.asarray(given[[number[id(belief)] for belief in prior]])


def conditional_prior(
    table: PublishedTable, known: Sequence[str], population: PublishedTable | None = None
) -> tuple[dict[Any, float], ...]:
    """``a_[C] = P(S | v)``: what is believed of each class by somebody who knows how S goes with some columns v.

    She may have it from statistics: how often each disease is at each age. What the table adds to it is the change
    from that to the distribution in the class. With no column it is the distribution of all, with all columns what
    the table says itself.
    Source: Ren & Li, Definition 2, the estimated conditional distribution ``P(S ∩ v) / P(v)``.

    Arguments:
        table: the published table.
        known: v, names of quasi-identifiers; may be none.
        population: the table in which it is counted, as coarse as the published one; by default that itself.

    Raises:
        ValueError: if a name is not that of a quasi-identifier, or the population has nobody like some class.

    >>> import pandas as pd
    >>> rows = [("<40", "m", "Flu"), ("<40", "f", "Cold"), ("40+", "m", "Flu"), ("40+", "f", "Flu")]
    >>> table = PublishedTable(pd.DataFrame(rows, columns=["Age", "Sex", "Disease"]), ["Age", "Sex"], "Disease")
    >>> conditional_prior(table, ["Age"])[0]
    {'Cold': 0.5, 'Flu': 0.5}
    """
    counted = table if population is None else population
    for held in (table, counted):
        if not set(known) <= set(held.quasi_identifiers):
            raise ValueError("what is known beforehand must be quasi-identifiers of the table")
    groups, size = _groups(counted, known)
    beliefs = _beliefs(counted, groups[counted.class_of], size)
    by_values = dict(zip(_class_values(counted, known), groups.tolist(), strict=True))
    try:
        return tuple(beliefs[by_values[values]] for values in _class_values(table, known))
    except KeyError:
        raise ValueError("the population must have somebody like every class of the table") from None


def _groups(table: PublishedTable, known: Sequence[str]) -> tuple[Integers, int]:
    """For each class which of them agree in some columns."""
    chosen = [table.columns[table.quasi_identifiers.index(name)] for name in known]
    codes = [column.codes[table.first_rows] + 1 for column in chosen]
    return grouped(codes, [len(column.values) + 1 for column in chosen], len(table.first_rows))


def _beliefs(table: PublishedTable, group: Integers, size: int) -> list[dict[Any, float]]:
    """The distribution of the sensitive value in each group of rows; the whole table's where nothing is known."""
    told = table.value_codes != NO_CODE
    owner, value, count = tallied(group[told], table.value_codes[told], len(table.values))
    dense = np.zeros((size, len(table.values)))
    dense[owner, value] = count
    dense[dense.sum(axis=1) == 0.0] = dense.sum(axis=0)
    shares = dense / dense.sum(axis=1, keepdims=True)
    return [dict(zip(table.values, row, strict=True)) for row in shares.tolist()]


def _class_values(table: PublishedTable, known: Sequence[str]) -> list[tuple[Any, ...]]:
    """The values of some columns in every class."""
    chosen = [table.columns[table.quasi_identifiers.index(name)] for name in known]
    held = [
        [MISSING if code == NO_CODE else column.values[code] for code in column.codes[table.first_rows].tolist()]
        for column in chosen
    ]
    return list(zip(*held, strict=True)) if held else [()] * len(table.first_rows)
