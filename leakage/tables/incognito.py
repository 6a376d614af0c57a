"""Incognito: all minimal ways to make a table coarse enough."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from leakage.frame import to_frame
from leakage.progress import report
from leakage.tables.collapsed import Collapsed, collapsed
from leakage.tables.hierarchy import Hierarchy
from leakage.tables.information_loss import InformationLoss, information_loss
from leakage.tables.requirement import Requirement
from leakage.tables.table import PublishedTable

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
class Search:
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
) -> Search:
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
    return Search(tuple(generalisations), int(satisfying.sum()), satisfying.size, walk.checked)


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
