"""Shapley values: the fair share of each release or recipient in the leakage."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from leakage.arguments import check_seed
from leakage.decision.evaluator import Evaluator, Mask, bits, mask_of, union_of
from leakage.frames import Floats
from leakage.progress import report

EXACT = 15  # Most players for which all coalitions are computed.
MOST_DRAWN = 20_000  # Coalitions computed for more, about, in 8 to 400 orders.
BLOCK = 4_096  # Coalitions computed together.
Z = 1.96  # The normal quantile of 95 %.

Worth: TypeAlias = Callable[[Sequence[int]], Floats]
"""The worth of each coalition; coalitions are masks."""


@dataclass(frozen=True, slots=True)
class ShapleyValue:
    """The share of one player.

    Arguments:
        share: its Shapley value; all shares add up to the whole. Below 0 it protects the person.
        margin: half of the 95 % interval of a sampled share, above 0; 0 for an exact one.
    """

    share: float
    alone: float
    margin: float = 0.0


def shapley_values(worth: Worth, players: int, *, seed: int = 0) -> tuple[ShapleyValue, ...]:
    """The Shapley value of every player, and the loss from leaving only that player out.

    ``phi_i = sum over S without i of |S|! (n - |S| - 1)! / n! (v(S + i) - v(S))``: the mean, over all orders of
    the players, of what i adds to those before it. In every order these gains add up to ``v(all) - v(none)``, and so do
    the shares, exact or sampled.

    Up to 15 players all coalitions are computed, and every margin is 0. Beyond, the mean is over m random orders, 8 to
    400, with the margin ``(R z^2 / 2m + z sqrt(s^2 / m + R^2 z^2 / 4m^2)) / (1 + z^2 / m)``: s^2 is the variance of the
    player's gains, R the range of the sampled coalitions' values, or 1 if they are all equal. That is Wilson's interval
    times the range; if all gains agree it is ``R z^2 / (m + z^2)``.
    Source: Shapley 1953; Castro, Gomez & Tejada 2009 (sampling); Wilson 1927; 2012, Section 4.1 (leaving out).

    >>> gloves = shapley_values(lambda some: np.array([float(s & 1 and s & 6 != 0) for s in some]), 3)
    >>> [(round(one.share, 9), one.alone) for one in gloves]
    [(0.666666667, 1.0), (0.166666667, 0.0), (0.166666667, 0.0)]
    """
    check_seed(seed)
    everyone = (1 << players) - 1
    whole, *without = worth([everyone, *(everyone ^ 1 << player for player in range(players))]).tolist()
    if players <= EXACT:
        shares, margins = _exact(worth, players), np.zeros(players)
    else:
        shares, margins = _drawn(worth, players, min(max(MOST_DRAWN // players, 8), 400), seed)
    each = zip(shares.tolist(), without, margins.tolist(), strict=True)
    return tuple(ShapleyValue(share, whole - left, margin) for share, left, margin in each)


def release_shapley(
    evaluator: Evaluator, players: Sequence[Sequence[int]] | None = None, *, seed: int = 0
) -> tuple[ShapleyValue, ...]:
    """The share of every release, or group of releases such as a recipient's, in the whole leakage.

    ``v(S) = max over pools of L(R_pool in S + strangers, e, E)``; what strangers alone reveal is nobody's share.
    Exact up to 15 players; beyond, sampled with a margin. Source: Whang & Garcia-Molina 2012, Definition 2; see
    ``shapley_values``.

    Arguments:
        players: the numbers of each player's releases, none twice; releases of no player are always held. By default
            every release is a player.

    >>> from leakage import Adversary, Record
    >>> twice = Evaluator([Record.of(("N", "Alice"))] * 2, (), Record.of(("N", "Alice")), Adversary())
    >>> [one.share for one in release_shapley(twice)]
    [0.5, 0.5]
    """
    groups = [(number,) for number in range(len(evaluator.releases))] if players is None else players
    masks = list(map(mask_of, groups))
    always = evaluator.everything & ~union_of(masks)

    def worth(coalitions: Sequence[Mask]) -> Floats:
        return evaluator.leakages(always | union_of(masks[n] for n in bits(players)) for players in coalitions)

    return shapley_values(worth, len(masks), seed=seed)


def _exact(worth: Worth, players: int) -> Floats:
    coalitions = range(1 << players)
    worths = np.zeros(len(coalitions))
    for start in range(0, len(coalitions), BLOCK):
        report("Trying all coalitions", start, len(coalitions))
        worths[start : start + BLOCK] = worth(coalitions[start : start + BLOCK])
    size = np.array([coalition.bit_count() for coalition in coalitions])
    chance = np.array([1.0 / (players * math.comb(players - 1, others)) for others in range(players)])
    shares = np.zeros(players)
    for player in range(players):
        # All coalitions without the player, and the same with the player.
        pairs, sizes = (column.reshape(-1, 2, 1 << player) for column in (worths, size))
        shares[player] = np.sum(chance[sizes[:, 0]] * (pairs[:, 1] - pairs[:, 0]))
    return shares


def _drawn(worth: Worth, players: int, orders: int, seed: int) -> tuple[Floats, Floats]:
    """The mean gain of each player over random orders, and its margin."""
    draw, gains = np.random.default_rng(seed), np.zeros((orders, players))
    least, greatest = math.inf, -math.inf
    for number in range(orders):
        report("Drawing orders", number, orders)
        order = draw.permutation(players)
        worths = worth(list(itertools.accumulate((1 << player for player in order.tolist()), initial=0)))
        gains[number, order] = np.diff(worths)
        least, greatest = min(least, worths.min()), max(greatest, worths.max())
    reach, once = (greatest - least) or 1.0, Z**2 / orders
    spread = np.sqrt(gains.var(axis=0, ddof=1) / orders + (reach * once / (2.0 * Z)) ** 2)
    return gains.mean(axis=0), (reach * once / 2.0 + Z * spread) / (1.0 + once)
