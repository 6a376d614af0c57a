"""Tables of texts: releases as CSV, written; records of other people and cells, read.

What a spreadsheet could take for a formula is written with an apostrophe before it: ``=``, ``+``, ``-`` or ``@``,
full-width or not, at the start of a cell or behind a separator in it, where a spreadsheet that separates otherwise
begins a cell. Reading takes one such apostrophe away, so the round trip loses nothing. (A text that itself has
apostrophes before such a sign gets one more.) Blanks around a cell are not kept. No sentence repeats a cell.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leakage.frames import read_text_table
from leakage.record import UNTYPED, Attribute, Pair, Record, is_typed
from leakage.workspace.limits import MOST_STRANGERS, CellError, InputProblem, check_number, check_text, few
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Release

MAX_COLUMNS = 1_000

_SIGNS = "=+\\-@＝＋－＠"
# Runs of blanks hold no separator, so that the search stays linear.
_WITHIN = r"""(^[\s"]+|[,;\t\r\n](?:[^\S\t\r\n]|")*)"""
_FORMULA = re.compile(rf"^('*)(?=[\t\r\n{_SIGNS}])|{_WITHIN}('*)(?=[{_SIGNS}])")
_GUARDED = re.compile(rf"^'('*)(?=[\t\r\n{_SIGNS}])|{_WITHIN}'('*)(?=[{_SIGNS}])")
_NEEDS_QUOTES = re.compile(r'[,;\t\r\n"]')


def guarded(text: str) -> str:
    """A cell in which no spreadsheet finds a formula: an apostrophe stands before what could be one.

    Source: OWASP, CSV Injection, which names separators and quotation marks within a cell as well.

    >>> guarded("=1+1"), guarded("x;=1+1"), guarded("Alice")
    ("'=1+1", "x;'=1+1", 'Alice')
    """
    return _FORMULA.sub(r"\2'\1\3", text)


def unguarded(cell: str) -> str:
    """A cell as the person meant it: no blanks around it, and not guarded against being a formula.

    >>> unguarded(" '=1+1"), unguarded("x;'=1+1"), unguarded("'Alice")
    ('=1+1', 'x;=1+1', "'Alice")
    """
    text = cell.strip()
    # Few cells have one, and there may be a million.
    return _GUARDED.sub(r"\2\1\3", text) if "'" in text else text


def number_text(number: float) -> str:
    """A number as a cell."""
    # Adding zero turns -0.0, which a spreadsheet could take for a formula, into 0.0.
    return repr(float(number) + 0.0).removesuffix(".0")


def to_csv(rows: Iterable[Iterable[str | float]]) -> bytes:
    """Rows as a CSV file in UTF-8: every text guarded, and quoted where it holds any separator; numbers as they are.

    >>> print(to_csv([("a;b", "=1", -0.5)]).decode().strip())
    "a;b",'=1,-0.5
    """
    return "".join(",".join(map(_cell, row)) + "\r\n" for row in rows).encode("utf-8", errors="replace")


def _cell(content: str | float) -> str:
    if not isinstance(content, str):
        return number_text(content)
    cell = guarded(content)
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


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
        content: as for ``read_text_table``, with at most 1,000 columns.

    >>> reading = read_records_csv(b"Name,Phone,Phone\\nAlice,555-0100,555-0101\\nBob,,\\n")
    >>> [len(record) for record in reading.records]
    [3, 1]
    """
    try:
        table = read_text_table(content)
        if len(table.columns) > MAX_COLUMNS or len(table) > MOST_STRANGERS:
            raise CellError(f"a file may have at most {MAX_COLUMNS:,} columns and {MOST_STRANGERS:,} records")
    except ValueError as error:
        return RecordsReading((), (InputProblem("file", str(error)),))
    labels, records, problems = [unguarded(name) for name in table.columns], list[Record](), list[InputProblem]()
    for number, *cells in table.itertuples(name=None):
        try:
            texts = [check_text(unguarded(cell), "a cell") for cell in cells]
            pairs = dict.fromkeys((label, text) for label, text in zip(labels, texts, strict=True) if text)
            if not all(label for label, _ in pairs):
                raise CellError("a cell stands in a column without a name")
            records.append(Record(Attribute(*pair) for pair in pairs))
        except CellError as error:
            problems.append(InputProblem(f"line {number}", str(error)))
    return RecordsReading(tuple(records), few(problems))


