"""Sources: the files that an adversary's records lie in, read where they are.

Column texts: what a column of a file says as text, in SQL, as ``leakage.tabular`` has it in memory.

What DuckDB writes as memory does is written by DuckDB; all else goes through the very function that memory reads by.
Nothing here depends on the session's time zone.
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from leakage.background.engine import DuckDBEngine, closing, connect, named, quoted
from leakage.regular_file import RegularFile, SourceError, opened, recognised
from leakage.tabular.cells import row_texts
from leakage.tabular.csv_dialect import (
    LONGEST_LINE,
    QUOTE,
    SNIFFED_CHARACTERS,
    blank_lines,
    check_width,
    delimiter_of,
    first_cells,
)
from leakage.tabular.texts import NO_TEXT, as_of, has_text, plain, types_of_parquet

BLANKS = (
    string.whitespace
    + "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    + ("\u2009\u200a\u2028\u2029\u202f\u205f\u3000")
)
"""What Python takes for blanks at the ends of a text, so that both read the same values."""

MOST_DECIMALS = 6
"""Python writes a decimal of more places with an exponent."""

WHOLE = 9e18
"""Floats below it are whole numbers of 64 bits, if they are whole."""

FIRST_SECOND, LAST_SECOND = -30_610_224_000, 253_402_214_399
"""Of the years 1000 to 9999 as seconds since 1970: instants between are written alike."""

_TEXTS = ("VARCHAR", "ENUM", "UUID", "BIT", "JSON")
_WHOLE = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "BIGNUM"),
)
_COARSE = ("TIMESTAMP_S", "TIMESTAMP_MS")
_INSTANTS = (*_COARSE, "TIMESTAMP", "TIMESTAMP_NS")
_ZONED = ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS")
_BY_PYTHON = ("TIME", "TIME_NS", '"NULL"')

_FAMILIES: dict[str, Callable[[pa.DataType], bool]] = {
    **dict.fromkeys(
        _TEXTS,
        lambda kind: (
            pa.types.is_string(kind)
            or pa.types.is_large_string(kind)
            or pa.types.is_string_view(kind)
            or isinstance(kind, pa.UuidType | pa.JsonType)
        ),
    ),
    **dict.fromkeys(_WHOLE, pa.types.is_integer),
    **dict.fromkeys(_INSTANTS, lambda kind: pa.types.is_timestamp(kind) and kind.tz is None),
    **dict.fromkeys(_ZONED, lambda kind: pa.types.is_timestamp(kind) and kind.tz is not None),
    "BOOLEAN": pa.types.is_boolean,
    # One of half the width is read as if it were of 32 bits.
    "FLOAT": lambda kind: pa.types.is_float32(kind) or pa.types.is_float16(kind),
    "DOUBLE": pa.types.is_float64,
    "DECIMAL": pa.types.is_decimal,
    "DATE": pa.types.is_date,
    "BLOB": lambda kind: (
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_binary_view(kind)
        or pa.types.is_fixed_size_binary(kind)
    ),
    **dict.fromkeys(_BY_PYTHON, lambda kind: False),
}
"""Of every type of DuckDB that has a text, which types of a file it stands for, as far as DuckDB itself writes them."""

_NUMBERS = itertools.count()


def text_in_sql(connection: duckdb.DuckDBPyConnection, column: str, kind: str, of_file: pa.DataType | None) -> str:
    """A cell as ``leakage.tabular`` writes it, in SQL; NULL where it is absent.

    Arguments:
        connection: in which the statement will run; what only Python can write becomes a function of it.
        column: its name, as SQL writes it.
        kind: its type, as DuckDB writes it.
        of_file: the type that the file itself says it has; None where that is DuckDB's.

    Raises:
        SourceError: for a type without a text.
    """
    family = "" if kind.endswith("]") else kind.partition("(")[0]
    if family not in _FAMILIES or (of_file is not None and not has_text(of_file)):
        raise SourceError(NO_TEXT)
    alike = of_file is None or _FAMILIES[family](plain(of_file))
    if alike:
        if family in _WHOLE:
            return f"CAST({column} AS VARCHAR)"
        if family == "BOOLEAN":
            return f"CASE {column} WHEN true THEN 'True' WHEN false THEN 'False' END"
        if family in (*_TEXTS, "BLOB"):
            return f"nullif(trim(CAST({column} AS VARCHAR), {quoted(BLANKS)}), '')"
    by_python = f"{_function(connection, kind, of_file)}({column})"
    return _where_alike(column, family, kind, by_python) if alike else by_python


def _where_alike(column: str, family: str, kind: str, by_python: str) -> str:
    """Written by DuckDB where that is what Python writes, which for most cells it is."""
    as_text = f"CAST({column} AS VARCHAR)"
    if family in ("FLOAT", "DOUBLE"):
        # Not a number is whole to DuckDB, and above all others.
        whole = f"WHEN abs({column}) < {WHOLE} THEN CAST(CAST({column} AS BIGINT) AS VARCHAR) ELSE {by_python}"
        # Of two shortest ways to write a short float DuckDB takes neither.
        others = by_python if family == "FLOAT" else as_text
        return f"CASE WHEN {column} = trunc({column}) THEN CASE {whole} END ELSE {others} END"
    if family == "DATE":
        return f"CASE WHEN {column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN {as_text} ELSE {by_python} END"
    if family == "DECIMAL":
        digits, decimals = map(int, re.findall(r"\d+", kind))
        # With no digit before the point DuckDB writes no zero there.
        return as_text if decimals <= min(MOST_DECIMALS, digits - 1) else by_python
    return _instant(column, family, by_python) if family in (*_INSTANTS, *_ZONED) else by_python


def _instant(column: str, family: str, by_python: str) -> str:
    """Whole seconds of usual years; the zone of the session counts for nothing, for only numbers are asked for."""
    precision, a_second = ("ns", 10**9) if family.endswith("_NS") else ("us", 10**6)
    # Coarser ones would be asked for nanoseconds, and reach farther than microseconds.
    since = f"epoch_{precision}({f'TRY_CAST({column} AS TIMESTAMP)' if family in _COARSE else column})"
    usual = f"{since} % {a_second} = 0 AND {since} // {a_second} BETWEEN {FIRST_SECOND} AND {LAST_SECOND}"
    text = f"CAST(make_timestamp({since} // {a_second // 10**6}) AS VARCHAR)"
    zone = " || '+00:00'" if family in _ZONED else ""
    return f"CASE WHEN {column} IS NULL THEN NULL WHEN {usual} THEN {text}{zone} ELSE {by_python} END"


def _function(connection: duckdb.DuckDBPyConnection, kind: str, of_file: pa.DataType | None) -> str:
    """The name of a new function of the connection that writes cells of a type as memory does."""

    def written(cells: pa.ChunkedArray) -> pa.Array:
        array = cells.combine_chunks()
        return row_texts(array if of_file is None else as_of(array, of_file))

    name = f"as_text_{next(_NUMBERS)}"
    # By their names: nothing but types is imported of DuckDB itself.
    connection.create_function(name, written, [kind], "VARCHAR", type="arrow", null_handling="special")  # type: ignore[call-overload]
    return name


# Sources: the files that an adversary's records lie in, read where they are.


CSV, PARQUET, DUCKDB = "csv", "parquet", "duckdb"
KINDS = {".csv": CSV, ".tsv": CSV, ".txt": CSV, ".parquet": PARQUET, ".pq": PARQUET, ".duckdb": DUCKDB, ".db": DUCKDB}
READING = 512
"""Megabytes of memory in which a file is looked through."""

BYTES_A_SIGN = 4
"""Of UTF-8, at most."""

READ = "Reading the file"
NO_TABLE = "the file cannot be read as a table"
OF_SOURCE = "database_name = 'source' AND schema_name = 'main' AND NOT internal"


@dataclass(frozen=True)
class Source:
    """A file of records: one row a record, columns are labels, empty cells are absent.

    Cells say what ``Database.from_parquet`` reads them as, whatever their type, within the same limits: 2,000 columns,
    16 MB a cell and a line. CSV files are read by the dialect of ``leakage.tabular.csv_dialect``, every line as long as
    the first and ended alike.

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
    with _reading(path) as (connection, file):
        return tuple(_scan(connection, file, _kind(path), table).types)


