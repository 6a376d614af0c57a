"""PublishedTable: microdata as they were published, and the classes in which their rows look alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from leakage.database import Floats, Integers

# Columns of a table as numbers: every distinct value has a code, and a place in an order.


MISSING = "(missing)"
"""Stands for an empty cell where that is a value of its own."""

NO_CODE = -1
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
_PLAIN = re.compile(r"[-+]?\d+(\.\d+)?")


@dataclass(frozen=True, eq=False, repr=False)
class EncodedColumn:
    """A column as codes into its distinct values.

    Arguments:
        codes: one a row; -1 for an empty cell.
        values: the distinct values, in the order of the column.
    """

    codes: Integers
    values: tuple[Any, ...]

    def with_missing(self) -> EncodedColumn:
        """The same column with empty cells as one more value, the last one."""
        if not (self.codes == NO_CODE).any():
            return self
        return EncodedColumn(np.where(self.codes == NO_CODE, len(self.values), self.codes), (*self.values, MISSING))


def coded(column: pd.Series[Any], order: Sequence[Any] | None = None) -> EncodedColumn:
    """A column as codes; its values are sorted as people sort them, numbers in a text by their size.

    Arguments:
        column: of texts, numbers, or dates; None, NaN and blank texts are empty cells.
        order: the values in another order; it may name more than the column has.

    Raises:
        ValueError: if the column holds numbers among texts, or a value that the order leaves out.

    >>> coded(pd.Series(["11K", "3K", None])).values
    ('3K', '11K')
    """
    if pd.api.types.infer_dtype(column, skipna=True) in ("mixed", "mixed-integer"):
        raise ValueError("a column must not mix numbers with text: have it read as text throughout")
    factors, distinct = pd.factorize(column)
    codes, values = factors.astype(np.int64), list(distinct)
    blank = [place for place, value in enumerate(values) if isinstance(value, str) and not value.strip()]
    codes[np.isin(codes, blank)] = NO_CODE
    kept = [place for place in range(len(values)) if place not in set(blank)]
    ordered = _ordered(column, [values[place] for place in kept], order)
    places = {value: place for place, value in enumerate(ordered)}
    if any(values[place] not in places for place in kept):
        raise ValueError("the order must name every value of the column")
    # One place more than there are values: the code -1 of an empty cell picks it.
    renumbered = np.full(len(values) + 1, NO_CODE, np.int64)
    for place in kept:
        renumbered[place] = places[values[place]]
    return EncodedColumn(renumbered[codes], tuple(ordered))


def _ordered(column: pd.Series[Any], values: list[Any], order: Sequence[Any] | None) -> list[Any]:
    if order is not None:
        if len(set(order)) < len(order):
            raise ValueError("the order must name no value twice")
        return list(order)
    if isinstance(column.dtype, pd.CategoricalDtype) and column.dtype.ordered:
        present = set(values)
        return [value for value in column.dtype.categories if value in present]
    return naturally_sorted(values)


def naturally_sorted(values: Iterable[Any]) -> list[Any]:
    """Values in their own order; texts with the numbers in them by size.

    >>> naturally_sorted(["10K", "9K"]), naturally_sorted(["3", "-5"]), naturally_sorted([10, 9])
    (['9K', '10K'], ['-5', '3'], [9, 10])
    """
    listed = list(values)
    if not any(isinstance(value, str) for value in listed):
        return sorted(listed)
    plain = all(_PLAIN.fullmatch(str(value)) for value in listed)
    return sorted(listed, key=lambda value: (float(value), str(value)) if plain else _by_numbers(value))


def _by_numbers(value: Any) -> list[tuple[float, str]]:
    parts = _NUMBER.split(str(value))
    # Texts and numbers alternate, so that no text is ever compared with a number.
    return [(float(part), "") if place % 2 else (0.0, part) for place, part in enumerate(parts)]


# Grouping: rows with the same codes in every column get the same number.


LARGEST_KEY = 2**62
ROOM = 8
"""A table of marks is used up to so many marks for each row; beyond that keys are sorted or hashed."""


def numbered(keys: Integers, radix: int | None = None) -> tuple[Integers, int]:
    """Numbers 0, 1, ... for the distinct keys, and how many there are; in the order of the keys where that is cheap.

    Arguments:
        keys: at least 0.
        radix: all keys are below it, if that is known.

    >>> numbered(np.array([7, 2, 7]), 8)
    (array([1, 0, 1]), 2)
    """
    if radix is not None and radix <= ROOM * len(keys) + 1024:
        seen = np.zeros(radix, np.bool_)
        seen[keys] = True
        numbers = np.cumsum(seen) - 1
        return numbers[keys], int(numbers[-1]) + 1 if radix else 0
    codes, distinct = pd.factorize(keys)
    return codes.astype(np.int64), len(distinct)


def joint_keys(columns: Sequence[Integers], sizes: Sequence[int], length: int) -> tuple[Integers, int]:
    """One key for each row from its codes in several columns, equal where all codes are; and what they are below.

    Arguments:
        columns: codes, each in [0, size of its column); shape (length,).
        sizes: how many codes each column has.
        length: of the columns, for where there is none.
    """
    keys, radix = np.zeros(length, np.int64), 1
    for codes, size in zip(columns, sizes, strict=True):
        if radix * size >= LARGEST_KEY:
            keys, radix = numbered(keys, radix)
        keys, radix = keys * size + codes, radix * max(size, 1)
    return keys, radix


def grouped(columns: Sequence[Integers], sizes: Sequence[int], length: int) -> tuple[Integers, int]:
    """The group of every row, numbered by where each first appears, and how many groups there are.

    >>> grouped([np.array([1, 0, 1]), np.array([0, 0, 0])], [2, 1], 3)
    (array([0, 1, 0]), 2)
    """
    keys, _ = joint_keys(columns, sizes, length)
    codes, distinct = pd.factorize(keys)
    return codes.astype(np.int64), len(distinct)


def tallied(
    owner: Integers, value: Integers, width: int, count: Integers | None = None
) -> tuple[Integers, Integers, Integers]:
    """How often every owner has every value: owners, values and counts, sorted, without those that are 0.

    >>> tallied(np.array([1, 0, 1]), np.array([0, 2, 0]), 3)
    (array([0, 1]), array([2, 0]), array([1, 2]))
    """
    keys = owner * width + value
    radix = (int(owner.max()) + 1) * width if len(owner) else 0
    if radix <= ROOM * len(keys) + 1024:
        # Whole numbers up to 2^53 are exact as the floats that bincount adds.
        dense = np.bincount(keys, weights=count, minlength=radix)
        cells = np.flatnonzero(dense)
        return cells // width, cells % width, dense[cells].astype(np.int64)
    if count is None:
        cells, counts = np.unique(keys, return_counts=True)
        return cells // width, cells % width, counts.astype(np.int64)
    cells, places = np.unique(keys, return_inverse=True)
    return cells // width, cells % width, np.bincount(places, weights=count).astype(np.int64)


# Counts: how often every value of the sensitive column occurs in every class, without the zeros.


@dataclass(frozen=True, eq=False, repr=False)
class ClassCounts:
    """Classes and the sensitive values in them, one entry for every value that a class has: zeros take no room.

    ``p(x|y) = count / sizes[y]`` for class y and value x; ``q(x)`` is the belief before the class was known.

    Arguments:
        sizes: rows in each class, at least 1; shape (classes,).
        owner: the class of each entry, ascending; every class has at least one.
        value: the value of each entry, in [0, len(q)); ascending within a class.
        count: of the entry, at least 1.
        prior: q, the probability of every value; shape (values,), or (classes, values) where each class has its own.
    """

    sizes: Integers
    owner: Integers
    value: Integers
    count: Integers
    prior: Floats

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @cached_property
    def starts(self) -> Integers:
        """Where the entries of each class begin."""
        return np.searchsorted(self.owner, np.arange(self.classes)).astype(np.int64)

    @cached_property
    def distinct(self) -> Integers:
        """How many values each class has."""
        return np.bincount(self.owner, minlength=self.classes).astype(np.int64)

    @cached_property
    def shares(self) -> Floats:
        """p(x|y) of every entry."""
        shares: Floats = self.count / self.sizes[self.owner]
        return shares

    @cached_property
    def before(self) -> Floats:
        """q(x) of every entry."""
        before: Floats = self.prior[self.value] if self.prior.ndim == 1 else self.prior[self.owner, self.value]
        return before

    @property
    def width(self) -> int:
        """How many values there are."""
        return int(self.prior.shape[-1])

    @cached_property
    def class_probabilities(self) -> Floats:
        """p(y): how likely a row is of each class."""
        probabilities: Floats = self.sizes / self.sizes.sum()
        return probabilities

    def total(self, entries: Floats | Integers) -> Floats:
        """The entries of each class added up."""
        total: Floats = np.bincount(self.owner, weights=entries, minlength=self.classes).astype(np.float64)
        return total

    def greatest(self, entries: Floats) -> Floats:
        """The greatest entry of each class."""
        greatest: Floats = np.maximum.reduceat(entries, self.starts)
        return greatest

    def distribution(self, number: int) -> Floats:
        """p(x|y) for all values x of one class, zeros included; shape (values,)."""
        dense = np.zeros(self.width)
        mine = slice(self.starts[number], self.starts[number] + self.distinct[number])
        dense[self.value[mine]] = self.shares[mine]
        return dense


# PublishedTable: microdata as they were published, and the classes in which their rows look alike.


Missing: TypeAlias = Literal["value", "dropped"]
MISSINGS: tuple[Missing, ...] = ("value", "dropped")


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
        missing: what an empty cell is. "value": a value of its own. "dropped": rows with an empty cell in these columns
            are left out, as Ren & Li do (Section V-B).
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
    def _columns(self) -> tuple[EncodedColumn, ...]:
        return tuple(coded(self.frame[name]) for name in self.quasi_identifiers)

    @cached_property
    def _sensitive(self) -> EncodedColumn:
        column = coded(self.frame[self.sensitive], self.order)
        if self.order is not None:
            # The order may name more than there is.
            present = np.zeros(len(column.values), np.bool_)
            present[column.codes[column.codes != NO_CODE]] = True
            places = np.append(np.cumsum(present) - 1, NO_CODE)
            column = EncodedColumn(places[column.codes], tuple(np.array(column.values, object)[present]))
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
        present = np.zeros(len(self._sensitive.values), np.bool_)
        present[codes] = True
        return tuple(value for value, is_present in zip(self._sensitive.values, present, strict=True) if is_present)

    @cached_property
    def value_codes(self) -> Integers:
        """The sensitive value of every row that counts, as a place in ``values``."""
        codes = self._sensitive.codes[self._rows]
        present = np.zeros(len(self._sensitive.values), np.bool_)
        present[codes] = True
        renumbered: Integers = (np.cumsum(present) - 1)[codes]
        return renumbered

    @cached_property
    def columns(self) -> tuple[EncodedColumn, ...]:
        """The quasi-identifiers of the rows that count, as codes."""
        return tuple(EncodedColumn(column.codes[self._rows], column.values) for column in self._columns)

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
        sizes = np.bincount(number, minlength=classes).astype(np.int64)
        totals = np.bincount(self.value_codes, minlength=len(self.values)).astype(np.int64)
        return ClassCounts(sizes, *tallied(number, self.value_codes, len(self.values)), totals / totals.sum())

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
    columns = list(table.frame.columns)
    absent = [place for place, name in enumerate(table.quasi_identifiers, 1) if name not in columns]
    if absent:
        raise ValueError(f"quasi-identifier {absent[0]} must be a column of the table")
    if table.sensitive not in columns:
        raise ValueError("the sensitive column must be a column of the table")
    if any(columns.count(name) > 1 for name in names):
        raise ValueError("no two columns of the table may have the same name")
