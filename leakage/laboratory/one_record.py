"""One record in all its worlds, and what each algorithm makes of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.laboratory.race import METHODS, timed
from leakage.laboratory.trends import relative_error
from leakage.measure.leakage import Method, record_leakage
from leakage.measure.paper_methods import f_measure, possible_worlds
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.reprs import redacted_repr


@dataclass(frozen=True)
class Example:
    """A record to begin with, and what it is measured against."""

    name: str
    record: Record
    reference: Record


EXAMPLES = (
    Example(
        "Alice's name and age (2012, Section 2.3)",
        Record.of(("Name", "Alice", 0.5), ("Age", "20")),
        Record.of(("Name", "Alice"), ("Age", "20"), ("Phone", "123")),
    ),
    Example(
        "One right, one wrong (2012, Section 5)",
        Record.of(("A", "1", 0.1), ("B", "3", 0.2)),
        Record.of(("A", "1"), ("B", "2")),
    ),
    Example(
        "Half right, half wrong",
        Record.of(
            *(("Name", "Alice", 0.9), ("Age", "20", 0.6), ("Age", "30", 0.3)),
            *(("Phone", "123", 0.5), ("Phone", "999", 0.4), ("Post code", "11111", 0.7)),
        ),
        Record.of(("Name", "Alice"), ("Age", "20"), ("Phone", "123"), ("Post code", "94305")),
    ),
)


@dataclass(frozen=True)
class World:
    """One possible world of a record.

    Arguments:
        pairs: what the record holds in it.
        probability: of the world.
        leakage: ``L_0``, its F1 against the reference.
    """

    pairs: tuple[Pair, ...]
    probability: float
    leakage: float

    __repr__ = redacted_repr

    @property
    def share(self) -> float:
        """What the world adds to the expectation."""
        return self.probability * self.leakage


@dataclass(frozen=True)
class Answer:
    """What one algorithm says of a record.

    Arguments:
        method: of ``record_leakage``.
        leakage: its answer; None where it refuses.
        error: relative to the exact one; None where it refuses.
        seconds: the shortest running time of several.
        refusal: why it refuses; empty where it does not.
    """

    method: Method
    leakage: float | None
    error: float | None
    seconds: float
    refusal: str = ""


def worlds_of(record: Record, reference: Record, weights: Weights | None = None) -> tuple[World, ...]:
    """Every possible world with its probability and leakage, the most telling first.

    ``L(r, e)`` is the sum of their shares.
    Source: Whang & Garcia-Molina 2012, Section 2.3, Definition 1.

    >>> e = Record.of(("N", "Alice"), ("A", "20"), ("P", "123"))
    >>> [(w.probability, round(w.leakage, 3)) for w in worlds_of(Record.of(("N", "Alice", 0.5), ("A", "20")), e)]
    [(0.5, 0.8), (0.5, 0.5)]
    """
    worlds = [
        World(tuple(a.pair for a in world), probability, f_measure(world, reference, weights))
        for probability, world in possible_worlds(record)
    ]
    return tuple(sorted(worlds, key=lambda world: (-world.leakage, -world.probability)))


def by_leakage(worlds: Sequence[World]) -> list[tuple[float, tuple[World, ...]]]:
    """The worlds gathered by their leakage, ascending: the distribution whose mean is L(r, e).

    >>> [(leakage, len(same)) for leakage, same in by_leakage([World((), 0.5, 0.0), World((("A", "1"),), 0.5, 0.0)])]
    [(0.0, 2)]
    """

    # The same leakage reached over different sums may differ in its last bits.
    def rounded(world: World) -> float:
        return round(world.leakage, 12)

    return [(value, tuple(same)) for value, same in itertools.groupby(sorted(worlds, key=rounded), key=rounded)]


def with_absent(record: Record, reference: Record) -> Record:
    """The record with the attributes of the reference that it lacks, at confidence 0: the same leakage.

    Source: Whang & Garcia-Molina 2012, Section 2.3.
    """
    return Record((*record, *(Attribute(*a.pair, 0.0) for a in reference if a.pair not in record.confidences)))


def answers(record: Record, reference: Record, weights: Weights | None = None) -> tuple[Answer, ...]:
    """What every algorithm answers, how far that is from the exact figure, and how long it took.

    >>> e = Record.of(("A", "1"), ("B", "2"))
    >>> [a.leakage is None for a in answers(Record.of(("A", "1", 0.1), ("B", "3", 0.2)), e, {"A": 2.0})]
    [False, True, False, False]
    """
    truth = record_leakage(record, reference, weights)

    def answer(method: Method) -> Answer:
        try:
            leakage, times = timed(method, record, reference, weights)
        except ValueError as refusal:
            return Answer(method, None, None, 0.0, str(refusal))
        return Answer(method, leakage, relative_error(leakage, truth), min(times))

    return tuple(map(answer, METHODS))
