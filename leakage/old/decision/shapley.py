"""Shapley values: a fair share of the leakage for every release, recipient and attribute."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_seed
from leakage.old.bits import bit_rows, mask_of, union_of
from leakage.old.database import Floats
from leakage.old.decision.subsets import PoolSubsets, after_each
from leakage.old.measure.measuring import as_measure
from leakage.old.measure.weights import Weights
from leakage.progress import deadline_passed, report
from leakage.record import Record

EXACT = 15
"""Up to so many players every coalition is worked out."""

PAIRS = 200
"""Permutations drawn beyond that, each with its reverse."""

MOST = 20_000
"""Pairs of orders times players, where there are many players."""

FEWEST_USUALLY = 4
"""Pairs of orders drawn however many players there are, if the budget's time is not over."""

FEWEST = 2
"""Pairs of orders drawn however little time there is: one alone would say nothing of how far it may be off."""

EXACT_ANEW = 10
"""As EXACT, where each coalition is analysed from scratch."""

PAIRS_ANEW = 30
"""As PAIRS, likewise."""

BLOCK = 1 << 12
"""Coalitions worked out together."""

Worth = Callable[[Sequence[int]], Floats]
"""From coalitions, as bit masks of players, to what each is worth."""


class Game(Protocol):
    """What coalitions are worth, each a mask that is the union of its players' masks."""

    def leakages(self, kept: Sequence[int]) -> Floats:
        """What each coalition is worth, shape (coalitions,)."""
        ...

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        """What all are worth without each mask, shape (masks,)."""
        ...

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        """The worth of the start, and after each mask has come, shape (masks + 1,)."""
        ...


@dataclass(frozen=True, slots=True)
class ShapleyValue:
    """What one player is responsible for.

    Arguments:
        share: its Shapley value; all of them together are the whole. Below 0 it protects the person.
        alone: what the whole would lose without this player alone (leave one out).
        margin: half of a 95 % confidence interval of the share; 0 where it is exact.
    """

    share: float
    alone: float
    margin: float = 0.0


def shapley_values(
    worth: Worth, players: int, *, exact: int = EXACT, pairs: int = PAIRS, seed: int = 0
) -> tuple[ShapleyValue, ...]:
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
        pairs: how many pairs of orders are drawn where there are more, >= 2; fewer if the budget's time is over.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for less than two pairs.

    >>> gloves = shapley_values(lambda some: np.array([float(s & 1 and s & 6 != 0) for s in some]), 3)
    >>> [(round(one.share, 9), one.alone) for one in gloves]
    [(0.666666667, 1.0), (0.166666667, 0.0), (0.166666667, 0.0)]
    """
    if pairs < 2:
        raise ValueError("at least two pairs of orders are needed")
    game = _Function(worth, (1 << players) - 1)
    return _shared_out(game, [1 << player for player in range(players)], 0, exact, pairs, seed)


def _shared_out(
    game: Game, masks: Sequence[int], always: int, exact: int, pairs: int, seed: int
) -> tuple[ShapleyValue, ...]:
    """As ``shapley_values``, a coalition being the union of its players' masks and what is always there."""
    check_seed(seed)
    alone = game.leakages_without([0])[0] - game.leakages_without(masks)
    if len(masks) <= exact:
        shares, margins = _exact(_worths(game, _coalitions(masks, always)), len(masks)), np.zeros(len(masks))
    else:
        shares, margins = _sampled(game, masks, always, pairs, np.random.default_rng(seed))
    return tuple(ShapleyValue(*row) for row in zip(shares.tolist(), alone.tolist(), margins.tolist(), strict=True))


