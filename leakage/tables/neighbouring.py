"""Neighbouring databases: how much one person's record changes what is answered about all."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.joint_distribution import channel_of


def neighbours(databases: Sequence[Sequence[Hashable]]) -> tuple[tuple[int, int], ...]:
    """The places of any two databases that differ by one record: it is another in one of them, or missing.

    The order of records is of no account.
    Source: Rebollo-Monedero et al., Section V-B3.

    >>> neighbours([["yes", "no"], ["no", "no"], ["no"], ["yes", "yes", "yes"]])
    ((0, 1), (0, 2), (1, 2))
    """
    held = [Counter(database) for database in databases]
    return tuple(
        (first, second)
        for first, second in itertools.combinations(range(len(held)), 2)
        if max((held[first] - held[second]).total(), (held[second] - held[first]).total()) == 1
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
