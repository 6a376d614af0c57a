"""δ-disclosure and mutual information: the most telling value of all, and what the table tells on average."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.tables.closeness import divergences
from leakage.tables.counts import ClassCounts
from leakage.tables.prior import Prior, counts_with_prior
from leakage.tables.table import PublishedTable


def delta_disclosure(table: PublishedTable, prior: Prior | None = None) -> float:
    """``δ = max over x, y of |log2(p(x|y) / q(x))|`` in bits. Lower is safer; infinite if a class lacks a value.

    Source: Rebollo-Monedero et al., Section V-B3. That a value is ruled out tells something too: its probability of
    zero makes δ infinite; ``delta_disclosure_over_support`` is the finite maximum.
    """
    return float(disclosures(counts_with_prior(table, prior)).max())


def delta_disclosure_over_support(table: PublishedTable, prior: Prior | None = None) -> float:
    """``max |log2(p(x|y) / q(x))|`` over the values that occur in the class, in bits; what is ruled out is ignored."""
    return float(disclosures_over_support(counts_with_prior(table, prior)).max())


def mutual_information(table: PublishedTable, prior: Prior | None = None) -> float:
    """``R = I(X;Y) = E_y D(p(.|y) || q)`` in bits: what knowing the class tells on average. Lower is safer.

    Source: Rebollo-Monedero et al., Section V-B2; ``R <= t <= δ`` with t by the KL divergence. With a prior that is
    not the table's own it is the average divergence, and where classes overlap an average over the rows.
    """
    counts = counts_with_prior(table, prior)
    return float(np.sum(counts.class_probabilities * divergences(counts)))


def disclosures(counts: ClassCounts) -> Floats:
    """The greatest ``|log2(p(x|y) / q(x))|`` of every class, infinite where only one of the two is 0."""
    lacking = counts.total((counts.before > 0.0).astype(np.int64)) < np.count_nonzero(counts.prior, axis=-1)
    return np.where(lacking, np.inf, counts.greatest(_ratios(counts)))


def disclosures_over_support(counts: ClassCounts) -> Floats:
    """As ``disclosures``, over the values that are possible before and after."""
    ratios = _ratios(counts)
    return counts.greatest(np.where(np.isfinite(ratios), ratios, 0.0))


def _ratios(counts: ClassCounts) -> Floats:
    with np.errstate(divide="ignore"):
        ratios: Floats = np.abs(np.log2(counts.shares / counts.before))
    return ratios
