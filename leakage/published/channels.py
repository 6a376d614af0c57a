"""Answers that may be wrong: randomised response, one flipped bit, a noisy place, crowds, neighbouring databases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_range
from leakage.frames import Floats
from leakage.published.estimation import (
    JointDistribution,
    channel_of,
    estimation_error,
    system_distortion,
    through_channel,
)


def randomised_response(truth: float, answers: int = 2) -> Floats:
    """p(y|x) of a person who tells the truth with a given probability, else one of the other answers at random.

    ``p(x|x) = t``, ``p(y|x) = (1 - t) / (n - 1)`` for each other answer y; t in [0, 1], n at least 2.
    Source: Warner 1965, for n answers.

    >>> randomised_response(0.75).tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    check_range("the probability of the truth", truth, "[0, 1]")
    check_range("answers", answers, "[2, inf]")
    channel = np.full((answers, answers), (1.0 - truth) / (answers - 1))
    np.fill_diagonal(channel, truth)
    return channel


def differential_privacy(channel: npt.ArrayLike) -> float:
    """``ε = max over y, x, x' of ln(p(y|x) / p(y|x'))``: how far two people's answers can differ. Lower is safer.

    The channel is p(y|x), one row for each x, each adding up to 1.
    Source: Rebollo-Monedero et al., Section V-B3, for databases of one person.

    >>> math.exp(differential_privacy(randomised_response(0.75)))
    3.0000000000000004
    """
    rule = channel_of(channel)
    heard = rule[:, rule.max(axis=0) > 0.0]
    least = heard.min(axis=0)
    return float(np.log(heard.max(axis=0) / least).max()) if least.all() else math.inf


class TradeOff(NamedTuple):
    """The attacker's error P_avg, and the utility ``U = 1 - D``, of a flip probability p."""

    flip: float
    privacy: float
    utility: float


def trade_off(flip: float) -> TradeOff:
    """Privacy and utility of a fair bit that is flipped with probability p: ``P_avg = min(p, 1 - p)``, ``U = 1 - p``.

    Source: Rebollo-Monedero et al., Section IV-D, Fig. 3.

    >>> trade_off(0.25)
    TradeOff(flip=0.25, privacy=0.25, utility=0.75)
    """
    joint = through_channel(np.full(2, 0.5), randomised_response(1.0 - flip))
    return TradeOff(flip, estimation_error(joint).average, 1.0 - system_distortion(joint))


def greatest_privacy(utility: float) -> float:
    """``P_avg,max = 1 - u_0``: the most privacy of a system with a utility of at least u_0 in (0.5, 1].

    Source: Rebollo-Monedero et al., Section IV-D.
    """
    check_range("the utility", utility, "(0.5, 1]")
    return 1.0 - utility


class LocationPrivacy(NamedTuple):
    """``P_avg = E ||X - X̂||²``, higher is more private, and ``D = E ||X' - Y'||²``, what it costs in usefulness."""

    privacy: float
    distortion: float


def location_privacy(noise: float, spread: float = math.inf) -> LocationPrivacy:
    """``P_avg = 2 σ² s² / (σ² + s²)``, ``D = 2 σ²``: the error of the Bayes attacker, who guesses E[X|Y].

    The place is Gaussian with standard deviation s > 0 in both directions, and is given with independent Gaussian noise
    of standard deviation σ in [0, ∞). For infinite s, with nothing known beforehand, P = D.
    Source: Rebollo-Monedero et al., Section VI-A (mean squared error), worked out for Gaussian places.

    >>> location_privacy(3.0, 4.0)
    LocationPrivacy(privacy=11.52, distortion=18.0)
    """
    check_range("the noise", noise, "[0, inf)")
    check_range("the spread", spread, "(0, inf]")
    # Neither is squared: a square may overflow or underflow.
    less, more = sorted((noise, spread))
    deviation = less / math.hypot(1.0, less / more)
    return LocationPrivacy(2.0 * (deviation * deviation), 2.0 * (noise * noise))


def crowds(users: int, direct: float) -> JointDistribution:
    """p(x, y) of sender x and last user y, all users sending equally often: ``p(y|x) = p [x = y] + (1-p)/n``.

    n users, at least 1, pass a message on or, with probability p in (0, 1], hand it to the server.
    Source: Rebollo-Monedero et al., Section VI-B, eq. (10), which is also p(x|y) here.

    >>> crowds(2, 0.5).posterior.tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    _check(users, direct)
    channel = np.full((users, users), (1.0 - direct) / users) + direct * np.eye(users)
    return through_channel(np.full(users, 1.0 / users), channel)


def crowds_privacy(users: int, direct: float) -> float:
    """``P(y) = (1 - p)(1 - 1/n)``: the error of a server who guesses that the last user is the sender.

    Source: Rebollo-Monedero et al., Section VI-B. Arguments and errors as ``crowds``.
    """
    _check(users, direct)
    return (1.0 - direct) * (1.0 - 1.0 / users)


def _check(users: int, direct: float) -> None:
    check_range("users", users, "[1, inf]")
    check_range("the probability of handing a message to the server", direct, "(0, 1]")


def database_privacy(answers: npt.ArrayLike, channel: npt.ArrayLike, pairs: Sequence[tuple[int, int]]) -> float:
    """``ε = max over y and neighbours d, d' of ln(p_Y(y) / p'_Y(y))``: how much one record can show. Lower is safer.

    ``p_Y(y) = sum_x p(x|d) p(y|x)`` is the distribution of answers from d; all share the perturbation rule.
    Source: Rebollo-Monedero et al., Section V-B3. For databases of one record each, ``differential_privacy``.

    Arguments:
        answers: p(x|d), the true answer of each database, a row each; a deterministic query has a single 1 in a row.
        channel: p(y|x), the perturbation rule, one row for each x.
        pairs: the rows of databases that differ by one record, at least one pair; both orders count.
    """
    true, rule = channel_of(answers), channel_of(channel)
    if true.shape[1] != len(rule):
        raise ValueError("the rule must have one row for each true answer")
    check_range("the number of neighbours", len(pairs), "[1, inf]")
    first, second = (true @ rule)[np.array(pairs, np.int64)].swapaxes(0, 1)
    possible = first > 0.0
    if (possible != (second > 0.0)).any():
        return math.inf
    return float(np.abs(np.log(first[possible]) - np.log(second[possible])).max())


def blurred_count(people: int, ratio: float) -> Floats:
    """p(y|x): a count x of 0 to n people with two-sided geometric noise, truncated to 0 and n.

    ``p(y|x) = (1-α)/(1+α) α^|y-x|``, with all beyond at y = 0 and y = n. Counts of neighbouring databases
    differ by at most 1, so ``ε = -ln α``. n is at least 1, α in [0, 1); 0 tells the truth.
    Source: Ghosh, Roughgarden & Sundararajan 2009 (the truncated geometric mechanism).

    >>> blurred_count(1, 0.5).round(6).tolist()
    [[0.666667, 0.333333], [0.333333, 0.666667]]
    """
    check_range("people", people, "[1, inf]")
    check_range("the ratio", ratio, "[0, 1)")
    counts = np.arange(people + 1)
    channel: Floats = ratio ** np.abs(counts[:, None] - counts).astype(np.float64) / (1.0 + ratio)
    channel[:, 1:-1] *= 1.0 - ratio
    return channel
