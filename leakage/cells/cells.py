"""Cells: a table as codes and distinct texts, column by column, whatever its cells are."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leakage.cells.texts import Integers
from leakage.side_by_side import side_by_side

ABSENT = -1
"""The code of a cell that says nothing."""

PART = 262_144
"""Rows that one thread puts together."""

BLOCK = 8192
"""Rows that are gone through together, so that they stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class LongForm:
    """The cells of a table that say something, row by row and in a row from left to right.

    Arguments:
        row: of each cell, ascending.
        column: of each cell, by number.
        value: what each says, as a place in the texts.
    """

    row: Integers
    column: Integers
    value: Integers


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """The one value of a label that each record knows, for sure.

    Arguments:
        number: of each record, as a place in ``codes``, or ``ABSENT``; shape (size,).
        codes: the database's codes of the values.
    """

    number: Integers
    codes: range


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a table, column by column.

    Arguments:
        codes: of each column what its cells say, as places behind the column's first text, or ``ABSENT``.
        firsts: of each column the place of its first text, and that behind its last.
        texts: those of one column after the other, in each column once.
    """

    codes: Sequence[Integers]
    firsts: Sequence[tuple[int, int]]
    texts: Sequence[str]

    def long_form(self) -> LongForm:
        """The same row by row."""
        height = len(self.codes[0]) if self.codes else 0
        parts = [(first, min(first + PART, height)) for first in range(0, height, PART)]
        ends = [*itertools.accumulate((self._said(*part) for part in parts), initial=0)]
        row, column, value = (np.empty(ends[-1], dtype=np.int64) for _ in range(3))

        def fill(number: int) -> None:
            here = slice(*ends[number : number + 2])
            self._fill(*parts[number], row[here], column[here], value[here])

        side_by_side(fill, range(len(parts)), height)
        return LongForm(row, column, value)

    def _said(self, first: int, last: int) -> int:
        return sum(int(np.count_nonzero(codes[first:last] != ABSENT)) for codes in self.codes)

    def _fill(self, first: int, last: int, row: Integers, column: Integers, value: Integers) -> None:
        """The cells of some rows."""
        width, end = len(self.codes), 0
        added = np.array([place for place, _ in self.firsts], dtype=np.int64)
        block = np.empty((BLOCK, width), dtype=np.int64)
        for begin in range(first, last, BLOCK):
            rows = min(BLOCK, last - begin)
            for number in range(width):
                block[:rows, number] = self.codes[number][begin : begin + rows]
            cells = block[:rows].ravel()
            said = np.flatnonzero(cells != ABSENT)
            begun, end = end, end + len(said)
            here = said // width
            row[begun:end], column[begun:end] = begin + here, said - here * width
            value[begun:end] = cells[said] + added[column[begun:end]]
