"""The Pitman-Yor process: how identification falls as a crowd grows beyond a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from leakage.arguments import check_seed
from leakage.database import Floats, Integers
from leakage.progress import cancellable
from leakage.reidentification.table import SparseTable
from leakage.tabular.rows import redacted_repr

# Ratios of gamma functions that keep their digits for large arguments and for small steps.


SHIFT = 32
"""Arguments are moved up by so much first: beyond it Stirling's series has all digits."""


def gamma_ratio(x: npt.ArrayLike, step: npt.ArrayLike) -> Floats:
    """``log Gamma(x + step) - log Gamma(x)``, with an error that is as small as the step.

    Source: Stirling's series, Abramowitz & Stegun 6.1.41, and 6.1.15 to move the argument up.

    Arguments:
        x, x + step: above 0.

    >>> round(float(gamma_ratio(3.0, 2.0)), 12) == round(float(np.log(4 * 3)), 12)
    True
    """
    low, by = np.asarray(x, np.float64), np.asarray(step, np.float64)
    moved = sum((np.log1p(by / (low + j)) for j in cancellable(range(SHIFT))), np.zeros(np.broadcast(low, by).shape))
    high = low + SHIFT
    stirling = by * np.log(high + by) + (high - 0.5) * np.log1p(by / high) - by
    return stirling + _tail(high + by) - _tail(high) - moved


def bend(x: npt.ArrayLike, step: npt.ArrayLike) -> Floats:
    """``log Gamma(x) + log Gamma(x + 2 step) - 2 log Gamma(x + step)``, with an error as small as the step squared.

    Source: Taylor's series about the middle, whose even derivatives are polygamma functions.

    Arguments:
        x: above 0.
        step: in [0, 1).

    >>> round(float(bend(2.0, 0.5)), 12) == round(float(np.log(2.0) - 2 * np.log(0.75 * np.sqrt(np.pi))), 12)
    True
    """
    from scipy.special import polygamma  # type: ignore[import-untyped]  # noqa: PLC0415

    low, by = np.asarray(x, np.float64), np.asarray(step, np.float64)
    middle = low + by
    moved = sum((np.log1p(-((by / (middle + j)) ** 2)) for j in cancellable(range(SHIFT))), np.zeros(middle.shape))
    high = middle + SHIFT
    series = by**2 * polygamma(1, high) + by**4 / 12.0 * polygamma(3, high) + by**6 / 360.0 * polygamma(5, high)
    bent: Floats = series - moved
    return bent


def _tail(x: Floats) -> Floats:
    """What Stirling's series adds: its first terms, of which the next is below 1e-16 from 32 on."""
    inverse = 1.0 / x
    square = inverse * inverse
    tail: Floats = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
    return tail


# Kinds of people: who is like whom in what an adversary knows of everybody.


def kinds_of(table: SparseTable, items: Sequence[str]) -> Integers:
    """Of each person the number of her kind: those who have the same value of every item named, or none.

    Dates do not count. Source: the equivalence classes of k-anonymity, Sweeney 2002.

    Arguments:
        table: D.
        items: what is known of everybody; with none all are of one kind.

    Raises:
        KeyError: for an item that the table does not have.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Cy"], ["Tea", "Tea", "Milk"], [1, 1, 1])
    >>> kinds_of(table, ["Tea"]).tolist(), kinds_of(table, []).tolist()
    ([1, 1, 0], [0, 0, 0])
    """
    kinds = np.zeros(len(table), dtype=np.int64)
    for item in items:
        number = table.item_codes[item]
        entries = slice(int(table.start[number]), int(table.start[number + 1]))
        levels = np.zeros(len(table), dtype=np.int64)
        levels[table.person[entries]] = 1 + table.level[entries].astype(np.int64)
        # Numbered anew each time, so that numbers stay small.
        kinds = np.unique(kinds * (len(table.levels) + 1) + levels, return_inverse=True)[1]
    return kinds


# The Pitman-Yor process: how many in a crowd are alone, and how many kinds of people there are, as it grows.


LEAST_DISCOUNT = 1e-6
"""A discount below it is taken for it: figures differ by less than a millionth of theirs."""


