"""Answers that may be wrong: randomised response, one flipped bit, crowds, neighbouring databases."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.published.estimation import (
    JointDistribution,
    channel_of,
    estimation_error,
    system_distortion,
    through_channel,
)

# Randomised response: an answer that may be a lie, so that no answer proves anything.


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


# One bit that is flipped now and then: the smallest trade between privacy and usefulness.


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


# Crowds: users who pass messages on among themselves, so that the last one need not be the sender.


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


def _check(users: int, direct: float) -> None:
    if not users >= 1:
        raise ValueError(f"there must be at least one user, got {users}")
    # Written so that NaN fails too.
    if not 0.0 < direct <= 1.0:
        raise ValueError(f"the probability of handing a message to the server must be in (0, 1], got {direct}")


# Neighbouring databases: how much one person's record changes what is answered about all.


def neighbours(databases: Sequence[Sequence[Hashable]]) -> tuple[tuple[int, int], ...]:
    """The places of any two databases that differ by one record: it is another in one of them, or missing.

    The order of records is of no account.
    Source: Rebollo-Monedero et al., Section V-B3.

    >>> neighbours([["yes", "no"], ["no", "no"], ["no"], ["yes", "yes", "yes"]])
    ((0, 1), (0, 2), (1, 2))
    """
    counters = [Counter(database) for database in databases]
    return tuple(
        (first, second)
        for first, second in itertools.combinations(range(len(counters)), 2)
        if max((counters[first] - counters[second]).total(), (counters[second] - counters[first]).total()) == 1
    )


def database_privacy(answers: npt.ArrayLike, channel: npt.ArrayLike, pairs: Sequence[tuple[int, int]]) -> float:
    """``ε = max over y and neighbours d, d' of ln(p_Y(y) / p'_Y(y))``: how much a record can show. Lower is safer.

    ``p_Y(y) = sum_x p(x|d) p(y|x)`` is what is heard where d is asked; the perturbation rule is the same for all.
    Source: Rebollo-Monedero et al., Section V-B3, with a natural logarithm, as in the definition of differential
    privacy. For databases of one record each, ``differential_privacy``.

    Arguments:
        answers: p(x|d), the true answer of each database, one row a database; a query without chance has one 1 a row.
        channel: p(y|x), the perturbation rule, one row for each x.
        pairs: places of databases that are neighbours, as ``neighbours``; at least one. Both ways round count.

    Raises:
        ValueError: if rows are no distributions, they do not fit each other, or no two databases are neighbours.

    >>> count = blurred_count(2, 0.5)
    >>> round(database_privacy(np.eye(3), count, [(0, 1), (1, 2)]), 9) == round(math.log(2), 9)
    True
    """
    true, rule = channel_of(answers), channel_of(channel)
    if true.shape[1] != len(rule):
        raise ValueError("the rule must have one row for each true answer")
    if not pairs:
        raise ValueError("at least two databases must be neighbours")
    heard = true @ rule
    places = np.array(pairs, np.int64)
    first, second = heard[places[:, 0]], heard[places[:, 1]]
    if ((first > 0.0) != (second > 0.0)).any():
        return math.inf
    possible = first > 0.0
    return float(np.abs(np.log(first[possible]) - np.log(second[possible])).max())


def blurred_count(people: int, ratio: float) -> Floats:
    """p(y|x): a count x of 0 to n people told with two-sided geometric noise, and never below 0 or above n.

    ``p(y|x) = (1-α)/(1+α) α^|y-x|``, and at y = 0 and y = n all that would lie beyond. Counts of neighbouring
    databases differ by at most 1, so that ``ε = -ln α``.
    Source: Ghosh, Roughgarden & Sundararajan 2009 (the truncated geometric mechanism).

    Arguments:
        people: n, at least 1.
        ratio: α, in [0, 1); 0 tells the truth.

    Raises:
        ValueError: for a value out of its range.

    >>> blurred_count(1, 0.5).round(6).tolist()
    [[0.666667, 0.333333], [0.333333, 0.666667]]
    """
    if not people >= 1:
        raise ValueError(f"there must be at least one person, got {people}")
    # Written so that NaN fails too.
    if not 0.0 <= ratio < 1.0:
        raise ValueError(f"the ratio must be in [0, 1), got {ratio}")
    counts = np.arange(people + 1)
    channel = (1.0 - ratio) / (1.0 + ratio) * ratio ** np.abs(counts[:, None] - counts).astype(np.float64)
    for end in (0, people):
        channel[:, end] = ratio ** np.abs(counts - end).astype(np.float64) / (1.0 + ratio)
    return np.asarray(channel)
