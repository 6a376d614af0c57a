"""Hierarchies: how the values of a quasi-identifier are made coarser, level by level."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from leakage.database import Integers
from leakage.tables.columns import MISSING, naturally_sorted

EVERYTHING = "*"
"""The value that says nothing: the root of every hierarchy."""


@dataclass(frozen=True, repr=False)
class Hierarchy:
    """For every value what it becomes on each level; level 0 is the value itself.

    What is the same on one level is the same on all higher ones: the values form a tree.
    Source: LeFevre et al. 2005 (domain generalisation hierarchies); Ren & Li, Definition 1 and Table IV ("height").

    Arguments:
        levels: one tuple a level, all in the order of the first, whose values are distinct.

    Raises:
        ValueError: if there is no value, a level has another length, a value is empty or comes twice, or the values
            form no tree.

    >>> Hierarchy((("21", "29", "35"), ("2*", "2*", "3*"), ("*", "*", "*"))).height
    2
    """

    levels: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if not self.levels or not self.levels[0]:
            raise ValueError("a hierarchy must have at least one value")
        if any(len(level) != len(self.levels[0]) for level in self.levels):
            raise ValueError("every level of a hierarchy must say what each value becomes")
        if not all(isinstance(value, str) and value for level in self.levels for value in level):
            raise ValueError("no value of a hierarchy may be empty")
        if len(set(self.levels[0])) < len(self.levels[0]):
            raise ValueError("a hierarchy must not have a value twice")
        for number, (lower, higher) in enumerate(zip(self.levels, self.levels[1:], strict=False), 1):
            if len(set(zip(lower, higher, strict=True))) > len(set(lower)):
                raise ValueError(f"a hierarchy must be a tree: on level {number} values part that were the same below")

    def __repr__(self) -> str:
        return f"<Hierarchy of {len(self.values)} values, height {self.height}>"

    @property
    def values(self) -> tuple[str, ...]:
        """The values it knows."""
        return self.levels[0]

    @property
    def height(self) -> int:
        """How many times a value can be made coarser."""
        return len(self.levels) - 1

    @cached_property
    def codes(self) -> tuple[tuple[Integers, int], ...]:
        """For every level the code of what each value becomes, and how many codes there are."""
        found = (pd.factorize(pd.Series(level, dtype=object)) for level in self.levels)
        return tuple((codes.astype("int64"), len(distinct)) for codes, distinct in found)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each value stands."""
        return {value: place for place, value in enumerate(self.values)}

    def generalised(self, value: str, level: int) -> str:
        """What a value becomes on a level.

        Raises:
            ValueError: for a value or a level that the hierarchy does not have.
        """
        if not 0 <= level <= self.height:
            raise ValueError(f"the level must be in [0, {self.height}], got {level}")
        if value not in self.places:
            raise ValueError("the hierarchy must have every value of the column")
        return self.levels[level][self.places[value]]

    def with_further_levels(self, number: int) -> Hierarchy:
        """Room for levels of one's own: the values repeated on so many levels above the lowest.

        >>> flat(["a", "b"]).with_further_levels(1).levels
        (('a', 'b'), ('a', 'b'), ('*', '*'))
        """
        return Hierarchy((*[self.values] * number, *self.levels))

    def to_frame(self) -> pd.DataFrame:
        """One row a value, one column a level, as people edit it."""
        return pd.DataFrame({f"Level {number}": list(level) for number, level in enumerate(self.levels)})

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> Hierarchy:
        """The hierarchy written in a table: one row a value, one column a level.

        Raises:
            ValueError: as the hierarchy itself.
        """
        columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
        return Hierarchy(tuple(tuple("" if pd.isna(v) else str(v).strip() for v in column) for column in columns))


def text_of(value: Any) -> str:
    """A cell as a hierarchy knows it: a whole number without a decimal point, an empty cell by its own word.

    >>> text_of(39.0), text_of(None)
    ('39', '(missing)')
    """
    if pd.isna(value) or (isinstance(value, str) and not value.strip()):
        return MISSING
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def flat(values: Iterable[Any]) -> Hierarchy:
    """Values that become nothing at once."""
    kept = _distinct(values)
    return Hierarchy((kept, (EVERYTHING,) * len(kept)))


