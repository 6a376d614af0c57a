"""Sources: the files that an adversary's records lie in, read where they are."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from leakage.background.engine import named, quoted
from leakage.background.regular_file import SourceError, recognised

CSV, PARQUET, DUCKDB = "csv", "parquet", "duckdb"
KINDS = {".csv": CSV, ".tsv": CSV, ".txt": CSV, ".parquet": PARQUET, ".pq": PARQUET, ".duckdb": DUCKDB, ".db": DUCKDB}
BLANKS = (
    string.whitespace
    + "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    + ("\u2009\u200a\u2028\u2029\u202f\u205f\u3000")
)
"""What Python takes for blanks at the ends of a text, so that both read the same values."""


@dataclass(frozen=True)
class Source:
    """A file of records: one row a record, columns are labels, empty cells are absent.

    Arguments:
        path: of a CSV, Parquet or DuckDB file on this machine; it is only read.
        columns: (column, label) of every column that counts; a label may be told by several columns.
        table: which table of a DuckDB file.

    Raises:
        SourceError: for a file of another kind, or no columns.

    >>> Source(Path("voters.parquet"), (("first_name", "N"), ("zip", "Z"))).kind
    'parquet'
    """

    path: Path = field(repr=False)
    columns: tuple[tuple[str, str], ...] = field(repr=False)
    table: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        _kind(self.path)
        if not self.columns or not all(label for _, label in self.columns):
            raise SourceError("at least one column must count, and every one that counts needs a label")

    @property
    def kind(self) -> str:
        """csv, parquet or duckdb."""
        return _kind(self.path)

    @property
    def fingerprint(self) -> tuple[str, int, int, str, tuple[tuple[str, str], ...], str | None]:
        """What tells that the file is still the same: where it is, its size, age and both ends, and what is read of it.

        What changed in the middle alone, at the same size and time, is not noticed.

        Raises:
            SourceError: where there is no such file, it is no regular one, or its disk does not answer.
        """
        return *recognised(self.path), self.columns, self.table


def _kind(path: Path) -> str:
    if path.suffix.lower() not in KINDS:
        raise SourceError("only CSV, Parquet and DuckDB files can be read where they are")
    return KINDS[path.suffix.lower()]


def columns_of(path: Path, table: str | None = None) -> tuple[str, ...]:
    """The columns of a file of records.

    Raises:
        SourceError: for a file that cannot be read.
    """
    with duckdb.connect() as connection:
        return tuple(name for name, _ in _described(connection, _scan(connection, path, table)))


def tables_of(path: Path) -> tuple[str, ...]:
    """The tables of a DuckDB file.

    Raises:
        SourceError: for a file that cannot be read.
    """
    with duckdb.connect() as connection:
        _attach(connection, path)
        rows = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'source' ORDER BY table_name"
        )
        return tuple(name for (name,) in rows.fetchall())


def count_rows(source: Source) -> int:
    """How many records a file holds; of Parquet and DuckDB files that costs little.

    Raises:
        SourceError: for a file that cannot be read.
    """
    with duckdb.connect() as connection:
        scan = _scan(connection, source.path, source.table)
        try:
            return int(connection.execute(f"SELECT count(*) FROM {scan}").fetchall()[0][0])
        except duckdb.Error:
            raise SourceError("the file cannot be read as a table") from None


def rows_of(connection: duckdb.DuckDBPyConnection, source: Source) -> str:
    """A query of a source's rows: ``row``, and a text ``c0, c1, ...`` for every column that counts.

    Raises:
        SourceError: for a file that cannot be read, or lacks a column.
    """
    scan = _scan(connection, source.path, source.table)
    types = dict(_described(connection, scan))
    if any(column not in types for column, _ in source.columns):
        raise SourceError("the file lacks a column that was to be read")
    cells = [_text(named(column), types[column]) for column, _ in source.columns]
    texts = ", ".join(f"{cell} AS c{place}" for place, cell in enumerate(cells))
    return f"SELECT row_number() OVER () - 1 AS row, {texts} FROM {scan}"


def _scan(connection: duckdb.DuckDBPyConnection, path: Path, table: str | None) -> str:
    if not path.is_file():
        raise SourceError("the file is not there, or may not be read")
    kind = _kind(path)
    if kind == CSV:
        return f"read_csv({quoted(_no_pattern(path))}, all_varchar = true, header = true)"
    if kind == PARQUET:
        return f"read_parquet({quoted(_no_pattern(path))})"
    _attach(connection, path)
    return f"source.{named(table or '')}"


def _no_pattern(path: Path) -> str:
    """A path as DuckDB reads it: a star in a name stands for a star, and not for any name.

    >>> _no_pattern(Path("a*.csv"))
    'a[*].csv'
    """
    return re.sub(r"[*?\[]", r"[\g<0>]", str(path))


def _attach(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    try:
        connection.execute("DETACH DATABASE IF EXISTS source")
        connection.execute(f"ATTACH {quoted(str(path))} AS source (READ_ONLY)")
    except duckdb.Error:
        raise SourceError("the file is no DuckDB file, or another program is writing it") from None


def _described(connection: duckdb.DuckDBPyConnection, scan: str) -> Sequence[tuple[str, str]]:
    try:
        return [(str(row[0]), str(row[1])) for row in connection.execute(f"DESCRIBE SELECT * FROM {scan}").fetchall()]
    except duckdb.Error:
        raise SourceError("the file cannot be read as a table") from None


def _text(column: str, kind: str) -> str:
    """A cell as ``text_of`` writes it; NULL where it is absent."""
    if kind in {"FLOAT", "DOUBLE"}:
        whole = f"CASE WHEN {column} = trunc({column}) AND abs({column}) < 1e18"
        written = f"{whole} THEN CAST(CAST({column} AS BIGINT) AS VARCHAR) ELSE CAST({column} AS VARCHAR) END"
        return f"CASE WHEN isnan({column}) THEN NULL ELSE {written} END"
    if kind == "BOOLEAN":
        return f"CASE {column} WHEN true THEN 'True' WHEN false THEN 'False' END"
    return f"nullif(trim(CAST({column} AS VARCHAR), {quoted(BLANKS)}), '')"
