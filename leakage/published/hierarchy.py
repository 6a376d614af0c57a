"""Hierarchies: the values of a quasi-identifier, coarser level by level."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from functools import cached_property
from typing import Any

import pandas as pd

from leakage.cover import ANY_REST, EVERYTHING, certain_beginning, number_of
from leakage.frames import Integers
from leakage.published.table import MISSING, naturally_sorted, text_of

MOST_DIGITS = 2_000
"""More than any sum of two decimal numbers of the size of a float has."""

CODE_LENGTH, INTERVALS = 3, 15
"""Texts of digits are codes from this length on, shorter ones numbers; about so many intervals on the first level."""

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[-_ /])")


@dataclass(frozen=True, repr=False)
class Hierarchy:
    """A tree of values: each value on every level; level 0 is the value itself.

    Source: LeFevre et al. 2005 (domain generalisation hierarchies); Ren & Li, Definition 1 and Table IV ("height").

    Arguments:
        levels: one tuple a level, in the order of the first, whose values are distinct. No value is empty, and values
            that are equal on one level are equal on all higher ones.

    >>> Hierarchy((("21", "29", "35"), ("2*", "2*", "3*"), ("*", "*", "*"))).height
    2
    """

    levels: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if not self.levels or not self.levels[0]:
            raise ValueError("a hierarchy must have at least one value")
        if any(len(level) != len(self.levels[0]) for level in self.levels):
            raise ValueError("every level of a hierarchy must have as many values as the first")
        if not all(isinstance(value, str) and value for level in self.levels for value in level):
            raise ValueError("no value of a hierarchy may be empty")
        if len(set(self.levels[0])) < len(self.levels[0]):
            raise ValueError("a hierarchy must not have a value twice")
        for number, (lower, higher) in enumerate(zip(self.levels, self.levels[1:], strict=False), 1):
            if len(set(zip(lower, higher, strict=True))) > len(set(lower)):
                raise ValueError(f"a hierarchy must be a tree: level {number} parts values that were equal")

    def __repr__(self) -> str:
        return f"<Hierarchy of {len(self.values)} values, height {self.height}>"

    @property
    def values(self) -> tuple[str, ...]:
        """The values of level 0."""
        return self.levels[0]

    @property
    def height(self) -> int:
        """How many times a value can be made coarser."""
        return len(self.levels) - 1

    @cached_property
    def codes(self) -> tuple[tuple[Integers, int], ...]:
        """For every level, the code of each value, and the number of codes."""
        levels = (pd.factorize(pd.Series(level, dtype=object)) for level in self.levels)
        return tuple((codes.astype("int64"), len(distinct)) for codes, distinct in levels)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each value."""
        return {value: place for place, value in enumerate(self.values)}

    def above(self, value: str) -> set[str]:
        """A value on all levels; the value alone if it is not in the hierarchy."""
        return {level[self.places[value]] for level in self.levels} if value in self.places else {value}

    def to_frame(self) -> pd.DataFrame:
        """One row a value, one column a level."""
        return pd.DataFrame({f"Level {number}": list(level) for number, level in enumerate(self.levels)})

    @staticmethod
    def from_frame(frame: pd.DataFrame) -> Hierarchy:
        """The hierarchy of such a table."""
        columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
        return Hierarchy(tuple(tuple("" if pd.isna(v) else str(v).strip() for v in column) for column in columns))


def flat(values: Iterable[Any]) -> Hierarchy:
    """The hierarchy of one level above the values, ``*``."""
    distinct = _distinct(values)
    return Hierarchy((distinct, (EVERYTHING,) * len(distinct)))


def suppressed_digits(values: Iterable[Any]) -> Hierarchy:
    """Codes that lose their last character, then the one before, until nothing is left.

    If they differ in length, none shows its length: ``12…`` stands for all codes that begin so.

    >>> suppressed_digits(["47677", "47602"]).levels[2]
    ('476**', '476**')
    """
    distinct = _distinct(values)
    lengths = {len(value) for value in distinct if value != MISSING}
    longest, even = max(lengths, default=0), len(lengths) == 1

    def hidden(value: str, shown: int) -> str:
        if value == MISSING:
            return MISSING
        if even:
            return value[:shown] + EVERYTHING * (longest - shown)
        # Of a generalised value only the certain beginning is kept.
        sure = certain_beginning(value)[:shown]
        return sure + ANY_REST if sure else EVERYTHING

    levels = (tuple(hidden(value, shown) for value in distinct) for shown in range(longest - 1, 0, -1))
    return Hierarchy((distinct, *levels, (EVERYTHING,) * len(distinct)))


