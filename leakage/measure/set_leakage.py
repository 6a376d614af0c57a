"""Set leakage: the worst record of a set."""

from __future__ import annotations

from collections.abc import Iterable

from leakage.database import Database
from leakage.measure.measure import Weights
from leakage.measure.record_leakage import record_leakages
from leakage.record import Record


def set_leakage(records: Database | Iterable[Record], reference: Record, weights: Weights | None = None) -> float:
    """``L_0(R, e) = max_{r in R} L(r, e)``: what the one most telling record reveals; 0 for no record.

    Source: Whang & Garcia-Molina 2012, Section 2.3 (end).

    Arguments and errors: as ``record_leakage``.

    >>> e = Record.of(("N", "Alice"), ("A", "20"))
    >>> set_leakage([Record.of(("N", "Bob")), Record.of(("N", "Alice"), ("A", "20"))], e)
    1.0
    """
    leakages = record_leakages(records, reference, weights)
    return float(leakages.max()) if len(leakages) else 0.0
