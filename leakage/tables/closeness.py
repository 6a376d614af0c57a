"""t-closeness: how far the sensitive values of a class are from those of the whole table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from leakage.database import Floats
from leakage.tables.counts import ClassCounts
from leakage.tables.prior import counts_against

if TYPE_CHECKING:
    from leakage.tables.table import PublishedTable

Distance: TypeAlias = Literal["equal", "ordered", "kl"]


def t_closeness(table: PublishedTable, distance: Distance = "equal", prior: Mapping[Any, float] | None = None) -> float:
    """``t = max over classes y of D(p(.|y), q)``. Lower is safer; 0 where every class is like the whole table.

    Distances: "equal" is the total variation ``1/2 sum_x |p(x|y) - q(x)|``, the earth mover's distance where all
    values are equally far apart; "ordered" the earth mover's distance of values in a row,
    ``1/(m-1) sum_i |sum_{j<=i} p(x_j|y) - q(x_j)|``; "kl" the divergence ``sum_x p(x|y) log2(p(x|y) / q(x))`` in bits.
    Source: Li et al. 2007 for the first two; Rebollo-Monedero et al., Section V-B1, for the third.

    Arguments:
        table: the published table.
        distance: one of the three.
        prior: q, where it is not the table's own distribution: value -> probability.

    Raises:
        ValueError: for another distance, or a prior that is no distribution.
    """
    return float(distances(counts_against(table, prior), distance).max())


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
    """The earth mover's distance, stretch by stretch: between two values of a class its running sum stands still."""
    width = len(counts.prior)
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
