"""Weighing: the part of a match that weighs evidence, and how it reads records."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.record import Record
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.match import Match
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.rules import AnyOf
from leakage.resolution.unless import Unless


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

    @staticmethod
    def among(match: Match) -> Weighing | None:
        """The weighing that a match has as one of its rules; None where none of them weighs evidence.

        >>> from leakage.resolution.linkage.comparison import Comparison
        >>> from leakage.resolution.rules import AnyOf, Shares
        >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
        >>> Weighing.among(AnyOf(Shares("P"), match)).match is match
        True
        """
        if isinstance(match, Normalised):
            inner = Weighing.among(match.match)
            return inner and Weighing(inner.match, (match.normaliser, *inner.normalisers))
        rules = (match.match,) if isinstance(match, Unless) else match.rules if isinstance(match, AnyOf) else ()
        return Weighing.of(match) or next((found for rule in rules if (found := Weighing.among(rule))), None)

    def as_compared(self, record: Record) -> Record:
        """The record as it is compared."""
        for normaliser in self.normalisers:
            record = normaliser.record(record)
        return record

    def weight(self, left: Record, right: Record) -> float:
        """The match weight of two records."""
        return self.match.weight(self.as_compared(left), self.as_compared(right))
