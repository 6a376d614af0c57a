"""The attacker's estimation error: privacy as what somebody who guesses as well as possible still gets wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.database import Floats, Integers
from leakage.short_repr import short_repr
from leakage.tables.distortion import Distortion, distortion_matrix
from leakage.tables.joint_distribution import JointDistribution

Attacker: TypeAlias = Literal["bayes", "map"]


@dataclass(frozen=True, eq=False)
class EstimationError:
    """What an attacker gets wrong.

    Arguments:
        estimate: x̂(y), her guess for every y, a column of the distortion; shape (values of y,).
        conditional: P(y), eq. (2); NaN for a y that is never observed.
        probability: p(y).
    """

    estimate: Integers
    conditional: Floats
    probability: Floats

    __repr__ = short_repr

    @property
    def worst_case(self) -> float:
        """``P_min = min over y of P(y)``, eq. (3)."""
        return float(self.conditional[self.probability > 0.0].min())

    @property
    def average(self) -> float:
        """``P_avg = E P(Y)``, eq. (4)."""
        possible = self.probability > 0.0
        return float(np.sum(self.probability[possible] * self.conditional[possible]))


def estimation_error(
    joint: JointDistribution,
    distortion: Distortion = "hamming",
    attacker: Attacker = "bayes",
    values: npt.ArrayLike | None = None,
) -> EstimationError:
    """``P(y) = E[d_A(X, x̂(y)) | y]``: the error of an attacker who guesses. Higher is more private.

    The Bayes attacker guesses what costs her least on average; the MAP attacker what is most likely. Under Hamming
    distortion they are the same, eq. (1). Ties go to the first value.
    Source: Rebollo-Monedero et al., Sections III and IV-C, eqs. (2) to (4).

    Arguments:
        joint: p(x, y).
        distortion: d_A, as ``distortion_matrix``.
        attacker: "bayes" or "map".
        values: the numbers of x, for differences.

    Raises:
        ValueError: for an unknown attacker or distortion, or a MAP attacker whose guesses are not the values of x.

    >>> error = estimation_error(JointDistribution([[0.4, 0.1], [0.1, 0.4]]))
    >>> error.estimate.tolist(), round(error.average, 9)
    ([0, 1], 0.2)
    """
    matrix = distortion_matrix(distortion, len(joint.prior), values)
    risks = joint.posterior.T @ matrix
    estimate = estimates(joint.posterior, matrix, attacker)
    conditional = risks[np.arange(len(estimate)), estimate]
    return EstimationError(estimate, np.where(joint.possible, conditional, np.nan), joint.observation)


def estimates(posterior: Floats, matrix: Floats, attacker: Attacker) -> Integers:
    """The guess of an attacker for every column of a posterior."""
    if attacker == "bayes":
        cheapest: Integers = np.argmin(posterior.T @ matrix, axis=1)
        return cheapest
    if attacker != "map":
        raise ValueError("the attacker must be bayes or map")
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError("a MAP attacker guesses values of x: the distortion must be square")
    likeliest: Integers = np.argmax(posterior, axis=0)
    return likeliest


def mean_squared_error(joint: JointDistribution, values: npt.ArrayLike) -> float:
    """``E (X - E[X|Y])^2``: the error of a Bayes attacker by squared distortion who may guess any number.

    Source: Rebollo-Monedero et al., Section VI-A.

    Raises:
        ValueError: unless there is one number for each value of x.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.shape != joint.prior.shape:
        raise ValueError("there must be one number for each value of x")
    guess = numbers @ joint.posterior
    return float(np.sum(joint.joint * (numbers[:, None] - guess) ** 2))


def error_among(candidates: float) -> float:
    """``P(y) = 1 - 1/k = 1 - 2^(-H_0)``: the error of a guess among k candidates that look alike.

    For k-anonymity the candidates are the members of a class, for l-diversity the sensitive values in it.
    Source: Rebollo-Monedero et al., Section V-A1.

    Raises:
        ValueError: for fewer candidates than one.

    >>> error_among(4)
    0.75
    """
    # Written so that NaN fails too.
    if not candidates >= 1.0:
        raise ValueError(f"there must be at least one candidate, got {candidates}")
    return 1.0 - 1.0 / candidates
