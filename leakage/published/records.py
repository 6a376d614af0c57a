"""A published table, read from a file, and as records that Eve may connect with what else she knows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.cover import covers
from leakage.database import Database, Integers
from leakage.published.hierarchy import Hierarchy, text_of
from leakage.published.table import MISSING, PublishedTable
from leakage.record import Attribute, Record

if TYPE_CHECKING:
    from leakage.published.table import PublishedTable


# Reading a table from a CSV file: every cell as text, so that a zip code keeps its zeros.


MOST_BYTES = 50_000_000
MOST_COLUMNS = 200
DELIMITERS = (",", ";", "\t", "|")
SNIFFED = 100_000


def read_table_csv(content: bytes) -> pd.DataFrame:
    """The table in a CSV file in UTF-8: the first line names the columns, which commas, semicolons, tabs or bars part.

    All cells are texts, without the blanks around them; an empty one is missing. What divides them is what the first
    line has most of.

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
    del text
    delimiter = max(DELIMITERS, key=first[:SNIFFED].count)
    names = next(csv.reader(io.StringIO(first), delimiter=delimiter), [])
    _check_names([name.strip() for name in names])
    try:
        frame = pd.read_csv(
            io.BytesIO(content),
            encoding="utf-8-sig",
            sep=delimiter,
            dtype=str,
            keep_default_na=False,
            index_col=False,
            on_bad_lines="error",
        )
    except (pd.errors.ParserError, pd.errors.EmptyDataError, pd.errors.ParserWarning):
        raise ValueError("every line must have as many cells as the first") from None
    if len(frame) < 2:
        raise ValueError(f"a table must have at least two rows below its first line, got {len(frame)}")
    frame.columns = pd.Index([name.strip() for name in names])
    for name in frame.columns:
        stripped = frame[name].str.strip()
        frame[name] = stripped.where(stripped != "")
    return frame


def _check_names(names: list[str]) -> None:
    if not any(names):
        raise ValueError("the first line must name the columns")
    if not all(names):
        raise ValueError("every column must have a name in the first line")
    if len(set(names)) < len(names):
        raise ValueError("no two columns may have the same name")
    if len(names) < 2:
        raise ValueError("a table must have at least two columns")
    if len(names) > MOST_COLUMNS:
        raise ValueError(f"a table must have at most {MOST_COLUMNS} columns, got {len(names)}")


# Covering: the classes of a published table that somebody may be in.


def classes_of(
    table: PublishedTable, person: Mapping[str, Any], hierarchies: Mapping[str, Hierarchy] | None = None
) -> Integers:
    """The classes that somebody may be in, by the quasi-identifiers known of her, ascending.

    Arguments:
        table: the published table.
        person: quasi-identifier -> plain value; what is not named is not known, and an empty cell covers anything.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> import pandas as pd
    >>> from leakage.published.table import PublishedTable
    >>> frame = pd.DataFrame({"Zip": ["11*", "11*", "2**"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> classes_of(PublishedTable(frame, ["Zip"], "Disease"), {"Zip": "241"}).tolist()
    [1]
    """
    possible = np.ones(table.counts.classes, np.bool_)
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        if name not in person:
            continue
        value = text_of(person[name])
        above = _above(value, (hierarchies or {}).get(name))
        # One place more, for the code -1 of an empty cell, which covers anything.
        covering = np.ones(len(column.values) + 1, np.bool_)
        for place, published in enumerate(column.values):
            text = text_of(published)
            covering[place] = text in above or text == MISSING or covers(text, value)
        possible &= covering[column.codes[table.first_rows]]
    return np.flatnonzero(possible)


def _above(value: str, hierarchy: Hierarchy | None) -> set[str]:
    if hierarchy is None or value not in hierarchy.places:
        return {value}
    return {level[hierarchy.places[value]] for level in hierarchy.levels}


# A published table as records that Eve may connect with what else she knows.


Confidence: TypeAlias = Literal["certain", "share"]


def row_records(table: PublishedTable) -> Database:
    """R_a: one record a row, with its quasi-identifiers and its sensitive value as published; empty cells are absent.

    An adversary who merges rows that share all quasi-identifiers gets the records of the classes.
    Source: Whang & Garcia-Molina 2012, Section 3.1.
    """
    columns = zip(table.quasi_identifiers, table.columns, strict=True)
    cells = {name: _texts(column.values)[column.codes] for name, column in columns}
    cells[table.sensitive] = _texts(table.values)[table.value_codes]
    return Database.from_frame(pd.DataFrame(cells))


