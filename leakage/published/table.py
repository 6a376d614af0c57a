"""PublishedTable: published microdata, and its equivalence classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, Unpack

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import sparse

from leakage import frames
from leakage.frames import Floats, Integers

MISSING = "(missing)"
"""Stands for an empty cell where that is a value of its own."""

Missing: TypeAlias = Literal["value", "dropped"]
MISSINGS: tuple[Missing, ...] = ("value", "dropped")
LARGEST_KEY = 2**62

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
_PLAIN = re.compile(r"[-+]?\d+(\.\d+)?")


class Column(NamedTuple):
    """A column as codes into its distinct values, which are in order; an empty cell is the last value."""

    codes: Integers
    values: tuple[Any, ...]


def coded(column: pd.Series[Any]) -> Column:
    """A column as codes; the values are in the order of their categories, or sorted, with numbers in texts by size.

    Arguments:
        column: texts, numbers or dates, not numbers among texts; None, NaN and blank texts are empty cells.
    """
    if pd.api.types.infer_dtype(column, skipna=True) in ("mixed", "mixed-integer"):
        raise ValueError(f"column {column.name!r} must not mix numbers with text: have it read as text throughout")
    numbers, distinct = pd.factorize(column)
    filled = [value for value in distinct if not isinstance(value, str) or value.strip()]
    if isinstance(column.dtype, pd.CategoricalDtype) and column.dtype.ordered:
        ordered = [value for value in column.dtype.categories if value in set(filled)]
    else:
        ordered = naturally_sorted(filled)
    places = {value: place for place, value in enumerate(ordered)}
    # The code -1 of an empty cell selects the last place.
    codes = np.array([*(places.get(value, len(ordered)) for value in distinct), len(ordered)], np.int64)[numbers]
    return Column(codes, (*ordered, MISSING) if (codes == len(ordered)).any() else tuple(ordered))


def text_of(value: object) -> str:
    """A cell as text; an empty cell has a word of its own."""
    return frames.text_of(value) or MISSING


def naturally_sorted(values: Iterable[Any]) -> list[Any]:
    """Values sorted; numbers in texts by size."""
    listed = list(values)
    if not any(isinstance(value, str) for value in listed):
        return sorted(listed)
    if all(_PLAIN.fullmatch(str(value)) for value in listed):
        return sorted(listed, key=lambda value: (float(value), str(value)))
    return sorted(listed, key=_by_numbers)


def _by_numbers(value: Any) -> list[tuple[float, str]]:
    # Texts and numbers alternate, so a text is never compared with a number.
    parts = enumerate(_NUMBER.split(str(value)))
    return [(float(part), "") if place % 2 else (0.0, part) for place, part in parts]


def grouped(columns: Iterable[tuple[Integers, int]], length: int) -> tuple[Integers, int]:
    """The group of each row, in order of first appearance, and the number of groups.

    Rows with equal codes form a group; each column comes with its number of codes.
    """
    keys, radix = np.zeros(length, np.int64), 1
    for codes, size in columns:
        if radix * size >= LARGEST_KEY:
            keys, distinct = pd.factorize(keys)
            radix = len(distinct)
        keys, radix = keys * size + codes, radix * max(size, 1)
    numbers, distinct = pd.factorize(keys)
    return numbers.astype(np.int64), len(distinct)


@dataclass(frozen=True, eq=False, repr=False)
class ClassCounts:
    """The counts of each sensitive value x in each class y, without zeros: ``p(x|y) = count / sizes[y]``.

    Arguments:
        sizes: rows in each class, at least 1; shape (classes,).
        owner: the class of each entry, ascending; every class has at least one entry.
        value: the value of each entry, a place in ``values``; ascending within a class.
        count: of each entry, at least 1.
        prior: q(x), the belief before the class is known; shape (values,), or (classes, values) for one a class.
    """

    sizes: Integers
    owner: Integers
    value: Integers
    count: Integers
    prior: Floats
    values: tuple[Any, ...]

    @property
    def classes(self) -> int:
        """The number of classes."""
        return len(self.sizes)

    @cached_property
    def starts(self) -> Integers:
        """Where the entries of each class begin."""
        return np.searchsorted(self.owner, np.arange(self.classes)).astype(np.int64)

    @cached_property
    def distinct(self) -> Integers:
        """The number of distinct values in each class."""
        return np.bincount(self.owner, minlength=self.classes).astype(np.int64)

    @cached_property
    def shares(self) -> Floats:
        """p(x|y) of every entry."""
        return np.asarray(self.count / self.sizes[self.owner])

    @cached_property
    def before(self) -> Floats:
        """q(x) of every entry."""
        return np.asarray(self.prior[self.value] if self.prior.ndim == 1 else self.prior[self.owner, self.value])

    @cached_property
    def class_probabilities(self) -> Floats:
        """p(y): the probability of each class."""
        return np.asarray(self.sizes / self.sizes.sum())

    def total(self, entries: npt.NDArray[Any]) -> Floats:
        """The sum of the entries of each class."""
        return np.bincount(self.owner, weights=entries, minlength=self.classes).astype(np.float64)

    def greatest(self, entries: Floats) -> Floats:
        """The greatest entry of each class."""
        return np.asarray(np.maximum.reduceat(entries, self.starts))

    def distribution(self, number: int) -> Floats:
        """p(x|y) for all values x of one class, zeros included; shape (values,)."""
        mine = slice(self.starts[number], self.starts[number] + self.distinct[number])
        dense = np.zeros(len(self.values))
        dense[self.value[mine]] = self.shares[mine]
        return dense

    def merged(self, groups: Integers, number: int) -> ClassCounts:
        """The counts with the classes of each group merged; groups are in [0, number)."""
        sizes = np.bincount(groups, weights=self.sizes, minlength=number).astype(np.int64)
        return ClassCounts(sizes, *tallied(groups[self.owner], self.value, self.count), self.prior, self.values)


def tallied(owner: Integers, value: Integers, count: Integers) -> tuple[Integers, Integers, Integers]:
    """The nonzero counts of values by owner: owners, values and counts, in order."""
    cells = sparse.coo_array((count, (owner, value))).tocsr()
    owners = np.repeat(np.arange(cells.shape[0]), np.diff(cells.indptr))
    return owners, cells.indices.astype(np.int64), cells.data.astype(np.int64)


class PublishedTable:
    """Microdata: one row a person, with quasi-identifiers that others may know and a sensitive column.

    Rows with the same quasi-identifiers form an equivalence class y; its members' sensitive values are p(x|y), those
    of the whole table p(x).
    Source: Whang & Garcia-Molina 2012, Section 3; Rebollo-Monedero et al., Section II-B; Ren & Li, Section III.

    Arguments:
        sensitive: the name of another column, with at least two values.
        missing: "value" makes an empty cell a value of its own; "dropped" leaves out rows with one in these columns,
            as Ren & Li do (Section V-B).

    Attributes:
        rows: the rows that count.
        columns: the quasi-identifiers of these rows, as codes.
        values, value_codes: their sensitive column, likewise.
        class_of: the class of every row, in order of first appearance.
        first_rows: the first row of every class.
        counts: the sensitive values of every class.

    >>> frame = pd.DataFrame({"Age": ["<40", "<40", "40+", "40+"], "Disease": ["AIDS", "AIDS", "AIDS", "Flu"]})
    >>> table = PublishedTable(frame, quasi_identifiers=["Age"], sensitive="Disease")
    >>> table.class_of.tolist(), table.distribution(1)
    ([0, 0, 1, 1], {'AIDS': 0.5, 'Flu': 0.5})
    """

    def __init__(
        self, frame: pd.DataFrame, quasi_identifiers: Sequence[str], sensitive: str, missing: Missing = "value"
    ) -> None:
        known = () if isinstance(quasi_identifiers, str) else tuple(quasi_identifiers)
        self.frame, self.quasi_identifiers, self.sensitive, self.missing = frame, known, sensitive, missing
        self._check_columns()
        self.rows = frame
        if missing == "dropped":
            cells = frame[[*known, sensitive]]
            self.rows = frame[(cells.notna() & (cells.astype(str).apply(lambda c: c.str.strip()) != "")).all(axis=1)]
        if len(self.rows) < 2:
            without = " without an empty cell" if missing == "dropped" else ""
            raise ValueError(f"a published table must have at least two rows{without}, got {len(self.rows)}")
        self.columns = tuple(coded(self.rows[name]) for name in known)
        self.value_codes, self.values = coded(self.rows[sensitive])
        if len(self.values) < 2:
            raise ValueError(f"sensitive column {sensitive!r} must have at least two values, got {len(self.values)}")
        self.class_of, classes = grouped([(codes, len(held)) for codes, held in self.columns], len(self.rows))
        self.first_rows = np.flatnonzero(~pd.Series(self.class_of).duplicated())
        totals = np.bincount(self.value_codes)
        entries = tallied(self.class_of, self.value_codes, np.ones(len(self.rows), np.int64))
        sizes = np.bincount(self.class_of, minlength=classes).astype(np.int64)
        self.counts = ClassCounts(sizes, *entries, totals / totals.sum(), self.values)

    def _check_columns(self) -> None:
        names, columns = (*self.quasi_identifiers, self.sensitive), list(self.frame.columns)
        if not self.quasi_identifiers:
            raise ValueError("a published table must have at least one quasi-identifier")
        if self.missing not in MISSINGS:
            raise ValueError(f"missing must be one of {', '.join(MISSINGS)}")
        if len(set(names)) < len(names):
            raise ValueError("quasi-identifiers and the sensitive column must be different columns")
        for name in names:
            if columns.count(name) != 1:
                there = "twice in the table" if name in columns else f"not among {', '.join(map(str, columns))}"
                raise ValueError(f"column {name!r} is {there}")

    def __repr__(self) -> str:
        return f"<PublishedTable of {len(self.rows)} rows>"

    def class_values(self, number: int) -> dict[str, Any]:
        """The published quasi-identifiers of a class."""
        row, columns = self.first_rows[number], zip(self.quasi_identifiers, self.columns, strict=True)
        return {name: column.values[column.codes[row]] for name, column in columns}

    def distribution(self, number: int | None = None) -> dict[Any, float]:
        """The distribution of the sensitive values in a class, or by default in the whole table."""
        shares = self.counts.prior if number is None else self.counts.distribution(number)
        return dict(zip(self.values, shares.tolist(), strict=True))


Table: TypeAlias = PublishedTable | pd.DataFrame
"""A table, or a DataFrame with the names of its ``Columns``."""


class Columns(TypedDict, total=False):
    """The further arguments of ``PublishedTable``."""

    quasi_identifiers: Sequence[str]
    sensitive: str
    missing: Missing


def table_of(table: Table, **columns: Unpack[Columns]) -> PublishedTable:
    """The table itself, or the table of a DataFrame; a TypeError for anything else."""
    if isinstance(table, PublishedTable):
        if columns:
            raise ValueError(f"a PublishedTable has its columns already, got {', '.join(columns)}")
        return table
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"a table must be a PublishedTable or a DataFrame, got {type(table).__name__}")
    if "quasi_identifiers" not in columns or "sensitive" not in columns:
        raise ValueError("a DataFrame needs quasi_identifiers=[...] and sensitive=...")
    return PublishedTable(table, columns["quasi_identifiers"], columns["sensitive"], columns.get("missing", "value"))
