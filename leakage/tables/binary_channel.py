"""One bit that is flipped now and then: the smallest trade between privacy and usefulness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leakage.tables.distortion import system_distortion
from leakage.tables.estimation import estimation_error
from leakage.tables.joint_distribution import JointDistribution, through_channel
from leakage.tables.randomised_response import randomised_response


@dataclass(frozen=True)
class TradeOff:
    """One point of the trade.

    Arguments:
        flip: the probability p of the complement.
        privacy: P_avg, the attacker's error.
        utility: ``U = 1 - D``.
    """

    flip: float
    privacy: float
    utility: float


def binary_symmetric(flip: float) -> JointDistribution:
    """p(x, y) of a fair bit that is disclosed, but flipped with a probability.

    Source: Rebollo-Monedero et al., Section IV-D.

    Arguments:
        flip: p, in [0, 1]; the paper takes p < 1/2.

    Raises:
        ValueError: for a probability out of its range.
    """
    return through_channel(np.full(2, 0.5), randomised_response(1.0 - flip))


def trade_off(flip: float) -> TradeOff:
    """Privacy and utility of one flip probability: ``P_avg = min(p, 1 - p)``, ``U = 1 - p``, worked out from p(x, y).

    Source: Rebollo-Monedero et al., Section IV-D, Fig. 3.

    >>> trade_off(0.25)
    TradeOff(flip=0.25, privacy=0.25, utility=0.75)
    """
    joint = binary_symmetric(flip)
    return TradeOff(flip, estimation_error(joint).average, 1.0 - system_distortion(joint))


def greatest_privacy(utility: float) -> float:
    """``P_avg,max = 1 - u_0``: the most privacy a system can give that must be so useful.

    Source: Rebollo-Monedero et al., Section IV-D, for 1/2 < u_0 <= 1.

    Raises:
        ValueError: for a utility out of its range.

    >>> greatest_privacy(0.75)
    0.25
    """
    # Written so that NaN fails too.
    if not 0.5 < utility <= 1.0:
        raise ValueError(f"the utility must be above 0.5 and at most 1, got {utility}")
    return 1.0 - utility
