"""Parquet: the columns of a file, each read when its turn comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pyarrow as pa


def columns_of_parquet(
    path: str | Path, columns: Sequence[str] | None
) -> tuple[list[str], list[Callable[[], pa.ChunkedArray]], int]:
    """The names of a file's columns, functions that read them, and how many rows there are.

    Arguments:
        path: of the file.
        columns: those that count; all if not said.

    Raises:
        ValueError: for a file that is no Parquet file, or lacks one of the columns.
    """
    # Imported here: nobody else need wait for it.
    import pyarrow.parquet as pq  # noqa: PLC0415

    held: list[str] | None = None
    try:
        with pq.ParquetFile(path) as file:
            held, size = file.schema_arrow.names, file.metadata.num_rows
    except pa.ArrowInvalid:
        pass
    if held is None or not set(columns or ()) <= set(held):
        # Raised out here: what Arrow says may repeat a piece of the file.
        raise ValueError("the file is no Parquet file, or lacks a column that was asked for")
    names = held if columns is None else list(columns)
    return names, [partial(_column, path, name) for name in names], size


def _column(path: str | Path, name: str) -> pa.ChunkedArray:
    # Imported here: nobody else need wait for it.
    import pyarrow.parquet as pq  # noqa: PLC0415

    # Opened for each: two threads must not read by one reader.
    with pq.ParquetFile(path) as file:
        return file.read(columns=[name]).column(0)