class SortedCrowd(NamedTuple):
    """People sorted by what they are like.

    Arguments:
        people: n, at least 1.
        classes: K, how many kinds there are.
        alone: M_1, how many are like nobody else.
    """

    people: int
    classes: int
    alone: int

    @staticmethod
    def of(sizes: npt.ArrayLike) -> SortedCrowd:
        """The crowd with classes of these sizes.

        Raises:
            ValueError: for sizes that are no whole numbers, or fewer than none.

        >>> SortedCrowd.of([3, 1, 1])
        SortedCrowd(people=5, classes=3, alone=2)
        """
        counts = whole_sizes(sizes)
        return SortedCrowd(int(counts.sum()), len(counts), int((counts == 1).sum()))


def whole_sizes(sizes: npt.ArrayLike) -> Integers:
    """Sizes of classes as whole numbers.

    Raises:
        ValueError: for any that are none, or below 0.
    """
    given = np.asarray(sizes, dtype=np.float64)
    # Written so that NaN fails too; from 2^53 on a float need not be the number it was given as.
    if not ((given >= 0.0) & (given < 2.0**53) & (given == np.floor(given))).all():
        raise ValueError("the sizes of classes must be whole numbers of at least 0")
    return given.astype(np.int64)


SOMEBODY = SortedCrowd(1, 1, 1)


class Moments(NamedTuple):
    """What is expected of a number left to chance, and by how much it strays: its standard deviation."""

    mean: Floats
    deviation: Floats


