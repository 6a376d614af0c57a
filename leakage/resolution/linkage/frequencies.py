"""Frequencies: how common each value of a label is among some records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from leakage.database import Database
from leakage.progress import looking
from leakage.record import Record
from leakage.resolution.key_arrays import held_of, texts_of


def listed_frequencies(label: str, records: Iterable[Record]) -> tuple[tuple[tuple[str, float], ...], float | None]:
    """How frequent each value is among records that know the label; what only one of them has is told once for all.

    ``f_v = n_v / n``, n_v of the n records that know the label having v: the chance that a record has the value, as it
    takes the place of u. Source: Winkler 2000; Splink's term frequencies.

    Arguments:
        label: the label.
        records: the background.

    >>> listed_frequencies("N", [Record.of(("N", name)) for name in ("Smith", "Smith", "Doe", "Ray")])
    ((('Smith', 0.5),), 0.25)
    """
    if isinstance(records, Database):
        return _of_database(label, records)
    counts: dict[str, int] = {}
    holding = 0
    for record in looking(records):
        values = record.values(label)
        holding += bool(values)
        for value in values:
            counts[value] = counts.get(value, 0) + 1
    return _listed(counts, holding)


def _of_database(label: str, database: Database) -> tuple[tuple[tuple[str, float], ...], float | None]:
    """The same without making its records."""
    held = held_of(database, label, None, shared_only=False)
    seen = np.bincount(held.value, minlength=held.size).tolist()
    counts = dict(zip(texts_of(database, label, None), seen, strict=True))
    return _listed(counts, len(np.unique(held.owner)))


def _listed(counts: Mapping[str, int], holding: int) -> tuple[tuple[tuple[str, float], ...], float | None]:
    common = sorted((value, seen / holding) for value, seen in counts.items() if seen > 1)
    return tuple(common), 1.0 / holding if holding else None
