"""Column texts: what a column of a file says as text, in SQL, as ``leakage.cells`` has it in memory.

What DuckDB writes as memory does is written by DuckDB; all else goes through the very function that memory reads by.
Nothing here depends on the session's time zone.
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable

import duckdb
import pyarrow as pa

from leakage.background.engine import quoted
from leakage.background.regular_file import SourceError
from leakage.cells.arrow_types import NO_TEXT, as_of, has_text, plain
from leakage.cells.columns import row_texts

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
    """A cell as ``leakage.cells`` writes it, in SQL; NULL where it is absent.

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
