"""Randomised response: an answer that may be a lie, so that no answer proves anything."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.joint_distribution import channel_of


def randomised_response(truth: float, answers: int = 2) -> Floats:
    """p(y|x) of somebody who tells the truth with a probability and else one of the other answers, all alike.

    ``p(x|x) = t``, ``p(y|x) = (1 - t) / (n - 1)`` for each other answer y. Source: Warner 1965, for n answers.

    Arguments:
        truth: the probability of a true answer, in [0, 1].
        answers: how many answers there are, at least 2.

    Raises:
        ValueError: for a value out of its range.

    >>> randomised_response(0.75).tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    # Written so that NaN fails too.
    if not 0.0 <= truth <= 1.0:
        raise ValueError(f"the probability of the truth must be in [0, 1], got {truth}")
    if not answers >= 2:
        raise ValueError(f"there must be at least two answers, got {answers}")
    channel = np.full((answers, answers), (1.0 - truth) / (answers - 1))
    np.fill_diagonal(channel, truth)
    return channel


def differential_privacy(channel: npt.ArrayLike) -> float:
    """``ε = max over y, x, x' of ln(p(y|x) / p(y|x'))``: how much two people's answers can differ. Lower is safer.

    With a natural logarithm, as in the definition of differential privacy, ``p(y|x) <= e^ε p(y|x')``.
    Source: Rebollo-Monedero et al., Section V-B3, for databases of one person.

    Arguments:
        channel: p(y|x), one row for each x, each adding up to 1.

    Raises:
        ValueError: if the rows are no distributions.

    >>> math.exp(differential_privacy(randomised_response(0.75)))
    3.0000000000000004
    """
    rule = channel_of(channel)
    heard = rule[:, rule.max(axis=0) > 0.0]
    least = heard.min(axis=0)
    if not least.all():
        return math.inf
    return float(np.log(heard.max(axis=0) / least).max())