def tables_of(path: Path) -> tuple[str, ...]:
    """The tables of a DuckDB file that hold rows of their own: no views, which would run what somebody wrote.

    Raises:
        SourceError: for a file that cannot be read.
    """
    with _reading(path) as (connection, file):
        _attach(connection, file)
        return _base_tables(connection)


def count_rows(source: Source) -> int:
    """How many records a file holds; of Parquet and DuckDB files that costs little.

    Raises:
        SourceError: for a file that cannot be read.
    """
    with _reading(source.path) as (connection, file):
        scan = _scan(connection, file, source.kind, source.table)
        return int(_answer(connection, f"SELECT count(*) FROM {scan.query}")[0][0])


def rows_of(connection: duckdb.DuckDBPyConnection, source: Source, file: RegularFile) -> str:
    """A query of a source's rows: ``row``, and a text ``c0, c1, ...`` for every column that counts.

    Arguments:
        connection: that may read ``allowed_paths`` of it.
        source: which columns.
        file: of the source, open.

    Raises:
        SourceError: for a file that cannot be read, or lacks a column.
    """
    scan = _scan(connection, file, source.kind, source.table)
    if any(column not in scan.types for column, _ in source.columns):
        raise SourceError("the file lacks a column that was to be read")
    of_file = _types_in_file(file, scan) if source.kind == PARQUET else {}
    cells = [
        text_in_sql(connection, _checked(named(column), source.kind), scan.types[column], of_file.get(column))
        for column, _ in source.columns
    ]
    texts = ", ".join(f"{cell} AS c{place}" for place, cell in enumerate(cells))
    return f"SELECT row_number() OVER () - 1 AS row, {texts} FROM {scan.query}"


