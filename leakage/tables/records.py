"""A published table as records that Eve may connect with what else she knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.cover import covers
from leakage.database import Database
from leakage.record import Attribute, Record
from leakage.tables.columns import MISSING
from leakage.tables.hierarchy import Hierarchy, text_of
from leakage.tables.table import PublishedTable

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
    told = [_texts(column.values)[column.codes[table.first_rows]] for column in table.columns]
    values = np.concatenate([*told, _texts(table.values)[table.counts.value]])
    labels = np.repeat(
        np.array([*table.quasi_identifiers, table.sensitive], object),
        [*[len(classes)] * len(told), len(table.counts.value)],
    )
    numbers = np.concatenate([*[classes] * len(told), table.counts.owner])
    kept = values != np.array(None)
    held = numbers[kept], labels[kept], values[kept]
    return Database.from_columns(*held, np.ones(int(kept.sum())), size=len(classes))


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
    known = table.class_values(number).items()
    held = [Attribute(name, text_of(value)) for name, value in known if text_of(value) != MISSING]
    shares = table.counts.distribution(number)
    for place in np.flatnonzero(shares).tolist():
        value = text_of(table.values[place])
        if value != MISSING:
            sure = 1.0 if confidence == "certain" else float(shares[place])
            held.append(Attribute(table.sensitive, value, sure))
    return Record(held)


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
    told = {name: text_of(value) for name, value in table.class_values(number).items()}
    return _merged(
        Attribute(a.label, told[a.label], a.confidence) if _stands_for(told, a, hierarchies) else a for a in record
    )


def _stands_for(told: Mapping[str, str], attribute: Attribute, hierarchies: Mapping[str, Hierarchy] | None) -> bool:
    published = told.get(attribute.label, MISSING)
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
