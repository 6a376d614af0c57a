"""A crowd of which a table shows a part: the Pitman-Yor process that fits it, and how identification falls beyond."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.progress import looking
from leakage.reidentification.gamma_ratio import gamma_ratio
from leakage.reidentification.pitman_yor import Moments, PitmanYor, SortedCrowd, whole_sizes
from leakage.short_repr import short_repr

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

    __repr__ = short_repr

    def at(self, people: int, *, seed: int = 0) -> IdentificationPoint:
        """The shares in the crowd grown to so many, with what is not known of the process and what is left to chance.

        Every process drawn gives a mean and a deviation, of which one normal number is drawn; of all these numbers the
        mean, and the middle 95 %.

        Raises:
            ValueError: for fewer people than were seen; there ``identified_in_part`` tells what the crowd itself says.
        """
        chance = np.random.default_rng((seed, people))
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
        seed: of the draws.

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
    for _ in looking(range(8)):
        discounts, shifts = np.linspace(*box[:2], CELLS), np.linspace(*box[2:], CELLS)
        d, shift = (cells.ravel() for cells in np.meshgrid(discounts, np.exp(shifts), indexing="ij"))
        told = PitmanYor(d, shift - d).log_likelihood(counts)
        narrowed = _around((told >= told.max() - FAR_BELOW).reshape(CELLS, CELLS), discounts, shifts)
        if (narrowed[1] - narrowed[0]) * (narrowed[3] - narrowed[2]) > 0.5 * (box[1] - box[0]) * (box[3] - box[2]):
            break
        box = narrowed
    best = int(told.argmax())
    chance = np.random.default_rng((seed, 1))
    weights = np.exp(told - told.max())
    picked = chance.choice(len(told), DRAWS, p=weights / weights.sum())
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
        seed: of the half and of the draws.

    Raises:
        ValueError: for fewer than two people, or a size that is no whole number.

    >>> foretold_by_half([1] * 40).unique.low > 0.5
    True
    """
    counts = whole_sizes(sizes)
    people = int(counts.sum())
    if people < 2:
        raise ValueError("half a crowd needs at least two people")
    half = np.random.default_rng((seed, 2)).multivariate_hypergeometric(counts, people // 2, method="marginals")
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
