"""The 2011 paper's leakage of uncertain data: a ratio of summed confidences, not an expectation."""

from __future__ import annotations

from leakage.record import Record


def record_leakage_by_confidence(record: Record, reference: Record) -> float:
    """F1 of precision and recall whose sums run over confidences.

    ``Pr = sum_{IN(r, p)} c / sum_r c``, ``Re = sum_{IN(r, p)} c / |p|``, ``L_r = 2 Pr Re / (Pr + Re)``.
    On one record of the 2012 paper it gives 2/3 where Definition 1 gives 13/20: a different measure.
    Source: Whang & Garcia-Molina 2011, Section 2.4.

    Arguments:
        record: r, with confidences.
        reference: p; its attributes count 1 each.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> round(record_leakage_by_confidence(Record.of(("N", "Alice", 0.5), ("A", "20")), e), 12)
    0.666666666667
    """
    right = sum(a.confidence for a in record if a.pair in reference)
    said = sum(a.confidence for a in record)
    # 2 Pr Re / (Pr + Re) with Pr = right/said and Re = right/|p|.
    return 2.0 * right / (said + len(reference)) if right else 0.0
