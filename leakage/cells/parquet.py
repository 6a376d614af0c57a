"""Parquet: the columns of a file, each read when its turn comes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from leakage.cells.arrow_types import NO_TEXT

if TYPE_CHECKING:
    import pyarrow.parquet as pq


def columns_of_parquet(
    path: str | Path, columns: Sequence[str] | None
) -> tuple[list[str], list[Callable[[], pa.ChunkedArray]], int]:
    """The names of a file's columns, functions that read them, and how many rows there are.

    Arguments:
        path: of the file.
        columns: those that count; all if not said.

    Raises:
        ValueError: for a file that is no Parquet file, or lacks one of the columns, or where one has no texts.
    """
    held: list[str] | None = None
    with contextlib.suppress(pa.ArrowInvalid), _opened(path) as file:
        held, size, unread = file.schema_arrow.names, file.metadata.num_rows, _without_text(file)
    if held is None or not set(columns or ()) <= set(held):
        # Raised out here: what Arrow says may repeat a piece of the file.
        raise ValueError("the file is no Parquet file, or lacks a column that was asked for")
    names = held if columns is None else list(columns)
    if not unread.isdisjoint(names):
        raise ValueError(NO_TEXT)
    return names, [partial(_column, path, name) for name in names], size


def types_of_parquet(path: str | Path) -> list[pa.DataType]:
    """The types of a file's columns.

    Raises:
        ValueError: for a file that is no Parquet file.
    """
    with contextlib.suppress(pa.ArrowInvalid), _opened(path) as file:
        return list(file.schema_arrow.types)
    raise ValueError("the file is no Parquet file")


def _opened(path: str | Path) -> pq.ParquetFile:
    # Imported here: nobody else need wait for it.
    import pyarrow.parquet as pq  # noqa: PLC0415

    # As DuckDB does; the nanoseconds of that old type reach from 1677 to 2262 alone.
    return pq.ParquetFile(path, coerce_int96_timestamp_unit="us")


def _without_text(file: pq.ParquetFile) -> set[str]:
    """The columns that Arrow would take for bytes, and are intervals."""
    columns = map(file.schema.column, range(len(file.schema)))
    return {column.name for column in columns if column.converted_type == "INTERVAL"}


def _column(path: str | Path, name: str) -> pa.ChunkedArray:
    # Opened for each: two threads must not read by one reader.
    with _opened(path) as file:
        return file.read(columns=[name]).column(0)