def allowed_paths(kind: str, file: RegularFile) -> tuple[Path, ...]:
    """What DuckDB has to be allowed to read a file of records: it alone, and the log beside a file of its own.

    CSV and Parquet files are read by their descriptor, so they are the very files that were checked. A DuckDB file is
    attached by its path, for DuckDB itself seeks the log there.
    """
    return (file.path, file.log_path) if kind == DUCKDB else (file.descriptor_path,)


@dataclass(frozen=True, slots=True)
class _Scan:
    """What a statement reads a file by, and the type of every column that it holds."""

    query: str
    types: dict[str, str]


@contextmanager
def _reading(path: Path) -> Iterator[tuple[duckdb.DuckDBPyConnection, RegularFile]]:
    """A file that is open and stays the same, and a connection that reaches nothing else."""
    kind = _kind(path)
    with opened(path) as file:
        with closing(connect(files=allowed_paths(kind, file), megabytes=READING)) as connection:
            yield connection, file
        file.check_unchanged()


_PLAIN = "hive_partitioning = false"


def _scan(connection: duckdb.DuckDBPyConnection, file: RegularFile, kind: str, table: str | None) -> _Scan:
    if kind == DUCKDB:
        _attach(connection, file)
        if table is None or table not in _base_tables(connection):
            raise SourceError("the file has no such table; views are not read")
        types = _stored_columns(connection, table)
        _check_width(len(types))
        return _Scan(f"source.main.{named(table)}", types)
    path = _no_pattern(file.descriptor_path)
    # A folder is no column: only Linux has a path to the file without its folders.
    options = f"{_dialect(file)}, {_PLAIN}" if kind == CSV else _PLAIN
    query = f"read_{'csv' if kind == CSV else 'parquet'}({quoted(path)}, {options})"
    types = {str(row[0]): str(row[1]) for row in _answer(connection, f"DESCRIBE SELECT * FROM {query}")}
    _check_width(len(types))
    return _Scan(query, types)