def suppressed_digits(values: Iterable[Any]) -> Hierarchy:
    """Codes that lose their last character, then the one before, until nothing is left.

    >>> suppressed_digits(["47677", "47602"]).levels[2]
    ('476**', '476**')
    """
    kept = _distinct(values)
    longest = max((len(value) for value in kept if value != MISSING), default=0)
    levels = [kept]
    for hidden in range(1, longest):
        levels.append(tuple(_hidden(value, longest - hidden, longest) for value in kept))
    return Hierarchy((*levels, (EVERYTHING,) * len(kept)))


def _hidden(value: str, shown: int, longest: int) -> str:
    # Shorter codes are padded: else they would show by their length.
    return MISSING if value == MISSING else value[:shown] + EVERYTHING * (longest - min(shown, len(value)))


def intervals(values: Iterable[Any], widths: Sequence[float], start: float = 0.0) -> Hierarchy:
    """Numbers in intervals that grow wider, then nothing.

    Arguments:
        values: numbers, or texts that are numbers.
        widths: of the intervals on each level, more than 0, each a multiple of the one before.
        start: where an interval begins.

    Raises:
        ValueError: if a value is no number, or a width is not a multiple of the one before.

    >>> intervals([17, 22, 39], [5, 10]).levels[1:]
    (('15-19', '20-24', '35-39'), ('10-19', '20-29', '30-39'), ('*', '*', '*'))
    """
    kept = _distinct(values)
    numbers = [None if value == MISSING else _number(value) for value in kept]
    previous = None
    for width in widths:
        if not 0.0 < width < math.inf:
            raise ValueError(f"the width of an interval must be more than 0, got {width:g}")
        if previous is not None and not math.isclose(width / previous, round(width / previous), abs_tol=1e-9):
            raise ValueError(f"each width must be a multiple of the one before, got {width:g} after {previous:g}")
        previous = width
    whole = all(n is None or n.is_integer() for n in numbers) and all(float(w).is_integer() for w in (*widths, start))
    plain = whole and all(n is None or n >= max(start, 0.0) for n in numbers) and start >= 0.0
    levels = [tuple(_interval(number, width, start, plain) for number in numbers) for width in widths]
    return Hierarchy((kept, *levels, (EVERYTHING,) * len(kept)))


def _interval(number: float | None, width: float, start: float, plain: bool) -> str:
    if number is None:
        return MISSING
    low = start + width * math.floor((number - start) / width + 1e-12)
    return f"{low:.0f}-{low + width - 1:.0f}" if plain else f"[{low:.10g}, {low + width:.10g})"


def _number(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("only numbers can be put in intervals") from None
    return number


def tree(parents: Mapping[str, str], values: Iterable[Any] | None = None) -> Hierarchy:
    """Categories in a tree; a value that is nearer to the root than others stays itself on the first levels.

    Arguments:
        parents: what stands above each category; what stands above none is below the root ``*``.
        values: the values of the column; by default those that stand above none.

    Raises:
        ValueError: if the categories go round in a circle.

    >>> tree({"State-gov": "Government", "Local-gov": "Government"}, ["State-gov", "Private"]).levels[1]
    ('Private', 'Government')
    """
    kept = _distinct(set(parents) - set(parents.values()) if values is None else values)
    paths = [_path(value, parents) for value in kept]
    height = max(len(path) for path in paths) - 1
    padded = [[path[0]] * (height + 1 - len(path)) + path for path in paths]
    return Hierarchy(tuple(tuple(path[level] for path in padded) for level in range(height + 1)))


def _path(value: str, parents: Mapping[str, str]) -> list[str]:
    path = [value]
    while path[-1] in parents:
        path.append(parents[path[-1]])
        if len(path) > len(parents) + 1:
            raise ValueError("a hierarchy must be a tree: a category stands above itself")
    return path if path[-1] == EVERYTHING else [*path, EVERYTHING]


def _distinct(values: Iterable[Any]) -> tuple[str, ...]:
    """The values as texts, each once, in their order."""
    return tuple(naturally_sorted({text_of(value) for value in values}))
