"""Any question: the most that an observation gives away of anything about X, whatever it is that is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.estimation import JointDistribution


@dataclass(frozen=True, slots=True)
class Vulnerability:
    """What an attacker may expect to gain at most, before she observes anything and after.

    Arguments:
        before: ``V_g(X) = max_w sum_x p(x) g(w, x)``.
        after: ``V_g(X|Y) = sum_y max_w sum_x p(x, y) g(w, x)``; at least ``before``, but for rounding.
    """

    before: float
    after: float

    @property
    def leakage(self) -> float:
        """``log2(V_g(X|Y) / V_g(X))`` in bits, >= 0; infinite where there was nothing to gain before, 0 where never.

        Source: Alvim, Chatzikokolakis, Palamidessi & Smith 2012, Definition 4.
        """
        if self.after <= 0.0:
            return 0.0
        # What falls short of 0 is rounding: who observes can do as well as without.
        return max(0.0, float(np.log2(self.after / self.before))) if self.before > 0.0 else float("inf")


def min_entropy_leakage(joint: JointDistribution) -> float:
    """``log2(sum_y max_x p(x, y) / max_x p(x))`` in bits: how many times as often X is guessed in one try.

    Source: Smith, "On the Foundations of Quantitative Information Flow" (FoSSaCS 2009); ``H_inf(X) - H_inf(X|Y)``.

    >>> min_entropy_leakage(JointDistribution([[0.25, 0.25], [0.0, 0.5]]))
    0.5849625007211562
    """
    return Vulnerability(float(joint.prior.max()), float(joint.joint.max(axis=0).sum())).leakage


def maximal_leakage(joint: JointDistribution) -> float:
    """``log2 sum_y max_x p(y|x)`` in bits, over the x there are: the most that Y may tell of any function of X.

    No question about X, drawn at random from it or not, is guessed more than so many times as often by who observes Y;
    of p(x) only counts which x are possible. 0 where Y says nothing.
    Source: Issa, Wagner & Kamath, "An Operational Approach to Information Leakage" (IEEE Trans. Inf. Theory 2020),
    Theorem 1.

    >>> maximal_leakage(JointDistribution([[0.9, 0.0], [0.0, 0.1]]))
    1.0
    """
    # The rows sum to 1 but for rounding, which is no leakage.
    return max(0.0, float(np.log2(_channel(joint).max(axis=0).sum())))


def pointwise_maximal_leakage(joint: JointDistribution) -> Floats:
    """``log2 max_x p(y|x) / p(y)`` in bits for every y: the most that one observation may tell of any function of X.

    ``2^`` it has the mean ``2^L``, L the maximal leakage. 0 for a y that is never observed.
    Source: Saeidian, Cervia, Oechtering & Skoglund, "Pointwise Maximal Leakage" (IEEE Trans. Inf. Theory 2023),
    Theorem 1.

    >>> pointwise_maximal_leakage(JointDistribution([[0.5, 0.25], [0.0, 0.25]])).round(3).tolist()
    [0.415, 1.0]
    """
    possible = joint.possible
    gained = np.zeros(len(possible))
    gained[possible] = np.log2(_channel(joint)[:, possible].max(axis=0) / joint.observation[possible])
    return np.maximum(gained, 0.0)


def g_vulnerability(joint: JointDistribution, gain: npt.ArrayLike) -> Vulnerability:
    """What an attacker with gains of her own may expect: ``V_g``, before and after she observes Y.

    With the identity for gains this is guessing X in one try. Whatever the gains are, the leakage is at most the
    maximal one.
    Source: Alvim, Chatzikokolakis, Palamidessi & Smith, "Measuring Information Leakage Using Generalized Gain
    Functions" (CSF 2012), Definitions 2 to 4.

    Arguments:
        joint: p(x, y).
        gain: g(w, x) in [0, 1], what she gains by the action w where x is true; shape (actions, values of x).

    Raises:
        ValueError: for gains of another shape, or out of their range.

    >>> g_vulnerability(JointDistribution([[0.25, 0.25], [0.0, 0.5]]), [[1.0, 0.0], [0.0, 1.0]])
    Vulnerability(before=0.5, after=0.75)
    """
    g = np.asarray(gain, dtype=np.float64)
    if g.ndim != 2 or not len(g) or g.shape[1] != len(joint.prior):
        raise ValueError("gains must be a matrix, one row an action and one column a value of x")
    # Written so that NaN fails too.
    if not ((g >= 0.0) & (g <= 1.0)).all():
        raise ValueError("gains must be in [0, 1]")
    return Vulnerability(float((g @ joint.prior).max()), float((g @ joint.joint).max(axis=0).sum()))


def _channel(joint: JointDistribution) -> Floats:
    """p(y|x) of every x there is."""
    there = joint.prior > 0.0
    channel: Floats = joint.joint[there] / joint.prior[there, None]
    return channel
