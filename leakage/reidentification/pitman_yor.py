"""The Pitman-Yor process: how many in a crowd are alone, and how many kinds of people there are, as it grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from leakage.database import Floats, Integers
from leakage.reidentification.gamma_ratio import bend, gamma_ratio

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
        told = (classes - 1) * np.log(d) + gamma_ratio((begin - 1.0 + d) / d, classes - 1.0)
        told = told - gamma_ratio(begin, people - 1.0)
        for size, often in zip(sizes.tolist(), times.tolist(), strict=True):
            told = told + often * gamma_ratio(1.0 - d, size - 1.0)
        return told

    def _grown(self, people: int, after: SortedCrowd) -> tuple[Floats, Floats, int]:
        """d, theta + N, and how many come."""
        if people < after.people:
            raise ValueError(f"a crowd of {after.people:,} grows to no fewer, got {people:,}")
        d = np.maximum(np.asarray(self.discount, np.float64), LEAST_DISCOUNT)
        return d, np.asarray(self.concentration, np.float64) + after.people, people - after.people


def _log_product(begin: Floats, step: Floats, times: int) -> Floats:
    """``log prod_(0 <= i < times) (1 + step / (begin + i))``."""
    return gamma_ratio(begin + times, step) - gamma_ratio(begin, step)
