"""Choices among releases where each has to be resolved from scratch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leakage.bits import mask_of
from leakage.database import Floats
from leakage.decision.information_leakage import information_leakage
from leakage.decision.walk import after_each
from leakage.measure.measure import Weights
from leakage.progress import report
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.memory import Memory


class ChoicesFromScratch:
    """Choices that only a resolution from scratch tells about."""

    bounded = grows = quick = False

    def __init__(
        self,
        records: dict[int, Record],
        background: tuple[Record, ...],
        reference: Record,
        adversary: Adversary,
        weights: Weights | None,
    ) -> None:
        self.releases = mask_of(records)
        self._records, self._background = records, background
        self._reference, self._adversary, self._weights = reference, adversary, weights
        self._known: Memory[int, float] = Memory()

    def leakages(self, kept: Sequence[int]) -> Floats:
        leakages = np.empty(len(kept))
        for number, mask in enumerate(kept):
            report("Trying choices of releases", number, len(kept))
            leakages[number] = self._leakage(mask)
        return leakages

    def walked(self, start: int, coming: Sequence[int]) -> Floats:
        return self.leakages(after_each(start, coming))

    def floor(self, kept: int, possible: int) -> float:
        # A release more may take a composite apart, or change what is looked up: only the choice itself is certain.
        return self._leakage(kept) if kept == possible else 0.0

    def _leakage(self, kept: int) -> float:
        leakage = self._known.get(kept)
        if leakage is None:
            held = [record for number, record in self._records.items() if kept >> number & 1]
            records = (*self._background, *held)
            leakage = information_leakage(records, self._reference, self._adversary, self._weights).leakage
            self._known.put(kept, leakage, 200 + len(self._records) // 8)
        return leakage
