"""Weighing: the part of a match that weighs evidence, and how it reads records."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.match import Match
from leakage.resolution.normalise import Normalised, Normaliser


@dataclass(frozen=True, slots=True)
class Weighing:
    """A ``FellegiSunter``, perhaps of normalised values.

    Arguments:
        match: which weighs.
        normalisers: what is overlooked, applied first to last.
    """

    match: FellegiSunter
    normalisers: tuple[Normaliser, ...]

    @staticmethod
    def of(match: Match) -> Weighing | None:
        """The weighing of a match; None for one that does anything else.

        >>> from leakage.resolution.rules import Shares
        >>> Weighing.of(Normalised(Shares("N"), Normaliser())) is None
        True
        """
        normalisers: list[Normaliser] = []
        while isinstance(match, Normalised):
            normalisers.append(match.normaliser)
            match = match.match
        return Weighing(match, tuple(normalisers)) if isinstance(match, FellegiSunter) else None

    def as_compared(self, record: Record) -> Record:
        """The record as it is compared."""
        for normaliser in self.normalisers:
            record = normaliser.record(record)
        return record

    def weight(self, left: Record, right: Record) -> float:
        """The match weight of two records."""
        return self.match.weight(self.as_compared(left), self.as_compared(right))
