"""Ties: leakages that differ in the last bits only are equal, and of equals the first comes first."""

from __future__ import annotations

import numpy as np

from leakage.database import Floats

SAME = 1e-12
"""Leakages closer than this are equal: they differ in the last bits of a sum only."""

TIED = 1.0 - 1e-12
"""Likewise by their ratio: however small, the last bits of a leakage depend on what is measured together with it."""


def first_greatest(leakages: Floats) -> int:
    """The number of the first leakage that is the greatest, or less by 1e-12 of it at most.

    Raises:
        ValueError: for no leakages.

    >>> first_greatest(np.array([0.25, 0.5 - 1e-16, 0.5])), first_greatest(np.array([0.0, 1e-15]))
    (1, 1)
    """
    return int(np.argmax(leakages >= leakages.max() * TIED))


def ranking(leakages: Floats) -> list[int]:
    """The numbers of leakages from the greatest on; those that are the next one's but for 1e-12 of it, by number.

    >>> ranking(np.array([0.25, 0.5 - 1e-16, 0.5, 1.0]))
    [3, 1, 2, 0]
    """
    order = np.argsort(-leakages, kind="stable")
    falling = leakages[order]
    runs = np.concatenate((np.zeros(len(order[:1])), np.cumsum(falling[1:] < falling[:-1] * TIED)))
    ranked: list[int] = order[np.lexsort((order, runs))].tolist()
    return ranked
