"""Believed partitions: the leakage to be expected of an adversary who does not know which records are of one person."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leakage.bits import bits
from leakage.database import Floats
from leakage.measure.measure import Weights
from leakage.measure.record_leakage import record_leakages
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.merge import merged, union_merge
from leakage.short_repr import short_repr

Partition: TypeAlias = tuple[tuple[int, ...], ...]
"""Blocks of record numbers, each ascending, in the order of their first."""

MOST_ENUMERATED = 10
"""Records up to which every partition is gone through: 115,975 of them (Bell's number)."""

CHAINS, SWEEPS, BURN_IN = 16, 400, 50
STUDENT_99 = 2.947
"""Student's t of 15 degrees of freedom, two-sided at 99 %."""


@dataclass(frozen=True, slots=True)
class BelievedLeakage:
    """What an adversary in doubt may be expected to know.

    Arguments:
        expected: ``E_pi[max over C in pi of L(C, e)]``.
        margin: how far off ``expected`` may be, at 99 %; 0 where every partition was gone through.
        worst: the greatest ``max L(C, e)`` of any partition; where they were drawn, the greatest found from those met
            by taking records in and leaving them out, one at a time.
        likeliest: the most probable partition; of those met, where they were drawn.
        likeliest_leakage: its ``max L(C, e)``.
    """

    expected: float
    margin: float
    worst: float
    likeliest: Partition
    likeliest_leakage: float

    __repr__ = short_repr


def pair_weights(records: Sequence[Record], match: FellegiSunter) -> Floats:
    """The match weight of every two records, shape (n, n), 0 on the diagonal.

    ``W = log2(p / (1 - p)) + sum log2(m / u)``. Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).
    """
    weights = np.zeros((len(records), len(records)))
    for first in range(len(records)):
        for second in range(first):
            weights[first, second] = weights[second, first] = match.weight(records[first], records[second])
    return weights


def believed_leakage(
    records: Sequence[Record],
    reference: Record,
    pairs: npt.ArrayLike,
    weights: Weights | None = None,
    *,
    seed: int = 0,
) -> BelievedLeakage:
    """The expected leakage over what she may believe of who is who: ``E_pi[max over C in pi of L(C, e)]``.

    The evidence of two records is taken to be independent of that of two others, conditioned on one person being the
    same as itself: ``P(pi) ~ prod over pairs together p_ij prod over pairs apart (1 - p_ij)``, which is
    ``2^(sum of W_ij over the pairs together)``. Up to 10 records every partition is gone through; beyond, partitions
    are drawn by Gibbs sampling, one record at a time, in 16 chains, and the margin is Student's of their means.
    Composites are unions.
    Source: Whang & Garcia-Molina 2012, Definition 2, for the leakage of one partition; Fellegi & Sunter 1969 for W.

    Arguments:
        records: those that may be the person's; others are taken to be somebody else's for certain.
        reference: e.
        pairs: the match weight of every two records, in bits; symmetric and finite, shape (n, n).
        weights: label to weight, or a Measure.
        seed: of the draws.

    Raises:
        ValueError: for pairs of another shape, or not symmetric and finite.

    >>> e = Record.of(*((label, "v") for label in "NPCZA"))
    >>> r, s = (Record.of(*((label, "v") for label in labels)) for labels in ("NPC", "CZ"))
    >>> believed = believed_leakage([r, s], e, [[0, 1], [1, 0]])
    >>> round(believed.expected - (3 / 4 + 5 / 36 * 2 / 3), 12), round(believed.worst - 8 / 9, 12)
    (0.0, 0.0)
    """
    held = np.asarray(pairs, dtype=np.float64)
    if held.shape != (len(records),) * 2 or not np.isfinite(held).all() or (held != held.T).any():
        raise ValueError("the weights of pairs must be finite and symmetric, one for every two records")
    blocks = _Blocks(records, reference, held, weights)
    return _enumerated(blocks) if len(records) <= MOST_ENUMERATED else _sampled(blocks, random.Random(seed))


class _Blocks:
    """Sets of records as masks: their leakage as composites, and what speaks for their being one person."""

    def __init__(self, records: Sequence[Record], reference: Record, pairs: Floats, weights: Weights | None) -> None:
        self.count = len(records)
        self._records, self._reference, self._weights = records, reference, weights
        self._pairs = pairs.tolist()
        self._leakage: dict[int, float] = {}
        if self.count <= MOST_ENUMERATED:
            masks = range(1, 1 << self.count)
            composites = [merged(records, bits(mask), union_merge) for mask in masks]
            leakages = record_leakages(composites, reference, weights).tolist() if composites else []
            self._leakage = dict(zip(masks, leakages, strict=True))

    def leakage(self, mask: int) -> float:
        if mask not in self._leakage:
            composite = merged(self._records, bits(mask), union_merge)
            self._leakage[mask] = float(record_leakages([composite], self._reference, self._weights)[0])
        return self._leakage[mask]

    def to_block(self, number: int, mask: int) -> float:
        """What speaks for a record being of one person with all of a block, in bits."""
        row = self._pairs[number]
        return math.fsum(row[other] for other in bits(mask))

    def worst(self, partition: Sequence[int]) -> float:
        return max(map(self.leakage, partition), default=0.0)


def _partitions(blocks: _Blocks) -> Iterator[tuple[list[int], float]]:
    """Every partition as masks, and what speaks for it; the list is one and the same, and changes."""
    partition: list[int] = []

    def place(number: int, weight: float) -> Iterator[tuple[list[int], float]]:
        if number == blocks.count:
            yield partition, weight
            return
        for place_in, mask in enumerate(partition):
            partition[place_in] = mask | 1 << number
            yield from place(number + 1, weight + blocks.to_block(number, mask))
            partition[place_in] = mask
        partition.append(1 << number)
        yield from place(number + 1, weight)
        partition.pop()

    return place(0, 0.0)


def _enumerated(blocks: _Blocks) -> BelievedLeakage:
    told: list[float] = []
    weights: list[float] = []
    likeliest: tuple[int, ...] = ()
    greatest = -math.inf
    for number, (partition, weight) in enumerate(_partitions(blocks)):
        if number % 1_000 == 0:
            report("Weighing who is who", number, 0)
        told.append(blocks.worst(partition))
        weights.append(weight)
        if weight > greatest:
            likeliest, greatest = tuple(partition), weight
    leakages = np.array(told)
    shares = np.exp2(np.array(weights) - greatest)
    expected = float(shares @ leakages / shares.sum())
    return BelievedLeakage(expected, 0.0, float(leakages.max()), _told(likeliest), blocks.worst(likeliest))


def _sampled(blocks: _Blocks, chance: random.Random) -> BelievedLeakage:
    """Gibbs sampling: each record in turn leaves its block and joins one, or none, as likely as the evidence says."""
    means: list[float] = []
    likeliest: tuple[int, ...] = ()
    most, greatest = 0, -math.inf
    for chain in range(CHAINS):
        report("Drawing who is who", chain, CHAINS)
        # Half of the chains start with everybody apart, half with all as one.
        partition = [1 << n for n in range(blocks.count)] if chain % 2 else [(1 << blocks.count) - 1]
        total = 0.0
        for sweep in range(BURN_IN + SWEEPS):
            for number in range(blocks.count):
                partition = _moved(blocks, partition, number, chance)
            leakage, weight = blocks.worst(partition), _weight(blocks, partition)
            most, total = max(most, *partition, key=blocks.leakage), total + (leakage if sweep >= BURN_IN else 0.0)
            if weight > greatest:
                likeliest, greatest = tuple(partition), weight
        means.append(total / SWEEPS)
    margin = STUDENT_99 * float(np.std(means, ddof=1)) / math.sqrt(CHAINS)
    worst = blocks.leakage(_climbed(blocks, most))
    return BelievedLeakage(float(np.mean(means)), margin, worst, _told(likeliest), blocks.worst(likeliest))


def _climbed(blocks: _Blocks, mask: int) -> int:
    """The composite that leaks most of those that differ by one record, and so on, until none leaks more."""
    while True:
        better = max((mask ^ 1 << number for number in range(blocks.count)), key=blocks.leakage)
        if blocks.leakage(better) <= blocks.leakage(mask):
            return mask
        mask = better


def _moved(blocks: _Blocks, partition: list[int], number: int, chance: random.Random) -> list[int]:
    others = [rest for mask in partition if (rest := mask & ~(1 << number))]
    weights = [blocks.to_block(number, mask) for mask in others] + [0.0]
    greatest = max(weights)
    chosen = chance.choices(range(len(weights)), [2.0 ** (weight - greatest) for weight in weights])[0]
    if chosen == len(others):
        return [*others, 1 << number]
    return [mask | 1 << number if place == chosen else mask for place, mask in enumerate(others)]


def _weight(blocks: _Blocks, partition: Sequence[int]) -> float:
    return math.fsum(blocks.to_block(number, mask) for mask in partition for number in bits(mask)) / 2.0


def _told(partition: Sequence[int]) -> Partition:
    return tuple(sorted(tuple(bits(mask)) for mask in partition))
