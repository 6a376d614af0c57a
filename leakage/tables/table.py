"""PublishedTable: microdata as they were published, and the classes in which their rows look alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from leakage.database import Integers
from leakage.tables.columns import MISSING, NO_CODE, Coded, coded
from leakage.tables.counts import ClassCounts
from leakage.tables.grouping import grouped, tallied
from leakage.tables.overlapping import Tuples, overlapping

Missing: TypeAlias = Literal["value", "anything", "dropped"]
MISSINGS: tuple[Missing, ...] = ("value", "anything", "dropped")


@dataclass(frozen=True, eq=False, repr=False)
class PublishedTable:
    """A table as it was published: one row a person, quasi-identifiers that others may know, a sensitive column.

    Rows with the same quasi-identifiers form an equivalence class y; its members' sensitive values are p(x|y), those
    of the whole table p(x).
    Source: Whang & Garcia-Molina 2012, Section 3; Rebollo-Monedero et al., Section II-B; Ren & Li, Section III.

    Arguments:
        frame: the rows, at least two; columns not named below are of no account.
        quasi_identifiers: names of columns, at least one.
        sensitive: the name of another column, with at least two values.
        missing: what an empty cell is. "value": a value of its own. "anything": it may be any value; an empty
            quasi-identifier matches all, so that classes overlap, and an empty sensitive cell counts as a member but
            tells nothing. "dropped": rows with an empty cell in these columns are left out.
        order: the sensitive values in their order, for the ordered distance; by default by size, and in texts by the
            numbers in them.

    Raises:
        ValueError: for a column that is not there or named twice, fewer than two rows, a sensitive column with one
            value only, or a column that mixes numbers with text.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> table = PublishedTable(frame, ["Age"], "Disease")
    >>> table.class_of.tolist(), table.distribution(1)
    ([0, 0, 1, 1], {'AIDS': 0.5, 'Flu': 0.5})
    """

    frame: pd.DataFrame
    quasi_identifiers: Sequence[str]
    sensitive: str
    missing: Missing = "value"
    order: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        named = () if isinstance(self.quasi_identifiers, str) else tuple(self.quasi_identifiers)
        object.__setattr__(self, "quasi_identifiers", named)
        _check_columns(self)
        if len(self.frame) < 2:
            raise ValueError(f"a published table must have at least two rows, got {len(self.frame)}")
        # Coding the columns refuses those that mix numbers with text.
        if self._columns and len(self._rows) < 2:
            raise ValueError(f"at least two rows must have no empty cell, got {len(self._rows)}")
        if len(self.values) < 2:
            raise ValueError(f"the sensitive column must have at least two values, got {len(self.values)}")

    def __repr__(self) -> str:
        return f"<PublishedTable of {len(self.rows)} rows>"

    @cached_property
    def _columns(self) -> tuple[Coded, ...]:
        return tuple(coded(self.frame[name]) for name in self.quasi_identifiers)

    @cached_property
    def _sensitive(self) -> Coded:
        column = coded(self.frame[self.sensitive], self.order)
        if self.order is not None:
            # The order may name more than there is.
            present = np.zeros(len(column.values), np.bool_)
            present[column.codes[column.codes != NO_CODE]] = True
            places = np.append(np.cumsum(present) - 1, NO_CODE)
            column = Coded(places[column.codes], tuple(np.array(column.values, object)[present]))
        return column.with_missing() if self.missing == "value" else column

    @cached_property
    def _rows(self) -> Integers:
        """The rows that count."""
        kept = np.ones(len(self.frame), np.bool_)
        if self.missing == "dropped":
            for column in (*self._columns, self._sensitive):
                kept &= column.codes != NO_CODE
        return np.flatnonzero(kept)

    @property
    def rows(self) -> pd.DataFrame:
        """The rows that count, as they were published."""
        return self.frame if len(self._rows) == len(self.frame) else self.frame.iloc[self._rows]

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The distinct sensitive values, in their order."""
        codes = self._sensitive.codes[self._rows]
        present = np.zeros(len(self._sensitive.values) + 1, np.bool_)
        present[codes] = True
        return tuple(value for value, held in zip(self._sensitive.values, present, strict=False) if held)

    @cached_property
    def value_codes(self) -> Integers:
        """The sensitive value of every row that counts, as a place in ``values``; -1 for an empty cell."""
        codes = self._sensitive.codes[self._rows]
        present = np.zeros(len(self._sensitive.values) + 1, np.bool_)
        present[codes] = True
        places = np.append(np.cumsum(present[:-1]) - 1, NO_CODE)
        renumbered: Integers = places[codes]
        return renumbered

    @cached_property
    def columns(self) -> tuple[Coded, ...]:
        """The quasi-identifiers of the rows that count, as codes."""
        return tuple(Coded(column.codes[self._rows], column.values) for column in self._columns)

    @cached_property
    def _grouped(self) -> tuple[Integers, int]:
        # One more than the code, for an empty cell has the code -1.
        codes = [column.codes + 1 for column in self.columns]
        return grouped(codes, [len(column.values) + 1 for column in self.columns], len(self._rows))

    @property
    def class_of(self) -> Integers:
        """The class of every row that counts; classes are numbered by where each first appears."""
        return self._grouped[0]

    @cached_property
    def first_rows(self) -> Integers:
        """For every class the first row that has its quasi-identifiers, among the rows that count."""
        numbers, count = self._grouped
        first = np.empty(count, np.int64)
        first[numbers[::-1]] = np.arange(len(numbers))[::-1]
        return first

    @cached_property
    def counts(self) -> ClassCounts:
        """The sensitive values of every class."""
        number, classes = self._grouped
        known = self.value_codes != NO_CODE
        entries = tallied(number[known], self.value_codes[known], len(self.values))
        weights = np.bincount(number, minlength=classes).astype(np.int64)
        totals = np.bincount(self.value_codes[known], minlength=len(self.values)).astype(np.int64)
        sizes = weights
        if self.missing == "anything":
            columns = [column.codes[self.first_rows] for column in self.columns]
            if any((codes == NO_CODE).any() for codes in columns):
                widths = [len(column.values) for column in self.columns]
                sizes, *overlapped = overlapping(Tuples(columns, widths, weights, *entries, len(self.values)))
                entries = (overlapped[0], overlapped[1], overlapped[2])
            entries = _with_totals_where_unknown(entries, classes, totals)
        return ClassCounts(sizes, weights, *entries, totals / totals.sum())

    def class_values(self, number: int) -> dict[str, Any]:
        """The quasi-identifiers of a class as they were published; empty cells as they are told."""
        row = self.first_rows[number]
        return {
            name: MISSING if column.codes[row] == NO_CODE else column.values[column.codes[row]]
            for name, column in zip(self.quasi_identifiers, self.columns, strict=True)
        }

    def distribution(self, number: int | None = None) -> dict[Any, float]:
        """How likely each sensitive value is in a class; without a number, in the whole table."""
        shares = self.counts.prior if number is None else self.counts.distribution(number)
        return dict(zip(self.values, shares.tolist(), strict=True))


