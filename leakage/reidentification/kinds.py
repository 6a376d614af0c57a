"""Kinds of people: who is like whom in what an adversary knows of everybody."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Integers
from leakage.reidentification.table import SparseTable


def kinds_of(table: SparseTable, items: Sequence[str]) -> Integers:
    """Of each person the number of her kind: those who have the same value of every item named, or none.

    Dates do not count. Source: the equivalence classes of k-anonymity, Sweeney 2002.

    Arguments:
        table: D.
        items: what is known of everybody; with none all are of one kind.

    Raises:
        KeyError: for an item that the table does not have.

    >>> table = SparseTable.from_columns(["Ann", "Bob", "Cy"], ["Tea", "Tea", "Milk"], [1, 1, 1])
    >>> kinds_of(table, ["Tea"]).tolist(), kinds_of(table, []).tolist()
    ([1, 1, 0], [0, 0, 0])
    """
    kinds = np.zeros(len(table), dtype=np.int64)
    for item in items:
        number = table.item_codes[item]
        held = slice(int(table.start[number]), int(table.start[number + 1]))
        levels = np.zeros(len(table), dtype=np.int64)
        levels[table.person[held]] = 1 + table.level[held].astype(np.int64)
        # Numbered anew each time, so that numbers stay small.
        kinds = np.unique(kinds * (len(table.levels) + 1) + levels, return_inverse=True)[1]
    return kinds
