"""What an adversary has right, wrong and missing, fact by fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from leakage.measure.weights import Weights, as_measure
from leakage.record import Attribute, Pair, Record
from leakage.reprs import redacted_repr

Meaning: TypeAlias = Literal["right", "wrong", "missing"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as the adversary has it.

    Arguments:
        label, value: of the attribute.
        meaning: whether she has it right, has it wrong, or lacks it.
        confidence: how sure she is, in [0, 1]; 0 for what she lacks.
        weight: of the label, > 0.
        similarity: how near a right value is to the truth, in (0, 1]; 0 for a wrong one, 1 for what she lacks.
    """

    label: str
    value: str
    meaning: Meaning
    confidence: float
    weight: float
    similarity: float = 1.0

    __repr__ = redacted_repr


def facts_of(composite: Record, reference: Record, weights: Weights | None = None) -> tuple[Fact, ...]:
    """Everything the adversary has right or wrong, and what she is missing; the heaviest of each first.

    What has confidence 0 she lacks.
    By a Measure a near value counts as right, at its similarity; and a fact with one is not missing.
    Source: Whang & Garcia-Molina 2012, Sections 2.1-2.3 (correctness, completeness, confidence).

    >>> e = Record.of(("N", "Alice"), ("P", "1"))
    >>> [(fact.label, fact.meaning) for fact in facts_of(Record.of(("N", "Alice"), ("A", "9")), e)]
    [('N', 'right'), ('A', 'wrong'), ('P', 'missing')]
    """

    measure = as_measure(weights)
    claims = [measure.closest(a.pair, reference) for a in composite.known]
    indirect = {fact for fact, near in claims if near > 0.0}

    def similarity(pair: Pair) -> float:
        return measure.closest(pair, reference)[1]

    def fact(attribute: Attribute, meaning: Meaning, confidence: float) -> Fact:
        near = 1.0 if meaning == "missing" else similarity(attribute.pair)
        return Fact(*attribute.pair, meaning, confidence, measure.weight(attribute.label), near)

    right = [fact(a, "right", a.confidence) for a in composite.known if similarity(a.pair)]
    wrong = [fact(a, "wrong", a.confidence) for a in composite.known if not similarity(a.pair)]
    missing = [fact(a, "missing", 0.0) for a in reference if a.pair not in composite and a.pair not in indirect]
    return tuple(
        one
        for group in (right, wrong, missing)
        for one in sorted(group, key=lambda one: (-one.weight * (one.confidence or 1.0), one.label, one.value))
    )
