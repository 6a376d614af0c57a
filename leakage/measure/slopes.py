"""The derivative of the integral by the confidence of an attribute that is there, or of one that is not."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.measure.columns import Columns
from leakage.measure.comparison import Mask
from leakage.measure.integral import CHUNK, node_blocks, summed
from leakage.measure.presence import BLOCK, parts_of, tilted

NEGLIGIBLE = 1e-30
"""What is left of an integral does not count below this part of the greatest slope."""


def slopes_of(columns: Columns) -> Floats:
    """``d E[X / (A + Y)] / dp_a``, shape (attributes,), for the one record of the columns.

    ``int exp(-s A) prod_{c != a} F_c [ credit_a E_a - (1 - E_a) (S - S_a) ] ds`` with
    ``E_a = exp(-s w_a)`` and ``S_a = credit_a p_a E_a / F_a``: the attribute's own credit, less what its
    weight dilutes of the others'.
    """
    slopes = np.zeros(len(columns.weight))
    size = max(1, BLOCK // len(slopes))
    for nodes, steps in node_blocks(columns.scale, columns.total(columns.weight), len(slopes)):
        for first in range(0, len(nodes), size):
            rows = slice(first, first + size)
            terms, bound = _terms(columns, nodes[rows])
            slopes += np.sum(steps[rows] * terms, axis=0)
        # The light attributes' slopes are small, and must keep their digits beside the heavy ones'.
        if bound <= NEGLIGIBLE * columns.scale[0] * np.max(np.abs(slopes)):
            break
    return slopes


def _terms(columns: Columns, s: Floats) -> tuple[Floats, float]:
    """The integrand at nodes, shape (nodes, attributes), and what no attribute's exceeds from the last one on."""
    logs, share = tilted(columns, s)
    own = columns.credit * share
    others = np.exp(sums_of_others(logs) - s * columns.scale)
    diluted = np.expm1(-s * columns.weight) * sums_of_others(own)
    bound = float(others[-1].max() * (columns.credit.max() + own[-1].sum()))
    return others * (columns.credit * np.exp(-s * columns.weight) + diluted), bound


def sums_of_others(values: Floats) -> Floats:
    """For every entry the sum of the others in its row; the entries of a row have the same sign.

    Less the entry, the sum keeps its bits unless the entry is more than half of it: only the greatest can be,
    and the others are summed anew for it.

    >>> sums_of_others(np.array([[1.0, 2.0**-70, 0.0]])).tolist()
    [[8.470329472543003e-22, 1.0, 1.0]]
    """
    rest: Floats = values.sum(axis=1, keepdims=True) - values
    rows, greatest = np.arange(len(values)), np.abs(values).argmax(axis=1)
    without = values.copy()
    without[rows, greatest] = 0.0
    rest[rows, greatest] = without.sum(axis=1)
    return rest


def slopes_of_additions(columns: Columns, weight: Floats, right: Mask) -> Floats:
    """``d E[X / (A + Y)] / dp`` of absent attributes of so much weight, right or wrong; shape (additions,).

    ``int exp(-s A) prod_a F_a(s) [ credit exp(-s w) - (1 - exp(-s w)) S ] ds``, where the credit is w for a right value
    and 0 for a wrong one. The product and S are computed once at each node, for all.
    """
    slopes = np.zeros(len(weight))
    if not len(weight) or not columns.scale[0]:
        return slopes
    credit = np.where(right, weight, 0.0)
    # An attribute that outweighs all there is needs nodes where it begins to count.
    spread = columns.total(columns.weight) + weight.max()
    given = _Given(columns)
    for s, step in node_blocks(columns.scale, spread, len(columns.weight) + len(weight)):
        product, earned = given.at(s)
        terms = product * (credit * np.exp(-s * weight) + np.expm1(-s * weight) * earned)
        slopes += np.sum(step * terms, axis=0)
        left = float(product[-1, 0] * (credit.max() + earned[-1, 0]))
        if left <= NEGLIGIBLE * columns.scale[0] * np.max(np.abs(slopes)):
            break
    return slopes


class _Given:
    """The product and S of a record at the nodes, its certain attributes taken apart."""

    def __init__(self, columns: Columns) -> None:
        sure = columns.confidence == 1.0
        self._credit = float(columns.credit[sure].sum())
        self._scale = float(columns.scale[0] + columns.weight[sure].sum())
        rest = columns.keep((columns.confidence > 0.0) & ~sure)
        self._parts = parts_of(rest, CHUNK) if len(rest.weight) else []

    def at(self, s: Floats) -> tuple[Floats, Floats]:
        """``exp(-s A) prod_a F_a(s)`` and ``S(s)``, each shape (nodes, 1)."""
        if not self._parts:
            return np.exp(-s * self._scale), np.full(s.shape, self._credit)
        logs, earned = summed(self._parts, s)
        return np.exp(logs - s * self._scale), self._credit + earned
