"""k-anonymity and l-diversity: how many people, and how many sensitive values, a class holds."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats, Integers
from leakage.tables.counts import ClassCounts
from leakage.tables.table import PublishedTable


def k_anonymity(table: PublishedTable) -> int:
    """``k = min over classes y of |y|``: nobody can be told from fewer than k - 1 others. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.1; Rebollo-Monedero et al., Section II-B.
    """
    return int(table.counts.sizes.min())


def distinct_l_diversity(table: PublishedTable) -> int:
    """``l = min over classes y of |{x: p(x|y) > 0}|``: so many values at least remain possible. Higher is safer.

    Source: Whang & Garcia-Molina 2012, Section 3.2; Rebollo-Monedero et al., Section V-A1.
    """
    return int(table.counts.distinct.min())


def entropy_l_diversity(table: PublishedTable) -> float:
    """``l = min over classes y of 2^H(X|y)``: the greatest l with entropy at least log l everywhere. Higher is safer.

    Source: Rebollo-Monedero et al., Section V-A1; Machanavajjhala et al. 2007. It is not rounded.
    """
    return float(2.0 ** entropies(table.counts).min())


def recursive_l_diversity(table: PublishedTable, c: float) -> int:
    """The greatest l with ``r_1 < c (r_l + r_{l+1} + ... + r_m)`` in every class, r_i its i-th highest count.

    1-diversity counts as always satisfied. Higher is safer.
    Source: Machanavajjhala et al. 2007, recursive (c, l)-diversity.

    Arguments:
        table: the published table.
        c: how many times the rest the commonest value must stay below, > 0.

    Raises:
        ValueError: if c is not a positive number.
    """
    return int(recursive_diversities(table.counts, c).min())


def entropies(counts: ClassCounts) -> Floats:
    """H(X|y) of every class, in bits; shape (classes,)."""
    # 0.0 - and not a minus sign: a class with one value has 0, not -0.
    return 0.0 - counts.total(counts.shares * np.log2(counts.shares))


def recursive_diversities(counts: ClassCounts, c: float) -> Integers:
    """The greatest l of every class; shape (classes,)."""
    # Written so that NaN fails too.
    if not c > 0.0:
        raise ValueError(f"c must be more than 0, got {c}")
    order = np.lexsort((-counts.count, counts.owner))
    ranked = counts.count[order]
    taken = np.cumsum(ranked) - ranked
    before = taken - taken[counts.starts][counts.owner]
    tail = counts.known[counts.owner] - before
    holds = ranked[counts.starts][counts.owner] < c * tail
    return np.maximum(1, counts.total(holds.astype(np.int64)).astype(np.int64))
