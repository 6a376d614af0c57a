"""Partitions of records: their blocks, draws of them by chains, and whether chains begun apart agree."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from leakage.bits import bits
from leakage.database import Floats, Integers
from leakage.measure.measuring import as_measure
from leakage.measure.weights import Weights
from leakage.progress import check_cancelled, deadline_passed, report
from leakage.record import Attribute, Record
from leakage.tabular.rows import redacted_repr

# Blocks of records taken for one person, as masks: what they leak as composites, and what speaks for them.


Partition: TypeAlias = tuple[tuple[int, ...], ...]
"""Blocks of record numbers, each ascending, in the order of their first."""

FEW = 11
ROWS = 1 << FEW
"""Composites that are measured between two moments to stop."""

MEASURING = "Measuring who may be one person"


class Blocks:
    """Records of which any may be one person's: the blocks they may form, each measured once.

    Composites are unions. Source: Whang & Garcia-Molina 2012, Definition 1, for L.

    Arguments:
        records: n of them.
        reference: e.
        pairs: W of every two, in bits; symmetric, 0 on the diagonal, shape (n, n); -inf where they cannot be one.
        weights: label to weight, or a Measure.
    """

    def __init__(self, records: Sequence[Record], reference: Record, pairs: Floats, weights: Weights | None) -> None:
        self.count, self.pairs = len(records), pairs
        self._measure, self._reference = as_measure(weights), reference
        self._attributes = sorted({attribute.pair for record in records for attribute in record.known})
        column = {pair: number for number, pair in enumerate(self._attributes)}
        self._confidences = np.zeros((len(records), len(column)))
        for row, record in zip(self._confidences, records, strict=True):
            for attribute in record.known:
                row[column[attribute.pair]] = attribute.confidence
        self._table = self._measure.table(self._attributes, reference)
        self._leakage: dict[int, float] = {}

    def leakage(self, mask: int) -> float:
        """L of the union of a block."""
        self.measure([mask])
        return self._leakage[mask]

    def greatest(self, partition: Iterable[int]) -> float:
        """``max over C in pi of L(C, e)``; 0 for no block."""
        return max(map(self.leakage, partition), default=0.0)

    def measure(self, masks: Iterable[int]) -> None:
        """Find out the leakage of many blocks at once, so that it is at hand."""
        unknown = list(dict.fromkeys(mask for mask in masks if mask not in self._leakage))
        for run in _runs(unknown):
            rows = np.array([self._confidences[list(bits(mask))].max(axis=0, initial=0.0) for mask in run])
            self._leakage.update(zip(run, self._table.leakages(rows).tolist(), strict=True))

    def all_leakages(self) -> Floats:
        """L of every block, by its mask, shape (2^n,); for few records."""
        low, high = self._unions(0, FEW), self._unions(FEW, self.count)
        leakages = np.empty((len(high), len(low)))
        for number, row in enumerate(high):
            report(MEASURING, number, len(high))
            leakages[number] = self._table.leakages(np.maximum(row, low))
        return leakages.ravel()

    def _unions(self, first: int, last: int) -> Floats:
        """The confidences of the union of every set of some records in a row."""
        unions = np.zeros((1, len(self._attributes)))
        for row in self._confidences[first:last]:
            unions = np.concatenate((unions, np.maximum(unions, row)))
        return unions

    def all_evidence(self) -> Floats:
        """The sum of W over the pairs of every block, by its mask, in bits, shape (2^n,); for few records."""
        evidence = np.zeros(1)
        for number, row in enumerate(self.pairs):
            joining = np.zeros(1)
            for weight in row[:number]:
                joining = np.concatenate((joining, joining + weight))
            evidence = np.concatenate((evidence, evidence + joining))
        return evidence

    def possible(self, mask: int) -> bool:
        """Whether no two records of a block are known to be two people's."""
        numbers = list(bits(mask))
        return not np.isneginf(self.pairs[np.ix_(numbers, numbers)]).any()

    def bounds(self) -> tuple[float, float]:
        """What ``max over C in pi of L(C, e)`` lies between, whatever the partition: each record is in some block."""
        most = self._confidences.max(axis=0, initial=0.0)
        union = Record(Attribute(*pair, float(c)) for pair, c in zip(self._attributes, most, strict=True))
        least = max((self._table.least_between(row, most) for row in self._confidences), default=0.0)
        return least, self._measure.ceiling(Record(), union, self._reference)


def _runs(masks: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(masks), ROWS):
        report(MEASURING, start, len(masks))
        yield masks[start : start + ROWS]


def partition_of(masks: Collection[int]) -> Partition:
    """The blocks of some masks.

    >>> partition_of([0b110, 0b1])
    ((0,), (1, 2))
    """
    return tuple(sorted(tuple(bits(mask)) for mask in masks))


def masks_of(labels: Integers) -> tuple[int, ...]:
    """The blocks of records that bear the same label, as masks.

    >>> masks_of(np.array([4, 2, 4]))
    (5, 2)
    """
    masks: dict[int, int] = {}
    for number, label in enumerate(labels.tolist()):
        masks[label] = masks.get(label, 0) | 1 << number
    return tuple(masks.values())


# Convergence: whether chains of draws that began apart agree, and how many independent draws theirs are worth.


MOST_R_HAT = 1.01
LEAST_EFFECTIVE = 400.0
"""Vehtari et al. 2021, Section 4: what to ask of R-hat and of the effective draws before an estimate is used."""