def intervals(values: Iterable[Any], widths: Sequence[float]) -> Hierarchy:
    """Numbers in wider and wider intervals, then ``*``.

    >>> intervals([17, 22, 39], [5, 10]).levels[1:]
    (('15-19', '20-24', '35-39'), ('10-19', '20-29', '30-39'), ('*', '*', '*'))
    """
    distinct = _distinct(values)
    numbers = [None if value == MISSING else _number(value) for value in distinct]
    with localcontext(prec=MOST_DIGITS):
        exact = _exact_widths(widths)
        filled = [number for number in numbers if number is not None]
        plain = all(n == n.to_integral_value() for n in (*filled, *exact)) and all(n >= 0 for n in filled)
        levels = [tuple(_interval(number, width, plain) for number in numbers) for width in exact]
    return Hierarchy((distinct, *levels, (EVERYTHING,) * len(distinct)))


def _exact_widths(widths: Sequence[float]) -> list[Decimal]:
    exact: list[Decimal] = []
    for width in widths:
        if not 0.0 < width < math.inf:
            raise ValueError(f"the width of an interval must be more than 0, got {width:g}")
        before = exact[-1] if exact else Decimal(repr(float(width)))
        times = round(width / float(before))
        if not math.isclose(width / float(before), times, abs_tol=1e-9):
            raise ValueError(f"each width must be a multiple of the one before, got {width:g} after {float(before):g}")
        exact.append(before * times)
    return exact


def _interval(number: Decimal | None, width: Decimal, plain: bool) -> str:
    if number is None:
        return MISSING
    low = width * (number / width).to_integral_value(ROUND_FLOOR)
    return f"{int(low)}-{int(low + width - 1)}" if plain else f"[{_written(low)}, {_written(low + width)})"


def _written(number: Decimal) -> str:
    exact = number.normalize() + 0
    return format(exact, "f") if -10 <= exact.adjusted() < 16 else str(exact)


def _number(value: str) -> Decimal:
    number = number_of(value)
    if number is None or not math.isfinite(number):
        raise ValueError("only numbers can be put in intervals")
    return Decimal(value)


def tree(parents: Mapping[str, str], values: Iterable[Any] | None = None) -> Hierarchy:
    """Categories in a tree; a value nearer to the root than others stays the same on the first levels.

    Arguments:
        parents: the parent of each category; categories without one are below the root ``*``.
        values: the values of the column; by default the categories that are no parents.

    >>> tree({"State-gov": "Government", "Local-gov": "Government"}, ["State-gov", "Private"]).levels[1]
    ('Private', 'Government')
    """
    distinct = _distinct(set(parents) - set(parents.values()) if values is None else values)
    paths = [_path(value, parents) for value in distinct]
    longest = max(map(len, paths))
    padded = [[path[0]] * (longest - len(path)) + path for path in paths]
    return Hierarchy(tuple(zip(*padded, strict=True)))


def _path(value: str, parents: Mapping[str, str]) -> list[str]:
    path = [value]
    while path[-1] in parents:
        path.append(parents[path[-1]])
        if len(path) > len(parents) + 1:
            raise ValueError("a hierarchy must be a tree: a category is above itself")
    return path if path[-1] == EVERYTHING else [*path, EVERYTHING]


def _distinct(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(naturally_sorted({text_of(value) for value in values}))


def suggest_hierarchy(values: Iterable[Any]) -> Hierarchy:
    """A first suggestion: suppressed digits for codes, intervals for numbers, shared first words for the rest.

    >>> suggest_hierarchy(["111", "112", "222"]).levels[1]
    ('11*', '11*', '22*')
    >>> suggest_hierarchy(["State-gov", "State-own", "Private"]).levels[1]
    ('Private', 'State-…', 'State-…')
    """
    listed = list(values)
    texts = {text_of(value) for value in listed} - {MISSING}
    lengths = {len(text) for text in texts}
    if not texts:
        return flat(listed)
    written = any(isinstance(value, str) for value in listed) and all(text.isdigit() for text in texts)
    if written and len(lengths) == 1 and min(lengths) >= CODE_LENGTH:
        return suppressed_digits(listed)
    if all(_NUMBER.fullmatch(text) for text in texts):
        return intervals(listed, _widths([float(text) for text in texts]))
    words = {text: first.group() for text in texts if (first := _FIRST_WORD.match(text))}
    often = Counter(words.values())
    shared = {text: f"{word}{text[len(word)]}…" for text, word in words.items() if often[word] > 1}
    return tree(shared, listed) if shared and len(set(shared.values())) < len(texts) else flat(listed)


def _widths(numbers: list[float]) -> list[float]:
    span = max(numbers) - min(numbers)
    if span <= 0.0:
        return []
    least = span / INTERVALS
    power = 10.0 ** math.floor(math.log10(least))
    first = next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= least * (1.0 - 1e-9))
    if all(number.is_integer() for number in numbers):
        first = max(first, 2.0)
    return [width for width in (first, 2.0 * first, 4.0 * first) if width < span]
