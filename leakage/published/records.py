"""A published table from a file, and as records that Eve can join with others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import pandas as pd

from leakage.cover import covers
from leakage.frames import Integers, read_text_table
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import MISSING, Columns, PublishedTable, Table, table_of, text_of
from leakage.record import Attribute, Record, gathered

MOST_COLUMNS = 200
NO_HIERARCHIES: Mapping[str, Hierarchy] = {}


def read_table_csv(content: bytes) -> pd.DataFrame:
    """The table in a CSV file, with texts as cells; empty cells are missing."""
    cells = read_text_table(content).reset_index(drop=True)
    names = list(cells.columns)
    for broken, sentence in (
        (not all(names), "every column must have a name in the first line"),
        (len(set(names)) < len(names), "no two columns may have the same name"),
        (len(names) < 2, "a table must have at least two columns"),
        (len(names) > MOST_COLUMNS, f"a table must have at most {MOST_COLUMNS} columns, got {len(names)}"),
        (len(cells) < 2, f"a table must have at least two rows below its first line, got {len(cells)}"),
    ):
        if broken:
            raise ValueError(sentence)
    filled: pd.DataFrame = cells.where(cells != "")
    return filled


def classes_of(
    table: Table,
    person: Mapping[str, Any],
    hierarchies: Mapping[str, Hierarchy] = NO_HIERARCHIES,
    **columns: Unpack[Columns],
) -> Integers:
    """The classes that a person may be in, given some quasi-identifiers, ascending.

    Arguments:
        person: quasi-identifier to plain value; others are unknown. An empty cell covers any value.
    """
    whole = table_of(table, **columns)
    possible = np.ones(whole.counts.classes, np.bool_)
    for name, (codes, values) in zip(whole.quasi_identifiers, whole.columns, strict=True):
        if name in person:
            hierarchy, value = hierarchies.get(name), text_of(person[name])
            fits = [text == MISSING or _stands_for(text, value, hierarchy) for text in map(text_of, values)]
            possible &= np.array(fits)[codes[whole.first_rows]]
    return np.flatnonzero(possible)


def _stands_for(published: str, value: str, hierarchy: Hierarchy | None) -> bool:
    return covers(published, value) or (hierarchy is not None and published in hierarchy.above(value))


def class_records(table: Table, **columns: Unpack[Columns]) -> tuple[Record, ...]:
    """The rows of each class merged: its quasi-identifiers, and every sensitive value in it.

    Source: Whang & Garcia-Molina 2012, Section 3.1 (r_1 and r_2).
    """
    whole, records = table_of(table, **columns), []
    for number in range(whole.counts.classes):
        values = [whole.values[place] for place in np.flatnonzero(whole.counts.distribution(number))]
        facts = [*whole.class_values(number).items(), *((whole.sensitive, value) for value in values)]
        texts = ((label, text_of(value)) for label, value in facts)
        records.append(Record(Attribute(*fact) for fact in texts if fact[1] != MISSING))
    return tuple(records)


def as_published(
    record: Record, table: PublishedTable, number: int, hierarchies: Mapping[str, Hierarchy] = NO_HIERARCHIES
) -> Record:
    """A record with its quasi-identifiers replaced by those of a class that cover them.

    The paper takes a suppressed value to be equal to its plain version; this makes them equal. If two values become
    one, the greater confidence stays.
    Source: Whang & Garcia-Molina 2012, Section 3.1.
    """
    shown = {name: text_of(value) for name, value in table.class_values(number).items()}

    def published(a: Attribute) -> Attribute:
        value = shown.get(a.label, MISSING)
        covering = value != MISSING and _stands_for(value, a.value, hierarchies.get(a.label))
        return Attribute(a.label, value, a.confidence) if covering else a

    return gathered(map(published, record))
