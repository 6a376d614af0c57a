"""Incognito: all minimal ways to make a table coarse enough for a requirement, and what that costs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.database import Floats, Integers
from leakage.progress import report
from leakage.tables.hierarchy import Hierarchy, text_of
from leakage.tables.table import MISSING, NO_CODE, ClassCounts, PublishedTable, joint_keys, numbered, tallied
from leakage.tables.yardsticks import (
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
from leakage.tabular.rows import to_frame

# Information loss: what a generalisation costs those who use the table.


MOST = 2.0**53
"""Whole numbers below it are what a float says they are."""


@dataclass(frozen=True)
class InformationLoss:
    """Three costs; lower is more useful.

    Arguments:
        discernibility: ``sum over classes of |C|² + suppressed · all rows`` (Bayardo & Agrawal 2005): from how many
            rows each row cannot be told, added up.
        average_class_size: rows published for each class (LeFevre et al. 2006, before dividing by k); 0 where none is.
        precision_loss: how far up the hierarchies the cells are on average (1 - Sweeney's Prec), in [0, 1]; the cells
            of a suppressed row are at the top.
    """

    discernibility: int
    average_class_size: float
    precision_loss: float


def information_loss(
    sizes: npt.ArrayLike, suppressed: int, levels: Sequence[int], heights: Sequence[int]
) -> InformationLoss:
    """What a full-domain generalisation costs.

    Sources: Bayardo & Agrawal 2005; LeFevre et al. 2006; Sweeney 2002.

    Arguments:
        sizes: rows of every class that is published, whole numbers of at least 0.
        suppressed: rows that are not, at least 0.
        levels: of every quasi-identifier, one at least, in [0, its height].
        heights: of the hierarchies.

    Raises:
        ValueError: for a number out of its range, no quasi-identifier, or not a height for each.

    >>> information_loss([2, 2], 1, [1, 0], [2, 2])
    InformationLoss(discernibility=13, average_class_size=2.0, precision_loss=0.4)
    """
    if not levels or len(levels) != len(heights):
        raise ValueError("there must be a quasi-identifier, and a height for each")
    if any(not 0 <= level <= height for level, height in zip(levels, heights, strict=True)):
        raise ValueError("each level must be in [0, height of its hierarchy]")
    given = np.asarray(sizes, dtype=np.float64)
    # Written so that NaN fails too.
    if not (suppressed >= 0 and (given >= 0.0).all() and (given < MOST).all() and (given == np.floor(given)).all()):
        raise ValueError("rows must be whole numbers of at least 0")
    rows = given.astype(np.int64)
    published = int(rows.sum())
    everyone = published + suppressed
    climbed = [level / height if height else 0.0 for level, height in zip(levels, heights, strict=True)]
    share = (published * sum(climbed) / len(climbed) + suppressed) / everyone if everyone else 0.0
    average = published / len(rows) if len(rows) else 0.0
    return InformationLoss(int(np.sum(rows**2)) + suppressed * everyone, average, share)


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

    @property
    def asks_of_values(self) -> bool:
        """Whether it asks anything of the sensitive values."""
        return replace(self, k=1, distance="equal") != Requirement()

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

    def monotone_part(self, suppressing: bool) -> Requirement:
        """What of it a table keeps satisfying however much coarser it is made.

        Two classes put together have as many rows and values as either, and a distribution between theirs. So k and
        the number of distinct values never get worse; where all classes satisfy them, nor do entropy and recursive
        diversity, and the distances t, δ and ε, which are concave or convex in the distribution. With suppression
        not all need to: a class that satisfies these may be spoiled by one that was suppressed. Entropy leakage is
        never monotone, for the entropy of a mixture may be too high.
        """
        if suppressing:
            return Requirement(self.k, self.distinct_l)
        return replace(self, alpha=math.inf)


_LIMITS = ("t", "delta", "epsilon", "alpha")


# A table collapsed to its distinct rows, ready to be grouped on any level of the hierarchies.


@dataclass(frozen=True, eq=False, repr=False)
class Collapsed:
    """The distinct tuples of some quasi-identifiers, with their sensitive values.

    Arguments:
        columns: for each quasi-identifier, for each level, the code of every tuple and how many codes there are.
        rows: how many rows have each tuple.
        owner, value, count: how often which tuple has which sensitive value.
        prior: of the sensitive values in the whole table.
        values: the sensitive values.
    """

    columns: tuple[tuple[tuple[Integers, int], ...], ...]
    rows: Integers
    owner: Integers
    value: Integers
    count: Integers
    prior: Floats
    values: tuple[Any, ...]

    def _groups(self, levels: Sequence[int]) -> tuple[Integers, int]:
        chosen = [column[level] for column, level in zip(self.columns, levels, strict=True)]
        keys = joint_keys([codes for codes, _ in chosen], [size for _, size in chosen], len(self.rows))
        return numbered(*keys)

    def sizes(self, levels: Sequence[int]) -> Integers:
        """The rows of every class on these levels."""
        groups, classes = self._groups(levels)
        return np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)

    def counts(self, levels: Sequence[int]) -> ClassCounts:
        """The classes on these levels, beside the distribution of the whole table."""
        groups, classes = self._groups(levels)
        sizes = np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)
        entries = tallied(groups[self.owner], self.value, len(self.prior), self.count)
        return ClassCounts(sizes, sizes, *entries, self.prior)

    def on(self, places: Sequence[int]) -> Collapsed:
        """The same rows with some of the quasi-identifiers only."""
        kept = tuple(self.columns[place] for place in places)
        part = Collapsed(kept, self.rows, self.owner, self.value, self.count, self.prior, self.values)
        groups, classes = part._groups([0] * len(kept))
        first = np.zeros(classes, np.int64)
        first[groups[::-1]] = np.arange(len(groups))[::-1]
        columns = tuple(tuple((codes[first], size) for codes, size in column) for column in kept)
        rows = np.bincount(groups, weights=self.rows, minlength=classes).astype(np.int64)
        entries = tallied(groups[self.owner], self.value, len(self.prior), self.count)
        return Collapsed(columns, rows, *entries, self.prior, self.values)


def collapsed(table: PublishedTable, hierarchies: Mapping[str, Hierarchy]) -> Collapsed:
    """The distinct rows of a table with what their values become on every level.

    Raises:
        ValueError: if a quasi-identifier has no hierarchy or one that leaves a value out, or empty cells match
            anything.
    """
    if table.missing == "anything":
        raise ValueError("to generalise a table, empty cells must be a value of their own, or their rows dropped")
    counts = table.counts
    columns = []
    for name, column in zip(table.quasi_identifiers, table.columns, strict=True):
        if name not in hierarchies:
            raise ValueError("every quasi-identifier must have a hierarchy")
        places = places_in(hierarchies[name], column.values, column.codes[table.first_rows])
        columns.append(tuple((codes[places], size) for codes, size in hierarchies[name].codes))
    return Collapsed(tuple(columns), counts.sizes, counts.owner, counts.value, counts.count, counts.prior, table.values)


def places_in(hierarchy: Hierarchy, values: Sequence[object], codes: Integers) -> Integers:
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


# Incognito: all minimal ways to make a table coarse enough.


Nodes: TypeAlias = npt.NDArray[np.bool_]
"""For every combination of levels whether something holds; one axis a quasi-identifier."""

WHAT = "Searching generalisations"


@dataclass(frozen=True)
class Generalisation:
    """One level for each quasi-identifier, and what comes of it.

    Arguments:
        levels: in the order of the table's quasi-identifiers; 0 leaves the values as they are.
        suppressed: rows left out, whose classes do not satisfy the requirement.
        classes: how many are published.
        loss: what it costs in information.
    """

    levels: tuple[int, ...]
    suppressed: int
    classes: int
    loss: InformationLoss


@dataclass(frozen=True)
class IncognitoResult:
    """What a search found.

    Arguments:
        minimal: the minimal generalisations, the least precision loss first; empty where none satisfies.
        satisfying: how many of all do.
        lattice: how many there are.
        checked: how many groupings were looked at, those of fewer quasi-identifiers among them.
    """

    minimal: tuple[Generalisation, ...]
    satisfying: int
    lattice: int
    checked: int

    def to_frame(self) -> pd.DataFrame:
        """The minimal ones, a row each: columns levels, suppressed, classes and three costs, ``loss_...``."""
        return to_frame(self.minimal)


def incognito(
    table: PublishedTable,
    hierarchies: Mapping[str, Hierarchy],
    requirement: Requirement,
    suppression: float = 0.0,
) -> IncognitoResult:
    """All minimal full-domain generalisations whose classes satisfy a requirement.

    A generalisation makes every value of a column coarser by the same number of levels. It satisfies if no more than
    s % of the rows are in classes that do not, and these are suppressed; distances are taken from the distribution of
    the whole table, before suppression. It is minimal if no other one that satisfies is nowhere coarser.
    Source: LeFevre, DeWitt & Ramakrishnan 2005; used by Ren & Li, Section V-B.

    The search goes from few quasi-identifiers to all: what fails for some fails for all, and within each set of them
    what satisfies does so on every higher level. Both are true of the monotone part of the requirement only
    (``Requirement.monotone_part``), so the rest, if any, is then checked for each generalisation that is left.

    Arguments:
        table: the table; empty cells a value of their own or dropped.
        hierarchies: one for each quasi-identifier, by its name.
        requirement: what every class must satisfy.
        suppression: s, the percentage of rows that may be suppressed, in [0, 100).

    Raises:
        ValueError: for a suppression out of its range, or what ``collapsed`` refuses.
    """
    # Written so that NaN fails too.
    if not 0.0 <= suppression < 100.0:
        raise ValueError(f"suppression must be in [0, 100) percent, got {suppression}")
    rows = collapsed(table, hierarchies)
    allowed = int(len(table.rows) * suppression / 100.0 + 1e-9)
    heights = [hierarchies[name].height for name in table.quasi_identifiers]
    walk = _Walk(rows, heights, allowed)
    monotone = requirement.monotone_part(allowed > 0)
    satisfying = walk.satisfying(monotone)
    if monotone != requirement:
        satisfying = walk.each(satisfying, requirement)
    generalisations = [_generalisation(rows, levels, heights, requirement) for levels in minimal_nodes(satisfying)]
    generalisations.sort(key=lambda way: (way.loss.precision_loss, way.loss.discernibility, way.levels))
    return IncognitoResult(tuple(generalisations), int(satisfying.sum()), satisfying.size, walk.checked)


class _Walk:
    """Looks at combinations of levels, and counts them."""

    def __init__(self, rows: Collapsed, heights: Sequence[int], allowed: int) -> None:
        self._rows, self._heights, self._allowed = rows, heights, allowed
        shape = np.array(heights) + 1
        # Every set of quasi-identifiers has its own combinations: one level more, for "not in the set".
        self._total, self._done, self.checked = int(np.prod(shape + 1)) - 1, 0, 0

    def satisfying(self, requirement: Requirement) -> Nodes:
        """Where a monotone requirement is satisfied, by all quasi-identifiers."""
        everyone = range(len(self._heights))
        by_columns: dict[tuple[int, ...], Nodes] = {(): np.array(True)}
        for size in range(1, len(self._heights) + 1):
            by_columns = {
                chosen: self._by(chosen, by_columns, requirement) for chosen in itertools.combinations(everyone, size)
            }
        return by_columns[tuple(everyone)]

    def _by(self, chosen: tuple[int, ...], smaller: Mapping[tuple[int, ...], Nodes], requirement: Requirement) -> Nodes:
        shape = tuple(self._heights[place] + 1 for place in chosen)
        candidates = np.ones(shape, np.bool_)
        for axis in range(len(chosen)):
            candidates &= np.expand_dims(smaller[chosen[:axis] + chosen[axis + 1 :]], axis)
        rows = self._rows if len(chosen) == len(self._heights) else self._rows.on(chosen)
        satisfying = np.zeros(shape, np.bool_)
        for levels in _lowest_first(shape):
            self._tell()
            if candidates[levels] and not satisfying[levels] and self._check(rows, levels, requirement):
                satisfying[tuple(slice(level, None) for level in levels)] = True
        return satisfying

    def each(self, candidates: Nodes, requirement: Requirement) -> Nodes:
        """Where any requirement is satisfied, among some combinations, each looked at for itself."""
        self._done, self._total = 0, int(candidates.sum())
        satisfying = np.zeros(candidates.shape, np.bool_)
        for levels in zip(*np.nonzero(candidates), strict=True):
            self._tell()
            satisfying[levels] = self._check(self._rows, levels, requirement)
        return satisfying

    def _check(self, rows: Collapsed, levels: Sequence[int], requirement: Requirement) -> bool:
        self.checked += 1
        if requirement.k > 1 or not requirement.asks_of_values:
            sizes = rows.sizes(levels)
            if int(sizes[sizes < requirement.k].sum()) > self._allowed:
                return False
            if not requirement.asks_of_values:
                return True
        counts = rows.counts(levels)
        return int(counts.sizes[~requirement.satisfied(counts, rows.values)].sum()) <= self._allowed

    def _tell(self) -> None:
        self._done += 1
        report(WHAT, self._done, self._total)


def _lowest_first(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return sorted(itertools.product(*(range(size) for size in shape)), key=sum)


def minimal_nodes(satisfying: Nodes) -> list[tuple[int, ...]]:
    """Those that satisfy while none that is nowhere coarser does.

    >>> minimal_nodes(np.array([[False, True], [True, True]]))
    [(0, 1), (1, 0)]
    """
    below = satisfying
    for axis in range(satisfying.ndim):
        below = np.logical_or.accumulate(below, axis=axis)
    dominated = np.zeros_like(satisfying)
    for axis in range(satisfying.ndim):
        upper = tuple(slice(1, None) if place == axis else slice(None) for place in range(satisfying.ndim))
        lower = tuple(slice(None, -1) if place == axis else slice(None) for place in range(satisfying.ndim))
        dominated[upper] |= below[lower]
    return [tuple(int(level) for level in levels) for levels in np.argwhere(satisfying & ~dominated)]


def _generalisation(
    rows: Collapsed, levels: tuple[int, ...], heights: Sequence[int], requirement: Requirement
) -> Generalisation:
    counts = rows.counts(levels)
    kept = requirement.satisfied(counts, rows.values)
    suppressed = int(counts.sizes[~kept].sum())
    loss = information_loss(counts.sizes[kept], suppressed, levels, heights)
    return Generalisation(levels, suppressed, int(kept.sum()), loss)


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

    >>> from leakage.tables.hierarchy import suppressed_digits
    >>> frame = pd.DataFrame({"Zip": ["111", "112", "222"], "Disease": ["Flu", "Cancer", "Flu"]})
    >>> table, zips = PublishedTable(frame, ["Zip"], "Disease"), suppressed_digits(frame["Zip"])
    >>> generalised(table, {"Zip": zips}, [1]).frame["Zip"].tolist()
    ['11*', '11*', '22*']
    """
    if table.missing == "anything":
        raise ValueError("to generalise a table, empty cells must be a value of their own, or their rows dropped")
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
    return np.array(hierarchy.levels[level], dtype=object)[places_in(hierarchy, values, codes)]
