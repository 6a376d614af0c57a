"""Choices among releases that may meet, told from masks, and what no choice between two leaks less than."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from leakage.bits import bits, mask_of
from leakage.database import Floats
from leakage.decision.composite_table import CompositeTable
from leakage.decision.walk import Walk, after_each
from leakage.measure.measure import Weights
from leakage.measure.measuring import as_measure
from leakage.progress import looking, report
from leakage.record import Record
from leakage.resolution.memory import Memory
from leakage.resolution.merge import SAME_VALUES, union_merge
from leakage.resolution.operations import Operation
from leakage.resolution.subset_resolution import SubsetResolution

TOLD_EVERY = 64
"""Choices between two reports of progress."""


MOST_BITS = 1 << 27
"""Of the masks of composites measured together: 16 MB."""

MASK_BITS = 1_000
"""What a mask takes beside the bits of its records, about."""


class ChoicesInMasks:
    """Releases that may meet, and the background they may meet, under one resolution or clustering.

    Inside, the background has the first bits and the releases follow, so that they arrive in this order.
    """

    quick = True

    def __init__(
        self,
        operation: Operation | None,
        background: Sequence[Record],
        releases: Mapping[int, Record],
        reference: Record,
        weights: Weights | None,
    ) -> None:
        self.releases = mask_of(releases)
        self._place = {number: len(background) + place for place, number in enumerate(releases)}
        self._always = (1 << len(background)) - 1
        self._shift = _shift(self.releases)
        self._records = (*background, *releases.values())
        merge = (operation.merges_by if operation else None) or union_merge
        self._operation = operation
        self._adds = operation is None or operation.unites
        self.resolution = SubsetResolution.of(operation, self._records, len(background))
        self.table = CompositeTable(self._records, merge, reference, weights)
        measure = as_measure(weights)
        self.grows = self._adds and measure.right_or_wrong
        self.bounded = merge in SAME_VALUES and not measure.related_labels
        self._leakage: Memory[int, float] = Memory()
        self._diluting: Memory[int, Floats] = Memory()

    def leakages(self, kept: Sequence[int]) -> Floats:
        leakages = np.empty(len(kept))
        first, composites, size = 0, [], 0
        for number, choice in enumerate(looking(kept)):
            if number % TOLD_EVERY == 0:
                report("Trying choices of releases", number, len(kept))
            composites.append(self.resolution.composites(self.within(choice)))
            size += len(composites[-1])
            if size * (len(self._records) + MASK_BITS) > MOST_BITS or number + 1 == len(kept):
                leakages[first : number + 1] = self._greatest(composites)
                first, composites, size = number + 1, [], 0
        return leakages

    def walked(self, start: int, coming: Sequence[int]) -> Floats:
        if self.resolution.records is None or self.table.merge is not union_merge:
            return self.leakages(after_each(start, coming))
        walk = Walk(self.resolution, self.table, self.within(start))
        return walk.leakages([self.within(mask) & ~self._always for mask in coming])

    def floor(self, kept: int, possible: int) -> float:
        """What is kept stays together as far as nothing can part it, and nothing that is not possible is ever added.

        Let r be a composite of what is kept that more records only add to, or else any single record; and s the
        composite of all that is possible, under the relaxed match, that holds it. In the final choice r lies in a
        composite within s: it has r's attributes at no less confidence, and none that s has not, or at a greater one.
        What such a record leaks at least, the measure knows.
        """
        if kept == possible:
            return float(self.leakages([kept])[0])
        if not self.bounded:
            return 0.0
        around = self._bounding.composites(self.within(possible))
        firm = self._firm(self.within(kept))
        return max((self._least(part, around) for part in firm), default=0.0)

    def _greatest(self, composites: Sequence[Sequence[int]]) -> Floats:
        """The greatest leakage of each set of composites; none is 0."""
        known = self._measured({composite for some in looking(composites) for composite in some})
        greatest = (max((known[composite] for composite in some), default=0.0) for some in looking(composites))
        return np.fromiter(greatest, dtype=np.float64, count=len(composites))

    def within(self, choice: int) -> int:
        """The mask of the records of a choice, background and all, as they are numbered inside."""
        if self._shift is not None:
            return self._always | (choice & self.releases) >> self._shift << self._always.bit_count()
        return self._always | mask_of(self._place[number] for number in bits(choice & self.releases))

    def _firm(self, kept: int) -> tuple[int, ...]:
        """Masks of records that stay together whatever is added."""
        if self._adds:
            return self.resolution.composites(kept)
        return tuple(1 << number for number in bits(kept & self._telling))

    @cached_property
    def _bounding(self) -> SubsetResolution:
        if self._adds:
            return self.resolution
        return SubsetResolution.of(
            self._operation.bounding if self._operation else None, self._records, self._always.bit_count()
        )

    @cached_property
    def _telling(self) -> int:
        """The records that leak anything by themselves."""
        alone = self.table.leakages([1 << number for number in range(len(self._records))])
        return mask_of(np.flatnonzero(alone).tolist())

    def _measured(self, composites: set[int]) -> dict[int, float]:
        known = {composite: self._leakage.get(composite) for composite in looking(composites)}
        new = [composite for composite, leakage in known.items() if leakage is None]
        for composite, leakage in zip(looking(new), self.table.leakages(new).tolist(), strict=True):
            known[composite] = leakage
            self._leakage.put(composite, leakage, 150 + len(self._records) // 8)
        return {composite: leakage for composite, leakage in looking(known.items()) if leakage is not None}

    def _least(self, part: int, around: Sequence[int]) -> float:
        whole = next(composite for composite in around if composite & part)
        held, most = self._confidences(part), self._confidences(whole)
        return self.table.by_confidences.least_between(held, most)

    def _confidences(self, mask: int) -> Floats:
        row = self._diluting.get(mask)
        if row is None:
            row = self.table.confidences([mask])[0]
            self._diluting.put(mask, row, 200 + 8 * len(row) + len(self._records) // 8)
        return row


def _shift(releases: int) -> int | None:
    """By how much consecutive releases are moved; None for others."""
    lowest = (releases & -releases).bit_length() - 1
    return lowest if releases and (releases >> lowest).bit_count() == releases.bit_length() - lowest else None
