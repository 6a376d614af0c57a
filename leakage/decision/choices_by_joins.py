"""Choices among optional fields, told by what they are joined with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from leakage.bits import bits
from leakage.database import Floats, Integers
from leakage.decision.subsets import single_resolution
from leakage.decision.what_if import Baseline
from leakage.measure.choices import choice_leakages
from leakage.measure.measuring import as_measure
from leakage.progress import report
from leakage.record import Attribute, Record
from leakage.resolution.merge import union_merge
from leakage.resolution.operations import Resolve
from leakage.resolution.subset_resolution import SubsetResolution


def record_given(mask: int, required: Record, options: Sequence[Attribute]) -> Record:
    """What is released: the required fields, and of the optional ones those of the mask."""
    return Record((*required, *(option for n, option in enumerate(options) if mask >> n & 1)))


class ChoicesByJoins:
    """One pool under a policy by which more only joins more: what each choice is joined with, and what it leaks."""

    def __init__(
        self, baseline: Baseline, resolve: Resolve | None, required: Record, options: Sequence[Attribute]
    ) -> None:
        self._baseline, self._required, self._options = baseline, required, options
        # Whatever a choice joins, all fields together join as well.
        self._near = baseline.add(Record((*required, *options))).joined
        composites = baseline.before.resolution.composites
        records = [*(composites[n] for n in self._near), required, *(Record((option,)) for option in options)]
        self._resolution = SubsetResolution.of(resolve, records, len(self._near))
        self._joins: dict[int, frozenset[int]] = {}

    @staticmethod
    def of(baseline: Baseline, required: Record, options: Sequence[Attribute]) -> ChoicesByJoins | None:
        """The pool; None where the policy, the measure or a preparation of the fields allows no short cut."""
        single = single_resolution(baseline.adversary)
        if single is None or not as_measure(baseline.weights).right_or_wrong:
            return None
        if single.analysis is not None and not _joins_more(single.resolve):
            return None
        # What no preparation changes, or adds anything to, alone stays as it is in company.
        pairs = [frozenset([field.pair]) for field in (*required, *options)]
        if any(step.may_hold(pair) != pair for step in single.preparation for pair in pairs):
            return None
        return ChoicesByJoins(baseline, single.resolve, required, options)

    def leakages(self) -> Floats:
        """What each choice leaks, shape (2^k,)."""
        leakages = np.empty(1 << len(self._options))
        for least, greatest in self._intervals(0, (1 << len(self._options)) - 1):
            free = [n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
            leakages[_masks(least, free)] = self._within(least, free)
        return leakages

    def _within(self, least: int, free: Sequence[int]) -> Floats:
        """The leakage of all choices between two that join the same composites."""
        joined = self._joined(least)
        composites = self._baseline.before.resolution.composites
        base = reduce(union_merge, (composites[n] for n in sorted(joined)), self._record(least))
        options = [self._options[n] for n in free]
        own = choice_leakages(base, options, self._baseline.reference, self._baseline.weights)
        return np.maximum(own, self._baseline.greatest_besides(joined))

    def _intervals(self, least: int, greatest: int) -> Iterator[tuple[int, int]]:
        """Intervals of choices that part them all, the least and greatest of each joining the same."""
        if self._joined(least) == self._joined(greatest):
            yield least, greatest
            return
        field = self._telling(least, greatest)
        yield from self._intervals(least, greatest & ~field)
        yield from self._intervals(least | field, greatest)

    def _telling(self, least: int, greatest: int) -> int:
        """A field that decides what is joined, as far as one does by itself; as a mask."""
        open_ = [1 << n for n in range(len(self._options)) if (greatest & ~least) >> n & 1]
        deciding = (
            field
            for field in open_
            if self._joined(least | field) != self._joined(least)
            or self._joined(greatest & ~field) != self._joined(greatest)
        )
        return next(deciding, open_[0])

    def _joined(self, mask: int) -> frozenset[int]:
        """The composites that a choice is joined with: never fewer than a smaller choice."""
        if mask not in self._joins:
            report("Trying choices of fields", len(self._joins), 1 << len(self._options))
            # The composites come first, then what is required, then the options.
            grown = self._resolution.grown((mask << 1 | 1) << len(self._near))
            inside = bits(grown & (1 << len(self._near)) - 1)
            self._joins[mask] = frozenset(self._near[place] for place in inside)
        return self._joins[mask]

    def _record(self, mask: int) -> Record:
        return record_given(mask, self._required, self._options)


def _joins_more(resolve: Resolve | None) -> bool:
    """Whether a record with one field more joins what it joined, and maybe more; and greater confidences win."""
    return bool(resolve and resolve.unique and resolve.match.keeps_keys and resolve.merge is union_merge)


def _masks(least: int, free: Sequence[int]) -> Integers:
    """The masks of all choices among the free fields, the first free one counting fastest."""
    masks = np.array([least])
    for n in free:
        masks = np.concatenate((masks, masks | 1 << n))
    return masks