def split_r_hat(chains: Floats) -> float:
    """R-hat, rank-normalised, of the halves of chains: of the draws or of how far off they are, whichever is greater.

    ``sqrt(((N - 1) / N W + B / N) / W)`` with W the mean variance within a half and B / N the variance of their means;
    1 where all draws are equal, and infinite where halves do not move and differ.
    Source: Vehtari, Gelman, Simpson, Carpenter & Bürkner, "Rank-Normalization, Folding, and Localization: An Improved
    R-hat for Assessing Convergence of MCMC" (Bayesian Analysis 2021), Equations 1 to 4 and 14, Section 3.2.

    Arguments:
        chains: shape (chains, draws), at least 4 draws each.

    >>> split_r_hat(np.zeros((2, 8))), split_r_hat(np.array([[0.0] * 8, [1.0] * 8]))
    (1.0, inf)
    """
    halves = _halves(chains)
    off = np.abs(halves - np.median(halves))
    return max(_r_hat(_normal_scores(halves)), _r_hat(_normal_scores(off)))


def effective_draws(chains: Floats) -> float:
    """How many independent draws would estimate the mean as well: ``S = N M / (1 + 2 sum rho_t)`` of halves of chains.

    Autocorrelations count up to the first pair of them that does not sum to more than 0, and no pair counts more than
    the one before (Geyer). Draws that are all equal count in full.
    Source: as ``split_r_hat``, Equations 5 to 13; Geyer, "Practical Markov Chain Monte Carlo" (Statistical Science
    1992).

    Arguments:
        chains: shape (chains, draws), at least 8 draws each.

    >>> independent = np.random.default_rng(0).normal(size=(4, 500))
    >>> 1500 < effective_draws(independent) < 2700
    True
    >>> effective_draws(np.repeat(independent[:, :50], 10, axis=1)) < 300
    True
    """
    halves = _halves(chains)
    length = halves.shape[1]
    covariances = _autocovariances(halves)
    within, total = _variances(halves)
    if total == 0.0:
        return float(halves.size)
    mean = covariances.mean(axis=0) * length / (length - 1)
    correlations = 1.0 - (within - mean) / total
    correlations[0] = 1.0
    pairs = correlations[: length - length % 2].reshape(-1, 2).sum(axis=1)
    ended = np.flatnonzero(pairs <= 0.0)
    counted = np.minimum.accumulate(pairs[: ended[0] if len(ended) else len(pairs)])
    # Draws that alternate would be worth more than there are; so much is not relied on.
    return float(min(halves.size, halves.size / max(2.0 * counted.sum() - 1.0, 1e-300)))


def _halves(chains: Floats) -> Floats:
    half = chains.shape[1] // 2
    return np.concatenate((chains[:, :half], chains[:, chains.shape[1] - half :]))


def _variances(chains: Floats) -> tuple[float, float]:
    """The variance within, and that of all as estimated from within and between."""
    length = chains.shape[1]
    within = float(chains.var(axis=1, ddof=1).mean())
    return within, (length - 1) / length * within + float(chains.mean(axis=1).var(ddof=1))


def _r_hat(chains: Floats) -> float:
    if chains.max() == chains.min():
        return 1.0
    within, total = _variances(chains)
    return math.sqrt(total / within) if within > 0.0 else math.inf


def _normal_scores(chains: Floats) -> Floats:
    """``Phi^-1((rank - 3/8) / (S + 1/4))``, with equal draws at their mean rank."""
    # What imports this seldom draws.
    from scipy.special import ndtri  # type: ignore[import-untyped]  # noqa: PLC0415

    _, place, counts = np.unique(chains, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2.0
    scores: Floats = ndtri((ranks - 0.375) / (chains.size + 0.25))[place].reshape(chains.shape)
    return scores


def _autocovariances(chains: Floats) -> Floats:
    """At every lag, each chain's own, over its length."""
    length = chains.shape[1]
    centred = chains - chains.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * length, axis=1)
    covariances: Floats = np.fft.irfft(spectrum * spectrum.conj(), axis=1)[:, :length] / length
    return covariances


# Draws of partitions: chains that shift a record, and merge and split blocks, and whether they agree.


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

    __repr__ = redacted_repr

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
        if fine or deadline_passed() or 2 * stage * blocks.count > MOST_SHIFTS:
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
            check_cancelled()
            shift(self._pairs, self._labels, record, self._chance)
        for _ in range(count // 2):
            check_cancelled()
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
    block, other_block = labels[first], labels[second]
    within = (labels == block) | (labels == other_block)
    others = [number for number in np.flatnonzero(within).tolist() if number not in (first, second)]
    order = [first, second, *chance.sample(others, len(others))]
    evidence = pairs[np.ix_(order, order)]
    if block != other_block:
        with_second = labels[order] == other_block
        between = float(evidence[np.ix_(with_second, ~with_second)].sum())
        # Records known to be two people's are not merged; nor would the sums below be numbers.
        if between > -math.inf and _accepted(between + _allocated(evidence, with_second.tolist()), chance):
            labels[within] = block
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
        check_cancelled()
        into, block = np.unravel_index(between.argmax(), between.shape)
        if not between[into, block] > 0.0:
            return labels
        labels[labels == block] = into
        between[into] += between[block]
        between[:, into] = between[into]
        between[block] = between[:, block] = between[into, into] = -math.inf
