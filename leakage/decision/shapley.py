"""Shapley values: a fair share of the leakage for every release, recipient and attribute."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.decision.subsets import PoolChoices, bits, union_of
from leakage.measure.columns import Columns
from leakage.measure.comparison import columns_of
from leakage.measure.integral import expectations
from leakage.measure.measure import goes_beyond
from leakage.measure.record_leakage import record_leakages
from leakage.measure.weights import Weights, check_weights
from leakage.record import Record

EXACT = 15
"""Up to so many players every coalition is worked out."""

PAIRS = 200
"""Permutations drawn beyond that, each with its reverse."""

Z95 = 1.959963984540054
"""Half of a 95 % interval, in standard errors."""

MOST = 5_000
"""Pairs of orders times players, where there are many players."""

EXACT_ANEW = 10
"""As EXACT, where each coalition is resolved from scratch or measured by itself."""

PAIRS_ANEW = 30
"""As PAIRS, likewise."""

BLOCK = 1 << 12
"""Coalitions worked out together."""

Worth = Callable[[Sequence[int]], Floats]
"""From coalitions, as bit masks of players, to what each is worth."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one player is responsible for.

    Arguments:
        share: its Shapley value; all of them together are the whole. Below 0 it protects the person.
        alone: what the whole would lose without this player alone (leave one out).
        margin: half of a 95 % confidence interval of the share; 0 where it is exact.
    """

    share: float
    alone: float
    margin: float = 0.0


def shapley_shares(
    worth: Worth, players: int, *, exact: int = EXACT, pairs: int = PAIRS, seed: int = 0
) -> tuple[Share, ...]:
    """The Shapley value of every player, and beside it what leaving the player out would lose.

    ``phi_i = sum over S without i of |S|! (n - |S| - 1)! / n! (v(S + i) - v(S))``: the mean, over all orders in which
    the players may come, of what i adds on coming. In every order these gains add up to ``v(all) - v(none)``, so the
    shares do. Exact up to 15 players; beyond that the mean over random orders, each taken with its reverse
    (antithetic: a player who comes early in one comes late in the other), which add up to the whole as well.
    Source: Shapley 1953; Castro, Gomez & Tejada 2009 for sampling; 2012, Section 4.1 for leaving out.

    Arguments:
        worth: v, of many coalitions at once.
        players: how many.
        exact: up to how many players every coalition is worked out.
        pairs: how many pairs of orders are drawn where there are more, >= 2.
        seed: of the orders.

    Raises:
        ValueError: for less than two pairs.

    >>> gloves = shapley_shares(lambda some: np.array([float(s & 1 and s & 6 != 0) for s in some]), 3)
    >>> [(round(one.share, 9), one.alone) for one in gloves]
    [(0.666666667, 1.0), (0.166666667, 0.0), (0.166666667, 0.0)]
    """
    if pairs < 2:
        raise ValueError("at least two pairs of orders are needed")
    everyone = (1 << players) - 1
    known = _worths(worth, [everyone, *(everyone ^ 1 << player for player in range(players))])
    alone = known[0] - known[1:]
    if players <= exact:
        shares, margins = _exact(_worths(worth, range(1 << players)), players), np.zeros(players)
    else:
        shares, margins = _sampled(worth, players, pairs, np.random.default_rng(seed))
    return tuple(Share(*one) for one in zip(shares.tolist(), alone.tolist(), margins.tolist(), strict=True))


def release_shapley(pools: Sequence[PoolChoices], players: Sequence[Sequence[int]]) -> tuple[Share, ...]:
    """The share of every release, or group of releases such as a recipient's, in the whole leakage.

    ``v(S) = max over pools of L(R_pool in S + B, e, E)``; what the background tells by itself is nobody's.
    Source: Whang & Garcia-Molina 2012, Definition 2; see ``shapley_shares``.

    Choices of releases that never meet in a composite are worked out apart, each composite that arises being
    measured once (proof in ``leakage.decision.subsets``); a table of their maximum then holds all coalitions.

    Arguments:
        pools: for each pool ``pool_choices``.
        players: for each the numbers of its releases; those of no player are always there.

    >>> from leakage.decision.subsets import pool_choices
    >>> from leakage.resolution.adversary import Adversary
    >>> given = {n: Record.of(("N", "Alice")) for n in range(2)}
    >>> pools = [pool_choices(given, (), Record.of(("N", "Alice")), Adversary())]
    >>> [one.share for one in release_shapley(pools, [(0,), (1,)])]
    [0.5, 0.5]
    """
    masks = [union_of(1 << number for number in player) for player in players]
    always = ~union_of(masks)
    constant = max((pool.constant for pool in pools), default=0.0)
    parts = [part for pool in pools for part in pool.parts]

    def worth(coalitions: Sequence[int]) -> Floats:
        kept = _kept(coalitions, masks, always)
        found: Floats = np.full(len(coalitions), constant)
        for part in parts:
            # Coalitions that are the same to this part are worked out once.
            local = [mask & part.releases for mask in kept]
            distinct = list(dict.fromkeys(local))
            known = dict(zip(distinct, part.leakages(distinct).tolist(), strict=True))
            found = np.maximum(found, [known[mask] for mask in local])
        return found

    if not all(part.bounded for part in parts):
        return shapley_shares(worth, len(players), exact=EXACT_ANEW, pairs=PAIRS_ANEW)
    return shapley_shares(worth, len(players), pairs=max(10, min(PAIRS, MOST // max(1, len(players)))))


def attribute_shapley(record: Record, reference: Record, weights: Weights | None = None) -> tuple[Share, ...]:
    """The share of every attribute of a composite in its leakage, in the record's order.

    ``v(S) = L(the attributes in S, e)``, v of none being 0.
    Source: Whang & Garcia-Molina 2012, Definition 1; see ``shapley_shares``.

    Arguments:
        record: r, a composite of the adversary.
        reference, weights: as ``record_leakage``.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> [round(one.share, 9) for one in attribute_shapley(Record.of(("N", "Alice"), ("P", "987")), e)]
    [0.583333333, -0.083333333]
    """
    check_weights(weights)
    if goes_beyond(weights):
        return shapley_shares(lambda some: record_leakages(_parts(record, some), reference, weights), len(record))
    columns = columns_of([record], reference, weights, 1.0)
    return shapley_shares(lambda some: _leakages_of(columns, some), len(record))


def _kept(coalitions: Sequence[int], masks: Sequence[int], always: int) -> list[int]:
    """The releases that each coalition leaves."""
    return [functools.reduce(lambda mask, player: mask | masks[player], bits(one), always) for one in coalitions]


def _worths(worth: Worth, coalitions: Sequence[int]) -> Floats:
    blocks = (coalitions[first : first + BLOCK] for first in range(0, len(coalitions), BLOCK))
    return np.concatenate([np.zeros(0), *(worth(block) for block in blocks)])


def _exact(known: Floats, players: int) -> Floats:
    """From the worth of every coalition, in the order of their masks."""
    size = np.array([mask.bit_count() for mask in range(len(known))])
    chances = np.array([1.0 / (players * math.comb(players - 1, n)) for n in range(players)])
    shares = np.zeros(players)
    for player in range(players):
        # All coalitions without the player, and beside each the same one with it.
        pairs = known.reshape(-1, 2, 1 << player)
        sizes = size.reshape(-1, 2, 1 << player)[:, 0]
        shares[player] = float(np.sum(chances[sizes] * (pairs[:, 1] - pairs[:, 0])))
    return shares


def _sampled(worth: Worth, players: int, pairs: int, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """The mean over pairs of orders, and half of a 95 % interval: pairs, not orders, are independent."""
    means = np.empty((pairs, players))
    for pair in range(pairs):
        order = chance.permutation(players)
        means[pair] = (_gains(worth, order) + _gains(worth, order[::-1])) / 2.0
    return means.mean(axis=0), Z95 * means.std(axis=0, ddof=1) / math.sqrt(pairs)


def _gains(worth: Worth, order: npt.NDArray[np.int64]) -> Floats:
    """What each player adds, on coming in this order."""
    coalitions = itertools.accumulate((1 << player for player in order.tolist()), operator.or_, initial=0)
    gains = np.empty(len(order))
    gains[order] = np.diff(_worths(worth, list(coalitions)))
    return gains


def _parts(record: Record, coalitions: Sequence[int]) -> list[Record]:
    return [Record(record[place] for place in bits(one)) for one in coalitions]


def _leakages_of(columns: Columns, coalitions: Sequence[int]) -> Floats:
    """The leakage of some attributes of the one record of the columns, by coalition."""
    places = [list(bits(one)) for one in coalitions]
    flat = np.array([place for some in places for place in some], dtype=np.int64)
    bounds = np.concatenate(([0], np.cumsum([len(some) for some in places], dtype=np.int64)))
    scale = np.full(len(places), columns.scale[0])
    some = Columns(columns.weight[flat], columns.confidence[flat], columns.credit[flat], bounds, scale)
    found: Floats = np.minimum(1.0, 2.0 * expectations(some))
    return found
