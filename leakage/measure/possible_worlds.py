"""Record leakage by its definition: every possible world, one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator

from leakage.measure.f_measure import f_measure
from leakage.measure.measure import Weights
from leakage.record import Attribute, Record

MOST_UNCERTAIN = 20
"""2^20 worlds are a few seconds; the next attribute doubles them."""


def possible_worlds(record: Record) -> Iterator[tuple[float, Record]]:
    """``W(r)``: every possible world of a record with its probability; worlds of probability 0 are left out.

    ``P(r') = prod_{a in r'} p(a, r) * prod_{a not in r'} (1 - p(a, r))``.
    Source: Whang & Garcia-Molina 2012, Section 2.3.

    Raises:
        ValueError: if more than 20 attributes are uncertain.

    >>> worlds = possible_worlds(Record.of(("name", "Alice"), ("age", "20", 0.4), ("phone", "1", 0.5)))
    >>> sorted((round(probability, 3), len(world)) for probability, world in worlds)
    [(0.2, 2), (0.2, 3), (0.3, 1), (0.3, 2)]
    """
    sure = [Attribute(*a.pair) for a in record if a.confidence == 1.0]
    unsure = [a for a in record if 0.0 < a.confidence < 1.0]
    if len(unsure) > MOST_UNCERTAIN:
        raise ValueError(
            f"possible worlds are enumerated for at most {MOST_UNCERTAIN} uncertain attributes, got {len(unsure)}"
        )
    for choice in range(1 << len(unsure)):
        present = [bool(choice >> i & 1) for i in range(len(unsure))]
        probability = math.prod(
            a.confidence if here else 1.0 - a.confidence for a, here in zip(unsure, present, strict=True)
        )
        chosen = [Attribute(*a.pair) for a, here in zip(unsure, present, strict=True) if here]
        yield probability, Record(sure + chosen)


def leakage_by_worlds(record: Record, reference: Record, weights: Weights | None = None, beta: float = 1.0) -> float:
    """``L(r, e) = E[L_0(r', e)]`` summed over all possible worlds r': exponential, and obvious.

    Source: Whang & Garcia-Molina 2012, Definition 1.

    Raises:
        ValueError: if more than 20 attributes are uncertain, or a weight or beta is not positive.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> round(leakage_by_worlds(Record.of(("N", "Alice", 0.5), ("A", "20")), e), 12)
    0.65
    """
    return math.fsum(
        probability * f_measure(world, reference, weights, beta) for probability, world in possible_worlds(record)
    )
