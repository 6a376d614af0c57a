"""The derivative of record leakage by each confidence: what one more certainty is worth."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.measure.comparison import columns_of
from leakage.measure.integral import Columns, node_blocks, presence
from leakage.measure.weights import Weights, check_beta, check_weights
from leakage.record import Attribute, Record


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

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> gradient = leakage_gradient(Record.of(("N", "Alice"), ("P", "123", 0.5)), e)
    >>> {attribute.label: round(slope, 9) for attribute, slope in gradient.items()}
    {'N': 0.5, 'P': 0.333333333}
    """
    check_weights(weights)
    check_beta(beta)
    columns = columns_of([record], reference, weights, beta)
    if not columns.scale[0] or not len(record):
        return dict.fromkeys(record, 0.0)
    slopes = (1.0 + beta * beta) * _slopes(columns)
    return dict(zip(record, slopes.tolist(), strict=True))


def _slopes(columns: Columns) -> Floats:
    """``d E[X / (A + Y)] / dp_a``, shape (attributes,), for the one record of the columns.

    ``int exp(-s A) prod_{c != a} F_c [ credit_a E_a - (1 - E_a) (S - S_a) ] ds`` with
    ``E_a = exp(-s w_a)`` and ``S_a = credit_a p_a E_a / F_a``: the attribute's own credit, less what its
    weight dilutes of the others'.
    """
    slopes = np.zeros(len(columns.weight))
    sure = columns.confidence == 1.0
    for s, step in node_blocks(columns):
        present, decay, logs = presence(columns, s)
        # A certain attribute has ln F = -s w and E / F = 1 exactly, also where F itself is 0.
        logs = np.where(sure, -s * columns.weight, logs)
        own = columns.credit * np.where(sure, 1.0, columns.confidence * decay / np.where(sure, 1.0, present))
        others = np.exp(logs.sum(axis=1, keepdims=True) - logs - s * columns.scale)
        diluted = np.expm1(-s * columns.weight) * (own.sum(axis=1, keepdims=True) - own)
        slopes += np.sum(step * others * (columns.credit * decay + diluted), axis=0)
    return slopes
