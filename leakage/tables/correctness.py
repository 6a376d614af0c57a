"""Correctness: how far an attacker's belief is from the truth, where she only estimates what the evidence says."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.distortion import Distortion, distortion_matrix
from leakage.tables.entropy import distribution_of
from leakage.tables.joint_distribution import JointDistribution

TOLERANCE = 1e-9


def correctness(
    estimate: npt.ArrayLike, truth: int, distortion: Distortion = "hamming", values: npt.ArrayLike | None = None
) -> float:
    """``E_p̂[d(X, x_t) | y] = sum_x p̂(x|y) d(x, x_t)``: by how much a belief misses the truth. Higher is more private.

    p̂ is what the attacker takes for the posterior p(x|y), with the time and the knowledge she has.
    Source: Rebollo-Monedero et al., Section VI-A, the location privacy of Shokri et al.

    Arguments:
        estimate: p̂(x|y) of one observation, adding up to 1; shape (values of x,).
        truth: x_t, the place of the true value.
        distortion: d, as ``distortion_matrix``, with a column for each value of x.
        values: the numbers of x, for differences.

    Raises:
        ValueError: if the estimate is no distribution, the truth no place in it, or the distortion not square.

    >>> correctness([0.25, 0.25, 0.5], 2, "absolute", [0, 100, 300])
    125.0
    """
    belief = distribution_of(estimate)
    if not 0 <= truth < len(belief):
        raise ValueError(f"the truth must be one of the {len(belief)} values")
    return float(belief @ _square(distortion, len(belief), values)[:, truth])


def average_correctness(
    joint: JointDistribution,
    estimates: npt.ArrayLike,
    distortion: Distortion = "hamming",
    values: npt.ArrayLike | None = None,
) -> float:
    """``sum_{x_t, y} p(x_t, y) sum_x p̂(x|y) d(x, x_t)``: the correctness over all truths and observations.

    Source: Rebollo-Monedero et al., Section VI-A. With p̂ certain of the best guess it is the average privacy, eq. (4).

    Arguments:
        joint: p(x, y), the truth and what is observed.
        estimates: p̂(x|y), a column for every y; shape (values of x, values of y).
        distortion, values: as ``correctness``.

    Raises:
        ValueError: if a column is no distribution, or the distortion not square.

    >>> average_correctness(JointDistribution([[0.5, 0.0], [0.0, 0.5]]), [[0.75, 0.25], [0.25, 0.75]])
    0.25
    """
    beliefs = np.asarray(estimates, dtype=np.float64)
    if beliefs.shape != joint.joint.shape:
        raise ValueError("there must be one estimate for each value of y, over the values of x")
    # Written so that NaN fails too.
    if not (beliefs >= 0.0).all() or not (np.abs(beliefs.sum(axis=0) - 1.0) <= TOLERANCE).all():
        raise ValueError("every estimate must be a distribution")
    costs = _square(distortion, len(beliefs), values)
    return float(np.sum(joint.joint * (costs.T @ beliefs)))


def _square(distortion: Distortion, size: int, values: npt.ArrayLike | None) -> Floats:
    matrix = distortion_matrix(distortion, size, values)
    if matrix.shape != (size, size):
        raise ValueError("a belief is over values of x: the distortion must be square")
    return matrix
