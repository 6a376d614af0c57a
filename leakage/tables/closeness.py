"""t-closeness: how far the sensitive values of a class are from those of the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from leakage.database import Floats, Integers
from leakage.tables.columns import MISSING
from leakage.tables.counts import ClassCounts
from leakage.tables.hierarchy import Hierarchy, text_of
from leakage.tables.prior import Prior, counts_with_prior, values_with_prior
from leakage.tables.table import PublishedTable

Distance: TypeAlias = Literal["equal", "ordered", "kl"]


def t_closeness(table: PublishedTable, distance: Distance | Hierarchy = "equal", prior: Prior | None = None) -> float:
    """``t = max over classes y of D(p(.|y), q)``. Lower is safer; 0 where every class is like the whole table.

    Distances: "equal" is the total variation ``1/2 sum_x |p(x|y) - q(x)|``, the earth mover's distance where all
    values are equally far apart; "ordered" the earth mover's distance of values in a row,
    ``1/(m-1) sum_i |sum_{j<=i} p(x_j|y) - q(x_j)|``; a hierarchy the earth mover's distance where two values are the
    farther apart the higher they meet (``hierarchical_distances``); "kl" the divergence
    ``sum_x p(x|y) log2(p(x|y) / q(x))`` in bits.
    Source: Li et al. 2007 for the first three, Ren & Li, Table II and Example 4; Rebollo-Monedero et al.,
    Section V-B1, for the last.

    Arguments:
        table: the published table.
        distance: one of the three, or a hierarchy of the sensitive values.
        prior: q, where it is not the table's own distribution: value -> probability, or one such for each class.

    Raises:
        ValueError: for another distance, a prior that is no distribution, or a hierarchy that leaves a value out.
    """
    if isinstance(distance, Hierarchy):
        return float(hierarchical_distances(table, distance, prior).max())
    return float(distances(counts_with_prior(table, prior), distance).max())


def hierarchical_distances(table: PublishedTable, hierarchy: Hierarchy, prior: Prior | None = None) -> Floats:
    """The earth mover's distance of every class by ``d(x, x') = (level where x and x' become the same) / height``.

    Mass that must leave a branch climbs to where it meets its like, so the distance is the mean over the levels below
    the root of the total variation there: ``1/H sum_{level < H} 1/2 sum_b |p(b|y) - q(b)|``, b the values of the level.
    Where not all values meet on the last level, they do on one above it.
    Source: Li et al. 2007, t-closeness, hierarchical distance; used in Ren & Li, Table II.

    Arguments:
        table: the published table.
        hierarchy: of the sensitive values, those of the prior included.
        prior: as ``t_closeness``.

    Returns:
        In [0, 1], lower is safer; shape (classes,).

    Raises:
        ValueError: if the hierarchy leaves a value out, or the prior is no distribution.

    >>> import pandas as pd
    >>> from leakage.tables.hierarchy import tree
    >>> rows = [("<40", "Flu"), ("<40", "Cold"), ("40+", "Ulcer"), ("40+", "Cold")]
    >>> table = PublishedTable(pd.DataFrame(rows, columns=["Age", "Disease"]), ["Age"], "Disease")
    >>> hierarchical_distances(table, tree({"Flu": "lungs", "Cold": "lungs"}, ["Flu", "Cold", "Ulcer"])).tolist()
    [0.25, 0.25]
    """
    return mean_total_variation(counts_with_prior(table, prior), branches(hierarchy, values_with_prior(table, prior)))


def branches(hierarchy: Hierarchy, values: Sequence[Any]) -> tuple[tuple[Integers, int], ...]:
    """For every level below the root, the branch of each value and how many branches there are.

    Raises:
        ValueError: if the hierarchy leaves a value out.
    """
    texts = [MISSING if value is None else text_of(value) for value in values]
    if not set(texts) <= set(hierarchy.places):
        raise ValueError("the hierarchy must have every sensitive value")
    places = [hierarchy.places[text] for text in texts]
    *lower, (highest, roots) = hierarchy.codes
    levels = lower if roots == 1 else [*lower, (highest, roots)]
    return tuple((codes[places], size) for codes, size in levels)


def mean_total_variation(counts: ClassCounts, levels: Sequence[tuple[Integers, int]]) -> Floats:
    """The mean over some levels of the total variation of every class; shape (classes,)."""
    total = np.zeros(counts.classes)
    for branch, size in levels:
        keys = counts.owner * size + branch[counts.value]
        held, place = np.unique(keys, return_inverse=True)
        shares = np.bincount(place, weights=counts.shares)
        before = np.zeros((*counts.prior.shape[:-1], size))
        np.add.at(before.T, branch, counts.prior.T)
        owner, branches_held = held // size, held % size
        expected = before[branches_held] if before.ndim == 1 else before[owner, branches_held]
        total += np.bincount(owner, weights=np.maximum(shares - expected, 0.0), minlength=counts.classes)
    return total / len(levels)


def distances(counts: ClassCounts, distance: Distance) -> Floats:
    """The distance of every class from the prior; shape (classes,)."""
    if distance == "equal":
        return counts.total(np.maximum(counts.shares - counts.before, 0.0))
    if distance == "ordered":
        return _ordered(counts)
    if distance == "kl":
        return divergences(counts)
    raise ValueError("the distance must be equal, ordered or kl")


def divergences(counts: ClassCounts) -> Floats:
    """``D(p(.|y) || q)`` of every class in bits; infinite where a value was thought impossible."""
    with np.errstate(divide="ignore"):
        ratios = np.log2(counts.shares / counts.before)
    # Rounding must not make a distance negative.
    divergences: Floats = np.maximum(counts.total(counts.shares * ratios), 0.0)
    return divergences


def _ordered(counts: ClassCounts) -> Floats:
    """The earth mover's distance of values in a row."""
    if counts.prior.ndim == 1:
        return _ordered_between_values(counts)
    held = np.zeros(counts.prior.shape)
    held[counts.owner, counts.value] = counts.shares
    moved: Floats = np.abs(np.cumsum(held - counts.prior, axis=1)).sum(axis=1) / (counts.width - 1)
    return moved


def _ordered_between_values(counts: ClassCounts) -> Floats:
    """Between two values of a class its running sum stands still."""
    width = counts.width
    risen = np.minimum(np.cumsum(counts.prior), 1.0)
    areas = np.append(0.0, np.cumsum(risen))
    level = np.cumsum(counts.shares) - counts.shares
    level = np.minimum(level - level[counts.starts][counts.owner] + counts.shares, 1.0)
    ends = np.append(counts.value[1:], width)
    ends[counts.starts[1:] - 1] = width
    # The prior's running sum rises, so it crosses a standing level once.
    crossing = np.clip(np.searchsorted(risen, level), counts.value, ends)
    below = level * (crossing - counts.value) - (areas[crossing] - areas[counts.value])
    above = areas[ends] - areas[crossing] - level * (ends - crossing)
    first = areas[counts.value[counts.starts]]
    moved: Floats = np.maximum((counts.total(below + above) + first) / (width - 1), 0.0)
    return moved