COLUMNS = ("release", "recipient", "label", "value", "confidence", "date", "state")
"""The last says why a fact has no value; a file in which no row needs it has none."""


def releases_to_csv(releases: Iterable[Release]) -> bytes:
    """Releases as a CSV file in UTF-8: one line an attribute, one line without label for an empty release.

    A fact that was not typed, or is presumed, has no value; then the file has the column ``state``, which says so.

    >>> releases_to_csv([Release("Order", "Shop", Record.of(("Phone", "+1", 0.5)))]).splitlines()[1]
    b"Order,Shop,Phone,'+1,0.5,"
    >>> releases_to_csv([Release("Order", "Shop", Record(), presumed=(("Phone", 0.2),))]).splitlines()[1]
    b'Order,Shop,Phone,,0.2,,presumed'
    """
    rows: list[tuple[str, ...]] = [COLUMNS]
    for release in releases:
        facts = [
            (a.label, *((a.value, "") if is_typed(a.pair) else ("", "not typed")), number_text(a.confidence))
            for a in release.record
        ]
        facts += [(label, "", "presumed", number_text(probability)) for label, probability in release.presumed]
        for label, value, state, sure in facts or [("", "", "", "")]:
            rows.append((release.name, release.recipient, label, value, sure, release.date, state))
    needed = any(row[-1] for row in rows[1:])
    return to_csv(row if needed else row[:-1] for row in rows)


# Cells that a person wrote: a day, a confidence, and facts with their weights.


def read_day(text: str) -> str:
    """A day as ``2026-01-31``; blank stays blank.

    Raises:
        CellError: for anything else.
    """
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise CellError("date must be a day such as 2026-01-31") from None


def read_confidence(text: str) -> float | None:
    """A confidence, None for a blank cell.

    Raises:
        CellError: for what is no number, or outside [0, 1].
    """
    number = _number(text, "confidence must be a number in [0, 1], such as 0.5")
    if number is not None and not 0.0 <= number <= 1.0:
        raise CellError(f"confidence must be in [0, 1], got {number:g}")
    return number


def _number(text: str, sentence: str) -> float | None:
    """A number, None for a blank cell; the sentence refuses anything else."""
    try:
        number = float(text) if text.strip() else None
    except ValueError:
        number = math.nan
    if number is not None and math.isnan(number):
        raise CellError(sentence)
    return number


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, what could not be used, and what there is not."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[InputProblem, ...]
    absent: tuple[str, ...]


def read_profile(rows: Sequence[Mapping[str, str]]) -> ProfileReading:
    """The profile in a table with the columns label, value, weight and state.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out. The state of a row
            without a value may be "not typed", or "absent" for what the person does not have.
    """
    first, absent = dict[Pair, str](), dict[str, None]()
    stated, problems = dict[str, float](), list[InputProblem]()
    for number, row in enumerate(rows, start=1):
        where = f"row {number}"
        if not any(row.get(column, "").strip() for column in ("label", "value", "weight")):
            continue
        try:
            pair = _fact(row)
            weight = _number(row.get("weight", ""), "weight must be a positive number, such as 2")
            if weight is not None:
                check_number("weight", weight)
            if pair in first and _state(row) != "absent":
                raise CellError(f"the same label and value are already in {first[pair]}")
        except ValueError as error:
            problems.append(InputProblem(where, str(error)))
            continue
        if _state(row) == "absent":
            absent[pair[0]] = None
        else:
            first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(InputProblem(where, f"a label has one weight: {stated[pair[0]]:g} stays"))
    labels = dict.fromkeys(label for label, _ in first)
    lacked = tuple(label for label in absent if label not in labels)
    weighed = (*labels, *(label for label in lacked if label in stated))
    weights = tuple((label, stated.get(label, default_weight(label))) for label in weighed)
    return ProfileReading(tuple(first), weights, tuple(problems), lacked)


def _fact(row: Mapping[str, str]) -> Pair:
    label, value = (check_text(row.get(column, "").strip(), column) for column in ("label", "value"))
    for column, text in (("label", label), ("value", value or _state(row))):
        if not text:
            raise CellError(f"fill in the {column}")
    return label, value or UNTYPED


def _state(row: Mapping[str, str]) -> str:
    """Why a row has no value; empty where it has one, or does not say."""
    state = row.get("state", "").casefold()
    return state if state in ("not typed", "absent") and not row.get("value", "").strip() else ""
