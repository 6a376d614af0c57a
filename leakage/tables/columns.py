"""Columns of a table as numbers: every distinct value has a code, and a place in an order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from leakage.database import Integers

MISSING = "(missing)"
"""Stands for an empty cell where that is a value of its own."""

NO_CODE = -1
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
_PLAIN = re.compile(r"[-+]?\d+(\.\d+)?")


@dataclass(frozen=True, eq=False, repr=False)
class Coded:
    """A column as codes into its distinct values.

    Arguments:
        codes: one a row; -1 for an empty cell.
        values: the distinct values, in the order of the column.
    """

    codes: Integers
    values: tuple[Any, ...]

    def with_missing(self) -> Coded:
        """The same column with empty cells as one more value, the last one."""
        if not (self.codes == NO_CODE).any():
            return self
        return Coded(np.where(self.codes == NO_CODE, len(self.values), self.codes), (*self.values, MISSING))


def coded(column: pd.Series[Any], order: Sequence[Any] | None = None) -> Coded:
    """A column as codes; its values are sorted as people sort them, numbers in a text by their size.

    Arguments:
        column: of texts, numbers, or dates; None, NaN and blank texts are empty cells.
        order: the values in another order; it may name more than the column has.

    Raises:
        ValueError: if the column holds numbers among texts, or a value that the order leaves out.

    >>> coded(pd.Series(["11K", "3K", None])).values
    ('3K', '11K')
    """
    if pd.api.types.infer_dtype(column, skipna=True) in ("mixed", "mixed-integer"):
        raise ValueError("a column must not mix numbers with text: have it read as text throughout")
    factors, distinct = pd.factorize(column)
    codes, values = factors.astype(np.int64), list(distinct)
    blank = [place for place, value in enumerate(values) if isinstance(value, str) and not value.strip()]
    codes[np.isin(codes, blank)] = NO_CODE
    kept = [place for place in range(len(values)) if place not in set(blank)]
    ordered = _ordered(column, [values[place] for place in kept], order)
    places = {value: place for place, value in enumerate(ordered)}
    if any(values[place] not in places for place in kept):
        raise ValueError("the order must name every value of the column")
    # One place more than there are values: the code -1 of an empty cell picks it.
    renumbered = np.full(len(values) + 1, NO_CODE, np.int64)
    for place in kept:
        renumbered[place] = places[values[place]]
    return Coded(renumbered[codes], tuple(ordered))


def _ordered(column: pd.Series[Any], values: list[Any], order: Sequence[Any] | None) -> list[Any]:
    if order is not None:
        if len(set(order)) < len(order):
            raise ValueError("the order must name no value twice")
        return list(order)
    if isinstance(column.dtype, pd.CategoricalDtype) and column.dtype.ordered:
        present = set(values)
        return [value for value in column.dtype.categories if value in present]
    return naturally_sorted(values)


def naturally_sorted(values: Iterable[Any]) -> list[Any]:
    """Values in their own order; texts with the numbers in them by size.

    >>> naturally_sorted(["10K", "9K"]), naturally_sorted(["3", "-5"]), naturally_sorted([10, 9])
    (['9K', '10K'], ['-5', '3'], [9, 10])
    """
    listed = list(values)
    if not any(isinstance(value, str) for value in listed):
        return sorted(listed)
    plain = all(_PLAIN.fullmatch(str(value)) for value in listed)
    return sorted(listed, key=lambda value: (float(value), str(value)) if plain else _by_numbers(value))


def _by_numbers(value: Any) -> list[tuple[float, str]]:
    parts = _NUMBER.split(str(value))
    # Texts and numbers alternate, so that no text is ever compared with a number.
    return [(float(part), "") if place % 2 else (0.0, part) for place, part in enumerate(parts)]
