"""What the re-identification page computes of kinds of people, and of crowds beyond its table."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np

from leakage.database import Integers
from leakage.reidentification import (
    IdentificationPoint,
    PitmanYorFit,
    SparseTable,
    fit_pitman_yor,
    foretold_by_half,
    identified_in_part,
    kinds_of,
)
from pages.explore.re_identification.identification_chart import PartPoint
from pages.shell.cached import cached

LARGEST_CROWD = 10_000_000_000


@dataclass(frozen=True)
class Crowded:
    """A table sorted by kinds, and what it foretells; equal where the keys are.

    Arguments:
        key: of the table, and the items that make a kind.
        kinds: of each person.
        fit: the processes that may have made it.
        parts: what is counted in parts of the table.
        foretold: what is to be expected of larger crowds.
        by_half: what half of the table foretells of all of it; None for a table of one.
    """

    key: Hashable
    kinds: Integers = field(compare=False, repr=False)
    fit: PitmanYorFit = field(compare=False, repr=False)
    parts: tuple[PartPoint, ...] = field(compare=False, repr=False)
    foretold: tuple[IdentificationPoint, ...] = field(compare=False, repr=False)
    by_half: IdentificationPoint | None = field(compare=False, repr=False)


@cached
def sorted_by(key: Hashable, table: SparseTable, items: tuple[str, ...]) -> Crowded:
    """The table's people by kind, and what that foretells, remembered."""
    kinds = kinds_of(table, items)
    sizes = np.bincount(kinds)
    fit = fit_pitman_yor(sizes)
    whole = len(table)
    parts = tuple(PartPoint(m, *identified_in_part(sizes, m)) for m in (*decades(1, whole), whole))
    foretold = tuple(fit.at(people) for people in (whole, *decades(whole + 1, LARGEST_CROWD + 1)))
    by_half = foretold_by_half(sizes) if whole > 1 else None
    return Crowded((key, items), kinds, fit, parts, foretold, by_half)


def decades(first: int, end: int) -> tuple[int, ...]:
    """Sizes between two, three a decade.

    >>> decades(3, 60)
    (5, 10, 20, 50)
    """
    steps = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    return tuple(size for size in steps if first <= size < end)
