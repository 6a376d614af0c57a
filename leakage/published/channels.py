"""Answers that may be wrong: randomised response, one flipped bit, a noisy place, crowds, neighbouring databases."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from leakage.frames import Floats
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
    # Here and below written so that NaN fails too.
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
    return float(np.log(heard.max(axis=0) / least).max()) if least.all() else math.inf


# One bit that is flipped now and then: the smallest trade between privacy and usefulness.


class TradeOff(NamedTuple):
    """Of a flip probability p the attacker's error P_avg, and the utility ``U = 1 - D``."""

    flip: float
    privacy: float
    utility: float


def binary_symmetric(flip: float) -> JointDistribution:
    """p(x, y) of a fair bit that is disclosed, but flipped with a probability.

    Source: Rebollo-Monedero et al., Section IV-D, for p < 1/2; here it may be any in [0, 1].
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

    >>> greatest_privacy(0.75)
    0.25
    """
    if not 0.5 < utility <= 1.0:
        raise ValueError(f"the utility must be above 0.5 and at most 1, got {utility}")
    return 1.0 - utility


# A place told with noise.


class LocationPrivacy(NamedTuple):
    """``P_avg = E ||X - X̂||²``, higher is more private, and ``D = E ||X' - Y'||²``, what it costs in usefulness."""

    privacy: float
    distortion: float


def location_privacy(noise: float, spread: float = math.inf) -> LocationPrivacy:
    """``P_avg = 2 σ² s² / (σ² + s²)``: the error of the Bayes attacker, whose guess is the conditional mean.

    The person is somewhere by a Gaussian of standard deviation s in both directions, and tells the place with
    independent Gaussian noise of standard deviation σ. Where nothing is known beforehand (s infinite) the place that
    was told is the best guess, and privacy costs just what it gives: P = D = 2 σ².
    Source: Rebollo-Monedero et al., Section VI-A (mean squared error), worked out for Gaussian places.

    Arguments:
        noise: σ, a length, at least 0.
        spread: s, a length, more than 0.

    Squares that no float holds are infinite, or 0.

    >>> location_privacy(3.0, 4.0)
    LocationPrivacy(privacy=11.52, distortion=18.0)
    """
    if not 0.0 <= noise < math.inf:
        raise ValueError(f"the noise must be at least 0 and finite, got {noise}")
    if not spread > 0.0:
        raise ValueError(f"the spread must be more than 0, got {spread}")
    # How far off the guess is in each direction, without a square of either.
    less, more = sorted((noise, spread))
    deviation = less / math.hypot(1.0, less / more)
    return LocationPrivacy(2.0 * (deviation * deviation), 2.0 * (noise * noise))


# Crowds: users who pass messages on among themselves, so that the last one need not be the sender.


def crowds(users: int, direct: float) -> JointDistribution:
    """p(x, y) of sender x and last user y, where every user sends as often: ``p(y|x) = p [x = y] + (1-p)/n``.

    Source: Rebollo-Monedero et al., Section VI-B, eq. (10), which for senders all alike is p(x|y) as well.

    Arguments:
        users: n, at least 1.
        direct: p, the probability that a user hands a message to the server, in (0, 1].

    Raises:
        ValueError: for a value out of its range.

    >>> crowds(2, 0.5).posterior.tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    _check(users, direct)
    channel = np.full((users, users), (1.0 - direct) / users) + direct * np.eye(users)
    return through_channel(np.full(users, 1.0 / users), channel)


def crowds_privacy(users: int, direct: float) -> float:
    """``P(y) = (1 - p)(1 - 1/n)``: the error of a server who guesses that the last user is the sender.

    Source: Rebollo-Monedero et al., Section VI-B. Arguments and errors as ``crowds``.

    >>> crowds_privacy(2, 0.5)
    0.25
    """
    _check(users, direct)
    return (1.0 - direct) * (1.0 - 1.0 / users)


def _check(users: int, direct: float) -> None:
    if not users >= 1:
        raise ValueError(f"there must be at least one user, got {users}")
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
    heard, places = true @ rule, np.array(pairs, np.int64)
    first, second = heard[places[:, 0]], heard[places[:, 1]]
    possible = first > 0.0
    if (possible != (second > 0.0)).any():
        return math.inf
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
    if not 0.0 <= ratio < 1.0:
        raise ValueError(f"the ratio must be in [0, 1), got {ratio}")
    counts = np.arange(people + 1)
    channel: Floats = ratio ** np.abs(counts[:, None] - counts).astype(np.float64) / (1.0 + ratio)
    channel[:, 1:-1] *= 1.0 - ratio
    return channel
