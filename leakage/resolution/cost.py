"""Cost functions C(E, R): what the adversary pays for her analysis."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass


class Cost(ABC):
    """C(E, R), in whatever unit the person thinks of: steps, seconds, money.

    Source: Whang & Garcia-Molina 2012, Section 2.4.
    """

    @abstractmethod
    def of(self, records: int, comparisons: int) -> float:
        """The cost of an analysis of so many records that so many comparisons show to be right."""


def comparisons_of(records: int, composites: int) -> int:
    """How many comparisons show that a resolution is right, a function of E and R alone.

    ``(|R| - |E(R)|) + |E(R)| (|E(R)| - 1) / 2``: one for each join, and one for each pair of composites that stay
    apart. So what an algorithm looks up or leaves out does not count. Other operations are counted by the same rule:
    single-link clustering one for each join, and one for each pair of records in different clusters; correction and
    augmentation one for each record they look at.
    Source: Whang & Garcia-Molina 2012, Section 2.4 (C(E, R) is a function of the operation and the database).

    Arguments:
        records: |R|, >= 0.
        composites: |E(R)|, in [0, |R|].

    >>> comparisons_of(5, 3)
    5
    """
    return records - composites + composites * (composites - 1) // 2


@dataclass(frozen=True)
class PerComparison(Cost):
    """A price for every comparison, as ``comparisons_of`` counts them.

    Arguments:
        price: of one comparison, >= 0.

    >>> PerComparison(0.5).of(records=10, comparisons=8)
    4.0
    """

    price: float = 1.0

    def of(self, records: int, comparisons: int) -> float:
        return self.price * comparisons


@dataclass(frozen=True)
class Quadratic(Cost):
    """``c |R|^2``: every record against every other.

    Source: Whang & Garcia-Molina 2012, Section 2.4 (c = 1/1000 and 1000 records cost 1000).

    Arguments:
        factor: c, >= 0.

    >>> Quadratic(1 / 1000).of(records=1000, comparisons=0)
    1000.0
    """

    factor: float

    def of(self, records: int, comparisons: int) -> float:
        return self.factor * records**2
