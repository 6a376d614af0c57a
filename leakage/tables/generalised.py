"""The table that a generalisation publishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Integers
from leakage.tables.collapsed import places_in
from leakage.tables.hierarchy import Hierarchy
from leakage.tables.requirement import Requirement
from leakage.tables.table import PublishedTable


def generalised(
    table: PublishedTable,
    hierarchies: Mapping[str, Hierarchy],
    levels: Sequence[int],
    requirement: Requirement | None = None,
) -> PublishedTable:
    """A table with every quasi-identifier on its level, and the rows suppressed whose classes do not satisfy.

    Only quasi-identifiers and the sensitive column remain; nothing else was made coarser. Where rows were suppressed
    give the distribution of the table before as ``prior`` to what measures distances: that is what the requirement
    was checked against.

    Arguments:
        table: the table as it is.
        hierarchies: one for each quasi-identifier, by its name.
        levels: one for each quasi-identifier, in [0, height].
        requirement: what every class must satisfy; by default nothing is suppressed.

    Raises:
        ValueError: for a level out of its range, or what is left is no table any more.

    >>> from leakage.tables.hierarchy import suppressed_digits
    >>> frame = pd.DataFrame({"Zip": ["111", "112", "222"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> table, zips = PublishedTable(frame, ["Zip"], "Disease"), suppressed_digits(frame["Zip"])
    >>> generalised(table, {"Zip": zips}, [1]).frame["Zip"].tolist()
    ['11*', '11*', '22*']
    """
    if table.missing == "anything":
        raise ValueError("to generalise a table, empty cells must be a value of their own, or their rows dropped")
    _check_levels(table, hierarchies, levels)
    columns = {
        name: _lifted(hierarchies[name], column.values, column.codes, level)
        for name, column, level in zip(table.quasi_identifiers, table.columns, levels, strict=True)
    }
    frame = pd.DataFrame({**columns, table.sensitive: table.rows[table.sensitive].array})
    published = PublishedTable(frame, table.quasi_identifiers, table.sensitive, "value", table.order)
    if requirement is None:
        return published
    # The classes are those of the frame; distances are taken from the whole table, of which nothing is left out yet.
    kept = requirement.satisfied(published.counts, published.values)[published.class_of]
    if kept.all():
        return published
    return PublishedTable(frame[kept], table.quasi_identifiers, table.sensitive, "value", table.order)


def _check_levels(table: PublishedTable, hierarchies: Mapping[str, Hierarchy], levels: Sequence[int]) -> None:
    if len(levels) != len(table.quasi_identifiers):
        raise ValueError("there must be one level for each quasi-identifier")
    if not set(table.quasi_identifiers) <= set(hierarchies):
        raise ValueError("every quasi-identifier must have a hierarchy")
    for name, level in zip(table.quasi_identifiers, levels, strict=True):
        if not 0 <= level <= hierarchies[name].height:
            raise ValueError(f"each level must be in [0, height of its hierarchy], got {level}")


def _lifted(hierarchy: Hierarchy, values: Sequence[object], codes: Integers, level: int) -> npt.NDArray[np.object_]:
    return np.array(hierarchy.levels[level], dtype=object)[places_in(hierarchy, values, codes)]