def release_shapley(
    pools: Sequence[PoolSubsets], players: Sequence[Sequence[int]], *, seed: int = 0
) -> tuple[ShapleyValue, ...]:
    """The share of every release, or group of releases such as a recipient's, in the whole leakage.

    ``v(S) = max over pools of L(R_pool in S + B, e, E)``; what the background tells by itself is nobody's.
    Source: Whang & Garcia-Molina 2012, Definition 2; see ``shapley_values``.

    Choices of releases that never meet in a composite are worked out apart (proof in ``leakage.old.decision.subsets``); a
    table of their maximum then holds all coalitions. Exact up to 15 players under any match, merge, clustering and
    measure; up to 10 where several analyses follow one another, or a match or merge is not of this package.

    Arguments:
        pools: for each pool ``pool_choices``.
        players: for each the numbers of its releases; those of no player are always there.
        seed: a whole number of at least 0; equal seeds give equal results.

    >>> from leakage.old.decision.subsets import pool_choices
    >>> from leakage.old.resolution.adversary import Adversary
    >>> given = {n: Record.of(("N", "Alice")) for n in range(2)}
    >>> pools = [pool_choices(given, (), Record.of(("N", "Alice")), Adversary())]
    >>> [one.share for one in release_shapley(pools, [(0,), (1,)])]
    [0.5, 0.5]
    """
    masks = [mask_of(player) for player in players]
    always = union_of(part.releases for pool in pools for part in pool.parts) & ~union_of(masks)
    game = _Pools(pools)
    if not all(part.in_bits for pool in pools for part in pool.parts):
        return _shared_out(game, masks, always, EXACT_ANEW, PAIRS_ANEW, seed)
    return _shared_out(game, masks, always, EXACT, max(FEWEST_USUALLY, min(PAIRS, MOST // max(1, len(players)))), seed)


def attribute_shapley(
    record: Record, reference: Record, weights: Weights | None = None, *, seed: int = 0
) -> tuple[ShapleyValue, ...]:
    """The share of every attribute of a composite in its leakage, in the record's order.

    ``v(S) = L(the attributes in S, e)``, v of none being 0.
    Source: Whang & Garcia-Molina 2012, Definition 1; see ``shapley_values``.

    Arguments:
        record: r, a composite of the adversary.
        reference, weights: as ``record_leakage``.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: if a weight is not positive.

    >>> e = Record.of(("N", "Alice"), ("P", "123"))
    >>> [round(one.share, 9) for one in attribute_shapley(Record.of(("N", "Alice"), ("P", "987")), e)]
    [0.583333333, -0.083333333]
    """
    table = as_measure(weights).table([a.pair for a in record], reference)
    confidence = np.array([a.confidence for a in record])
    return shapley_values(lambda some: table.leakages(bit_rows(some, len(record)) * confidence), len(record), seed=seed)


@dataclass(frozen=True, eq=False)
class _Function:
    """A game that is a function of coalitions."""

    leakages: Worth
    everyone: int

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        return self.leakages([self.everyone & ~mask for mask in left_out])

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        return self.leakages(after_each(start, coming))


@dataclass(frozen=True, eq=False)
class _Pools:
    """The game of releases: what the pool that knows most has of them."""

    pools: Sequence[PoolSubsets]

    def leakages(self, kept: Sequence[int]) -> Floats:
        return self._greatest([pool.leakages(kept) for pool in self.pools], len(kept))

    def leakages_without(self, left_out: Sequence[int]) -> Floats:
        return self._greatest([pool.leakages_without(left_out) for pool in self.pools], len(left_out))

    def prefix_leakages(self, start: int, coming: Sequence[int]) -> Floats:
        return self._greatest([pool.prefix_leakages(start, coming) for pool in self.pools], len(coming) + 1)

    def _greatest(self, leakages: Sequence[Floats], size: int) -> Floats:
        greatest: Floats = np.max([np.zeros(size), *leakages], axis=0)
        return greatest


def _worths(game: Game, coalitions: Iterable[int]) -> Floats:
    waiting, worths = iter(coalitions), [np.zeros(0)]
    while block := list(itertools.islice(waiting, BLOCK)):
        worths.append(game.leakages(block))
    return np.concatenate(worths)


def _coalitions(masks: Sequence[int], always: int) -> Iterator[int]:
    """Every coalition, in the order of the masks of its players."""
    if not masks:
        yield always
        return
    for rest in _coalitions(masks[1:], always):
        yield rest
        yield rest | masks[0]


def _exact(worths: Floats, players: int) -> Floats:
    """From the worth of every coalition, in the order of their masks."""
    size = np.array([mask.bit_count() for mask in range(len(worths))])
    chances = np.array([1.0 / (players * math.comb(players - 1, n)) for n in range(players)])
    shares = np.zeros(players)
    for player in range(players):
        # All coalitions without the player, and beside each the same one with it.
        pairs = worths.reshape(-1, 2, 1 << player)
        sizes = size.reshape(-1, 2, 1 << player)[:, 0]
        shares[player] = float(np.sum(chances[sizes] * (pairs[:, 1] - pairs[:, 0])))
    return shares


def _sampled(
    game: Game, masks: Sequence[int], always: int, pairs: int, chance: np.random.Generator
) -> tuple[Floats, Floats]:
    """The mean over pairs of orders, and half of a 95 % interval: pairs, not orders, are independent."""
    drawn: list[Floats] = []
    while len(drawn) < pairs and not (len(drawn) >= FEWEST and deadline_passed()):
        report("Drawing orders", len(drawn), pairs)
        order = chance.permutation(len(masks))
        drawn.append((_gains(game, masks, always, order) + _gains(game, masks, always, order[::-1])) / 2.0)
    # Imported here: it takes half a second, and what is worked out exactly needs none of it.
    from scipy.special import stdtrit  # type: ignore[import-untyped]  # noqa: PLC0415

    means = np.array(drawn)
    # Student's t: of few draws the spread itself is not well known.
    return means.mean(axis=0), stdtrit(len(drawn) - 1, 0.975) * means.std(axis=0, ddof=1) / math.sqrt(len(drawn))


def _gains(game: Game, masks: Sequence[int], always: int, order: npt.NDArray[np.int64]) -> Floats:
    """What each player adds, on coming in this order."""
    gains = np.empty(len(order))
    gains[order] = np.diff(game.prefix_leakages(always, [masks[player] for player in order.tolist()]))
    return gains