def _check_columns(table: PublishedTable) -> None:
    names = (*table.quasi_identifiers, table.sensitive)
    if not table.quasi_identifiers:
        raise ValueError("a published table must have at least one quasi-identifier")
    if table.missing not in MISSINGS:
        raise ValueError(f"missing must be one of {', '.join(MISSINGS)}")
    if len(set(names)) < len(names):
        raise ValueError("quasi-identifiers and the sensitive column must be different columns")
    held = list(table.frame.columns)
    absent = [place for place, name in enumerate(table.quasi_identifiers, 1) if name not in held]
    if absent:
        raise ValueError(f"quasi-identifier {absent[0]} must be a column of the table")
    if table.sensitive not in held:
        raise ValueError("the sensitive column must be a column of the table")
    if any(held.count(name) > 1 for name in names):
        raise ValueError("no two columns of the table may have the same name")


def _with_totals_where_unknown(
    entries: tuple[Integers, Integers, Integers], classes: int, totals: Integers
) -> tuple[Integers, Integers, Integers]:
    """Classes of which no sensitive value is known get those of the whole table: nothing is learned."""
    silent = np.flatnonzero(np.bincount(entries[0], minlength=classes) == 0)
    if not len(silent):
        return entries
    values = np.arange(len(totals))
    added = (np.repeat(silent, len(values)), np.tile(values, len(silent)), np.tile(totals, len(silent)))
    owner, value, count = (np.concatenate(parts) for parts in zip(entries, added, strict=True))
    order = np.lexsort((value, owner))
    return owner[order], value[order], count[order]
