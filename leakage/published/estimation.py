"""The attacker's estimation error: privacy as the error of her best guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_range
from leakage.frames import Floats, Integers
from leakage.published.entropy import distribution_of, renyi_entropies
from leakage.published.table import Columns, Table, table_of
from leakage.record import redacted_repr

Distortion: TypeAlias = Literal["hamming", "squared", "absolute"] | npt.ArrayLike
Attacker: TypeAlias = Literal["bayes", "map"]

LARGEST_JOINT = 50_000_000


class JointDistribution:
    """p(x, y) of the attacker's unknown X and observation Y, both with finitely many values.

    Source: Rebollo-Monedero et al., Section IV-A.

    Arguments:
        probabilities: at least 0, adding up to 1; shape (values of x, values of y).

    Attributes:
        joint: p(x, y).
        prior: p(x).
        observation: p(y).
        possible: which y can be observed at all.
        posterior: p(x|y), a column for every y; the prior for a y that is never observed.

    >>> JointDistribution([[0.25, 0.25], [0.5, 0.0]]).posterior[:, 1].tolist()
    [1.0, 0.0]
    """

    def __init__(self, probabilities: npt.ArrayLike) -> None:
        self.joint = distribution_of(probabilities, ndim=2)
        self.prior: Floats = self.joint.sum(axis=1)
        self.observation: Floats = self.joint.sum(axis=0)
        self.possible = self.observation > 0.0
        safe = np.where(self.possible, self.observation, 1.0)
        self.posterior: Floats = np.where(self.possible, self.joint / safe, self.prior[:, None])


def through_channel(prior: npt.ArrayLike, channel: npt.ArrayLike) -> JointDistribution:
    """``p(x, y) = p(x) p(y|x)``: the joint distribution of a value and its perturbed value.

    The prior p(x) adds up to 1, and each row p(y|x) of the channel, one for each x.
    """
    given, rule = np.asarray(prior, dtype=np.float64), channel_of(channel)
    if given.shape != rule.shape[:1]:
        raise ValueError("a channel must have one row for each value of x")
    return JointDistribution(given[:, None] * rule)


def channel_of(channel: npt.ArrayLike) -> Floats:
    """A matrix checked to be a perturbation rule: each row a distribution."""
    rule = np.asarray(channel, dtype=np.float64)
    if rule.ndim != 2 or not rule.size or not (rule >= 0.0).all() or not np.allclose(rule.sum(axis=1), 1.0, atol=1e-9):
        raise ValueError("a channel must be a matrix of probabilities whose rows each add up to 1")
    return rule


def joint_of(table: Table, **columns: Unpack[Columns]) -> JointDistribution:
    """p(x, y) of a published table: X is the sensitive value of a random person, Y their class."""
    counts = table_of(table, **columns).counts
    if counts.classes * len(counts.values) > LARGEST_JOINT:
        raise ValueError("the table has too many classes for a joint distribution; use the figures of its classes")
    joint = np.zeros((len(counts.values), counts.classes))
    joint[counts.value, counts.owner] = counts.shares * counts.class_probabilities[counts.owner]
    return JointDistribution(joint)


def conditional_entropies(joint: JointDistribution, alpha: float) -> Floats:
    """``H_α(X|y)`` in bits for every y, as ``renyi_entropy``: the attacker's remaining uncertainty.

    ``1 - 2^(-H_∞(X|y))`` is the error of a MAP attacker, eq. (7). Source: Rebollo-Monedero et al., Section V-A1.
    """
    return renyi_entropies(joint.posterior, alpha)


def distortion_matrix(distortion: Distortion, size: int) -> Floats:
    """``d(x, x̂)``: the cost of the guess x̂ for the truth x; one row a truth, one column a guess.

    Arguments:
        distortion: "hamming" (0 if right, 1 if wrong); "squared" or "absolute" difference for values of x 0, 1,
            2, ...; or the matrix itself, finite and at least 0.
    """
    if not isinstance(distortion, str):
        matrix = np.asarray(distortion, dtype=np.float64)
        if matrix.ndim != 2 or len(matrix) != size or not matrix.shape[1]:
            raise ValueError(f"a distortion must be a matrix with one row for each of the {size} values")
        if not ((matrix >= 0.0) & np.isfinite(matrix)).all():
            raise ValueError("distortions must be at least 0 and finite")
        return matrix
    apart: Floats = np.abs(np.subtract.outer(np.arange(float(size)), np.arange(float(size))))
    known: dict[str, Floats] = {"hamming": 1.0 - np.eye(size), "squared": apart**2, "absolute": apart}
    if distortion not in known:
        raise ValueError("the distortion must be hamming, squared, absolute or a matrix")
    return known[distortion]


def _square(distortion: Distortion, size: int) -> Floats:
    matrix = distortion_matrix(distortion, size)
    if matrix.shape != (size, size):
        raise ValueError("guesses are values of x here: the distortion must be square")
    return matrix


def system_distortion(joint: JointDistribution, distortion: Distortion = "hamming") -> float:
    """``D = E d_S(X', Y')``: the cost of the perturbation in usefulness. Lower is more useful.

    The distortion is as ``distortion_matrix``, one column a value of y'. Source: Rebollo-Monedero et al., eq. (5).
    """
    matrix = distortion_matrix(distortion, len(joint.prior))
    if matrix.shape != joint.joint.shape:
        raise ValueError("the distortion must have a row for each value of x and a column for each value of y")
    return float(np.sum(joint.joint * matrix))


@dataclass(frozen=True, eq=False)
class EstimationError:
    """The error of an attacker.

    Arguments:
        estimate: x̂(y), her guess for every y, a column of the distortion; shape (values of y,).
        conditional: P(y), eq. (2); NaN for a y that is never observed.
    """

    estimate: Integers
    conditional: Floats
    probability: Floats

    __repr__ = redacted_repr

    @property
    def worst_case(self) -> float:
        """``P_min = min over y of P(y)``, eq. (3)."""
        return float(np.nanmin(self.conditional))

    @property
    def average(self) -> float:
        """``P_avg = E P(Y)``, eq. (4)."""
        return float(np.nansum(self.probability * self.conditional))


def estimation_error(
    joint: JointDistribution, distortion: Distortion = "hamming", attacker: Attacker = "bayes"
) -> EstimationError:
    """``P(y) = E[d_A(X, x̂(y)) | y]``: the error of an attacker's guess. Higher is more private.

    The Bayes attacker guesses the value of least expected cost, the MAP attacker the most likely one. Under Hamming
    distortion they are the same, eq. (1). Ties go to the first value.
    Source: Rebollo-Monedero et al., Sections III and IV-C, eqs. (2) to (4).

    Arguments:
        distortion: d_A, as ``distortion_matrix``; square for a MAP attacker, who guesses values of x.

    >>> error = estimation_error(JointDistribution([[0.4, 0.1], [0.1, 0.4]]))
    >>> error.estimate.tolist(), round(error.average, 9)
    ([0, 1], 0.2)
    """
    matrix = distortion_matrix(distortion, len(joint.prior))
    estimate = estimates(joint.posterior, matrix, attacker)
    conditional = (joint.posterior.T @ matrix)[np.arange(len(estimate)), estimate]
    return EstimationError(estimate, np.where(joint.possible, conditional, np.nan), joint.observation)


def estimates(posterior: Floats, matrix: Floats, attacker: Attacker) -> Integers:
    """The guess of an attacker for every column of a posterior."""
    if attacker == "bayes":
        return np.asarray(np.argmin(posterior.T @ matrix, axis=1))
    if attacker != "map":
        raise ValueError("the attacker must be bayes or map")
    _square(matrix, len(posterior))
    return np.asarray(np.argmax(posterior, axis=0))


def error_among(candidates: float) -> float:
    """``P(y) = 1 - 1/k = 1 - 2^(-H_0)``: the error of a guess among k candidates that look alike, k at least 1.

    For k-anonymity the candidates are the members of a class, for l-diversity the sensitive values in it.
    Source: Rebollo-Monedero et al., Section V-A1.
    """
    check_range("candidates", candidates, "[1, inf]")
    return 1.0 - 1.0 / candidates


def correctness(estimate: npt.ArrayLike, truth: int, distortion: Distortion = "hamming") -> float:
    """``E_p̂[d(X, x_t) | y] = sum_x p̂(x|y) d(x, x_t)``: how far a belief is from the truth. Higher is more private.

    p̂(x|y), shape (values of x,), is the attacker's estimate of the posterior with her time and knowledge; x_t is the
    place of the true value, d as ``distortion_matrix``, square.
    Source: Rebollo-Monedero et al., Section VI-A, the location privacy of Shokri et al.

    >>> correctness([0.25, 0.25, 0.5], 2, "absolute")
    0.75
    """
    belief = distribution_of(estimate)
    if not 0 <= truth < len(belief):
        raise ValueError(f"the truth must be one of the {len(belief)} values")
    return float(belief @ _square(distortion, len(belief))[:, truth])


@dataclass(frozen=True, eq=False)
class ConfidenceSet:
    """C: the values that an attacker examines, all equally closely."""

    members: Integers
    probability: float

    __repr__ = redacted_repr

    @property
    def error(self) -> float:
        """``1 - 1/|C|``: the error of a guess if the members are taken to be equally likely."""
        return error_among(len(self.members))


def confidence_set(probabilities: npt.ArrayLike, confidence: float) -> ConfidenceSet:
    """The smallest C with ``P{X in C} >= p``, of equals the likeliest. A larger one is more private.

    The paper has ``P{X in C} = p``, p in (0, 1], which finitely many values rarely allow. At p = 1 it has all
    possible values, and ``log2 |C|`` is Hartley's entropy. Source: Rebollo-Monedero et al., Section V-A1.

    >>> found = confidence_set([0.1, 0.6, 0.3], 0.8)
    >>> found.members.tolist(), round(found.probability, 9), found.error
    ([1, 2], 0.9, 0.5)
    """
    given = distribution_of(probabilities)
    check_range("confidence", confidence, "(0, 1]")
    likeliest_first = np.argsort(-given, kind="stable").astype(np.int64)
    covered = np.cumsum(given[likeliest_first])
    size = int(np.count_nonzero(given))
    if confidence < 1.0:
        size = min(int(np.searchsorted(covered, confidence - 1e-12)) + 1, len(given))
    return ConfidenceSet(likeliest_first[:size], float(covered[size - 1]))
