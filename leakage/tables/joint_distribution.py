"""What an attacker wants to know and what she observes: a joint distribution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.entropy import renyi_entropies
from leakage.tables.table import PublishedTable

TOLERANCE = 1e-9
LARGEST_JOINT = 50_000_000
"""Cells of a joint distribution beyond which it is refused: they would take 400 MB."""


@dataclass(frozen=True, eq=False, repr=False)
class JointDistribution:
    """p(x, y): what the attacker wants to know, X, and what she observes, Y; both over finitely many values.

    Source: Rebollo-Monedero et al., Section IV-A.

    Arguments:
        probabilities: at least 0, adding up to 1; shape (values of x, values of y).

    Raises:
        ValueError: if it is no distribution.

    >>> JointDistribution([[0.25, 0.25], [0.5, 0.0]]).posterior[:, 1].tolist()
    [1.0, 0.0]
    """

    probabilities: npt.ArrayLike

    def __post_init__(self) -> None:
        given = np.asarray(self.probabilities, dtype=np.float64)
        if given.ndim != 2 or not given.size:
            raise ValueError("a joint distribution must be a matrix, one row a value of x and one column a value of y")
        # Written so that NaN fails too.
        if not (given >= 0.0).all():
            raise ValueError("probabilities must be at least 0")
        if not abs(float(given.sum()) - 1.0) <= TOLERANCE:
            raise ValueError(f"probabilities must add up to 1, got {float(given.sum()):g}")
        object.__setattr__(self, "probabilities", given)

    @property
    def joint(self) -> Floats:
        """p(x, y) as a matrix."""
        joint: Floats = np.asarray(self.probabilities)
        return joint

    @cached_property
    def prior(self) -> Floats:
        """p(x)."""
        prior: Floats = self.joint.sum(axis=1)
        return prior

    @cached_property
    def observation(self) -> Floats:
        """p(y)."""
        observation: Floats = self.joint.sum(axis=0)
        return observation

    @cached_property
    def possible(self) -> npt.NDArray[np.bool_]:
        """Which y can be observed at all."""
        return self.observation > 0.0

    @cached_property
    def posterior(self) -> Floats:
        """p(x|y), a column for every y; for a y that is never observed the prior."""
        safe = np.where(self.possible, self.observation, 1.0)
        return np.where(self.possible, self.joint / safe, self.prior[:, None])


def through_channel(prior: npt.ArrayLike, channel: npt.ArrayLike) -> JointDistribution:
    """``p(x, y) = p(x) p(y|x)``: the joint distribution of a value and what a perturbation rule discloses of it.

    Arguments:
        prior: p(x), adding up to 1; shape (values of x,).
        channel: p(y|x), one row for each x, each adding up to 1.

    Raises:
        ValueError: if they are no distributions.
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


def joint_of(table: PublishedTable) -> JointDistribution:
    """p(x, y) of a published table: X the sensitive value of somebody drawn at random, Y her class.

    Raises:
        ValueError: if the table has too many classes for a matrix.
    """
    counts = table.counts
    if counts.classes * len(counts.prior) > LARGEST_JOINT:
        raise ValueError("the table has too many classes for a joint distribution; use the figures of its classes")
    joint = np.zeros((len(counts.prior), counts.classes))
    joint[counts.value, counts.owner] = counts.shares * counts.class_probabilities[counts.owner]
    return JointDistribution(joint)


def conditional_entropies(joint: JointDistribution, alpha: float) -> Floats:
    """``H_α(X|y)`` in bits for every y: what the attacker is still uncertain of. Higher is more private.

    Hartley's at α = 0, Shannon's at 1, min-entropy at ∞; ``1 - 2^(-H_∞(X|y))`` is the error of a MAP attacker, eq. (7).
    Source: Rebollo-Monedero et al., Section V-A1.

    Raises:
        ValueError: for an order below 0.
    """
    return renyi_entropies(joint.posterior, alpha)
