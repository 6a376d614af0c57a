"""Draws of partitions: chains that shift a record, and merge and split blocks, and whether they agree."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Floats, Integers
from leakage.decision.convergence import LEAST_EFFECTIVE, MOST_R_HAT, effective_draws, split_r_hat
from leakage.decision.partition_blocks import Blocks, masks_of
from leakage.progress import look, report, time_is_over
from leakage.short_repr import short_repr

STAGES = (100, 200, 400, 800, 1_600, 3_200)
"""Draws of each chain after which it is looked whether they are enough; the second half of them counts."""

MOST_SHIFTS = 400_000
"""Records that a chain shifts at most, but for the first stage."""

FINE = 0.01
"""A margin below which no more is drawn."""


@dataclass(frozen=True, slots=True)
class Draws:
    """What chains drew, the first half of each left out.

    Arguments:
        leakages: ``max over C in pi of L(C, e)`` of each draw, shape (chains, draws).
        weights: log2 of the weight of each draw, likewise.
        blocks: every block met, the first halves included.
        likeliest: the partition met that weighs most.
    """

    leakages: Floats
    weights: Floats
    blocks: frozenset[int]
    likeliest: tuple[int, ...]

    __repr__ = short_repr

    @property
    def mean(self) -> float:
        """The mean leakage."""
        return float(self.leakages.mean())

    def margin(self, bounds: tuple[float, float]) -> float | None:
        """Half of a 99 % interval for the expected leakage; None where the chains do not agree.

        The empirical Bernstein bound for as many draws as these are worth: with V their variance and r the range that
        the bounds leave, ``sqrt(2 V ln(4 / d) / n) + 7 r ln(4 / d) / (3 (n - 1))``, d = 1 %. So it is above 0 even
        where all draws are equal, for what is improbable may not have been drawn.
        Source: Maurer & Pontil, "Empirical Bernstein Bounds and Sample-Variance Penalization" (COLT 2009), Theorem 4.
        """
        if max(split_r_hat(self.leakages), split_r_hat(self.weights)) >= MOST_R_HAT:
            return None
        effective = min(effective_draws(self.leakages), effective_draws(self.weights))
        if effective < LEAST_EFFECTIVE:
            return None
        surely = math.log(4.0 / 0.01)
        spread = math.sqrt(2.0 * float(self.leakages.var(ddof=1)) * surely / effective)
        return spread + 7.0 * (bounds[1] - bounds[0]) * surely / (3.0 * (effective - 1.0))


def draws_of(blocks: Blocks, seed: int) -> Draws:
    """Draw partitions as probable as their weight until chains agree on the leakage, or there were enough.

    Two chains begin with every record apart, two with all together, two at the likeliest partition that joining blocks
    one by one leads to, and two at random.
    Source: Metropolis et al. 1953, Hastings 1970.
    """
    chance = random.Random(seed)
    chains = [_Chain(blocks, start, chance) for start in _starts(blocks.pairs, chance)]
    bounds = blocks.bounds()
    for stage in STAGES:
        for number, chain in enumerate(chains):
            while len(chain.partitions) < stage:
                report("Drawing who is who", number * stage + len(chain.partitions), len(chains) * stage)
                chain.sweep()
        draws = _draws(blocks, chains)
        margin = draws.margin(bounds)
        fine = margin is not None and margin <= FINE
        if fine or time_is_over() or 2 * stage * blocks.count > MOST_SHIFTS:
            break
    return draws


def _draws(blocks: Blocks, chains: Sequence[_Chain]) -> Draws:
    met = frozenset(block for chain in chains for partition in chain.partitions for block in partition)
    blocks.measure(met)
    half = len(chains[0].partitions) // 2
    leakages = [[blocks.greatest(partition) for partition in chain.partitions[half:]] for chain in chains]
    weights = [chain.weights[half:] for chain in chains]
    likeliest = max(chains, key=lambda chain: max(chain.weights))
    best = likeliest.partitions[likeliest.weights.index(max(likeliest.weights))]
    return Draws(np.array(leakages), np.array(weights), met, best)


class _Chain:
    """One chain: the label of every record's block, and the partitions it was at after each sweep."""

    def __init__(self, blocks: Blocks, labels: Integers, chance: random.Random) -> None:
        self.partitions: list[tuple[int, ...]] = []
        self.weights: list[float] = []
        self._pairs, self._labels, self._chance = blocks.pairs, labels, chance

    def sweep(self) -> None:
        """Shift every record, and merge or split half as many times."""
        count = len(self._labels)
        for record in range(count):
            look()
            shift(self._pairs, self._labels, record, self._chance)
        for _ in range(count // 2):
            look()
            merge_or_split(self._pairs, self._labels, self._chance)
        self.partitions.append(masks_of(self._labels))
        self.weights.append(log_weight(self._pairs, self._labels))


def log_weight(pairs: Floats, labels: Integers) -> float:
    """log2 of the weight of a partition: the sum of W over the pairs together."""
    together = labels[:, np.newaxis] == labels
    return float(pairs[together].sum()) / 2.0


def shift(pairs: Floats, labels: Integers, record: int, chance: random.Random) -> None:
    """Gibbs sampling: a record leaves its block and joins one, or none, as probably as the evidence says."""
    own = labels[record]
    counts = np.bincount(labels, minlength=len(labels))
    counts[own] -= 1
    alone = own if counts[own] == 0 else counts.argmin()
    options = np.append(np.flatnonzero(counts), alone)
    sums = np.bincount(labels, pairs[record], len(labels))[options]
    sums[-1] = 0.0
    labels[record] = options[chance.choices(range(len(options)), np.exp2(sums - sums.max()).tolist())[0]]


def merge_or_split(pairs: Floats, labels: Integers, chance: random.Random) -> None:
    """Two records drawn at random: if they are in one block, propose to split it between them, else to merge theirs.

    A split puts the other records of the block, in an order drawn at random, to one of the two or the other as probably
    as the evidence of those already there says; q is the probability of how they were put. It is accepted with
    probability ``min(1, 2^-W(A, B) / q)``, and a merge with ``min(1, 2^W(A, B) q)``, q then being that of the split
    that would undo it in the same order; so detailed balance holds.
    Source: Dahl, "An Improved Merge-Split Sampler for Conjugate Dirichlet Process Mixture Models" (2003), Section 3.
    """
    first = chance.randrange(len(labels))
    second = (first + 1 + chance.randrange(len(labels) - 1)) % len(labels)
    here, there = labels[first], labels[second]
    within = (labels == here) | (labels == there)
    others = [number for number in np.flatnonzero(within).tolist() if number not in (first, second)]
    order = [first, second, *chance.sample(others, len(others))]
    evidence = pairs[np.ix_(order, order)]
    if here != there:
        with_second = labels[order] == there
        between = float(evidence[np.ix_(with_second, ~with_second)].sum())
        # Records known to be two people's are not merged; nor would the sums below be numbers.
        if between > -math.inf and _accepted(between + _allocated(evidence, with_second.tolist()), chance):
            labels[within] = here
        return
    with_second = _allocation(evidence, chance)
    chosen = np.array(with_second)
    between = float(evidence[np.ix_(chosen, ~chosen)].sum())
    if _accepted(-between - _allocated(evidence, with_second), chance):
        labels[np.array(order)[chosen]] = np.bincount(labels, minlength=len(labels)).argmin()


def _accepted(log_ratio: float, chance: random.Random) -> bool:
    ratio = 2.0 ** min(0.0, log_ratio)
    return chance.choices((True, False), (ratio, 1.0 - ratio))[0]


def _allocation(evidence: Floats, chance: random.Random) -> list[bool]:
    """Whether each record goes to the second, in order; the first two are the ones that it is split between."""
    to_second = [False, True]
    leaning = evidence[1] - evidence[0]
    for number in range(2, len(evidence)):
        chosen = chance.choices((True, False), _odds(float(leaning[number])))[0]
        to_second.append(chosen)
        leaning = leaning + evidence[number] if chosen else leaning - evidence[number]
    return to_second


def _allocated(evidence: Floats, to_second: Sequence[bool]) -> float:
    """log2 of the probability of an allocation."""
    sides = np.where(to_second, 1.0, -1.0)
    # What the records before each one say for the second and against the first.
    leaning = (np.tril(evidence, -1) @ sides)[2:] * sides[2:]
    return -float(np.logaddexp2(0.0, -leaning).sum())


def _odds(leaning: float) -> tuple[float, float]:
    """The weights of the second and the first, at a difference of evidence in bits, the greater 1."""
    return 2.0 ** min(0.0, leaning), 2.0 ** min(0.0, -leaning)


def _starts(pairs: Floats, chance: random.Random) -> list[Integers]:
    count = len(pairs)
    at_random = [np.array([chance.randrange(count) for _ in range(count)]) for _ in range(2)]
    likeliest = _joined(pairs)
    apart, together = np.arange(count), np.zeros(count, dtype=np.int64)
    return [apart, apart.copy(), together, together.copy(), likeliest, likeliest.copy(), *at_random]


def _joined(pairs: Floats) -> Integers:
    """The blocks that joining the two for which most speaks leads to, as long as anything does."""
    labels = np.arange(len(pairs))
    between = pairs.copy()
    np.fill_diagonal(between, -math.inf)
    while True:
        look()
        into, block = np.unravel_index(between.argmax(), between.shape)
        if not between[into, block] > 0.0:
            return labels
        labels[labels == block] = into
        between[into] += between[block]
        between[:, into] = between[into]
        between[block] = between[:, block] = between[into, into] = -math.inf