@dataclass(frozen=True, eq=False)
class PitmanYor:
    """People who come one by one: the next is like those of a class of c with ``(c - d) / (n + theta)``, else new.

    Whoever knows what somebody is like picks the right one of c alike with 1/c, so of n people ``K / n`` are found
    (correctness), and ``M_1 / n`` are alone (uniqueness). Given a crowd, those who come follow the same rule.
    Source: Rocher, Hendrickx & de Montjoye, "A scaling law to model the effectiveness of identification techniques"
    (Nature Communications 2025); Pitman & Yor, "The Two-Parameter Poisson-Dirichlet Distribution Derived from a Stable
    Subordinator" (Annals of Probability 1997).

    Arguments:
        discount: d, in [0, 1); or an array.
        concentration: theta, above -d; or an array of the same shape.

    Raises:
        ValueError: for a number out of its range.

    >>> process = PitmanYor(0.5, 1.0)
    >>> [round(float(moments.mean), 4) for moments in (process.classes(2), process.alone(2))]
    [1.75, 1.5]
    """

    discount: npt.ArrayLike
    concentration: npt.ArrayLike

    def __post_init__(self) -> None:
        d, theta = np.asarray(self.discount, np.float64), np.asarray(self.concentration, np.float64)
        # Written so that NaN fails too.
        if not ((d >= 0.0) & (d < 1.0)).all():
            raise ValueError("the discount must be in [0, 1)")
        if not ((theta > -d) & (theta < np.inf)).all():
            raise ValueError("the concentration must be finite and above minus the discount")

    def classes(self, people: int, after: SortedCrowd = SOMEBODY) -> Moments:
        """K_n of a crowd grown to n: ``E[K_n] = K + (theta/d + K) a`` with ``1 + a = prod (1 + d / (theta + j))``.

        The product is over j from the people there are to n - 1; with ``q = prod (1 + 2d / (theta + j)) / (1 + a)^2``
        and ``x = theta/d + K`` the variance is ``x (1 + a) (a - (x + 1) (1 + a) (1 - q))``.
        Source: Favaro, Lijoi, Mena & Prünster, "Bayesian non-parametric inference for species variety" (JRSS B 2009),
        for the mean; ``x (x + 1)`` grows by the product with 2d.

        Arguments:
            people: n, at least as many as there are.
            after: the crowd there is; by default one person.

        Raises:
            ValueError: for fewer people than there are.
        """
        d, begin, more = self._grown(people, after)
        # x times d, for x is huge where d is small.
        weight = begin - after.people + d * after.classes
        a = np.expm1(_log_product(begin, d, more))
        lost = -np.expm1(bend(begin + more, d) - bend(begin, d)) / d
        variance = (1.0 + a) * weight * (a - (weight + d) * (1.0 + a) * lost) / d
        return Moments(after.classes + weight * a / d, np.sqrt(np.maximum(variance, 0.0)))

    def alone(self, people: int, after: SortedCrowd = SOMEBODY) -> Moments:
        """M_1 of a crowd grown to n: who was alone and stays so, and who came and is alone.

        As the order in which they come does not count, any newcomer may be taken for the first, and any two for the
        first two; from then on nobody joins one with ``1 - (1 - d) / (theta + j)``, nor two with twice that.

        Arguments and errors: as ``classes``.
        """
        d, begin, more = self._grown(people, after)
        before, one, two = float(after.alone), d - 1.0, 2.0 * (d - 1.0)
        if not more:
            return Moments(before + 0.0 * d, 0.0 * d)
        fresh = (begin - after.people + d * after.classes) / begin
        second = (begin - after.people + d * (after.classes + 1)) / (begin + 1.0)
        mean = before * np.exp(_log_product(begin, one, more))
        mean = mean + more * fresh * np.exp(_log_product(begin + 1.0, one, more - 1))
        pairs = 2.0 * before * more * fresh * np.exp(_log_product(begin + 1.0, two, more - 1))
        if before > 1.0:
            pairs = pairs + before * (before - 1.0) * np.exp(_log_product(begin, two, more))
        if more > 1:
            both = np.exp(_log_product(begin + 2.0, two, more - 2))
            pairs = pairs + float(more) * (more - 1.0) * fresh * second * both
        return Moments(mean, np.sqrt(np.maximum(pairs + mean - mean**2, 0.0)))

    def log_likelihood(self, sizes: npt.ArrayLike) -> Floats:
        """How likely it is that people fall into classes of these sizes, in nats; the sizes are of one crowd.

        ``log prod_(i<K) (theta + i d) - log prod_(i<n) (theta + i) + sum_j log prod_(i<c_j) (i - d)``, i from 1: the
        exchangeable partition probability. Source: Pitman, "Exchangeable and partially exchangeable random partitions"
        (Probability Theory and Related Fields 1995), Proposition 9.

        Raises:
            ValueError: for sizes that are no whole numbers, or fewer than none.

        >>> float(PitmanYor(0.0, 1.0).log_likelihood([1, 1]).round(4))
        -0.6931
        """
        d, begin, _ = self._grown(1, SOMEBODY)
        sizes, times = np.unique(whole_sizes(sizes), return_counts=True)
        people, classes = int(sizes @ times), int(times.sum())
        # theta + d as a difference from begin = theta + 1, for theta may be as good as -d.
        total = (classes - 1) * np.log(d) + gamma_ratio((begin - 1.0 + d) / d, classes - 1.0)
        total = total - gamma_ratio(begin, people - 1.0)
        for size, often in zip(sizes.tolist(), times.tolist(), strict=True):
            total = total + often * gamma_ratio(1.0 - d, size - 1.0)
        return total

    def _grown(self, people: int, after: SortedCrowd) -> tuple[Floats, Floats, int]:
        """d, theta + N, and how many come."""
        if people < after.people:
            raise ValueError(f"a crowd of {after.people:,} grows to no fewer, got {people:,}")
        d = np.maximum(np.asarray(self.discount, np.float64), LEAST_DISCOUNT)
        return d, np.asarray(self.concentration, np.float64) + after.people, people - after.people


def _log_product(begin: Floats, step: Floats, times: int) -> Floats:
    """``log prod_(0 <= i < times) (1 + step / (begin + i))``."""
    return gamma_ratio(begin + times, step) - gamma_ratio(begin, step)


# A crowd of which a table shows a part: the Pitman-Yor process that fits it, and how identification falls beyond.


CELLS = 48
"""Of each side of the grid on which the likelihood is looked at."""

LEAST_SHIFT = 1e-3
"""Of theta + d, which is above 0."""

FAR_BELOW = 14.0
"""Nats below the greatest likelihood from which on a process counts for nothing: less than a millionth."""

DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class Identified:
    """A share of a crowd, foretold.

    Arguments:
        expected: in [0, 1].
        low, high: it lies between them 95 times in 100.
    """

    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class IdentificationPoint:
    """How many of a crowd can be found by what is known of them.

    Arguments:
        people: n.
        correct: the share that is named rightly, K / n.
        unique: the share that is like nobody else, M_1 / n.
    """

    people: int
    correct: Identified
    unique: Identified


