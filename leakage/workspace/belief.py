"""Belief: a composite record told fact by fact against the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.measure.weights import Weights, weight_of
from leakage.record import Record

Meaning: TypeAlias = Literal["right", "wrong", "missing"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as the adversary has it.

    Arguments:
        label, value: of the attribute.
        meaning: whether she has it right, has it wrong, or lacks it.
        confidence: how sure she is, in [0, 1]; 0 for what she lacks.
        weight: of the label, > 0.
    """

    label: str
    value: str
    meaning: Meaning
    confidence: float
    weight: float


def facts_of(composite: Record, reference: Record, weights: Weights | None = None) -> tuple[Fact, ...]:
    """Everything the adversary has right or wrong, and what she is missing; the heaviest of each first.

    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3 (correctness, completeness, confidence).

    >>> e = Record.of(("N", "Alice"), ("P", "1"))
    >>> [(fact.label, fact.meaning) for fact in facts_of(Record.of(("N", "Alice"), ("A", "9")), e)]
    [('N', 'right'), ('A', 'wrong'), ('P', 'missing')]
    """

    def fact(label: str, value: str, meaning: Meaning, confidence: float) -> Fact:
        return Fact(label, value, meaning, confidence, weight_of(label, weights))

    right = [fact(*a.pair, "right", a.confidence) for a in composite if a.pair in reference]
    wrong = [fact(*a.pair, "wrong", a.confidence) for a in composite if a.pair not in reference]
    missing = [fact(*a.pair, "missing", 0.0) for a in reference if a.pair not in composite]
    return tuple(
        one
        for group in (right, wrong, missing)
        for one in sorted(group, key=lambda one: (-one.weight * (one.confidence or 1.0), one.label, one.value))
    )
