"""Covering: the classes of a published table that somebody may be in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from leakage.cover import covers
from leakage.database import Integers
from leakage.tables.columns import MISSING
from leakage.tables.hierarchy import Hierarchy, text_of

if TYPE_CHECKING:
    from leakage.tables.table import PublishedTable


def classes_of(
    table: PublishedTable, person: Mapping[str, Any], hierarchies: Mapping[str, Hierarchy] | None = None
) -> Integers:
    """The classes that somebody may be in, by the quasi-identifiers known of her, ascending.

    Arguments:
        table: the published table.
        person: quasi-identifier -> plain value; what is not named is not known, and an empty cell covers anything.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> import pandas as pd
    >>> from leakage.tables.table import PublishedTable
    >>> frame = pd.DataFrame({"Zip": ["11*", "11*", "2**"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> classes_of(PublishedTable(frame, ["Zip"], "Disease"), {"Zip": "241"}).tolist()
    [1]
    """
    possible = np.ones(table.counts.classes, np.bool_)
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        if name not in person:
            continue
        value = text_of(person[name])
        above = _above(value, (hierarchies or {}).get(name))
        # One place more, for the code -1 of an empty cell, which covers anything.
        covering = np.ones(len(column.values) + 1, np.bool_)
        for place, published in enumerate(column.values):
            text = text_of(published)
            covering[place] = text in above or text == MISSING or covers(text, value)
        possible &= covering[column.codes[table.first_rows]]
    return np.flatnonzero(possible)


def _above(value: str, hierarchy: Hierarchy | None) -> set[str]:
    if hierarchy is None or value not in hierarchy.places:
        return {value}
    return {level[hierarchy.places[value]] for level in hierarchy.levels}
