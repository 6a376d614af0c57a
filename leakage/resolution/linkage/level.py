"""Level: one way in which two values may agree, and what that says for or against one person."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from leakage.resolution.similar import Similar


@dataclass(frozen=True, slots=True)
class Level:
    """One way in which two values may agree, and how often they do: ``log2(m / u)`` bits of evidence.

    Source: Fellegi & Sunter, "A Theory for Record Linkage" (JASA 1969), Section 2 (m and u).

    Arguments:
        m: the chance that two records of one person agree in this way, in (0, 1].
        u: the same of records of two people, in (0, 1].
        similar: when values agree in this way; None where they must be equal.
        by_frequency: how far the frequency of the value itself takes the place of u, in [0, 1]; 1 is wholly.
        least_frequency: the least that a value's own frequency counts as, in [0, 1].

    Raises:
        ValueError: for a number out of its range.

    >>> Level(0.9, 0.1125).weight
    3.0
    """

    m: float
    u: float
    similar: Similar | None = None
    by_frequency: float = 0.0
    least_frequency: float = 0.0

    def __post_init__(self) -> None:
        if not (0.0 < self.m <= 1.0 and 0.0 < self.u <= 1.0):
            raise ValueError("the chances m and u of a level must be in (0, 1]")
        if not (0.0 <= self.by_frequency <= 1.0 and 0.0 <= self.least_frequency <= 1.0):
            raise ValueError("by_frequency and least_frequency must be in [0, 1]")

    @property
    def weight(self) -> float:
        """``log2(m / u)``, whatever the values are."""
        return math.log2(self.m) - math.log2(self.u)

    def met(self, left: str, right: str) -> bool:
        """Whether two values agree in this way."""
        return left == right if self.similar is None else self.similar.alike(left, right)


class LabelEvidence(NamedTuple):
    """What a label says of two records.

    Arguments:
        weight: in bits; below 0 it speaks against one person.
        level: the number of the level reached; that of the last, for values that reach none, is how many there are.
        left: the value of the left record that it rests on.
        right: the same of the right record.
    """

    weight: float
    level: int
    left: str
    right: str
