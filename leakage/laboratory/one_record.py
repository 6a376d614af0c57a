"""One record in all its worlds."""

from __future__ import annotations

from typing import NamedTuple

from leakage.measure.paper_methods import f_measure, possible_worlds
from leakage.measure.weights import Weights
from leakage.record import Pair, Record

EXAMPLES = {
    "Alice's name and age (2012, Section 2.3)": (
        Record.of(("Name", "Alice", 0.5), ("Age", "20")),
        Record.of(("Name", "Alice"), ("Age", "20"), ("Phone", "123")),
    ),
    "One right, one wrong (2012, Section 5)": (
        Record.of(("A", "1", 0.1), ("B", "3", 0.2)),
        Record.of(("A", "1"), ("B", "2")),
    ),
    "Half right, half wrong": (
        Record.of(
            *(("Name", "Alice", 0.9), ("Age", "20", 0.6), ("Age", "30", 0.3)),
            *(("Phone", "123", 0.5), ("Phone", "999", 0.4), ("Post code", "11111", 0.7)),
        ),
        Record.of(("Name", "Alice"), ("Age", "20"), ("Phone", "123"), ("Post code", "94305")),
    ),
}
"""Records to begin with, and what they are measured against."""


class PossibleWorld(NamedTuple):
    """What a record holds in one of its worlds, and ``L_0``, its F1 against the reference."""

    pairs: tuple[Pair, ...]
    probability: float
    leakage: float

    @property
    def share(self) -> float:
        """What the world adds to the expectation."""
        return self.probability * self.leakage


def worlds_of(record: Record, reference: Record, weights: Weights | None = None) -> list[PossibleWorld]:
    """Every possible world with its probability and leakage, the most telling first; ``L(r, e)`` sums their shares.

    Source: Whang & Garcia-Molina 2012, Section 2.3, Definition 1.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> [(w.probability, round(w.leakage, 3)) for w in worlds_of(Record.of(("N", "Alice", 0.5), ("A", "20")), e)]
    [(0.5, 0.8), (0.5, 0.5)]
    """
    worlds = [
        PossibleWorld(tuple(a.pair for a in world), probability, f_measure(world, reference, weights))
        for probability, world in possible_worlds(record)
    ]
    return sorted(worlds, key=lambda world: (-world.leakage, -world.probability))
