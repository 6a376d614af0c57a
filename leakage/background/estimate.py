"""What indexing will cost, before anything is read but a little."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leakage.background.regular_file import SourceError
from leakage.background.sources import CSV, Source, count_rows

SAMPLE = 1 << 20
"""Bytes from the beginning of a CSV file by which the length of its lines is estimated."""

START = 0.3
SECONDS = 2.1e-6
BYTES = 62
"""Seconds and bytes of the index for each cell of the columns that count, four fifths of the cells filled: measured
with a million made-up records of four columns (``tests.benchmarks.background``), on two idle cores."""


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
    try:
        with source.path.open("rb") as file:
            sample = file.read(SAMPLE)
        size = source.path.stat().st_size
    except OSError:
        raise SourceError("the file is not there, or may not be read") from None
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
