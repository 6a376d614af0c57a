"""What indexing will cost, before anything is read but a little."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from leakage.background.regular_file import opened
from leakage.background.sources import CSV, Source, count_rows

SAMPLE = 1 << 20
"""Bytes from the beginning of a CSV file by which the length of its lines is estimated."""

START = 0.3
SECONDS = 2.1e-6
BYTES = 62
"""Seconds and bytes of the index for each cell of the columns that count, four fifths of the cells filled: measured
with a million made-up records of four columns (``tests.benchmarks.background``), on two idle cores."""

PEAK = 3
"""How many times as much as a finished index lies on the disk at most while it is made."""


@dataclass(frozen=True, slots=True)
class Rows:
    """How many records a file holds.

    Arguments:
        records: of them.
        estimated: whether that is an estimate from the beginning of the file.
    """

    records: int
    estimated: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """What an index may cost, to about a factor of three: seconds, and bytes on the disk once it is finished."""

    seconds: float
    bytes: int


def rows_in(source: Source) -> Rows:
    """How many records a file holds: counted where the file says so, else estimated from its first million bytes.

    Raises:
        SourceError: for a file that cannot be read.
    """
    return Rows(_lines(source), estimated=True) if source.kind == CSV else Rows(count_rows(source), estimated=False)


def _lines(source: Source) -> int:
    """The lines of a CSV file below its headings, if they are as long as the first ones."""
    with opened(source.path) as file:
        sample, size = file.beginning(SAMPLE), file.state.size
    ends = sample.count(b"\n") + (len(sample) == size and not sample.endswith(b"\n"))
    return max(0, round(size * ends / max(1, len(sample))) - 1)


def cost_of(sizes: Iterable[tuple[int, int]]) -> Cost:
    """What indexing files costs by the rate that was measured; other records may take a multiple.

    Arguments:
        sizes: (records, columns that count) of every file.

    >>> cost_of([(1_000_000, 4)])
    Cost(seconds=8.7, bytes=248000000)
    """
    cells = sum(records * columns for records, columns in sizes)
    return Cost(START + SECONDS * cells, BYTES * cells)


def free_bytes(folder: Path) -> int:
    """Bytes that can still be written into a folder, or into the nearest one above it that there is.

    Raises:
        OSError: if the system refuses.
    """
    return shutil.disk_usage(next(place for place in (folder, *folder.parents) if place.exists())).free


def lacking_bytes(folder: Path, cost: Cost, reserve: int, begun: int = 0) -> int:
    """How many bytes are wanting for an index to be made and as many as must stay free to stay so; 0 where it fits.

    Arguments:
        folder: of the index.
        cost: of it.
        reserve: bytes of the disk that stay free, >= 0.
        begun: bytes of it that lie there already, >= 0.

    Raises:
        OSError: if the system refuses.
    """
    return max(0, PEAK * cost.bytes + reserve - begun - free_bytes(folder))
