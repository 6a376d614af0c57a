"""How good is this adversary? Her joins against who the records are really of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.frames import Integers
from leakage.resolution.adversary import Resolution


@dataclass(frozen=True, slots=True, repr=False)
class JoinQuality:
    """Pairs of records joined and pairs that belong together."""

    joined: int
    true: int
    right: int

    @property
    def precision(self) -> float:
        """``right / joined``: how many of her joins are right; 1 where she joined nothing."""
        return self.right / self.joined if self.joined else 1.0

    @property
    def recall(self) -> float:
        """``right / true``: how many of the pairs to be joined she joined; 1 where there are none."""
        return self.right / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """``2 right / (joined + true)``: the harmonic mean of precision and recall; 1 where both are 1."""
        either = self.joined + self.true
        return 2 * self.right / either if either else 1.0

    def __repr__(self) -> str:
        counts = f"{self.right:,} pairs right, {self.joined:,} joined, {self.true:,} true"
        return f"JoinQuality(precision {self.precision:.4g}, recall {self.recall:.4g}, F1 {self.f1:.4g}: {counts})"


def join_quality(found: Resolution | npt.ArrayLike, truth: Sequence[Any] | npt.ArrayLike) -> JoinQuality:
    """Pairwise precision, recall and F1 of a resolution of records whose owners are known.

    Counted in O(|R|), for n records in one group make ``n (n - 1) / 2`` pairs.
    Source: Whang & Garcia-Molina 2012, Section 4 ("training data" for tuning Eve's operations); the pairwise
    measures are the usual ones of entity resolution.

    >>> quality = join_quality([0, 0, 0, 1], ["Alice", "Alice", "Bob", "Bob"])
    >>> quality.right, round(quality.precision, 3), quality.recall, quality.f1
    (1, 0.333, 0.5, 0.4)
    """
    joined, true = map(_codes, (found.composite_of if isinstance(found, Resolution) else found, truth))
    if len(joined) != len(true):
        raise ValueError(f"the resolution and the truth must be equally long, got {len(joined)} and {len(true)}")
    both = joined * (int(true.max(initial=0)) + 1) + true
    return JoinQuality(_pairs(joined), _pairs(true), _pairs(both))


def _codes(groups: Any) -> Integers:
    # As numpy reads a list, a missing name among texts would be one more text.
    listed = groups if isinstance(groups, np.ndarray | pd.Series) else pd.Series(list(groups), dtype=object)
    codes = pd.factorize(listed)[0].astype(np.int64)
    if (codes < 0).any():
        raise ValueError("every record needs a composite and a truth")
    return codes


def _pairs(groups: Integers) -> int:
    counts = np.unique(groups, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())
