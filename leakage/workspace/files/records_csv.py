"""Records in a wide CSV file: one line a record, one column a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.record import Attribute, Record
from leakage.workspace.files.csv_cells import (
    header_of,
    lines_of,
    read_each,
    refuse_many,
    refuse_surplus,
    unguarded,
)
from leakage.workspace.forms.problem import CellError, Problem
from leakage.workspace.limits import check_text


@dataclass(frozen=True, slots=True)
class RecordsReading:
    """The records a file holds, and the lines that could not be used."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


def read_records_csv(content: bytes) -> RecordsReading:
    """Records in a wide CSV file: one line a record, columns are labels, blank cells absent.

    Several columns may have the same label (two phones); a value they repeat counts once.

    Arguments:
        content: as for ``read_releases_csv``, with at most 1,000 columns.

    >>> reading = read_records_csv(b"Name,Phone,Phone\\nAlice,555-0100,555-0101\\nBob,,\\n")
    >>> [len(record) for record in reading.records]
    [3, 1]
    """
    records: list[Record] = []
    facts = 0

    def add(cells: list[str]) -> None:
        nonlocal facts
        record = _wide_record(cells, labels)
        facts += len(record)
        records.append(record)
        refuse_many(len(records), facts)

    try:
        lines = lines_of(content)
        labels = header_of(lines)
        problems = read_each(lines, add)
    except CellError as error:
        return RecordsReading((), (Problem("file", str(error)),))
    return RecordsReading(tuple(records), problems)


def _wide_record(cells: Sequence[str], labels: Sequence[str]) -> Record:
    refuse_surplus(cells, len(labels))
    texts = (check_text(unguarded(cell), "a cell") for cell in cells)
    pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=False) if text)
    if any(not label for label, _ in pairs):
        raise CellError("a cell stands in a column without a name")
    return Record(Attribute(*pair) for pair in pairs)
