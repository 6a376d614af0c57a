"""Shared keys: the pairs of records that have the same value of each of some labels, counted and drawn."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from leakage.database import Integers
from leakage.progress import look
from leakage.resolution.linkage.coded import Coded
from leakage.resolution.linkage.patterns import PairNumbers
from leakage.short_repr import short_repr

MOST_TRIED = 64
"""Keys of so many labels each that are looked at, those first that chance makes rarest."""

MOST_LABELS = 3
"""Labels of a key."""

ENTRIES_A_RECORD = 8
"""Values, or combinations of values, that records may have of a key on average; of more it is not made."""


MOST_VALUES = 32
"""Values of a label that count in one record; of more those that are first as they are sorted."""


@dataclass(frozen=True, eq=False)
class SharedKey:
    """What pairs of records are found by: an equal value of each of some labels.

    Arguments:
        labels: numbers of the comparisons.
        records: that know all of the labels, those with the same values side by side; of several values, several times.
        sizes: how many have the same values.
        by_chance: how many pairs would share it if the labels had nothing to do with each other; as many as there are,
            where it is of one label.
    """

    labels: tuple[int, ...]
    records: Integers
    sizes: Integers
    by_chance: float

    __repr__ = short_repr

    @cached_property
    def pairs(self) -> int:
        """How many there are; two records that share several values count for each."""
        return _pairs_in(self.sizes)

    @property
    def most_same(self) -> float:
        """The share of the pairs that can be of one person: those that chance does not make, and what it may err by."""
        if len(self.labels) == 1:
            return 1.0
        return min(1.0, (self.pairs - self.by_chance + 3.0 * math.sqrt(self.by_chance)) / max(1, self.pairs))

    def stands_out(self, least: float) -> bool:
        """Whether more pairs share it than chance makes: so many of them at least, and more than it may err by."""
        beyond = self.pairs - self.by_chance
        return len(self.labels) == 1 or beyond >= max(3.0 * math.sqrt(self.by_chance), least * self.pairs)

    def drawn(self, most: int, chance: np.random.Generator) -> PairNumbers:
        """All the pairs, each once; where they are more than ``most``, so many that are drawn.

        >>> key = SharedKey((0,), np.array([4, 2, 7, 9, 1]), np.array([3, 2]), 4.0)
        >>> [numbers.tolist() for numbers in key.drawn(10, np.random.default_rng(0))]
        [[1, 2, 2, 4], [9, 4, 7, 7]]
        """
        starts = np.cumsum(self.sizes) - self.sizes
        if self.pairs > most:
            group = np.searchsorted(
                np.cumsum(_pairs_of(self.sizes)), chance.integers(0, self.pairs, most), side="right"
            )
            one = chance.integers(0, self.sizes[group])
            other = chance.integers(0, self.sizes[group] - 1)
            first, second = starts[group] + one, starts[group] + other + (other >= one)
            return self.records[first], self.records[second]
        place = np.arange(len(self.records))
        after = np.repeat(starts + self.sizes, self.sizes) - place - 1
        first = np.repeat(place, after)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
        return _each_once(self.records[first], self.records[second])


@dataclass(frozen=True, eq=False)
class Keys:
    """The keys that records may share.

    Arguments:
        columns: what the records know of each label.
    """

    columns: tuple[Coded, ...]

    __repr__ = short_repr

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.columns[0].starts) - 1

    @property
    def compared_a_pair(self) -> int:
        """How many pairs of values are compared for two records, about, and rather too many."""
        squares = (float(np.square(np.diff(column.starts)).mean()) for column in self.columns)
        return math.ceil(max(1.0, sum(squares)))

    @cached_property
    def single(self) -> tuple[SharedKey, ...]:
        """Of every label the key of it alone."""
        singles = (self._key((number,)) for number in range(len(self.columns)))
        return tuple(replace(key, by_chance=float(key.pairs)) for key in singles if key is not None)

    @cached_property
    def knowing(self) -> tuple[int, ...]:
        """How many pairs of records know each label."""
        known = (int(np.count_nonzero(np.diff(column.starts))) for column in self.columns)
        return tuple(count * (count - 1) // 2 for count in known)

    @cached_property
    def equal(self) -> tuple[float, ...]:
        """How many of those have a value of the label in common."""
        return tuple(float(min(key.pairs, most)) for key, most in zip(self.single, self.knowing, strict=True))

    def of_labels(self, count: int) -> Iterator[SharedKey]:
        """The keys of so many labels, those that chance makes rarest first; of very many the first of them."""
        if count == 1:
            yield from sorted(self.single, key=lambda key: key.pairs)
            return
        share = [equal / max(1, knowing) for equal, knowing in zip(self.equal, self.knowing, strict=True)]
        subsets = itertools.combinations(range(len(self.columns)), count)
        rarest = sorted(subsets, key=lambda labels: (math.prod(share[label] for label in labels), labels))
        for labels in rarest[:MOST_TRIED]:
            look()
            key = self._key(labels)
            if key is not None:
                knowing = len(np.unique(key.records))
                chance = math.prod(share[label] for label in labels) * knowing * (knowing - 1) / 2
                yield replace(key, by_chance=chance)

    def _key(self, labels: tuple[int, ...]) -> SharedKey | None:
        """The records by what they have of some labels; None for too many combinations of several values."""
        records, codes = np.arange(self.size), np.zeros(self.size, dtype=np.int64)
        for label in labels:
            column = self.columns[label]
            counts = np.diff(column.starts)[records]
            if len(labels) > 1 and counts.sum() > ENTRIES_A_RECORD * self.size:
                return None
            place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            value = column.codes[np.repeat(column.starts[records], counts) + place]
            # Numbered anew label by label, or the product would pass what a number can hold.
            codes = np.unique(np.repeat(codes, counts) * max(1, len(column.values)) + value, return_inverse=True)[1]
            records = np.repeat(records, counts)
        order = np.argsort(codes, kind="stable")
        return SharedKey(labels, records[order], np.bincount(codes).astype(np.int64), 0.0)


def in_order(columns: Sequence[Coded]) -> tuple[Coded, ...]:
    """The same records in an order that hangs on nothing but their values, which are numbered as they are sorted.

    So what is drawn among them does not hang on the order in which they come. Of very many values some do not count.
    """
    ranked = [_few(_ranked(column)) for column in columns]
    order = np.lexsort([_ranks_of_sets(column) for column in ranked])
    return tuple(_taken(column, order) for column in ranked)


def random_pairs(count: int, most: int, chance: np.random.Generator) -> PairNumbers:
    """All pairs of so many records; where they are more than ``most``, so many that are drawn.

    >>> [numbers.tolist() for numbers in random_pairs(3, 3, np.random.default_rng(0))]
    [[0, 0, 1], [1, 2, 2]]
    """
    if count * (count - 1) // 2 <= most:
        left, right = np.triu_indices(count, 1)
        return left.astype(np.int64), right.astype(np.int64)
    left, right = chance.integers(0, count, most), chance.integers(0, count - 1, most)
    return left, right + (right >= left)


def _pairs_of(sizes: Integers) -> Integers:
    return sizes * (sizes - 1) // 2


def _pairs_in(sizes: Integers) -> int:
    return int(_pairs_of(sizes).sum())


def _each_once(left: Integers, right: Integers) -> PairNumbers:
    size = int(max(left.max(initial=0), right.max(initial=0))) + 1
    numbers = np.unique(np.minimum(left, right) * size + np.maximum(left, right))
    return numbers // size, numbers % size


def _ranked(column: Coded) -> Coded:
    """Its values as they are sorted, those of one record ascending."""
    by_value = np.array(sorted(range(len(column.values)), key=column.values.__getitem__), dtype=np.int64)
    rank = np.empty(len(by_value), dtype=np.int64)
    rank[by_value] = np.arange(len(by_value))
    codes = rank[column.codes]
    codes = codes[np.lexsort((codes, column.holders))]
    return replace(column, values=tuple(column.values[code] for code in by_value.tolist()), codes=codes)


def _few(column: Coded) -> Coded:
    """No more values of a record than count."""
    counts = np.diff(column.starts)
    kept = np.arange(len(column.codes)) - np.repeat(column.starts[:-1], counts) < MOST_VALUES
    starts = np.concatenate([[0], np.cumsum(np.minimum(counts, MOST_VALUES))])
    return replace(column, starts=starts, codes=column.codes[kept])


def _ranks_of_sets(column: Coded) -> Integers:
    """Of every record where its values come among those of all; records of the same values have the same rank."""
    counts = np.diff(column.starts)
    if counts.max(initial=0) <= 1:
        ranks = np.full(len(counts), -1, dtype=np.int64)
        ranks[counts > 0] = column.codes
        return ranks
    sets = [tuple(codes.tolist()) for codes in np.split(column.codes, column.starts[1:-1])]
    found = {codes: rank for rank, codes in enumerate(sorted(set(sets)))}
    return pd.Series(sets, dtype=object).map(found).to_numpy(dtype=np.int64)


def _taken(column: Coded, order: Integers) -> Coded:
    counts = np.diff(column.starts)[order]
    starts = np.concatenate([[0], np.cumsum(counts)])
    place = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
    return replace(column, starts=starts, codes=column.codes[np.repeat(column.starts[order], counts) + place])
