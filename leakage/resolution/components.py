"""Connected components: which of many things hang together."""

from __future__ import annotations

import numpy as np

from leakage.database import Integers


def components(left: Integers, right: Integers, size: int) -> Integers:
    """For each of ``size`` things the least one of its part.

    Round by round every root is hooked to the least root that an edge joins it to, then all point at their roots. A
    root that nobody hooked, nor itself, has a neighbour with a lesser root afterwards, so two rounds halve the roots.
    Source: Shiloach & Vishkin 1982, with hooks to the least.

    Arguments:
        left, right: the two ends of each edge, in [0, size); shape (edges,).
        size: how many things there are.

    >>> components(np.array([2]), np.array([0]), 3).tolist()
    [0, 1, 0]
    """
    root = np.arange(size, dtype=np.int64)
    while True:
        left, right = root[left], root[right]
        apart = left != right
        left, right = left[apart], right[apart]
        if not len(left):
            return root
        np.minimum.at(root, np.maximum(left, right), np.minimum(left, right))
        root = _flat(root)


def _flat(root: Integers) -> Integers:
    """The same with everything pointing at its root at once."""
    while True:
        further = root[root]
        if np.array_equal(further, root):
            return root
        root = further