def class_records(table: PublishedTable) -> Database:
    """The records of all classes, as ``class_record`` gives them with confidence 1, in the order of the classes."""
    classes = np.arange(table.counts.classes)
    columns = [_texts(column.values)[column.codes[table.first_rows]] for column in table.columns]
    values = np.concatenate([*columns, _texts(table.values)[table.counts.value]])
    labels = np.repeat(
        np.array([*table.quasi_identifiers, table.sensitive], object),
        [*[len(classes)] * len(columns), len(table.counts.value)],
    )
    numbers = np.concatenate([*[classes] * len(columns), table.counts.owner])
    kept = values != np.array(None)
    cells = numbers[kept], labels[kept], values[kept]
    return Database.from_columns(*cells, np.ones(int(kept.sum())), size=len(classes))


def _texts(values: Sequence[Any]) -> npt.NDArray[np.object_]:
    """Values as texts, and None at the end, where the code -1 of an empty cell finds it."""
    texts = [text_of(value) for value in values]
    return np.array([*(None if text == MISSING else text for text in texts), None], dtype=object)


def class_record(table: PublishedTable, number: int, confidence: Confidence = "certain") -> Record:
    """What the rows of a class come to when merged: its quasi-identifiers, and every sensitive value in it.

    Source: Whang & Garcia-Molina 2012, Section 3.1 (r_1 and r_2).

    Arguments:
        table: the published table.
        number: of the class, in [0, classes).
        confidence: "certain" gives every sensitive value confidence 1, as the paper does; "share" the share of the
            class that has it, which is what Eve believes of a member.

    Raises:
        ValueError: for a class that there is not, or another confidence.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"Age": ["3*", "3*", "60"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> [(a.value, a.confidence) for a in class_record(PublishedTable(frame, ["Age"], "Disease"), 0, "share")]
    [('3*', 1.0), ('Cancer', 0.5), ('Flu', 0.5)]
    """
    if not 0 <= number < table.counts.classes:
        raise ValueError(f"the class must be in [0, {table.counts.classes}), got {number}")
    if confidence not in ("certain", "share"):
        raise ValueError("the confidence must be certain or share")
    class_values = table.class_values(number).items()
    attributes = [Attribute(name, text_of(value)) for name, value in class_values if text_of(value) != MISSING]
    shares = table.counts.distribution(number)
    for place in np.flatnonzero(shares).tolist():
        value = text_of(table.values[place])
        if value != MISSING:
            sure = 1.0 if confidence == "certain" else float(shares[place])
            attributes.append(Attribute(table.sensitive, value, sure))
    return Record(attributes)


def as_published(
    record: Record, table: PublishedTable, number: int, hierarchies: Mapping[str, Hierarchy] | None = None
) -> Record:
    """A record with its quasi-identifiers told as a class tells them, where those cover them.

    The paper takes a suppressed value for equal to its plain version; telling both in the same words does that, for
    the reference and for what Eve knows besides.
    Source: Whang & Garcia-Molina 2012, Section 3.1.

    Arguments:
        record: of somebody who may be in the class; labels are column names.
        table, number: the class.
        hierarchies: for categories the hierarchies they were made coarser by.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"Age": ["3*", "3*", "60"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> table = PublishedTable(frame, ["Age"], "Disease")
    >>> as_published(Record.of(("Name", "Bob"), ("Age", "31")), table, 0).values("Age")
    ('3*',)
    """
    class_values = {name: text_of(value) for name, value in table.class_values(number).items()}
    return _merged(
        Attribute(a.label, class_values[a.label], a.confidence) if _stands_for(class_values, a, hierarchies) else a
        for a in record
    )


def _stands_for(
    class_values: Mapping[str, str], attribute: Attribute, hierarchies: Mapping[str, Hierarchy] | None
) -> bool:
    published = class_values.get(attribute.label, MISSING)
    if published == MISSING:
        return False
    hierarchy = (hierarchies or {}).get(attribute.label)
    if hierarchy is not None and attribute.value in hierarchy.places:
        place = hierarchy.places[attribute.value]
        if any(level[place] == published for level in hierarchy.levels):
            return True
    return covers(published, attribute.value)


def _merged(attributes: Iterable[Attribute]) -> Record:
    """Two values that one published value stands for become one, at the greater confidence."""
    best: dict[tuple[str, str], float] = {}
    for attribute in attributes:
        best[attribute.pair] = max(attribute.confidence, best.get(attribute.pair, 0.0))
    return Record(Attribute(*pair, confidence) for pair, confidence in best.items())
