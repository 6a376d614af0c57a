"""Crowds: users who pass messages on among themselves, so that the last one need not be the sender."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats
from leakage.tables.joint_distribution import JointDistribution, through_channel

PART = 100_000


def crowds_channel(users: int, direct: float) -> Floats:
    """p(y|x), the last user y in the path of a message of user x: ``p + (1-p)/n`` where y is x, else ``(1-p)/n``.

    Source: Rebollo-Monedero et al., Section VI-B, eq. (10), which for senders all alike is p(x|y) as well.

    Arguments:
        users: n, at least 1.
        direct: p, the probability that a user hands a message to the server, in (0, 1].

    Raises:
        ValueError: for a value out of its range.

    >>> crowds_channel(2, 0.5).tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    _check(users, direct)
    return np.full((users, users), (1.0 - direct) / users) + direct * np.eye(users)


def crowds(users: int, direct: float) -> JointDistribution:
    """``p(x, y) = p(y|x) / n`` of sender and last user, where every user sends as often.

    Source: Rebollo-Monedero et al., Section VI-B.

    Arguments and errors: as ``crowds_channel``.
    """
    channel = crowds_channel(users, direct)
    return through_channel(np.full(users, 1.0 / users), channel)


def crowds_privacy(users: int, direct: float) -> float:
    """``P(y) = (1 - p)(1 - 1/n)``: the error of a server who guesses that the last user is the sender.

    Source: Rebollo-Monedero et al., Section VI-B.

    Arguments and errors: as ``crowds_channel``.

    >>> crowds_privacy(2, 0.5)
    0.25
    """
    _check(users, direct)
    return (1.0 - direct) * (1.0 - 1.0 / users)


def simulated_crowds_privacy(users: int, direct: float, messages: int = 100_000, seed: int = 0) -> float:
    """The share of messages whose last user is not the sender, message by message along its path.

    Arguments:
        users, direct: as ``crowds_channel``.
        messages: how many are sent, at least 1.
        seed: equal seeds give equal results.

    Raises:
        ValueError: for a value out of its range.
    """
    _check(users, direct)
    if not messages >= 1:
        raise ValueError(f"there must be at least one message, got {messages}")
    random, wrong = np.random.default_rng(seed), 0
    for first in range(0, messages, PART):
        sender = random.integers(users, size=min(PART, messages - first))
        holder, under_way = sender.copy(), np.arange(len(sender))
        while len(under_way):
            under_way = under_way[random.random(len(under_way)) >= direct]
            holder[under_way] = random.integers(users, size=len(under_way))
        wrong += int(np.count_nonzero(holder != sender))
    return wrong / messages


def _check(users: int, direct: float) -> None:
    if not users >= 1:
        raise ValueError(f"there must be at least one user, got {users}")
    # Written so that NaN fails too.
    if not 0.0 < direct <= 1.0:
        raise ValueError(f"the probability of handing a message to the server must be in (0, 1], got {direct}")
