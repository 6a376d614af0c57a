"""Values and keys in arrays: what records or composites hold for a label, and what they offer to a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.cells.cells import ABSENT, LabelColumn
from leakage.database import Database, Integers
from leakage.resolution.normalise import Normaliser

Mask: TypeAlias = npt.NDArray[np.bool_]

LARGEST = 2**63


@dataclass(frozen=True, slots=True)
class Held:
    """The values that records or composites hold for one label: those of number i from start[i] to start[i + 1].

    Arguments:
        start: shape (owners + 1,).
        value: codes in [0, size); shape (start[-1],).
        size: the number of codes.
    """

    start: Integers
    value: Integers
    size: int

    @property
    def counts(self) -> Integers:
        """How many values each holds."""
        return np.diff(self.start)

    @property
    def owner(self) -> Integers:
        """Who holds each value, ascending."""
        return np.repeat(np.arange(len(self.start) - 1), self.counts)


@dataclass(frozen=True, slots=True)
class HeldOnce:
    """The same where nobody holds several values.

    Arguments:
        column: of each record its value, in [0, size), or ``ABSENT``.
        size: the number of codes.
    """

    column: Integers
    size: int

    @property
    def owner(self) -> Integers:
        """Who holds each value, ascending."""
        return np.flatnonzero(self.column != ABSENT)

    @property
    def value(self) -> Integers:
        """The values, in the order of those who hold them."""
        return self.column[self.owner]


def held_of(database: Database, label: str, normaliser: Normaliser | None, *, shared_only: bool) -> Held | HeldOnce:
    """What every record holds for a label, normalised; values that only one record holds are left out if wanted."""
    column = database.column(label)
    if column is not None:
        return _held_once(database, label, column, normaliser, shared_only)
    record, value, codes = _label_rows(database, label)
    size = len(codes)
    if normaliser is not None and size:
        spelled, texts = _spelled(database, label, codes, normaliser)
        size = len(texts)
        # Two spellings in one record may have become one value.
        record, value = np.divmod(_distinct(record * size + spelled[value]), size)
    if shared_only:
        shared = np.bincount(value, minlength=size) > 1
        kept = shared[value]
        record, value, size = record[kept], (np.cumsum(shared) - 1)[value[kept]], int(shared.sum())
    return _held(record, value, len(database), size)


def _held_once(
    database: Database, label: str, column: LabelColumn, normaliser: Normaliser | None, shared_only: bool
) -> HeldOnce:
    # The last place of each table is that of ABSENT.
    value, size = column.number, len(column.codes)
    if normaliser is not None and size:
        spelled, texts = _spelled(database, label, np.array(column.codes), normaliser)
        value, size = np.append(spelled, ABSENT)[value], len(texts)
    if shared_only:
        shared = np.bincount(value[value != ABSENT], minlength=size) > 1
        value, size = np.append(np.where(shared, np.cumsum(shared) - 1, ABSENT), ABSENT)[value], int(shared.sum())
    return HeldOnce(value, size)


def texts_of(database: Database, label: str, normaliser: Normaliser | None) -> Sequence[str]:
    """The values of a label, normalised, by the codes that ``held_of`` gives them if it leaves none out."""
    column = database.column(label)
    codes = _label_rows(database, label)[2] if column is None else np.array(column.codes, dtype=np.int64)
    if normaliser is not None:
        return _spelled(database, label, codes, normaliser)[1]
    return database.texts(codes)


def _label_rows(database: Database, label: str) -> tuple[Integers, Integers, Integers]:
    """The records that know a label, what each knows as a number, and the database's codes by that number."""
    code = database.label_codes.get(label, -1)
    rows = np.flatnonzero((database.label == code) & (database.confidence > 0.0))
    value = database.value[rows]
    # The values of a label mostly lie side by side, and then there is nothing to number anew.
    least = int(value.min(initial=len(database.values)))
    value -= least
    used = np.zeros(int(value.max(initial=-1)) + 1, dtype=bool)
    used[value] = True
    number = value if used.all() else (np.cumsum(used) - 1)[value]
    return database.record[rows], number, np.flatnonzero(used) + least