@dataclass(frozen=True, eq=False)
class PitmanYorFit:
    """The processes that may have made a crowd.

    Arguments:
        crowd: which was seen.
        likeliest: the process of the greatest likelihood on the last grid.
        drawn: processes drawn by their likelihood, as arrays.
    """

    crowd: SortedCrowd
    likeliest: PitmanYor
    drawn: PitmanYor

    __repr__ = redacted_repr

    def at(self, people: int, *, seed: int = 0) -> IdentificationPoint:
        """The shares in the crowd grown to so many, with what is not known of the process and what is left to chance.

        Every process drawn gives a mean and a deviation, of which one normal number is drawn; of all these numbers the
        mean, and the middle 95 %.

        Raises:
            ValueError: for fewer people than were seen; there ``identified_in_part`` tells what the crowd itself says.
        """
        chance = np.random.default_rng((check_seed(seed), people))
        classes = _drawn(self.drawn.classes(people, self.crowd), chance)
        # Nobody's kind goes, and everybody who comes may bring one.
        classes = np.clip(classes, self.crowd.classes, self.crowd.classes + people - self.crowd.people)
        alone = np.clip(_drawn(self.drawn.alone(people, self.crowd), chance), 0.0, classes)
        return IdentificationPoint(people, _share(classes, people), _share(alone, people))

    def frequency(self, alike: int) -> float:
        """The chance that the next one to come is of a kind of so many: ``(c - d) / (n + theta)``, over what is drawn.

        It is less than the share c / n that was seen, for kinds that were not seen have their part too.

        Arguments:
            alike: c, at least 1; what was not seen has no kind yet.

        Raises:
            ValueError: for fewer.
        """
        if not alike >= 1:
            raise ValueError(f"a kind has at least one that was seen, got {alike}")
        d, theta = np.asarray(self.drawn.discount), np.asarray(self.drawn.concentration)
        return float(((alike - d) / (self.crowd.people + theta)).mean())


def fit_pitman_yor(sizes: npt.ArrayLike, *, seed: int = 0) -> PitmanYorFit:
    """The Pitman-Yor processes that may have made classes of these sizes, by the likelihood of the partition.

    ``P(d, theta | sizes) ~ p(c_1, ..., c_K)`` by ``PitmanYor.log_likelihood``, each d in [0, 1) as likely beforehand as
    any other, and each power of ``theta + d`` from 0.001 to 100 n^2. A grid is drawn closer around what counts, and
    processes are drawn from its cells. One partition tells all that its people's kinds do: nothing is thinned out or
    averaged before.
    Source: Rocher, Hendrickx & de Montjoye 2025 for the model; Pitman 1995 for the likelihood.

    Arguments:
        sizes: how many people are in each class, each at least 1.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for no class, an empty one, or one of a size that is no whole number.

    >>> fit = fit_pitman_yor([5, 3, 2, 1, 1, 1, 1])
    >>> fit.crowd, fit.at(14).correct.expected
    (SortedCrowd(people=14, classes=7, alone=4), 0.5)
    """
    counts = whole_sizes(sizes)
    if not counts.size or counts.min() < 1:
        raise ValueError("there must be a class, and somebody in each")
    crowd = SortedCrowd.of(counts)
    box = (0.0, 0.999, math.log(LEAST_SHIFT), math.log(100.0 * crowd.people**2))
    for _ in cancellable(range(8)):
        discounts, shifts = np.linspace(*box[:2], CELLS), np.linspace(*box[2:], CELLS)
        d, shift = (cells.ravel() for cells in np.meshgrid(discounts, np.exp(shifts), indexing="ij"))
        likelihoods = PitmanYor(d, shift - d).log_likelihood(counts)
        narrowed = _around((likelihoods >= likelihoods.max() - FAR_BELOW).reshape(CELLS, CELLS), discounts, shifts)
        if (narrowed[1] - narrowed[0]) * (narrowed[3] - narrowed[2]) > 0.5 * (box[1] - box[0]) * (box[3] - box[2]):
            break
        box = narrowed
    best = int(likelihoods.argmax())
    chance = np.random.default_rng((check_seed(seed), 1))
    weights = np.exp(likelihoods - likelihoods.max())
    picked = chance.choice(len(likelihoods), DRAWS, p=weights / weights.sum())
    # Within its cell, for the grid is coarse.
    moved = np.clip(d[picked] + chance.uniform(-0.5, 0.5, DRAWS) * (discounts[1] - discounts[0]), 0.0, 0.999)
    scaled = shift[picked] * np.exp(chance.uniform(-0.5, 0.5, DRAWS) * (shifts[1] - shifts[0]))
    return PitmanYorFit(
        crowd, PitmanYor(float(d[best]), float(shift[best] - d[best])), PitmanYor(moved, scaled - moved)
    )


