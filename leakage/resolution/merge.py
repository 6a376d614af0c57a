"""Merge functions: what the adversary makes of two records of one person."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from leakage.record import Attribute, Record

Merge: TypeAlias = Callable[[Record, Record], Record]


def union_merge(left: Record, right: Record) -> Record:
    """``mu_u(r, s)``: the union of the attributes, with the greater confidence where both have one.

    Commutative, associative, idempotent.
    Source: Whang & Garcia-Molina 2011, Section 2.2; 2012, Section 4.3 for the maximum.

    >>> merged = union_merge(Record.of(("N", "Alice", 0.9)), Record.of(("N", "Alice"), ("P", "1", 0.5)))
    >>> [(a.label, a.confidence) for a in merged]
    [('N', 1.0), ('P', 0.5)]
    """
    greatest = dict(left.confidences)
    for pair, confidence in right.confidences.items():
        greatest[pair] = max(confidence, greatest.get(pair, 0.0))
    return Record(Attribute(*pair, confidence) for pair, confidence in greatest.items())
