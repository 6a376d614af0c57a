"""Columns: the attributes of many records, label by label, put into the order of a Database."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from leakage.database import Database, Integers


class Columns:
    """Attributes collected for a Database; values of different labels must be different texts.

    >>> columns = Columns(2)
    >>> columns.add("N", np.array([0, 1]), np.array([0, 0]), ["Ann"])
    >>> columns.add("P", np.array([1]), np.array([0]), ["123"])
    >>> [len(record) for record in columns.database()]
    [1, 2]
    """

    def __init__(self, records: int) -> None:
        self._size = records
        self._labels: list[str] = []
        self._slots: list[tuple[int, Integers, Integers]] = []
        self._texts: list[str] = []

    def add(self, label: str, records: Integers, codes: Integers, texts: Sequence[str]) -> None:
        """One value more for some records.

        Arguments:
            label: a second slot of a label must have other texts than the first.
            records: ascending, each once.
            codes: places in texts.
            texts: the values; one that repeats counts as the same.
        """
        if label not in self._labels:
            self._labels.append(label)
        place, distinct = pd.factorize(np.array(texts, dtype=object))
        self._slots.append((self._labels.index(label), records, place[codes] + len(self._texts)))
        self._texts.extend(distinct)

    def database(self) -> Database:
        """All of it, certain, sorted by record: each slot knows its place in every record by counting."""
        counts = np.zeros(self._size, dtype=np.int64)
        for _, records, _ in self._slots:
            counts[records] += 1
        following = np.concatenate(([0], np.cumsum(counts)))[:-1]
        label, value = (np.empty(int(counts.sum()), dtype=np.int64) for _ in range(2))
        for code, records, values in self._slots:
            label[following[records]] = code
            value[following[records]] = values
            following[records] += 1
        texts = np.array(self._texts, dtype=np.dtypes.StringDType())
        owner = np.repeat(np.arange(self._size), counts)
        return Database(owner, label, value, np.ones(len(owner)), tuple(self._labels), texts, self._size)
