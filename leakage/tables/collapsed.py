"""A table collapsed to its distinct rows, ready to be grouped on any level of the hierarchies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from leakage.database import Floats, Integers
from leakage.tables.columns import MISSING, NO_CODE
from leakage.tables.counts import ClassCounts
from leakage.tables.grouping import joint_keys, numbered, tallied
from leakage.tables.hierarchy import Hierarchy, text_of
from leakage.tables.table import PublishedTable


@dataclass(frozen=True, eq=False, repr=False)
class Collapsed:
    """The distinct tuples of some quasi-identifiers, with their sensitive values.

    Arguments:
        columns: for each quasi-identifier, for each level, the code of every tuple and how many codes there are.
        rows: how many rows have each tuple.
        owner, value, count: how often which tuple has which sensitive value.
        prior: of the sensitive values in the whole table.
        values: the sensitive values.
    """

    columns: tuple[tuple[tuple[Integers, int], ...], ...]
    rows: Integers
    owner: Integers
    value: Integers
    count: Integers
    prior: Floats
    values: tuple[Any, ...]

    def _groups(self, levels: Sequence[int]) -> tuple[Integers, int]:
        chosen = [column[level] for column, level in zip(self.columns, levels, strict=True)]
        keys = joint_keys([codes for codes, _ in chosen], [size for _, size in chosen], len(self.rows))
        return numbered(*keys)

    def sizes(self, levels: Sequence[int]) -> Integers:
        """The rows of every class on these levels."""
        groups, classes = self._groups(levels)
        return np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)

    def counts(self, levels: Sequence[int]) -> ClassCounts:
        """The classes on these levels, beside the distribution of the whole table."""
        groups, classes = self._groups(levels)
        sizes = np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)
        entries = tallied(groups[self.owner], self.value, len(self.prior), self.count)
        return ClassCounts(sizes, sizes, *entries, self.prior)

    def on(self, places: Sequence[int]) -> Collapsed:
        """The same rows with some of the quasi-identifiers only."""
        kept = tuple(self.columns[place] for place in places)
        part = Collapsed(kept, self.rows, self.owner, self.value, self.count, self.prior, self.values)
        groups, classes = part._groups([0] * len(kept))
        first = np.zeros(classes, np.int64)
        first[groups[::-1]] = np.arange(len(groups))[::-1]
        columns = tuple(tuple((codes[first], size) for codes, size in column) for column in kept)
        rows = np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)
        entries = tallied(groups[self.owner], self.value, len(self.prior), self.count)
        return Collapsed(columns, rows, *entries, self.prior, self.values)


def collapsed(table: PublishedTable, hierarchies: Mapping[str, Hierarchy]) -> Collapsed:
    """The distinct rows of a table with what their values become on every level.

    Raises:
        ValueError: if a quasi-identifier has no hierarchy or one that leaves a value out, or empty cells match
            anything.
    """
    if table.missing == "anything":
        raise ValueError("to generalise a table, empty cells must be a value of their own, or their rows dropped")
    counts = table.counts
    columns = []
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        if name not in hierarchies:
            raise ValueError("every quasi-identifier must have a hierarchy")
        places = places_in(hierarchies[name], column.values, column.codes[table.first_rows])
        columns.append(tuple((codes[places], size) for codes, size in hierarchies[name].codes))
    return Collapsed(tuple(columns), counts.sizes, counts.owner, counts.value, counts.count, counts.prior, table.values)


def places_in(hierarchy: Hierarchy, values: Sequence[object], codes: Integers) -> Integers:
    """Where the values of some cells stand in a hierarchy."""
    used = np.unique(codes)
    # The code -1 of an empty cell picks the last place.
    places = np.full(len(values) + 1, NO_CODE, np.int64)
    for code in used.tolist():
        text = MISSING if code == NO_CODE else text_of(values[code])
        places[code] = hierarchy.places.get(text, NO_CODE)
    cell_places: Integers = places[codes]
    if (cell_places == NO_CODE).any():
        raise ValueError("a hierarchy must have every value of its column")
    return cell_places
