"""Distribution leakage and entropy leakage: two yardsticks that see what the other does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.short_repr import short_repr
from leakage.tables.counts import ClassCounts
from leakage.tables.diversity import entropies
from leakage.tables.entropy import distribution_of, renyi_entropies, shannon_entropy
from leakage.tables.prior import Prior, counts_with_prior
from leakage.tables.table import PublishedTable


@dataclass(frozen=True, eq=False)
class ClassLeakage:
    """The leakage of every class.

    Arguments:
        per_class: at least 0; shape (classes,), in the order of ``class_yardsticks``.
    """

    per_class: Floats

    __repr__ = short_repr

    @property
    def maximum(self) -> float:
        """The greatest of all classes: the least ε (Definition 7) or α (Definition 10) that the table keeps to."""
        return float(self.per_class.max())


def distribution_leakage(table: PublishedTable, prior: Prior | None = None) -> ClassLeakage:
    """``L_D(S, [C]) = sqrt(sum_i (a_i - x_i)^2)`` of every class, a the belief before and x after. Lower is safer.

    Source: Ren & Li, Definitions 6 and 7; in [0, sqrt 2].

    Arguments:
        table: the published table.
        prior: a, where it is not the table's own distribution: value -> probability, or one such for each class.

    Raises:
        ValueError: if the prior is no distribution.
    """
    return ClassLeakage(distribution_leakages(counts_with_prior(table, prior)))


def entropy_leakage(table: PublishedTable, prior: Prior | None = None) -> ClassLeakage:
    """``L_E(S, [C]) = |H(a) - H(x)|`` in bits of every class, a the belief before and x after. Lower is safer.

    Source: Ren & Li, Definitions 8 to 10. Arguments and errors as ``distribution_leakage``.
    """
    return ClassLeakage(entropy_leakages(counts_with_prior(table, prior)))


def distribution_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``sqrt(sum_i (a_i - x_i)^2)`` of two distributions over the same values.

    Source: Ren & Li, Definition 6.

    Raises:
        ValueError: for what is no distribution, or two over other values.

    >>> round(distribution_distance([7 / 12, 3 / 12, 2 / 12], [3 / 4, 1 / 4, 0]) * 12, 6) == round(8**0.5, 6)
    True
    """
    a, x = distribution_of(before), distribution_of(after)
    if a.shape != x.shape:
        raise ValueError("the two distributions must be over the same values")
    return float(np.sqrt(np.sum((a - x) ** 2)))


def entropy_distance(before: npt.ArrayLike, after: npt.ArrayLike) -> float:
    """``|H(a) - H(b)|`` in bits of two distributions.

    Source: Ren & Li, Definition 8.

    Raises:
        ValueError: for what is no distribution.

    >>> entropy_distance([0.25] * 4, [0.5, 0.5])
    1.0
    """
    return abs(shannon_entropy(before) - shannon_entropy(after))


def distribution_leakages(counts: ClassCounts) -> Floats:
    """The distribution leakage of every class; shape (classes,)."""
    all_before = np.sum(counts.prior**2, axis=-1)
    lacking = counts.total((counts.before > 0.0).astype(np.int64)) < np.count_nonzero(counts.prior, axis=-1)
    # What a class lacks counts whole; a difference of two equal sums would leave a trace of rounding.
    unseen = np.where(lacking, np.maximum(all_before - counts.total(counts.before**2), 0.0), 0.0)
    leakages: Floats = np.sqrt(counts.total((counts.shares - counts.before) ** 2) + unseen)
    return leakages


def entropy_leakages(counts: ClassCounts) -> Floats:
    """The entropy leakage of every class; shape (classes,)."""
    leakages: Floats = np.abs(renyi_entropies(np.atleast_2d(counts.prior).T, 1.0) - entropies(counts))
    return leakages
