"""Requirement: what every class of a table to be published must satisfy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from leakage.database import Floats
from leakage.tables.closeness import Distance, branches, distances, mean_total_variation
from leakage.tables.counts import ClassCounts
from leakage.tables.disclosure import disclosures
from leakage.tables.diversity import entropies, recursive_diversities
from leakage.tables.hierarchy import Hierarchy
from leakage.tables.leakages import distribution_leakages, entropy_leakages

Booleans = npt.NDArray[np.bool_]
SLACK = 1e-12


@dataclass(frozen=True)
class Requirement:
    """What is asked of every class; what is left at its default asks nothing.

    Arguments:
        k: at least so many rows, at least 1.
        distinct_l: at least so many sensitive values, at least 1.
        entropy_l: entropy of at least log2 of it, at least 1.
        recursive: (c, l) of recursive (c, l)-diversity, c > 0, l at least 1.
        t: at most so far from the whole table, at least 0.
        distance: by which t is measured, as ``t_closeness``; a hierarchy must have every sensitive value.
        delta: δ-disclosure of at most so many bits, at least 0.
        epsilon: distribution leakage of at most ε, at least 0 (Ren & Li, Definition 7).
        alpha: entropy leakage of at most α bits, at least 0 (Ren & Li, Definition 10).

    Raises:
        ValueError: for a value out of its range.

    >>> Requirement(k=0)
    Traceback (most recent call last):
    ValueError: k must be at least 1, got 0
    """

    k: int = 1
    distinct_l: int = 1
    entropy_l: float = 1.0
    recursive: tuple[float, int] | None = None
    t: float = math.inf
    distance: Distance | Hierarchy = "equal"
    delta: float = math.inf
    epsilon: float = math.inf
    alpha: float = math.inf

    def __post_init__(self) -> None:
        for name, least in (("k", 1), ("distinct_l", 1), ("entropy_l", 1), *((n, 0) for n in _LIMITS)):
            # Written so that NaN fails too.
            if not getattr(self, name) >= least:
                raise ValueError(f"{name} must be at least {least}, got {getattr(self, name)}")
        if self.recursive is not None and not (self.recursive[0] > 0.0 and self.recursive[1] >= 1):
            raise ValueError(f"recursive must be (c, l) with c more than 0 and l at least 1, got {self.recursive}")
        if not isinstance(self.distance, Hierarchy) and self.distance not in ("equal", "ordered", "kl"):
            raise ValueError("the distance must be equal, ordered, kl or a hierarchy")

    @property
    def asks_of_values(self) -> bool:
        """Whether it asks anything of the sensitive values."""
        return replace(self, k=1, distance="equal") != Requirement()

    def satisfied(self, counts: ClassCounts, values: Sequence[Any]) -> Booleans:
        """Whether each class satisfies it, the sensitive values being these; shape (classes,)."""
        kept = counts.sizes >= self.k
        if self.distinct_l > 1:
            kept &= counts.distinct >= self.distinct_l
        if self.entropy_l > 1.0:
            kept &= entropies(counts) >= math.log2(self.entropy_l) - SLACK
        if self.recursive is not None:
            c, least = self.recursive
            kept &= recursive_diversities(counts, c) >= least
        if self.t < math.inf:
            kept &= self._distances(counts, values) <= self.t + SLACK
        if self.delta < math.inf:
            kept &= disclosures(counts) <= self.delta + SLACK
        if self.epsilon < math.inf:
            kept &= distribution_leakages(counts) <= self.epsilon + SLACK
        if self.alpha < math.inf:
            kept &= entropy_leakages(counts) <= self.alpha + SLACK
        return kept

    def _distances(self, counts: ClassCounts, values: Sequence[Any]) -> Floats:
        if isinstance(self.distance, Hierarchy):
            return mean_total_variation(counts, branches(self.distance, values))
        return distances(counts, self.distance)

    def monotone_part(self, suppressing: bool) -> Requirement:
        """What of it a table keeps satisfying however much coarser it is made.

        Two classes put together have as many rows and values as either, and a distribution between theirs. So k and
        the number of distinct values never get worse; where all classes satisfy them, nor do entropy and recursive
        diversity, and the distances t, δ and ε, which are concave or convex in the distribution. With suppression
        not all need to: a class that satisfies these may be spoiled by one that was suppressed. Entropy leakage is
        never monotone, for the entropy of a mixture may be too high.
        """
        if suppressing:
            return Requirement(self.k, self.distinct_l)
        return replace(self, alpha=math.inf)


_LIMITS = ("t", "delta", "epsilon", "alpha")
