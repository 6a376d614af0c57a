"""Rate-distortion, and typical sets."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_range
from leakage.frames import Floats
from leakage.progress import report
from leakage.published.entropy import distribution_of, shannon_entropy
from leakage.published.estimation import Distortion, JointDistribution, conditional_entropies, distortion_matrix
from leakage.record import redacted_repr

ENOUGH = 1e-9
"""Bits between what was reached and what can be reached at best, at which the search along the curve stops."""

SLOPES, ITERATIONS = 200, 100
TOLERANCE, ROUNDING = 1e-12, 1e-15
CENTRING, SHORTENED = 0.1, 0.95
"""Of the interior-point method: where the products of q and its multipliers aim, and how far a step may go."""

MOST_TYPES = 200_000
CURVE = (*np.arange(0.25, 4.0, 0.25).tolist(), *range(4, 17))
"""Slopes at which a rate-distortion curve is worked out."""


@dataclass(frozen=True, eq=False)
class RatePoint:
    """One point of the rate-distortion curve.

    Arguments:
        rate: I(X;Y) of the rule found, in bits; lower is more private.
        gap: the most bits by which another rule with that distortion can be better.
    """

    distortion: float
    rate: float
    gap: float
    channel: Floats

    __repr__ = redacted_repr


def rate_curve(prior: npt.ArrayLike) -> list[tuple[float, float]]:
    """Points (D, R) of the rate-distortion curve under Hamming distortion, from full disclosure to none.

    >>> [round(rate, 3) for _, rate in rate_curve([0.5, 0.5])][:: len(CURVE) + 1]
    [1.0, 0.0]
    """
    p, points = distribution_of(prior), list[tuple[float, float]]()
    for done, slope in enumerate(CURVE):
        report("Working out the curve", done, len(CURVE))
        point = rate_at_slope(p, "hamming", slope)
        points.append((point.distortion, point.rate))
    return sorted([(0.0, shannon_entropy(p)), *points, (1.0 - float(p.max()), 0.0)])


def rate_at_slope(prior: npt.ArrayLike, distortion: Distortion, slope: float) -> RatePoint:
    """``min over p(y|x) of I(X;Y) + s E d(X,Y)``: the point of the rate-distortion curve of slope -s.

    The best rule is ``p(y|x) ∝ q(y) 2^(-s d(x,y))``, with the q that minimises
    ``-sum_x p(x) log sum_y q(y) 2^(-s d(x,y))``. An interior-point method finds it in tens of steps, where the
    Blahut-Arimoto algorithm, with the same limit, may need millions. ``gap`` is Blahut's bound at the q reached.
    Source: Rebollo-Monedero et al., Section V-B2, eq. (9), for X' = X and Y' = Y.

    Arguments:
        distortion: d_U(x, y), as ``distortion_matrix``; one column for each y.
        slope: s, bits for one unit of distortion, in [0, ∞]; at ∞ only the least distortion of each x is allowed.

    >>> point = rate_at_slope([0.5, 0.5], "hamming", 2.0)
    >>> round(point.distortion, 6), round(point.rate, 6)
    (0.2, 0.278072)
    """
    p = distribution_of(prior)
    check_range("the slope", slope, "[0, inf]")
    matrix = distortion_matrix(distortion, len(p))
    # Subtracting the least distortion of each row keeps its powers from all being 0.
    excess = matrix - matrix.min(axis=1, keepdims=True)
    powers = 2.0 ** -np.multiply(slope, excess, out=np.zeros(matrix.shape), where=excess > 0.0)
    happens = p > 0.0
    q = _best_answers(p[happens], powers[happens])
    channel = np.tile(q, (len(p), 1))
    channel[happens] = powers[happens] * q / (powers[happens] @ q)[:, None]
    channel /= channel.sum(axis=1, keepdims=True)
    return _point(p, matrix, channel, max(0.0, _excess(p[happens], powers[happens], q)))


def rate_within(prior: npt.ArrayLike, distortion: Distortion, most: float) -> RatePoint:
    """``min I(X;Y) subject to E d(X,Y) <= D``: the most private rule that is useful enough.

    The curve is convex, with chords above and tangents below. Tangents of the chord's slope narrow the interval until
    both agree at D within 1e-9 bits, or rounding stops them; ``gap`` is the rest. The rule mixes the two ends, so it
    is also right on straight pieces.
    Source: Rebollo-Monedero et al., eq. (9).

    >>> round(rate_within([0.7, 0.3, 0.0], "squared", 0.0).rate, 6)
    0.881291
    """
    p = distribution_of(prior)
    matrix = distortion_matrix(distortion, len(p))
    nearest = matrix.min(axis=1, keepdims=True)
    # A distortion that exceeds the least by a rounding error counts as the least.
    matrix = np.where(matrix - nearest <= ROUNDING * matrix.max(), nearest, matrix)
    least, single = float(p @ nearest[:, 0]), p @ matrix
    # Written so that NaN fails too.
    if not most >= least - TOLERANCE * (1.0 + least):
        raise ValueError(f"the distortion cannot be below {least:g}, got {most}")
    blind = np.zeros(matrix.shape)
    blind[:, int(np.argmin(single))] = 1.0
    loose = RatePoint(float(single.min()), 0.0, 0.0, blind)
    if most >= loose.distortion:
        return loose
    tight = rate_at_slope(p, matrix, np.inf)
    return tight if most <= tight.distortion else _between(p, matrix, most, loose, tight)


def _between(p: Floats, matrix: Floats, most: float, loose: RatePoint, tight: RatePoint) -> RatePoint:
    lower = 0.0
    for _ in range(SLOPES):
        width = loose.distortion - tight.distortion
        slope = (tight.rate - loose.rate) / width if width > 0.0 else 0.0
        chord = tight.rate - slope * (most - tight.distortion)
        if not 0.0 < slope < np.inf or chord - lower <= ENOUGH:
            break
        point = rate_at_slope(p, matrix, slope)
        lower = max(lower, point.rate - point.gap + slope * (point.distortion - most))
        # At an end again, by rounding: the search is over.
        if not tight.distortion < point.distortion < loose.distortion:
            break
        loose, tight = (point, tight) if point.distortion > most else (loose, point)
    part = (most - tight.distortion) / (loose.distortion - tight.distortion)
    mixed = _point(p, matrix, part * loose.channel + (1.0 - part) * tight.channel, 0.0)
    return replace(mixed, gap=max(mixed.rate - lower, 0.0))


def _point(p: Floats, matrix: Floats, channel: Floats, gap: float) -> RatePoint:
    output = p @ channel
    # The product of p with a tiny q may underflow to 0.
    possible = (channel > 0.0) & (output > 0.0)
    ratios = np.divide(channel, output, out=np.ones_like(channel), where=possible)
    joint = p[:, None] * channel
    return RatePoint(float(np.sum(joint * matrix)), max(0.0, float(np.sum(joint * np.log2(ratios)))), gap, channel)


def _best_answers(p: Floats, powers: Floats) -> Floats:
    """The q, adding up to 1, that minimises ``-sum_x p(x) log sum_y q(y) A(x,y)``.

    At the best q, ``1 - sum_x p(x) A(x,y) / sum_y q(y) A(x,y) = z(y) >= 0`` and ``q(y) z(y) = 0``: Newton's method with
    q(y) z(y) = μ and μ falling (Boyd & Vandenberghe, "Convex Optimization", Section 11.7).
    """
    size = powers.shape[1]
    q, z = np.full(size, 1.0 / size), np.ones(size)
    for _ in range(ITERATIONS):
        if _excess(p, powers, q / q.sum()) <= TOLERANCE:
            break
        heard, centre = powers @ q, CENTRING * float(q @ z) / size
        matrix = (powers * (p / heard**2)[:, None]).T @ powers + np.diag(z / q)
        move = np.linalg.solve(matrix, (p / heard) @ powers - 1.0 + centre / q)
        turn = (centre - z * move) / q - z
        q, z = q + _length(q, move) * move, z + _length(z, turn) * turn
    return np.asarray(q / q.sum())


def _length(point: Floats, move: Floats) -> float:
    falling = move < 0.0
    return min(1.0, SHORTENED * float((-point[falling] / move[falling]).min(initial=np.inf)))


def _excess(p: Floats, powers: Floats, q: Floats) -> float:
    """The most bits by which q may be worse than the best: ``log2 max_y sum_x p(x) A(x,y) / sum_y q(y) A(x,y)``."""
    return float(np.log2(((p / (powers @ q)) @ powers).max()))


@dataclass(frozen=True)
class TypicalSet:
    """The typical sequences of k independent draws.

    Arguments:
        size: sequences in the set, exactly.
        entropy: H(X), or H(X|Y), in bits.
    """

    length: int
    size: int
    probability: float
    entropy: float

    @property
    def bits(self) -> float:
        """``log2`` of the size; -∞ for the empty set."""
        return math.log2(self.size) if self.size else -math.inf

    @property
    def expected_bits(self) -> float:
        """``k H``: for long sequences ``bits`` differs from it by at most about k ε, or 2 k ε given y^k."""
        return self.length * self.entropy


def typical_set(probabilities: npt.ArrayLike, length: int, slack: float) -> TypicalSet:
    """``T = {x^k : |-1/k log2 p(x^k) - H(X)| <= ε}``, of size at most ``2^(k (H + ε))``. Larger is more private.

    These are about as likely as most sequences that occur: for large enough k they have a probability above 1 - ε. The
    likeliest sequence need not be one of them.
    Source: Rebollo-Monedero et al., Section V-A2 (asymptotic equipartition property; Cover & Thomas, Chapter 3).

    >>> found = typical_set([0.5, 0.25, 0.25], 2, 0.0)
    >>> found.size, found.probability, found.expected_bits
    (4, 0.5, 3.0)
    """
    # With a constant observation.
    alone = JointDistribution(distribution_of(probabilities)[:, None])
    return conditionally_typical_set(alone, [0] * length, slack)


def conditionally_typical_set(joint: JointDistribution, observed: Sequence[int], slack: float) -> TypicalSet:
    """The x^k that are jointly ε-typical with a given y^k: about ``2^(k H(X|Y))`` in the exponent, for long sequences.

    Jointly typical are x^k, y^k with ``-1/k log2`` of p(x^k), of p(y^k) and of p(x^k, y^k) within ε of H(X), of H(Y)
    and of H(X, Y): for a y^k that is not typical there is none.
    Source: Rebollo-Monedero et al., Section V-A2, who bound the size by ``2^(k (H(X|Y) + ε))``; with this definition
    (Cover & Thomas, Section 7.6) both p(y^k) and p(x^k, y^k) have a slack, and the bound is ``2^(k (H(X|Y) + 2ε))``.

    >>> found = conditionally_typical_set(JointDistribution([[0.375, 0.125], [0.125, 0.375]]), [0, 0, 1, 1], 0.0)
    >>> found.size, round(found.probability, 9)
    (4, 0.421875)
    """
    length = len(observed)
    check_range("the length of a sequence", length, "[1, inf]")
    check_range("the slack", slack, "[0, inf]")
    if not all(0 <= y < len(joint.observation) and joint.possible[y] for y in observed):
        raise ValueError("observations must be possible values of y")

    def typical(logarithm: float, probabilities: Floats) -> bool:
        return abs(-logarithm / length - shannon_entropy(probabilities.ravel())) <= slack + TOLERANCE

    seen, kept = sum(math.log2(joint.observation[y]) for y in observed), []
    if typical(seen, joint.observation):
        for size, both, alone in _types([(_kinds(joint, y), number) for y, number in Counter(observed).items()]):
            if typical(both, joint.joint) and typical(alone, joint.prior):
                kept.append((size, both - seen))
    probability = math.fsum(2.0 ** (math.log2(size) + logarithm) for size, logarithm in kept)
    entropy = float(joint.observation @ conditional_entropies(joint, 1.0))
    return TypicalSet(length, sum(size for size, _ in kept), min(probability, 1.0), entropy)


def _kinds(joint: JointDistribution, y: int) -> Counter[tuple[float, float]]:
    possible = joint.joint[:, y] > 0.0
    both, alone = np.log2(joint.joint[possible, y]), np.log2(joint.prior[possible])
    return Counter(zip(both.tolist(), alone.tolist(), strict=True))


def _types(parts: Sequence[tuple[Counter[tuple[float, float]], int]]) -> Iterator[tuple[int, float, float]]:
    if math.prod(math.comb(length + len(kinds) - 1, length) for kinds, length in parts) > MOST_TYPES:
        raise ValueError("there are too many types of sequences")
    for ways in itertools.product(*(list(_types_of_part(kinds, length)) for kinds, length in parts)):
        sizes, both, alone = zip(*ways, strict=True)
        yield math.prod(sizes), sum(both), sum(alone)


def _types_of_part(kinds: Counter[tuple[float, float]], length: int) -> Iterator[tuple[int, float, float]]:
    end = length + len(kinds) - 1
    # Stars and bars: the gaps between bars are the counts of each value.
    for bars in itertools.combinations(range(end), len(kinds) - 1):
        numbers = [after - before - 1 for before, after in itertools.pairwise((-1, *bars, end))]
        size, first, second, left = 1, 0.0, 0.0, length
        for number, ((both, alone), alike) in zip(numbers, kinds.items(), strict=True):
            size, left = size * math.comb(left, number) * alike**number, left - number
            first, second = first + number * both, second + number * alone
        yield size, first, second
