"""A person's releases among a crowd: one database of both, without reading the crowd text by text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.database import Database
from leakage.record import Attribute, Pair, Record


def among(releases: Sequence[Record], crowd: Database) -> Database:
    """The releases first, then the crowd, in one database; what is written alike has one number.

    >>> crowd = Database.from_records([Record.of(("N", "Ann"), ("C", "Rome"))])
    >>> both = among([Record.of(("N", "Ann"), ("P", "1"))], crowd)
    >>> len(both), [len(record) for record in both], both.labels
    (2, [2, 2], ('C', 'N', 'P'))
    """
    own = Database.from_records(releases)
    texts = np.asarray(crowd.values, dtype=np.dtypes.StringDType())
    known = crowd.codes_of(set(own.values))
    fresh = [value for value in own.values if value not in known]
    known |= {value: [len(texts) + number] for number, value in enumerate(fresh)}
    codes = [
        _code_under(own.labels[label], known[own.values[value]], crowd)
        for label, value in zip(own.label.tolist(), own.value.tolist(), strict=True)
    ]
    labels = tuple(dict.fromkeys((*crowd.labels, *own.labels)))
    values = np.concatenate((texts, np.array(fresh, dtype=texts.dtype)))
    return Database(
        np.concatenate((own.record, crowd.record + len(own))),
        np.concatenate(
            (np.array([labels.index(label) for label in own.labels], dtype=np.int64)[own.label], crowd.label)
        ),
        np.concatenate((np.array(codes, dtype=np.int64), crowd.value)),
        np.concatenate((own.confidence, crowd.confidence)),
        labels,
        values,
        len(own) + len(crowd),
    )


def _code_under(label: str, codes: Sequence[int], crowd: Database) -> int:
    """Of the codes of a value the one that the crowd has under a label, if it has any."""
    if len(codes) == 1:
        return codes[0]
    rows = (crowd.label == crowd.label_codes.get(label, -1)) & np.isin(crowd.value, codes)
    return int(crowd.value[rows][0]) if rows.any() else codes[0]


def first_of(records: Database, count: int) -> Database:
    """The first records of a database.

    >>> len(first_of(Database.from_records([Record.of(("N", "Ann")), Record.of(("N", "Bob"))]), 1))
    1
    """
    rows = int(np.searchsorted(records.record, count))
    return Database(
        records.record[:rows],
        records.label[:rows],
        records.value[:rows],
        records.confidence[:rows],
        records.labels,
        records.values,
        count,
    )


def renamed(record: Record, pair: Pair, value: str) -> Record:
    """A record with another value in place of one of its own: the same person under another name.

    >>> renamed(Record.of(("N", "Ann", 0.5), ("C", "Rome")), ("N", "Ann"), "Bo").values("N")
    ('Bo',)
    """
    changed = {(a.label, value if a.pair == pair else a.value): a.confidence for a in record if a.pair != pair}
    if pair in record:
        known = (pair[0], value)
        changed[known] = max(record.confidences[pair], changed.get(known, 0.0))
    return Record(Attribute(label, text, confidence) for (label, text), confidence in changed.items())
