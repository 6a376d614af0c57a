"""The integral that makes leakage exact for any weights in linear time.

In one world ``F_beta = (1 + b^2) X / (b^2 W_e + Y)``: X is the weight of the correct attributes that are
present, Y of all that are present, W_e of the reference. The attributes a of r are present independently
with probability p_a. Taking the expectation term by term, and then ``1/z = int_0^inf exp(-s z) ds``,

    L(r, e) = (1 + b^2) sum_{a correct} w_a p_a E[ 1 / (b^2 W_e + w_a + sum_{c != a} w_c I_c) ]
            = (1 + b^2) int_0^inf exp(-s A) prod_a F_a(s) S(s) ds,                     A = b^2 W_e,
      F_a(s) = 1 - p_a + p_a exp(-s w_a),      S(s) = sum_{a correct} w_a p_a exp(-s w_a) / F_a(s).

Attributes of confidence 1 have F_a = exp(-s w_a): they only add to A, and to S as a constant.

The integrand is entire in s and decays like ``exp(-s A)``, so with

    s = exp(u - exp(-(u - u0))) / A,      u0 = ln(A / (A + sum_a w_a)),

the trapezoidal rule converges double-exponentially (the tanh-sinh family of Takahasi & Mori 1974): the
error of a step h falls as ``exp(-pi^2 / h)``, which is 1e-17 for h = 1/4. Below ``u0 - 4.5`` and above
``4`` the integrand is smaller than the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

STEP = 0.25
BELOW = 4.5
ABOVE = 4.0
LARGEST_EXPONENT = 700.0
"""exp(700) is finite and exp(-700) is not 0, so no ratio of the two is ever 0/0."""


def nodes(scale: float, spread: float) -> tuple[Floats, Floats]:
    """The points s and their weights ds/du * h of the rule for ``int_0^inf f(s) ds``.

    Arguments:
        scale: A > 0, the slowest decay of f, as in ``exp(-s A)``.
        spread: sum_a w_a >= 0, how much faster f may decay near 0.

    Returns:
        s and weights, each of shape (nodes,), 35 to 60 for ordinary records.
    """
    start = np.log(scale / (scale + spread))
    u = np.arange(start - BELOW, ABOVE + STEP, STEP)
    inner = np.exp(start - u)
    s = np.exp(u - inner) / scale
    return s, STEP * s * (1.0 + inner)


@dataclass(frozen=True, eq=False)
class Columns:
    """One record as the integral sees it; every array has shape (attributes,).

    Arguments:
        weight: w_a > 0.
        confidence: p_a in [0, 1].
        credit: what the attribute adds to X where it is present: w_a if it is right, 0 if it is wrong.
        scale: A = b^2 W_e > 0.
    """

    weight: Floats
    confidence: Floats
    credit: Floats
    scale: float


def presence(columns: Columns, s: float) -> tuple[Floats, Floats]:
    """``F_a(s)`` and ``exp(-s w_a)`` for every attribute, with exponents cut where both vanish."""
    decay = np.exp(-np.minimum(s * columns.weight, LARGEST_EXPONENT))
    return (1.0 - columns.confidence) + columns.confidence * decay, decay


def log_presence(columns: Columns, present: Floats, s: float) -> Floats:
    """``ln F_a(s)`` to the last bit: near 1 by log1p, elsewhere from F, a sum of positives."""
    small = columns.confidence * np.expm1(-s * columns.weight)
    return np.where(small > -0.5, np.log1p(np.maximum(small, -0.5)), np.log(present))


def expectation(columns: Columns) -> float:
    """``E[X / (A + Y)]``: expected leakage less the factor (1 + b^2), by the integral above.

    Time O(attributes x nodes), memory O(attributes). The relative error stays below 1e-14 for weights over
    eight decades (held against exact rational arithmetic in the tests).
    """
    sure = columns.confidence == 1.0
    unsure = (columns.confidence > 0.0) & ~sure
    certain_credit = float(columns.credit[sure].sum())
    scale = columns.scale + float(columns.weight[sure].sum())
    rest = Columns(columns.weight[unsure], columns.confidence[unsure], columns.credit[unsure], scale)
    if not len(rest.weight):
        return certain_credit / scale
    total = 0.0
    for s, step in zip(*nodes(scale, float(rest.weight.sum())), strict=True):
        present, decay = presence(rest, s)
        product = np.exp(log_presence(rest, present, s).sum() - s * scale)
        credit = certain_credit + np.sum(rest.credit * rest.confidence * decay / present)
        total += float(step * product * credit)
    return total
