"""Generalisation: all ways to make a table coarse enough for a requirement, and the table each publishes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.arguments import check_range
from leakage.frames import Integers
from leakage.progress import report
from leakage.published.hierarchy import Hierarchy
from leakage.published.table import ClassCounts, Column, Columns, PublishedTable, Table, grouped, table_of, text_of
from leakage.published.yardsticks import Distance, distances, distribution_leakages, entropies, entropy_leakages

SLACK = 1e-12
MOST_COMBINATIONS = 2_500

Hierarchies = Mapping[str, Hierarchy]
"""One for each quasi-identifier, by its name."""


@dataclass(frozen=True)
class Requirement:
    """The requirements on every class; defaults require nothing.

    Arguments:
        k: the least number of rows, at least 1.
        distinct_l: the least number of sensitive values, at least 1.
        entropy_l: an entropy of at least log2 of it, at least 1.
        t: the greatest distance from the whole table, at least 0.
        distance: the distance for t, as ``t_closeness``.
        epsilon: ε, the greatest distribution leakage, at least 0 (Ren & Li, Definition 7).
        alpha: α, the greatest entropy leakage in bits, at least 0 (Ren & Li, Definition 10).
    """

    k: int = 1
    distinct_l: int = 1
    entropy_l: float = 1.0
    t: float = math.inf
    distance: Distance = "equal"
    epsilon: float = math.inf
    alpha: float = math.inf

    def __post_init__(self) -> None:
        for name in ("k", "distinct_l", "entropy_l"):
            check_range(name, getattr(self, name), "[1, inf]")
        for name in ("t", "epsilon", "alpha"):
            check_range(name, getattr(self, name), "[0, inf]")
        if not isinstance(self.distance, Hierarchy) and self.distance not in ("equal", "ordered", "kl"):
            raise ValueError("the distance must be equal, ordered, kl or a hierarchy")

    def satisfied(self, counts: ClassCounts) -> npt.NDArray[np.bool_]:
        """Whether each class satisfies it; shape (classes,)."""
        kept = (counts.sizes >= self.k) & (counts.distinct >= self.distinct_l)
        if self.entropy_l > 1.0:
            kept &= entropies(counts) >= math.log2(self.entropy_l) - SLACK
        if self.t < math.inf:
            kept &= distances(counts, self.distance) <= self.t + SLACK
        if self.epsilon < math.inf:
            kept &= distribution_leakages(counts) <= self.epsilon + SLACK
        if self.alpha < math.inf:
            kept &= entropy_leakages(counts) <= self.alpha + SLACK
        return kept


@dataclass(frozen=True)
class Generalisation:
    """A level for each quasi-identifier, the number of classes published, and the number of rows suppressed."""

    levels: tuple[int, ...]
    classes: int
    suppressed: int


def combinations(table: PublishedTable, hierarchies: Hierarchies) -> int:
    """How many combinations of levels there are; a ValueError if a quasi-identifier has no hierarchy."""
    for name in table.quasi_identifiers:
        if name not in hierarchies:
            raise ValueError(f"every quasi-identifier must have a hierarchy, and {name!r} has none")
    return math.prod(hierarchies[name].height + 1 for name in table.quasi_identifiers)


def generalisations(
    table: Table,
    hierarchies: Hierarchies,
    requirement: Requirement,
    suppression: float = 0.0,
    **columns: Unpack[Columns],
) -> tuple[Generalisation, ...]:
    """All full-domain generalisations whose classes satisfy a requirement, those with most classes first.

    A full-domain generalisation raises all values of a column to one level. It satisfies the requirement if at most s %
    of the rows are in classes that do not; those are suppressed. Distances are from the distribution of the whole
    table, before suppression.
    Source: Ren & Li, Definition 1 and Section V-B.

    Arguments:
        hierarchies: one for each quasi-identifier, by name, with at most 2,500 combinations of levels.
        suppression: s, the percentage of rows that may be suppressed, in [0, 100).

    >>> from leakage.published.hierarchy import flat
    >>> frame = pd.DataFrame({"Sex": ["f", "m", "f"], "Age": [30, 30, 40], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> levels = {"Sex": flat(frame["Sex"]), "Age": flat(frame["Age"])}
    >>> generalisations(PublishedTable(frame, ["Sex", "Age"], "Disease"), levels, Requirement(k=3))
    (Generalisation(levels=(1, 1), classes=1, suppressed=0),)
    """
    check_range("the percentage of rows suppressed", suppression, "[0, 100)")
    whole = table_of(table, **columns)
    total = combinations(whole, hierarchies)
    if total > MOST_COMBINATIONS:
        raise ValueError(f"there must be at most {MOST_COMBINATIONS:,} combinations of levels, got {total:,}")
    allowed = int(len(whole.rows) * suppression / 100.0 + 1e-9)
    by_level, found = [], []
    for name, column in zip(whole.quasi_identifiers, whole.columns, strict=True):
        places = _places_in(hierarchies[name], column)[whole.first_rows]
        by_level.append([(codes[places], size) for codes, size in hierarchies[name].codes])
    for done, levels in enumerate(itertools.product(*(range(len(column)) for column in by_level)), 1):
        report("Trying combinations of levels", done, total)
        chosen = [column[level] for column, level in zip(by_level, levels, strict=True)]
        counts = whole.counts.merged(*grouped(chosen, whole.counts.classes))
        kept = requirement.satisfied(counts)
        suppressed = int(counts.sizes[~kept].sum())
        if suppressed <= allowed:
            found.append(Generalisation(levels, int(kept.sum()), suppressed))
    return tuple(sorted(found, key=lambda way: (-way.classes, way.suppressed, way.levels)))


def minimal(ways: Sequence[Generalisation]) -> tuple[Generalisation, ...]:
    """The generalisations for which no other is at most as coarse in every column, in order."""
    levels = np.array([way.levels for way in ways])
    return tuple(way for way in ways if int((levels <= way.levels).all(axis=1).sum()) == 1)


def _places_in(hierarchy: Hierarchy, column: Column) -> Integers:
    places = np.array([hierarchy.places.get(text_of(value), -1) for value in column.values], np.int64)[column.codes]
    if (places < 0).any():
        raise ValueError("a hierarchy must have every value of its column")
    return places


def generalised(
    table: Table,
    hierarchies: Hierarchies,
    levels: Sequence[int],
    requirement: Requirement | None = None,
    **columns: Unpack[Columns],
) -> PublishedTable:
    """A table generalised to given levels, without the rows whose classes do not satisfy the requirement.

    Only quasi-identifiers and the sensitive column remain. If rows were suppressed, the requirement was checked against
    the distribution of the table before: give that as ``prior`` to measure distances.

    >>> from leakage.published.hierarchy import suppressed_digits
    >>> frame = pd.DataFrame({"Zip": ["111", "112", "222"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> zips = {"Zip": suppressed_digits(frame["Zip"])}
    >>> generalised(frame, zips, [1], quasi_identifiers=["Zip"], sensitive="Disease").frame["Zip"].tolist()
    ['11*', '11*', '22*']
    """
    whole = table_of(table, **columns)
    combinations(whole, hierarchies)
    if len(levels) != len(whole.quasi_identifiers):
        raise ValueError("there must be one level for each quasi-identifier")
    lifted = {}
    for name, column, level in zip(whole.quasi_identifiers, whole.columns, levels, strict=True):
        check_range(f"the level of {name!r}", level, f"[0, {hierarchies[name].height}]")
        lifted[name] = np.array(hierarchies[name].levels[level], dtype=object)[_places_in(hierarchies[name], column)]
    frame = pd.DataFrame({**lifted, whole.sensitive: whole.rows[whole.sensitive].array})
    published = PublishedTable(frame, whole.quasi_identifiers, whole.sensitive)
    if requirement is None:
        return published
    # Distances are from the whole table, before suppression.
    kept = requirement.satisfied(published.counts)[published.class_of]
    return published if kept.all() else PublishedTable(frame[kept], whole.quasi_identifiers, whole.sensitive)
