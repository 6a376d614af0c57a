"""Connected components: which of many things hang together."""

from __future__ import annotations

import numpy as np

from leakage.database import Integers


def components(left: Integers, right: Integers, size: int) -> tuple[int, Integers]:
    """How many parts the edges leave, and for each of ``size`` things the number of its part.

    Arguments:
        left, right: the two ends of each edge, in [0, size); shape (edges,).
        size: how many things there are, > 0.

    >>> count, part_of = components(np.array([0]), np.array([2]), 3)
    >>> count, part_of.tolist()
    (2, [0, 1, 0])
    """
    # Imported here: it takes a sixth of a second, which the first page need not wait for.
    from scipy.sparse import coo_array  # type: ignore[import-untyped]  # noqa: PLC0415
    from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]  # noqa: PLC0415

    graph = coo_array((np.ones(len(left), dtype=np.int8), (left, right)), shape=(size, size))
    count, part_of = connected_components(graph, directed=False)
    return int(count), np.asarray(part_of, dtype=np.int64)
