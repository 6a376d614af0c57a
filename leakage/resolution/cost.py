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
        """The cost of an analysis that read so many records and made so many comparisons."""


@dataclass(frozen=True)
class PerComparison(Cost):
    """A price for every comparison actually made.

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
