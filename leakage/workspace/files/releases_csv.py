"""Releases and background records as CSV, written and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leakage.record import UNTYPED, Attribute, Pair, Record, is_typed
from leakage.workspace.files.csv_cells import (
    Line,
    header_of,
    lines_of,
    number_text,
    read_day,
    read_each,
    refuse_many,
    refuse_surplus,
    to_csv,
    unguarded,
)
from leakage.workspace.forms.cells import read_attribute, read_confidence, read_pair
from leakage.workspace.limits import CellError, InputProblem, check_text
from leakage.workspace.workspace import Release

# Records in a wide CSV file: one line a record, one column a label.


@dataclass(frozen=True, slots=True)
class RecordsReading:
    """The records a file holds, and the lines that could not be used."""

    records: tuple[Record, ...]
    problems: tuple[InputProblem, ...]


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
        return RecordsReading((), (InputProblem("file", str(error)),))
    return RecordsReading(tuple(records), problems)


def _wide_record(cells: Sequence[str], labels: Sequence[str]) -> Record:
    refuse_surplus(cells, len(labels))
    texts = (check_text(unguarded(cell), "a cell") for cell in cells)
    pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=False) if text)
    if any(not label for label, _ in pairs):
        raise CellError("a cell stands in a column without a name")
    return Record(Attribute(*pair) for pair in pairs)


# Releases as CSV, in and out: one line an attribute.


COLUMNS = ("release", "recipient", "label", "value", "confidence", "date")
REQUIRED = ("release", "recipient", "label", "value")
STATE = "state"
"""The last column, where some row needs it: of a fact without a value, why it has none."""
NOT_TYPED, PRESUMED, ABSENT = "not typed", "presumed", "absent"
"""A fact that was not typed; one that is only presumed, with its probability; one that the person does not have."""


@dataclass(frozen=True, slots=True)
class CsvReading:
    """The releases a file holds, and the lines that could not be used."""

    releases: tuple[Release, ...]
    problems: tuple[InputProblem, ...]


def releases_to_csv(releases: Iterable[Release]) -> bytes:
    """Releases as a CSV file in UTF-8: one line an attribute, one line without label for an empty release.

    A fact that was not typed, or is presumed, has no value; then the file has the column ``state``, which says so.

    >>> releases_to_csv([Release("Order", "Shop", Record.of(("Phone", "+1", 0.5)))]).splitlines()[1]
    b"Order,Shop,Phone,'+1,0.5,"
    >>> releases_to_csv([Release("Order", "Shop", Record(), presumed=(("Phone", 0.2),))]).splitlines()[1]
    b'Order,Shop,Phone,,0.2,,presumed'
    """
    return to_csv(with_state(COLUMNS, [row for release in releases for row in _rows(release)]))


def with_state(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """A table whose rows end with their state, without that column where no row needs it.

    >>> with_state(["label"], [("Name", ""), ("Phone", "")])
    [('label',), ('Name',), ('Phone',)]
    """
    lines = [(*columns, STATE), *rows]
    return lines if any(line[-1] for line in lines[1:]) else [tuple(line[:-1]) for line in lines]


def _rows(release: Release) -> Iterator[tuple[str, ...]]:
    name, recipient, date = release.name, release.recipient, release.date
    for a in release.record:
        value, state = (a.value, "") if is_typed(a.pair) else ("", NOT_TYPED)
        yield name, recipient, a.label, value, number_text(a.confidence), date, state
    for label, probability in release.presumed:
        yield name, recipient, label, "", number_text(probability), date, PRESUMED
    if not (release.record or release.presumed):
        yield name, recipient, "", "", "", date, ""


def read_releases_csv(content: bytes) -> CsvReading:
    """The releases in a CSV file, in order of first line, and a sentence for every line left out.

    Columns release, recipient, label and value; confidence (blank means 1) and date (such as 2026-01-31) may
    be missing; so may state, which says of a line without a value that the fact was not typed, or is presumed with the
    confidence as its probability. Others are passed over. A comma, semicolon or tab separates them, as the first line
    has it.

    Arguments:
        content: the file, in UTF-8 with or without byte order mark; at most ``MAX_BYTES`` long, with at most
            ``MAX_ROWS`` rows below the first.

    >>> content = b"release;recipient;label;value\\nOrder;Shop;Name;Alice\\nOrder;Shop;Name;"
    >>> reading = read_releases_csv(content)
    >>> len(reading.releases), [str(problem) for problem in reading.problems]
    (1, ['line 3: fill in the value'])
    """
    drafts: dict[str, _Draft] = {}
    facts = 0

    def add(cells: list[str]) -> None:
        nonlocal facts
        facts += _add(_named(cells, positions, width), drafts)
        refuse_many(len(drafts), facts)

    try:
        lines = lines_of(content)
        positions, width = _header(lines)
        problems = read_each(lines, add)
    except CellError as error:
        return CsvReading((), (InputProblem("file", str(error)),))
    return CsvReading(tuple(draft.release() for draft in drafts.values()), problems)


@dataclass(slots=True)
class _Draft:
    """A release while its lines are being read."""

    name: str
    recipient: str
    date: str
    attributes: dict[Pair, Attribute] = field(default_factory=dict)
    presumed: dict[str, float] = field(default_factory=dict)

    def release(self) -> Release:
        # Sorted here by a plain key: sorting many attributes by their own comparison is slow.
        ordered = (self.attributes[pair] for pair in sorted(self.attributes))
        return Release(self.name, self.recipient, Record(ordered), self.date, presumed=tuple(self.presumed.items()))


def _add(row: Mapping[str, str], drafts: dict[str, _Draft]) -> bool:
    """Add what a line says to its release; whether that is a fact."""
    for column in ("release", "recipient"):
        if not row.get(column):
            raise CellError(f"{column} must not be empty")
    date = read_day(row.get("date", ""))
    presumed = _presumed(row)
    attribute = None if presumed else _attribute(row)
    draft = drafts.get(row["release"])
    if draft is None:
        draft = _Draft(check_text(row["release"], "release"), check_text(row["recipient"], "recipient"), date)
    if draft.recipient != row["recipient"]:
        raise CellError("this release has another recipient on an earlier line")
    if date and draft.date and draft.date != date:
        raise CellError("this release has another date on an earlier line")
    if attribute and attribute.pair in draft.attributes:
        raise CellError("this release holds the same label and value on an earlier line")
    if presumed and presumed[0] in draft.presumed:
        raise CellError("this release presumes the same label on an earlier line")
    if attribute:
        draft.attributes[attribute.pair] = attribute
    if presumed:
        draft.presumed[presumed[0]] = presumed[1]
    draft.date = draft.date or date
    drafts[draft.name] = draft
    return bool(attribute or presumed)


def _presumed(row: Mapping[str, str]) -> tuple[str, float] | None:
    """The label that a line presumes, with its probability; None for a line that presumes nothing."""
    if _state(row) != PRESUMED or row.get("value"):
        return None
    label, _ = read_pair({**row, "value": PRESUMED})
    probability = read_confidence(row.get("confidence"))
    if probability is None or probability >= 1.0:
        raise CellError("the confidence of what is presumed must be a number in [0, 1), such as 0.5")
    return label, probability


def _state(row: Mapping[str, str]) -> str:
    return row.get(STATE, "").casefold()


def _attribute(row: Mapping[str, str]) -> Attribute | None:
    """The attribute of a line; None for the line that stands for a release with nothing in it."""
    if not (row.get("label") or row.get("value") or row.get("confidence")):
        return None
    if row.get("value") or _state(row) != NOT_TYPED:
        return read_attribute(row)
    attribute = read_attribute({**row, "value": NOT_TYPED})
    return Attribute(attribute.label, UNTYPED, attribute.confidence)


def _header(lines: Iterator[Line]) -> tuple[dict[str, int], int]:
    """Where the columns of releases stand, and how many columns there are."""
    names = header_of(lines)
    columns = [name.casefold() for name in names]
    missing = [column for column in REQUIRED if column not in columns]
    if missing:
        word = "column" if len(missing) == 1 else "columns"
        rule = f"the first line must name the columns {_listed(REQUIRED)}"
        raise CellError(f"{rule}; it lacks the {word} {_listed(missing)}")
    if any(columns.count(column) > 1 for column in COLUMNS):
        raise CellError(f"the columns {', '.join(COLUMNS)} may stand there once only")
    # Of a state there may be several: then they are no state of this kind.
    expected = (*COLUMNS, *([STATE] if columns.count(STATE) == 1 else []))
    return {column: columns.index(column) for column in expected if column in columns}, len(names)


def _listed(columns: Sequence[str]) -> str:
    *others, last = columns
    return f"{', '.join(others)} and {last}" if others else last


def _named(cells: Sequence[str], positions: Mapping[str, int], width: int) -> dict[str, str]:
    refuse_surplus(cells, width)
    return {name: unguarded(cells[at]) for name, at in positions.items() if at < len(cells)}
