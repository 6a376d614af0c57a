"""The leakage of every choice among some attributes, all 2^k of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from leakage.database import Floats
from leakage.measure.comparison import columns_of
from leakage.measure.kernel import CHUNK, Columns, decay_rate, node_blocks, parts_of, summed
from leakage.measure.measuring import as_measure, label_weights
from leakage.measure.weights import LabelWeights, Weights, weight_of
from leakage.record import Attribute, Record

MOST_OPTIONS = 24
"""Of more options the answer alone would not fit in memory."""


def choice_leakages(
    base: Record, options: Sequence[Attribute], reference: Record, weights: Weights | None = None
) -> Floats:
    """L of the base merged with each choice of the options, shape (2^k,); bit n of an index stands for option n.

    Under the integral of ``leakage.measure.kernel`` a record is a product of F_a and a sum of S_a over its
    attributes. Cut the options in two halves H and K: with P the product and S the sum over a choice in each,

        L(base + h + k) = 2 int exp(-s A) F(s) P_h(s) P_k(s) (S(s) + S_h(s) + S_k(s)) ds,

    so on one set of nodes for all, the table of all choices is two matrix products of 2^(k/2) rows. Time
    O(2^k nodes) in the innermost loop of a linear algebra library, instead of 2^k integrals.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.1.

    Arguments:
        base: what is there in any case.
        options: at most 24, no pair twice; for one the base holds too the greater confidence counts.
        reference: e.
        weights: label to weight > 0; no Measure with similarities or relations.

    Raises:
        ValueError: for more than 24 options, a pair that occurs twice, weights that are not positive, or a Measure
            that goes beyond weights.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> options = [Attribute("N", "Alice"), Attribute("P", "555")]
    >>> choice_leakages(Record(), options, e).round(9).tolist()
    [0.0, 0.666666667, 0.0, 0.5]
    """
    if not as_measure(weights).right_or_wrong:
        raise ValueError("choices are measured by weights alone, without similarities or relations")
    given = label_weights(weights)
    if len(options) > MOST_OPTIONS:
        raise ValueError(f"at most {MOST_OPTIONS} attributes can be optional, got {len(options)}")
    if len({option.pair for option in options}) < len(options):
        raise ValueError("no attribute may be optional twice")
    optional = {option.pair for option in options}
    required = Record(attribute for attribute in base if attribute.pair not in optional)
    columns = columns_of([required], reference, given, 1.0).rescaled()
    if columns.scale[0] <= 0.0:
        return np.zeros(1 << len(options))
    factors = [_Option(option, base.confidence_of(option.pair), reference, given) for option in options]
    # What is rescaled is divided by a power of 2; the options' weights have to follow.
    ratio = float(columns.scale[0]) / float(columns_of([required], reference, given, 1.0).scale[0])
    return np.minimum(1.0, 2.0 * _integrated(columns, [factor.scaled(ratio) for factor in factors]))


class _Option:
    """What one option contributes at a node, chosen or not."""

    def __init__(self, option: Attribute, base: float, reference: Record, weights: LabelWeights | None) -> None:
        self.weight = weight_of(option.label, weights)
        self.right = option.pair in reference
        self.confidences = (base, max(base, option.confidence))

    def scaled(self, ratio: float) -> _Option:
        self.weight *= ratio
        return self

    def at(self, s: Floats) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """(F, S) without the option, and with it, at the nodes."""
        present = np.exp(-s * self.weight)
        low, high = self.confidences
        return self._with(low, present), self._with(high, present)

    def _with(self, confidence: float, present: Floats) -> tuple[Floats, Floats]:
        credit = self.weight if self.right else 0.0
        if confidence == 1.0:  # F is what is present; of the quotient nothing but the credit is left
            return present, np.full_like(present, credit)
        factor = (1.0 - confidence) + confidence * present
        return factor, credit * confidence * present / factor


def _integrated(columns: Columns, options: Sequence[_Option]) -> Floats:
    sure = columns.confidence == 1.0
    certain = columns.total(np.where(sure, columns.credit, 0.0))
    scale = columns.scale + columns.total(np.where(sure, columns.weight, 0.0))
    columns = columns.keep((columns.confidence > 0.0) & ~sure).scaled(scale)
    rate = decay_rate(columns)
    spread = columns.total(columns.weight) + sum(option.weight for option in options)
    parts = parts_of(columns, CHUNK) if len(columns.weight) else []
    total = np.zeros(1 << len(options))
    half = len(options) // 2
    for s, step in node_blocks(rate, spread, len(columns.weight)):
        logs, earned = summed(parts, s) if parts else (np.zeros_like(s), np.zeros_like(s))
        common = (step * np.exp(logs - s * columns.scale))[:, 0]
        nodes = s[:, 0]
        low_product, low_sum = _all_choices(options[:half], nodes, certain + earned[:, 0])
        high_product, high_sum = _all_choices(options[half:], nodes, np.zeros_like(nodes))
        high_product *= common
        # Rows are the high half, so that reading row by row counts upwards.
        table = (high_product * high_sum) @ low_product.T
        table += high_product @ (low_product * low_sum).T
        total += table.ravel()
    return total


def _all_choices(options: Iterable[_Option], nodes: Floats, start: Floats) -> tuple[Floats, Floats]:
    """The product of F and the sum of S for every choice, each of shape (choices, nodes)."""
    products, sums = np.ones((1, len(nodes))), start[np.newaxis, :].copy()
    for option in options:
        (without, without_part), (chosen, chosen_part) = option.at(nodes)
        products = np.concatenate((products * without, products * chosen))
        sums = np.concatenate((sums + without_part, sums + chosen_part))
    return products, sums
