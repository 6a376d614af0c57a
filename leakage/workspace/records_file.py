"""Records file: what the adversary holds in a file on this machine; the work says where, the records stay there."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.record import Pair
from leakage.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class RecordsFile:
    """A file of records and how it is read; that there is one, nobody has looked at yet.

    Arguments:
        path: of a CSV, Parquet or DuckDB file.
        columns: (column, label) of every column that counts, one at least.
        table: which table of a DuckDB file; else empty.

    Raises:
        ValueError: for no path, no columns, or a column without a label.

    >>> RecordsFile("/data/voters.parquet", (("first_name", "Name"), ("zip", "Post code")))
    RecordsFile(2 columns)
    """

    path: str
    columns: tuple[Pair, ...]
    table: str = ""

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.path or not self.columns or not all(column and label for column, label in self.columns):
            raise ValueError("a file of records needs a path, and a label for every column that counts")

    @property
    def place(self) -> str:
        """The path, and the table where there is one: what the file is known by.

        >>> RecordsFile("a.duckdb", (("n", "Name"),), "voters").place
        'a.duckdb: voters'
        """
        return f"{self.path}: {self.table}" if self.table else self.path
