"""Generalisation: every way to make a table coarse enough for a requirement, and the table that one publishes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.published.hierarchy import Hierarchy, text_of
from leakage.published.table import MISSING, NO_CODE, ClassCounts, PublishedTable, joint_keys, numbered, tallied
from leakage.published.yardsticks import (
    Distance,
    branches,
    disclosures,
    distances,
    distribution_leakages,
    entropies,
    entropy_leakages,
    mean_total_variation,
    recursive_diversities,
)

# Requirement: what every class of a table to be published must satisfy.


Booleans = npt.NDArray[np.bool_]
SLACK = 1e-12


@dataclass(frozen=True)
class Requirement:
    """What is asked of every class; what is left at its default asks nothing.

    Arguments:
        k: at least so many rows, at least 1.
        distinct_l: at least so many sensitive values, at least 1.
        entropy_l: entropy of at least log2 of it, at least 1.
        recursive: (c, l) of recursive (c, l)-diversity, c > 0, l at least 1.
        t: at most so far from the whole table, at least 0.
        distance: by which t is measured, as ``t_closeness``; a hierarchy must have every sensitive value.
        delta: δ-disclosure of at most so many bits, at least 0.
        epsilon: distribution leakage of at most ε, at least 0 (Ren & Li, Definition 7).
        alpha: entropy leakage of at most α bits, at least 0 (Ren & Li, Definition 10).

    Raises:
        ValueError: for a value out of its range.

    >>> Requirement(k=0)
    Traceback (most recent call last):
    ValueError: k must be at least 1, got 0
    """

    k: int = 1
    distinct_l: int = 1
    entropy_l: float = 1.0
    recursive: tuple[float, int] | None = None
    t: float = math.inf
    distance: Distance | Hierarchy = "equal"
    delta: float = math.inf
    epsilon: float = math.inf
    alpha: float = math.inf

    def __post_init__(self) -> None:
        for name, least in (("k", 1), ("distinct_l", 1), ("entropy_l", 1), *((n, 0) for n in _LIMITS)):
            # Written so that NaN fails too.
            if not getattr(self, name) >= least:
                raise ValueError(f"{name} must be at least {least}, got {getattr(self, name)}")
        if self.recursive is not None and not (self.recursive[0] > 0.0 and self.recursive[1] >= 1):
            raise ValueError(f"recursive must be (c, l) with c more than 0 and l at least 1, got {self.recursive}")
        if not isinstance(self.distance, Hierarchy) and self.distance not in ("equal", "ordered", "kl"):
            raise ValueError("the distance must be equal, ordered, kl or a hierarchy")

    def satisfied(self, counts: ClassCounts, values: Sequence[Any]) -> Booleans:
        """Whether each class satisfies it, the sensitive values being these; shape (classes,)."""
        kept = counts.sizes >= self.k
        if self.distinct_l > 1:
            kept &= counts.distinct >= self.distinct_l
        if self.entropy_l > 1.0:
            kept &= entropies(counts) >= math.log2(self.entropy_l) - SLACK
        if self.recursive is not None:
            c, least = self.recursive
            kept &= recursive_diversities(counts, c) >= least
        if self.t < math.inf:
            kept &= self._distances(counts, values) <= self.t + SLACK
        if self.delta < math.inf:
            kept &= disclosures(counts) <= self.delta + SLACK
        if self.epsilon < math.inf:
            kept &= distribution_leakages(counts) <= self.epsilon + SLACK
        if self.alpha < math.inf:
            kept &= entropy_leakages(counts) <= self.alpha + SLACK
        return kept

    def _distances(self, counts: ClassCounts, values: Sequence[Any]) -> Floats:
        if isinstance(self.distance, Hierarchy):
            return mean_total_variation(counts, branches(self.distance, values))
        return distances(counts, self.distance)


_LIMITS = ("t", "delta", "epsilon", "alpha")


# Every combination of levels, tried one after the other.


MOST_COMBINATIONS = 2_500
WHAT = "Trying combinations of levels"


@dataclass(frozen=True)
class Generalisation:
    """One level for each quasi-identifier, and the classes it leads to.

    Arguments:
        levels: in the order of the table's quasi-identifiers; 0 leaves the values as they are.
        classes: how many are published.
        suppressed: rows left out, whose classes do not satisfy the requirement.
    """

    levels: tuple[int, ...]
    classes: int
    suppressed: int


def combinations(table: PublishedTable, hierarchies: Mapping[str, Hierarchy]) -> int:
    """How many combinations of levels there are.

    Raises:
        ValueError: if a quasi-identifier has no hierarchy.
    """
    if not set(table.quasi_identifiers) <= set(hierarchies):
        raise ValueError("every quasi-identifier must have a hierarchy")
    return math.prod(hierarchies[name].height + 1 for name in table.quasi_identifiers)


def generalisations(
    table: PublishedTable, hierarchies: Mapping[str, Hierarchy], requirement: Requirement, suppression: float = 0.0
) -> tuple[Generalisation, ...]:
    """All full-domain generalisations whose classes satisfy a requirement, those with most classes first.

    A generalisation makes every value of a column coarser by the same number of levels. It satisfies if no more than
    s % of the rows are in classes that do not, and these are suppressed; distances are taken from the distribution of
    the whole table, before suppression.
    Source: Ren & Li, Definition 1 and Section V-B.

    Arguments:
        table: the table as it is.
        hierarchies: one for each quasi-identifier, by its name; at most 2,500 combinations of their levels.
        requirement: what every class must satisfy.
        suppression: s, the percentage of rows that may be suppressed, in [0, 100).

    Raises:
        ValueError: for a suppression out of its range, too many combinations, a quasi-identifier without a hierarchy,
            or a hierarchy that leaves a value out.

    >>> from leakage.published.hierarchy import flat
    >>> frame = pd.DataFrame({"Sex": ["f", "m", "f"], "Age": [30, 30, 40], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> levels = {"Sex": flat(frame["Sex"]), "Age": flat(frame["Age"])}
    >>> generalisations(PublishedTable(frame, ["Sex", "Age"], "Disease"), levels, Requirement(k=3))
    (Generalisation(levels=(1, 1), classes=1, suppressed=0),)
    """
    # Written so that NaN fails too.
    if not 0.0 <= suppression < 100.0:
        raise ValueError(f"suppression must be in [0, 100) percent, got {suppression}")
    total = combinations(table, hierarchies)
    if total > MOST_COMBINATIONS:
        raise ValueError(f"there must be at most {MOST_COMBINATIONS:,} combinations of levels, got {total:,}")
    allowed = int(len(table.rows) * suppression / 100.0 + 1e-9)
    columns, found = _codes_by_level(table, hierarchies), []
    for done, levels in enumerate(itertools.product(*(range(len(column)) for column in columns)), 1):
        report(WHAT, done, total)
        counts = _coarser(table.counts, [column[level] for column, level in zip(columns, levels, strict=True)])
        kept = requirement.satisfied(counts, table.values)
        suppressed = int(counts.sizes[~kept].sum())
        if suppressed <= allowed:
            found.append(Generalisation(levels, int(kept.sum()), suppressed))
    return tuple(sorted(found, key=lambda way: (-way.classes, way.suppressed, way.levels)))


def minimal(ways: Sequence[Generalisation]) -> tuple[Generalisation, ...]:
    """Those than which no other one of them is nowhere coarser, in their order.

    >>> [way.levels for way in minimal([Generalisation(levels, 1, 0) for levels in ((0, 2), (1, 1), (1, 2), (2, 0))])]
    [(0, 2), (1, 1), (2, 0)]
    """
    levels = np.array([way.levels for way in ways])
    return tuple(way for way in ways if int((levels <= way.levels).all(axis=1).sum()) == 1)


def _codes_by_level(table: PublishedTable, hierarchies: Mapping[str, Hierarchy]) -> list[list[tuple[Integers, int]]]:
    """For each quasi-identifier, for each level, the code of every class and how many codes there are."""
    columns = []
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        places = _places_in(hierarchies[name], column.values, column.codes[table.first_rows])
        columns.append([(codes[places], size) for codes, size in hierarchies[name].codes])
    return columns


def _coarser(counts: ClassCounts, columns: Sequence[tuple[Integers, int]]) -> ClassCounts:
    """The classes put together that have the same codes in all columns."""
    keys = joint_keys([codes for codes, _ in columns], [size for _, size in columns], counts.classes)
    groups, classes = numbered(*keys)
    sizes = np.bincount(groups, weights=counts.sizes, minlength=classes).astype(np.int64)
    entries = tallied(groups[counts.owner], counts.value, counts.width, counts.count)
    return ClassCounts(sizes, *entries, counts.prior)


def _places_in(hierarchy: Hierarchy, values: Sequence[object], codes: Integers) -> Integers:
    """Where the values of some cells stand in a hierarchy."""
    used = np.unique(codes)
    # The code -1 of an empty cell picks the last place.
    places = np.full(len(values) + 1, NO_CODE, np.int64)
    for code in used.tolist():
        text = MISSING if code == NO_CODE else text_of(values[code])
        places[code] = hierarchy.places.get(text, NO_CODE)
    cell_places: Integers = places[codes]
    if (cell_places == NO_CODE).any():
        raise ValueError("a hierarchy must have every value of its column")
    return cell_places


# The table that a generalisation publishes.


def generalised(
    table: PublishedTable,
    hierarchies: Mapping[str, Hierarchy],
    levels: Sequence[int],
    requirement: Requirement | None = None,
) -> PublishedTable:
    """A table with every quasi-identifier on its level, and the rows suppressed whose classes do not satisfy.

    Only quasi-identifiers and the sensitive column remain; nothing else was made coarser. Where rows were suppressed
    give the distribution of the table before as ``prior`` to what measures distances: that is what the requirement
    was checked against.

    Arguments:
        table: the table as it is.
        hierarchies: one for each quasi-identifier, by its name.
        levels: one for each quasi-identifier, in [0, height].
        requirement: what every class must satisfy; by default nothing is suppressed.

    Raises:
        ValueError: for a level out of its range, or what is left is no table any more.

    >>> from leakage.published.hierarchy import suppressed_digits
    >>> frame = pd.DataFrame({"Zip": ["111", "112", "222"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> table, zips = PublishedTable(frame, ["Zip"], "Disease"), suppressed_digits(frame["Zip"])
    >>> generalised(table, {"Zip": zips}, [1]).frame["Zip"].tolist()
    ['11*', '11*', '22*']
    """
    _check_levels(table, hierarchies, levels)
    columns = {
        name: _lifted(hierarchies[name], column.values, column.codes, level)
        for name, column, level in zip(table.quasi_identifiers, table.columns, levels, strict=True)
    }
    frame = pd.DataFrame({**columns, table.sensitive: table.rows[table.sensitive].array})
    published = PublishedTable(frame, table.quasi_identifiers, table.sensitive, "value", table.order)
    if requirement is None:
        return published
    # The classes are those of the frame; distances are taken from the whole table, of which nothing is left out yet.
    kept = requirement.satisfied(published.counts, published.values)[published.class_of]
    if kept.all():
        return published
    return PublishedTable(frame[kept], table.quasi_identifiers, table.sensitive, "value", table.order)


def _check_levels(table: PublishedTable, hierarchies: Mapping[str, Hierarchy], levels: Sequence[int]) -> None:
    if len(levels) != len(table.quasi_identifiers):
        raise ValueError("there must be one level for each quasi-identifier")
    if not set(table.quasi_identifiers) <= set(hierarchies):
        raise ValueError("every quasi-identifier must have a hierarchy")
    for name, level in zip(table.quasi_identifiers, levels, strict=True):
        if not 0 <= level <= hierarchies[name].height:
            raise ValueError(f"each level must be in [0, height of its hierarchy], got {level}")


def _lifted(hierarchy: Hierarchy, values: Sequence[object], codes: Integers, level: int) -> npt.NDArray[np.object_]:
    return np.array(hierarchy.levels[level], dtype=object)[_places_in(hierarchy, values, codes)]