def _dialect(file: RegularFile) -> str:
    """How a CSV file is read, as whoever reads one in memory does; where DuckDB cannot, it refuses."""
    beginning = file.beginning(BYTES_A_SIGN * SNIFFED_CHARACTERS).decode("utf-8-sig", errors="replace")
    delimiter = delimiter_of(beginning)
    # Before DuckDB does: of 200,000 it takes long to find out.
    _check_width(len(first_cells(beginning, delimiter)))
    return (
        f"delim = {quoted(delimiter)}, quote = {quoted(QUOTE)}, escape = {quoted(QUOTE)}, comment = '', "
        f"skip = {blank_lines(beginning)}, header = true, all_varchar = true, strict_mode = true, "
        "null_padding = false, ignore_errors = false, "
        f"max_line_size = {LONGEST_LINE}, buffer_size = {2 * LONGEST_LINE}"
    )


def _checked(column: str, kind: str) -> str:
    """A column; one of a CSV file fails where blanks stand before a quote, which DuckDB then takes for a letter."""
    if kind != CSV:
        return column
    taken_for_a_letter = f"starts_with({column}, ' ') AND starts_with(ltrim({column}, ' '), {quoted(QUOTE)})"
    return f"CASE WHEN {taken_for_a_letter} THEN error('blanks before a quote') ELSE {column} END"


def _types_in_file(file: RegularFile, scan: _Scan) -> dict[str, pa.DataType]:
    """The types that a Parquet file itself gives its columns, under the names that DuckDB gives them."""
    try:
        types = file.answer(lambda: types_of_parquet(file.descriptor_path))
    except ValueError:
        raise SourceError(NO_TABLE) from None
    if len(types) != len(scan.types):
        raise SourceError(NO_TABLE)
    return dict(zip(scan.types, types, strict=True))


def _check_width(columns: int) -> None:
    try:
        check_width(columns)
    except ValueError as error:
        raise SourceError(str(error)) from None


def _no_pattern(path: Path) -> str:
    """A path as DuckDB reads it: a star in a name stands for a star, and not for any name.

    >>> _no_pattern(Path("a*.csv"))
    'a[*].csv'
    """
    return re.sub(r"[*?\[]", r"[\g<0>]", str(path))


def _attach(connection: duckdb.DuckDBPyConnection, file: RegularFile) -> None:
    engine = DuckDBEngine(connection, READ)
    try:
        engine.run("DETACH DATABASE IF EXISTS source")
        engine.run(f"ATTACH {quoted(str(file.path))} AS source (READ_ONLY, TYPE duckdb)")
    except duckdb.Error:
        raise SourceError("the file is no DuckDB file, or another program is writing it") from None


def _base_tables(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    rows = _answer(connection, f"SELECT table_name FROM duckdb_tables() WHERE {OF_SOURCE} ORDER BY table_name")
    return tuple(str(name) for (name,) in rows)


def _stored_columns(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    """The columns of a table that hold values of their own; what is worked out from others may run anything."""
    rows = _answer(
        connection,
        f"SELECT column_name, data_type FROM duckdb_columns() WHERE {OF_SOURCE} AND table_name = {quoted(table)} "
        "AND NOT is_generated ORDER BY column_index",
    )
    return {str(name): str(kind) for name, kind in rows}


def _answer(connection: duckdb.DuckDBPyConnection, statement: str) -> list[tuple[Any, ...]]:
    """What a statement about a file answers; whoever listens can stop it."""
    try:
        return DuckDBEngine(connection, READ).run(statement)
    except duckdb.Error:
        raise SourceError(NO_TABLE) from None
