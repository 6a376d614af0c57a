"""The derivative of record leakage by each confidence: what one more certainty is worth."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.measure.columns import Columns
from leakage.measure.comparison import columns_of
from leakage.measure.integral import node_blocks
from leakage.measure.measure import Measure, goes_beyond
from leakage.measure.presence import BLOCK, tilted
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights, beta_squared, check_beta, check_weights
from leakage.record import Attribute, Record

NEGLIGIBLE = 1e-30
"""What is left of an integral does not count below this part of the greatest slope."""


def leakage_gradient(
    record: Record,
    reference: Record,
    weights: Weights | None = None,
    *,
    beta: float = 1.0,
) -> dict[Attribute, float]:
    """``dL/dc`` for every attribute of the record, in one pass.

    L is multilinear in the confidences, so raising one confidence c to 1 gains exactly ``(1 - c) dL/dc`` and
    losing the attribute costs exactly ``c dL/dc``. Right attributes have a derivative >= 0, wrong ones <= 0.
    Source: Whang & Garcia-Molina 2012, Definition 1 and Section 4.3; derived in ``leakage.measure.integral``.

    Exact also at confidence 0 and 1. By a Measure that goes beyond weights it is ``L(r with a at 1) - L(r without a)``,
    one measurement for each: with related labels L is not linear, and this the mean slope.

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> gradient = leakage_gradient(Record.of(("N", "Alice"), ("P", "123", 0.5)), e)
    >>> {attribute.label: round(slope, 9) for attribute, slope in gradient.items()}
    {'N': 0.5, 'P': 0.333333333}
    """
    check_weights(weights)
    check_beta(beta)
    if goes_beyond(weights):
        return _differences(record, reference, weights, beta)
    columns = columns_of([record], reference, weights, beta).tamed()
    if not columns.scale[0] or not len(record):
        return dict.fromkeys(record, 0.0)
    slopes = (1.0 + beta_squared(beta)) * _slopes(columns)
    return dict(zip(record, slopes.tolist(), strict=True))


def _differences(record: Record, reference: Record, measure: Measure, beta: float) -> dict[Attribute, float]:
    sure = (record.with_attribute(Attribute(*a.pair)) for a in record)
    absent = (record.without(a.pair) for a in record)
    gained = record_leakages(sure, reference, measure, beta=beta) - record_leakages(
        absent, reference, measure, beta=beta
    )
    return dict(zip(record, gained.tolist(), strict=True))


def _slopes(columns: Columns) -> Floats:
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