def foretold_by_half(sizes: npt.ArrayLike, *, seed: int = 0) -> IdentificationPoint:
    """What a random half of a crowd foretells of the whole, ``K / n`` and ``M_1 / n``, to be compared with it.

    Where that is wrong, as where kinds are few and run out, so is what the whole foretells of larger crowds.

    Arguments:
        sizes: how many people are in each class; at least two people.
        seed: a whole number of at least 0; equal seeds give equal results.

    Raises:
        ValueError: for fewer than two people, or a size that is no whole number.

    >>> foretold_by_half([1] * 40).unique.low > 0.5
    True
    """
    counts = whole_sizes(sizes)
    people = int(counts.sum())
    if people < 2:
        raise ValueError("half a crowd needs at least two people")
    chance = np.random.default_rng((check_seed(seed), 2))
    half = chance.multivariate_hypergeometric(counts, people // 2, method="marginals")
    return fit_pitman_yor(half[half > 0], seed=seed).at(people, seed=seed)


def identified_in_part(sizes: npt.ArrayLike, people: int) -> tuple[float, float]:
    """K / m and M_1 / m to be expected of m people picked at random from a crowd.

    ``E[K_m] = sum_c 1 - C(n - c, m) / C(n, m)`` and ``E[M_1] = sum_c c C(n - c, m - 1) / C(n, m)``, over the classes.
    Source: Hurlbert, "The Nonconcept of Species Diversity" (Ecology 1971), rarefaction.

    Arguments:
        sizes: how many people are in each class.
        people: m, from 1 to all of them.

    Raises:
        ValueError: for a number out of its range.

    >>> [round(share, 9) for share in identified_in_part([2, 1], 2)]
    [0.833333333, 0.666666667]
    """
    counts, times = np.unique(whole_sizes(sizes), return_counts=True)
    whole = int(counts @ times)
    if not 1 <= people <= whole:
        raise ValueError(f"a part has from 1 to {whole:,} people, got {people:,}")
    # C(n - c, m) / C(n, m) as a ratio of two products of c factors; it is 0 where those left out are too few for c.
    left = whole - people - counts
    all_out = gamma_ratio(whole - counts + 1.0, counts)
    none = np.where(left >= 0, np.exp(gamma_ratio(np.maximum(left, 0) + 1.0, counts) - all_out), 0.0)
    one = np.where(left >= -1, np.exp(gamma_ratio(np.maximum(left, -1) + 2.0, counts - 1.0) - all_out), 0.0)
    return float(times @ (1.0 - none)) / people, float(times @ (counts * one))


def _around(counts: npt.NDArray[np.bool_], discounts: Floats, shifts: Floats) -> tuple[float, float, float, float]:
    """The corners of what counts, and one cell more on each side."""
    ends: list[float] = []
    for along, places in ((counts.any(axis=1), discounts), (counts.any(axis=0), shifts)):
        numbers = np.flatnonzero(along)
        low, high = max(int(numbers[0]) - 1, 0), min(int(numbers[-1]) + 1, len(places) - 1)
        ends += [float(places[low]), float(places[high])]
    return ends[0], ends[1], ends[2], ends[3]


def _drawn(moments: Moments, chance: np.random.Generator) -> Floats:
    return moments.mean + moments.deviation * chance.standard_normal(np.shape(moments.mean))


def _share(numbers: Floats, people: int) -> Identified:
    low, high = np.quantile(numbers, [0.025, 0.975]) / people
    return Identified(float(numbers.mean()) / people, float(low), float(high))
