"""A published table, read from a file, and as records that Eve may connect with what else she knows."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np
import pandas as pd

from leakage.cover import covers
from leakage.frames import Integers, records_of
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import MISSING, Columns, PublishedTable, Table, table_of, text_of
from leakage.record import Attribute, Record

MOST_BYTES = 50_000_000
MOST_COLUMNS = 200
DELIMITERS = (",", ";", "\t", "|")
NO_HIERARCHIES: Mapping[str, Hierarchy] = {}


def read_table_csv(content: bytes) -> pd.DataFrame:
    """The table in a CSV file in UTF-8: the first line names the columns, which commas, semicolons, tabs or bars part.

    All cells are texts, without the blanks around them, so that a zip code keeps its zeros; an empty one is missing.
    What divides them is what the first line has most of.

    Raises:
        ValueError: in one sentence that repeats nothing of the file, if it is too large, no UTF-8, has lines of
            different lengths, a column without a name, two of the same name, or fewer than two rows.

    >>> read_table_csv(b"Zip;Disease\\n01234;Flu\\n99999; \\n").to_numpy().tolist()
    [['01234', 'Flu'], ['99999', nan]]
    """
    if len(content) > MOST_BYTES:
        raise ValueError(f"a table must not be larger than {MOST_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("the file must be text in UTF-8") from None
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first[:100_000].count)
    names = [name.strip() for name in next(csv.reader([first], delimiter=delimiter), [])]
    for broken, sentence in (
        (not any(names), "the first line must name the columns"),
        (not all(names), "every column must have a name in the first line"),
        (len(set(names)) < len(names), "no two columns may have the same name"),
        (len(names) < 2, "a table must have at least two columns"),
        (len(names) > MOST_COLUMNS, f"a table must have at most {MOST_COLUMNS} columns, got {len(names)}"),
    ):
        if broken:
            raise ValueError(sentence)
    try:
        frame = pd.read_csv(io.StringIO(text), sep=delimiter, dtype=str, keep_default_na=False, index_col=False)
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning):
        raise ValueError("every line must have as many cells as the first") from None
    if len(frame) < 2:
        raise ValueError(f"a table must have at least two rows below its first line, got {len(frame)}")
    stripped = frame.set_axis(names, axis=1).apply(lambda column: column.str.strip())
    filled: pd.DataFrame = stripped.where(stripped != "")
    return filled


# The classes of a published table that somebody may be in.


def classes_of(
    table: Table,
    person: Mapping[str, Any],
    hierarchies: Mapping[str, Hierarchy] = NO_HIERARCHIES,
    **columns: Unpack[Columns],
) -> Integers:
    """The classes that somebody may be in, by the quasi-identifiers known of her, ascending.

    Arguments:
        table: the published table.
        person: quasi-identifier -> plain value; what is not named is not known, and an empty cell covers anything.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> frame = pd.DataFrame({"Zip": ["11*", "11*", "2**"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> classes_of(frame, {"Zip": "241"}, quasi_identifiers=["Zip"], sensitive="Disease").tolist()
    [1]
    """
    told = table_of(table, **columns)
    possible = np.ones(told.counts.classes, np.bool_)
    for name, (codes, values) in zip(told.quasi_identifiers, told.columns, strict=True):
        if name in person:
            hierarchy, value = hierarchies.get(name), text_of(person[name])
            fits = [text == MISSING or stands_for(text, value, hierarchy) for text in map(text_of, values)]
            possible &= np.array(fits)[codes[told.first_rows]]
    return np.flatnonzero(possible)


def stands_for(published: str, value: str, hierarchy: Hierarchy | None) -> bool:
    """Whether a published value is one that a plain value became, or covers it."""
    return covers(published, value) or (hierarchy is not None and published in hierarchy.above(value))


# A published table as records that Eve may connect with what else she knows.


def row_records(table: Table, **columns: Unpack[Columns]) -> Sequence[Record]:
    """R_a: one record a row, with its quasi-identifiers and its sensitive value as published; empty cells are absent.

    An adversary who merges rows that share all quasi-identifiers gets the records of the classes.
    Source: Whang & Garcia-Molina 2012, Section 3.1.
    """
    told = table_of(table, **columns)
    held = {**dict(zip(told.quasi_identifiers, told.columns, strict=True))}
    cells = {name: _texts(values)[codes] for name, (codes, values) in held.items()}
    cells[told.sensitive] = _texts(told.values)[told.value_codes]
    return records_of(pd.DataFrame(cells))


def _texts(values: Sequence[Any]) -> Any:
    return np.array([None if (text := text_of(value)) == MISSING else text for value in values], dtype=object)


def class_records(table: Table, **columns: Unpack[Columns]) -> tuple[Record, ...]:
    """What the rows of each class come to when merged: its quasi-identifiers, and every sensitive value in it.

    Source: Whang & Garcia-Molina 2012, Section 3.1 (r_1 and r_2).

    >>> frame = pd.DataFrame({"Age": ["3*", "3*", "60"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> class_records(frame, quasi_identifiers=["Age"], sensitive="Disease")[0].values("Disease")
    ('Cancer', 'Flu')
    """
    told, records = table_of(table, **columns), []
    for number in range(told.counts.classes):
        values = [told.values[place] for place in np.flatnonzero(told.counts.distribution(number))]
        facts = [*told.class_values(number).items(), *((told.sensitive, value) for value in values)]
        texts = ((label, text_of(value)) for label, value in facts)
        records.append(Record(Attribute(*fact) for fact in texts if fact[1] != MISSING))
    return tuple(records)


def as_published(
    record: Record, table: PublishedTable, number: int, hierarchies: Mapping[str, Hierarchy] = NO_HIERARCHIES
) -> Record:
    """A record with its quasi-identifiers told as a class tells them, where those cover them.

    The paper takes a suppressed value for equal to its plain version; telling both in the same words does that, for
    the reference and for what Eve knows besides. Of two values that become one the greater confidence stays.
    Source: Whang & Garcia-Molina 2012, Section 3.1.

    Arguments:
        record: of somebody who may be in the class; labels are column names.
        table, number: the class.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> frame = pd.DataFrame({"Age": ["3*", "3*", "60"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> table = PublishedTable(frame, ["Age"], "Disease")
    >>> as_published(Record.of(("Name", "Bob"), ("Age", "31")), table, 0).values("Age")
    ('3*',)
    """
    told = {name: text_of(value) for name, value in table.class_values(number).items()}
    best: dict[tuple[str, str], float] = {}
    for a in record:
        value = told.get(a.label, MISSING)
        covering = value != MISSING and stands_for(value, a.value, hierarchies.get(a.label))
        pair = (a.label, value if covering else a.value)
        best[pair] = max(a.confidence, best.get(pair, 0.0))
    return Record(Attribute(*pair, confidence) for pair, confidence in best.items())