def _spelled(database: Database, label: str, codes: Integers, normaliser: Normaliser) -> tuple[Integers, Sequence[str]]:
    """For each code the number of its normalised spelling, and the spellings."""
    texts = np.array([normaliser.value(label, text) for text in database.texts(codes)], dtype=object)
    numbers, distinct = pd.factorize(texts)
    return numbers.astype(np.int64), list(distinct)


def offers(held: Sequence[Held | HeldOnce], who: Integers | None = None) -> tuple[Integers, Integers]:
    """The keys that owners offer to a rule: every choice of one value for each label, told as one number.

    Arguments:
        held: of every label of the rule; all of one kind.
        who: the owners asked about, all if not said; only where any of them may hold several values.

    Raises:
        OverflowError: if the number does not fit into 63 bits.
    """
    if np.prod([float(max(label.size, 1)) for label in held]) >= LARGEST:
        raise OverflowError("the rule has more keys than can be numbered")
    once = [label for label in held if isinstance(label, HeldOnce)]
    if once:
        return _offered_once(once)
    return _offered([label for label in held if isinstance(label, Held)], who)


def _offered_once(held: Sequence[HeldOnce]) -> tuple[Integers, Integers]:
    owner = np.flatnonzero(np.logical_and.reduce([label.column != ABSENT for label in held]))
    key = held[0].column[owner]
    for label in held[1:]:
        key *= label.size
        key += label.column[owner]
    return owner, key


def _offered(held: Sequence[Held], who: Integers | None) -> tuple[Integers, Integers]:
    owner = np.arange(len(held[0].start) - 1, dtype=np.int64) if who is None else who
    key = np.zeros(len(owner), dtype=np.int64)
    for of_label in held:
        first, count = of_label.start[owner], of_label.counts[owner]
        if count.max(initial=0) <= 1:
            row = np.flatnonzero(count)
            place = first[row]
        else:
            row = np.repeat(np.arange(len(owner)), count)
            place = np.arange(len(row)) + np.repeat(first - np.cumsum(count) + count, count)
        key = key[row] * of_label.size + of_label.value[place]
        owner = owner[row]
    return owner, key


@dataclass(frozen=True, slots=True)
class KeyTable:
    """A record that offers a key, alone or with others of its composite.

    Arguments:
        key: ascending, each once.
        owner: shape of ``key``.
    """

    key: Integers
    owner: Integers

    @staticmethod
    def of(owner: Integers, key: Integers) -> tuple[KeyTable, tuple[Integers, Integers]]:
        """The table of offers, and the pairs of owners that offer the same."""
        order = np.argsort(key)
        key, owner = key[order], owner[order]
        same = key[1:] == key[:-1]
        first = np.concatenate(([True], ~same)) if len(key) else np.zeros(0, dtype=bool)
        return KeyTable(key[first], owner[first]), (owner[1:][same], owner[:-1][same])

    def find(self, key: Integers) -> tuple[Mask, Integers]:
        """Which of the keys are known, and the owners of those."""
        if not len(self.key):
            return np.zeros(len(key), dtype=bool), np.zeros(0, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        known = self.key[place] == key
        return known, self.owner[place[known]]


def _distinct(numbers: Integers) -> Integers:
    """The numbers ascending, each once; sorting takes less time and memory than a table of them."""
    ordered = np.sort(numbers)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if len(ordered) else ordered


def _held(owner: Integers, value: Integers, owners: int, size: int) -> Held:
    start = np.zeros(owners + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return Held(start, value, size)


def gathered(held: Held | HeldOnce, composite_of: Integers, grown: Mask) -> Held:
    """What the composites that have grown hold, each value once."""
    owner, value = held.owner, held.value
    composite = composite_of[owner]
    kept = grown[composite]
    size = max(held.size, 1)
    owner, value = np.divmod(_distinct(composite[kept] * size + value[kept]), size)
    return _held(owner, value, len(grown), held.size)
