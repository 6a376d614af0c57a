"""The leakage to be expected of an adversary who does not know which records are of one person."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_seed
from leakage.bits import bits
from leakage.database import Floats, Integers
from leakage.decision.partitions import Blocks, Partition, draws_of, partition_of
from leakage.measure.weights import Weights
from leakage.progress import cancellable, report
from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.merge import merged, union_merge
from leakage.tabular.rows import redacted_repr

MOST_ENUMERATED = 16
"""Records up to which every partition counts: 10,480,142,147 of them (Bell's number), in 3^16 steps."""

STEPS_A_REPORT = 256

CLIMBS = 16
"""Composites from which the worst is sought: of those met, the ones that leak most."""


@dataclass(frozen=True, slots=True)
class BelievedLeakage:
    """What an adversary in doubt may be expected to know.

    Arguments:
        expected: ``E_pi[max over C in pi of L(C, e)]``; None where the draws do not agree on it.
        enumerated: whether every partition counted; they were drawn otherwise.
        margin: half of a 99 % interval around ``expected``; 0 where all were enumerated, None where the draws do not
            agree.
        bounds: what the expectation does not go below and above for certain.
        worst: the greatest ``max L(C, e)`` of any partition that is possible; where they were drawn, the greatest found
            from those met by taking records in and leaving them out, one at a time.
        likeliest: the most probable partition; of those met, where they were drawn.
        likeliest_leakage: its ``max L(C, e)``.
    """

    expected: float | None
    enumerated: bool
    margin: float | None
    bounds: tuple[float, float]
    worst: float
    likeliest: Partition
    likeliest_leakage: float

    __repr__ = redacted_repr


def pair_weights(records: Sequence[Record], match: FellegiSunter) -> Floats:
    """The match weight of every two records, shape (n, n), 0 on the diagonal.

    ``W = log2(p / (1 - p)) + sum log2(m / u)``. Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969).
    """
    weights = np.zeros((len(records), len(records)))
    for first in range(len(records)):
        for second in cancellable(range(first)):
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
    ``2^(sum of W_ij over the pairs together)``. Composites are unions. Records that are one person's for certain count
    as one. Up to 16 every partition counts; beyond, they are drawn by moves that shift one record, and that merge and
    split blocks, in chains begun apart, together, at the likeliest and at random. There is an expectation with a margin
    where the chains agree: the rank-normalised split R-hat of leakage and probability below 1.01, and 400 effective
    draws; the margin is then the empirical Bernstein bound for so many. Else there are bounds alone.
    Source: Whang & Garcia-Molina 2012, Definition 2, for the leakage of one partition; Fellegi & Sunter 1969 for W;
    Vehtari, Gelman, Simpson, Carpenter & Bürkner, "Rank-Normalization, Folding, and Localization: An Improved R-hat"
    (Bayesian Analysis 2021), for agreement; Maurer & Pontil, "Empirical Bernstein Bounds and Sample-Variance
    Penalization" (COLT 2009), Theorem 4.

    Arguments:
        records: those that may be the person's; others are taken to be somebody else's for certain.
        reference: e.
        pairs: the match weight of every two records, in bits; symmetric, shape (n, n); inf where two are one person's
            for certain, -inf where they are two people's. The diagonal does not count.
        weights: label to weight, or a Measure.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for pairs of another shape, not symmetric, not numbers, that add up to more than a float holds, or
            under which no partition is possible.

    >>> e = Record.of(*((label, "v") for label in "NPCZA"))
    >>> r, s = (Record.of(*((label, "v") for label in labels)) for labels in ("NPC", "CZ"))
    >>> believed = believed_leakage([r, s], e, [[0, 1], [1, 0]])
    >>> round(believed.expected - (3 / 4 + 5 / 36 * 2 / 3), 12), round(believed.worst - 8 / 9, 12)
    (0.0, 0.0)
    """
    check_seed(seed)
    evidence = _checked(pairs, len(records))
    people = _one_person(evidence)
    units = [np.flatnonzero(people == person).tolist() for person in range(people.max(initial=-1) + 1)]
    between = _between(evidence, units)
    unions = [merged(records, unit, union_merge) for unit in units]
    blocks = Blocks(unions, reference, between, weights)
    found = _enumerated(blocks) if len(units) <= MOST_ENUMERATED else _drawn(blocks, seed)
    return replace(found, likeliest=_in_records(found.likeliest, units))


def _checked(pairs: npt.ArrayLike, count: int) -> Floats:
    """The evidence of every two records, 0 on the diagonal."""
    evidence = np.array(pairs, dtype=np.float64)
    if evidence.shape != (count, count):
        raise ValueError("the weights of pairs must be one for every two records")
    np.fill_diagonal(evidence, 0.0)
    # Written so that NaN fails too.
    if not (evidence == evidence.T).all():
        raise ValueError("the weights of pairs must be numbers, and symmetric")
    finite = np.isfinite(evidence)
    with np.errstate(over="ignore"):
        if not np.isfinite(np.abs(evidence[finite]).sum()):
            raise ValueError("the weights of pairs must add up to a number")
    return evidence


def _one_person(evidence: Floats) -> Integers:
    """The number of each record's person, where those are one whom certain evidence joins."""
    people = np.full(len(evidence), -1, dtype=np.int64)
    for first in range(len(evidence)):
        if people[first] < 0:
            reached = [first]
            number = people.max() + 1
            people[first] = number
            for record in reached:
                more = np.flatnonzero(np.isposinf(evidence[record]) & (people < 0)).tolist()
                people[more] = number
                reached.extend(more)
    return people


def _between(evidence: Floats, units: Sequence[Sequence[int]]) -> Floats:
    """What speaks for every two units of records being of one person, 0 on the diagonal."""
    between = np.zeros((len(units), len(units)))
    for first, rows in enumerate(units):
        if np.isneginf(evidence[np.ix_(rows, rows)]).any():
            raise ValueError("the weights of pairs must not tell that two records are and are not one person's")
        for second, columns in enumerate(units[:first]):
            between[first, second] = between[second, first] = evidence[np.ix_(rows, columns)].sum()
    return between


def _in_records(partition: Partition, units: Sequence[Sequence[int]]) -> Partition:
    blocks = (tuple(sorted(record for unit in block for record in units[unit])) for block in partition)
    return tuple(sorted(blocks))


def _enumerated(blocks: Blocks) -> BelievedLeakage:
    leakages, evidence = blocks.all_leakages(), blocks.all_evidence()
    submasks = _Submasks(blocks.count)
    best = _likeliest_evidence(evidence, submasks)
    shares = _shares(leakages, evidence, best, submasks)
    expected = float(shares @ leakages / shares.sum()) if blocks.count else 0.0
    likeliest = tuple(_likeliest(evidence, best, submasks))
    possible = leakages[~np.isneginf(evidence)]
    greatest = float(leakages[list(likeliest)].max(initial=0.0))
    worst = float(possible.max(initial=0.0))
    return BelievedLeakage(expected, True, 0.0, (expected, expected), worst, partition_of(likeliest), greatest)


class _Submasks:
    """The subsets of a set of n records, as masks: put together of those of its two halves, which are few."""

    def __init__(self, count: int) -> None:
        self.full = (1 << count) - 1
        self._half = count // 2
        self._low = [_subsets(mask) for mask in range(1 << self._half)]
        self._high = [_subsets(mask) << self._half for mask in range(1 << count - self._half)]

    def of(self, mask: int) -> Integers:
        """Every subset of a mask, the empty one first."""
        low, high = self._low[mask & (1 << self._half) - 1], self._high[mask >> self._half]
        subsets: Integers = (high[:, np.newaxis] + low).ravel()
        return subsets


def _subsets(mask: int) -> Integers:
    subsets = np.zeros(1, dtype=np.int64)
    for number in bits(mask):
        subsets = np.concatenate((subsets, subsets + (1 << number)))
    return subsets


def _likeliest_evidence(evidence: Floats, submasks: _Submasks) -> Floats:
    """The evidence for the likeliest partition of every set of records, in bits: ``m(S)``.

    ``m(S) = max over blocks B of S that have its last record of W(B) + m(S - B)``.
    """
    best = np.zeros(len(evidence))
    for mask in range(1, len(evidence)):
        if mask % STEPS_A_REPORT == 0:
            report("Weighing who is who", mask, 2 * len(evidence))
        best[mask] = _options(mask, evidence, best, submasks)[1].max()
    return best


def _options(mask: int, evidence: Floats, best: Floats, submasks: _Submasks) -> tuple[Integers, Floats]:
    """The blocks in which the last record of a set may be, and the evidence for the likeliest with each."""
    last = 1 << mask.bit_length() - 1
    others = submasks.of(mask - last)
    return others + last, evidence[others + last] + best[mask - last - others]


def _likeliest(evidence: Floats, best: Floats, submasks: _Submasks) -> Iterator[int]:
    rest = submasks.full
    while rest:
        options, sums = _options(rest, evidence, best, submasks)
        block = int(options[sums.argmax()])
        yield block
        rest -= block


def _shares(leakages: Floats, evidence: Floats, best: Floats, submasks: _Submasks) -> Floats:
    """For every block how probable it is that it leaks most, but for a factor; of those that leak alike the last one.

    Let Z(S) be the sum of the weights of all partitions of a set S into blocks that leak no more. Blocks B come in, the
    least leaking first: the partitions in which B leaks most weigh ``w(B) Z(rest)``, and then ``Z(S + B) += w(B) Z(S)``
    for every S outside of B. Those are 3^n sums. Weights pass the range of floats, so Z(S) is held as a multiple of the
    weight of the likeliest partition of S, ``2^m(S)``: no multiple passes Bell's number.
    """
    multiples = np.zeros(len(evidence))
    multiples[0] = 1.0
    shares = np.zeros(len(evidence))
    possible = np.flatnonzero(~np.isneginf(evidence))[1:]
    order = possible[np.argsort(leakages[possible], kind="stable")]
    for number, block in enumerate(order.tolist()):
        if number % STEPS_A_REPORT == 0:
            report("Weighing who is who", len(evidence) + number, 2 * len(evidence))
        others = submasks.of(submasks.full - block)
        both = others + block
        added = np.exp2(evidence[block] + best[others] - best[both]) * multiples[others]
        # The whole of what is outside comes last.
        shares[block] = added[-1]
        multiples[both] += added
    return shares


def _drawn(blocks: Blocks, seed: int) -> BelievedLeakage:
    draws, bounds = draws_of(blocks, seed), blocks.bounds()
    margin = draws.margin(bounds)
    telling = heapq.nlargest(CLIMBS, draws.blocks, key=blocks.leakage)
    return BelievedLeakage(
        None if margin is None else draws.mean,
        False,
        margin,
        bounds,
        max(blocks.leakage(_climbed(blocks, block)) for block in telling),
        partition_of(draws.likeliest),
        blocks.greatest(draws.likeliest),
    )


def _climbed(blocks: Blocks, mask: int) -> int:
    """The composite that leaks most of those that differ by one record, and so on, until none leaks more."""
    while True:
        changed = [mask ^ 1 << number for number in range(blocks.count)]
        options = [other for other in changed if blocks.possible(other)]
        blocks.measure(options)
        better = max(options, key=blocks.leakage)
        if blocks.leakage(better) <= blocks.leakage(mask):
            return mask
        mask = better
