"""Empty cells that match anything: every published tuple has for its class all rows that may be the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.database import Integers
from leakage.progress import looking
from leakage.tables.columns import NO_CODE
from leakage.tables.grouping import grouped, joint_keys, numbered, tallied

MOST_ENTRIES = 50_000_000
"""Classes times the values in them, beyond which a table is refused: they would take more than a gigabyte."""


@dataclass(frozen=True, eq=False, repr=False)
class Tuples:
    """The distinct tuples of quasi-identifiers, and the sensitive values of their rows.

    Arguments:
        columns: for each quasi-identifier a code for each tuple, -1 for an empty cell.
        sizes: how many codes each column has.
        rows: how many rows have each tuple.
        owner, value, count: how often which tuple has which sensitive value, sorted.
        width: how many sensitive values there are.
    """

    columns: Sequence[Integers]
    sizes: Sequence[int]
    rows: Integers
    owner: Integers
    value: Integers
    count: Integers
    width: int


def overlapping(tuples: Tuples) -> tuple[Integers, Integers, Integers, Integers]:
    """For every tuple the rows that may be the same person: their number, and how often they have which value.

    Two tuples may be the same if in every column the codes are equal or one of them is an empty cell. Classes
    overlap then: a row with an empty cell is in several of them.

    Raises:
        ValueError: if so many cells are empty that the classes would not fit into memory.
    """
    patterns = _patterns(tuples)
    sizes, parts_held = np.zeros(len(tuples.rows), np.int64), []
    room = 0
    for mine in patterns:
        for others in looking(patterns):
            keys, their_keys, radix = _shared_keys(tuples, mine, others)
            their_rows = np.bincount(their_keys, weights=tuples.rows[others], minlength=radix).astype(np.int64)
            sizes[mine] += their_rows[keys]
            entries = _values_by_key(tuples, others, their_keys)
            lengths = np.bincount(entries[0], minlength=radix).astype(np.int64)
            room += int(lengths[keys].sum())
            if room > MOST_ENTRIES:
                raise ValueError("too many cells are empty for each to match anything: drop those rows, or count them")
            parts_held.append(_handed_on(mine, keys, entries, lengths))
    owner, value, count = (np.concatenate(parts) for parts in zip(*parts_held, strict=True))
    return (sizes, *tallied(owner, value, tuples.width, count))


def _patterns(tuples: Tuples) -> list[Integers]:
    """The tuples by which of their cells are empty."""
    empty = [(codes == NO_CODE).astype(np.int64) for codes in tuples.columns]
    pattern, patterns = grouped(empty, [2] * len(empty), len(tuples.rows))
    return np.split(np.argsort(pattern, kind="stable"), np.cumsum(np.bincount(pattern, minlength=patterns))[:-1])


def _shared_keys(tuples: Tuples, mine: Integers, others: Integers) -> tuple[Integers, Integers, int]:
    """Keys of two lists of tuples by the columns that both have; equal keys match."""
    both = np.concatenate([mine, others])
    shared = [place for place, codes in enumerate(tuples.columns) if (codes[both] != NO_CODE).all()]
    columns = [tuples.columns[place][both] for place in shared]
    keys, radix = numbered(*joint_keys(columns, [tuples.sizes[place] for place in shared], len(both)))
    return keys[: len(mine)], keys[len(mine) :], radix


def _values_by_key(tuples: Tuples, others: Integers, keys: Integers) -> tuple[Integers, Integers, Integers]:
    key_of = np.full(len(tuples.rows), NO_CODE, np.int64)
    key_of[others] = keys
    held = key_of[tuples.owner] != NO_CODE
    return tallied(key_of[tuples.owner[held]], tuples.value[held], tuples.width, tuples.count[held])


def _handed_on(
    mine: Integers, keys: Integers, entries: tuple[Integers, Integers, Integers], lengths: Integers
) -> tuple[Integers, Integers, Integers]:
    """The values of its key given to every tuple."""
    begins = np.cumsum(lengths) - lengths
    mine_lengths = lengths[keys]
    ends = np.cumsum(mine_lengths)
    places = np.arange(int(mine_lengths.sum())) - np.repeat(ends - mine_lengths, mine_lengths)
    places += np.repeat(begins[keys], mine_lengths)
    return np.repeat(mine, mine_lengths), entries[1][places], entries[2][places]
