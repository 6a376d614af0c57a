"""Information loss: what a generalisation costs those who use the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MOST = 2.0**53
"""Whole numbers below it are what a float says they are."""


@dataclass(frozen=True)
class InformationLoss:
    """Three costs; lower is more useful.

    Arguments:
        discernibility: ``sum over classes of |C|² + suppressed · all rows`` (Bayardo & Agrawal 2005): from how many
            rows each row cannot be told, added up.
        average_class_size: rows published for each class (LeFevre et al. 2006, before dividing by k); 0 where none is.
        precision_loss: how far up the hierarchies the cells are on average (1 - Sweeney's Prec), in [0, 1]; the cells
            of a suppressed row are at the top.
    """

    discernibility: int
    average_class_size: float
    precision_loss: float


def information_loss(
    sizes: npt.ArrayLike, suppressed: int, levels: Sequence[int], heights: Sequence[int]
) -> InformationLoss:
    """What a full-domain generalisation costs.

    Sources: Bayardo & Agrawal 2005; LeFevre et al. 2006; Sweeney 2002.

    Arguments:
        sizes: rows of every class that is published, whole numbers of at least 0.
        suppressed: rows that are not, at least 0.
        levels: of every quasi-identifier, one at least, in [0, its height].
        heights: of the hierarchies.

    Raises:
        ValueError: for a number out of its range, no quasi-identifier, or not a height for each.

    >>> information_loss([2, 2], 1, [1, 0], [2, 2])
    InformationLoss(discernibility=13, average_class_size=2.0, precision_loss=0.4)
    """
    if not levels or len(levels) != len(heights):
        raise ValueError("there must be a quasi-identifier, and a height for each")
    if any(not 0 <= level <= height for level, height in zip(levels, heights, strict=True)):
        raise ValueError("each level must be in [0, height of its hierarchy]")
    given = np.asarray(sizes, dtype=np.float64)
    # Written so that NaN fails too.
    if not (suppressed >= 0 and (given >= 0.0).all() and (given < MOST).all() and (given == np.floor(given)).all()):
        raise ValueError("rows must be whole numbers of at least 0")
    rows = given.astype(np.int64)
    published = int(rows.sum())
    everyone = published + suppressed
    climbed = [level / height if height else 0.0 for level, height in zip(levels, heights, strict=True)]
    share = (published * sum(climbed) / len(climbed) + suppressed) / everyone if everyone else 0.0
    average = published / len(rows) if len(rows) else 0.0
    return InformationLoss(int(np.sum(rows**2)) + suppressed * everyone, average, share)
