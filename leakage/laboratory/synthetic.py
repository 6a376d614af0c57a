"""The 2012 paper's generator: random records about one random person, to observe trends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.frames import Floats, Integers
from leakage.measure.kernel import Columns, expected_ratios
from leakage.record import Attribute, Record

RIGHT = "true"  # The value of every attribute of the reference; every wrong value is new, and in one record only.

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

KINDS = ("bogus", "perturbed", RIGHT)  # Of attributes, as their values sort.


@dataclass(frozen=True)
class Parameters:
    """What the generator takes, with the basic values of the paper as defaults.

    Source: Whang & Garcia-Molina 2012, Section 6, Table 4.

    Arguments:
        p_c: probability of copying an attribute from e to r, in [0, 1].
        p_b: probability of adding a bogus attribute to r, one for each attribute of e, in [0, 1].
        w: "C" for weights that are all 1, "R" for random ones in (0, 1).
    """

    n: int = 100
    records: int = 10_000
    p_c: float = 0.5
    p_p: float = 0.5
    p_b: float = 0.5
    m: float = 0.5
    w: Literal["C", "R"] = "C"
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name in ("n", "records"):
            check_range(name, getattr(self, name), "[1, inf]")
        if self.w not in ("C", "R"):
            raise ValueError('w must be "C" or "R"')
        for name in ("p_c", "p_p", "p_b", "m"):
            check_range(name, getattr(self, name), "[0, 1]")


@dataclass(frozen=True, eq=False, repr=False)
class SyntheticData:
    """A person, and random records in columns: each record's rows, one an attribute, start at its bound."""

    reference: Record
    weights: dict[str, float]
    first: int
    bounds: Integers
    label: Integers
    kind: Integers
    confidence: Floats

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """R."""
        return tuple(map(self.record, range(len(self.bounds) - 1)))

    def record(self, number: int) -> Record:
        """One of the records."""
        rows = slice(self.bounds[number], self.bounds[number + 1])
        columns = (column[rows].tolist() for column in (self.label, self.kind, self.confidence))
        labels, values = tuple(self.weights), [*(f"{kind} {self.first + number + 1}" for kind in KINDS[:2]), RIGHT]
        return Record(Attribute(labels[label], values[kind], sure) for label, kind, sure in zip(*columns, strict=True))

    def leakages(self) -> Floats:
        """``[L(r, e) for r in R]``, read in columns; shape (records,)."""
        weights = np.array([*self.weights.values()])
        weight, whole = weights[self.label], np.full(len(self.bounds) - 1, weights.sum())
        credit = np.where(self.kind == KINDS.index(RIGHT), weight, 0.0)
        return np.minimum(1.0, 2.0 * expected_ratios(Columns(weight, self.confidence, credit, self.bounds, whole)))


def generate(parameters: Parameters) -> SyntheticData:
    """A reference of n attributes, and records that copy it, err, and add bogus attributes.

    Each attribute of e is copied into a record with probability p_c; each copy is perturbed into a new attribute
    with probability p_p; for each attribute of e a new bogus attribute is added with probability p_b. Every
    attribute of a record has a confidence drawn evenly from [0, m]. New attributes keep the label, and with it the
    weight, of the attribute of e they are made for, and have a value that no other record has.
    Source: Whang & Garcia-Molina 2012, Section 6, Table 4.

    >>> data = generate(Parameters(n=3, records=2, p_c=1.0, p_p=0.0, p_b=0.0))
    >>> len(data.reference), [len(record) for record in data.records], data.weights["1"]
    (3, [3, 3], 1.0)
    """
    return next(generate_in_parts(parameters, parameters.records))


def generate_in_parts(parameters: Parameters, size: int) -> Iterator[SyntheticData]:
    """The records of ``generate``, at most ``size`` at a time: for progress, and to bound memory."""
    random, n = np.random.default_rng((parameters.seed, 0)), parameters.n
    drawn = np.ones(n)
    if parameters.w == "R":  # A draw may be 0, which no weight is.
        drawn = np.maximum(np.random.default_rng((parameters.seed, 1)).random(n), np.finfo(np.float64).eps)
    # Numbers with leading zeros sort as texts in their own order.
    weights = {f"{number:0{len(str(n))}}": weight for number, weight in enumerate(drawn.tolist(), start=1)}
    reference = Record(Attribute(label, RIGHT) for label in weights)
    for first in range(0, parameters.records, size):
        count = min(size, parameters.records - first)
        # Record by record, so that two runs that differ in one probability draw the same numbers.
        copied, perturbed, bogus, *sure = np.moveaxis(random.random((count, 5, n)), 1, 0)
        present = np.stack([bogus < parameters.p_b, copied < parameters.p_c], axis=2)
        record, label, is_copy = np.nonzero(present)
        bounds = np.searchsorted(record, np.arange(count + 1))
        kind, confidence = np.where(perturbed[record, label] < parameters.p_p, 1, 2), np.stack(sure, axis=2)[present]
        yield SyntheticData(reference, weights, first, bounds, label, is_copy * kind, parameters.m * confidence)
