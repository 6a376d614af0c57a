"""The 2012 paper's experiments, run again: its generator, trends (Figure 3), accuracy (Table 5) and running time."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from leakage.arguments import check_range, check_seed
from leakage.frames import Floats, Integers
from leakage.measure.kernel import Columns, expected_ratios
from leakage.measure.leakage import Method, record_leakage
from leakage.progress import report
from leakage.record import Attribute, Record

RIGHT = "true"  # The value of every attribute of the reference; each wrong value occurs in one record only.

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
    """The parameters of the generator; the defaults are the paper's basic values.

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
    """A person, and random records in columns, one row an attribute; ``bounds`` has the first row of each record."""

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
    weight, of the attribute of e that they stand for, and have a value that no other record has.
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
    if parameters.w == "R":  # A draw may be 0, which is no weight.
        drawn = np.maximum(np.random.default_rng((parameters.seed, 1)).random(n), np.finfo(np.float64).eps)
    # With leading zeros the texts sort as the numbers do.
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


Varied: TypeAlias = Literal["p_c", "p_p", "m"]

ATTRIBUTES_AT_ONCE = 25_000  # Between two reports: some 20 ms.


class TrendPoint(NamedTuple):
    """For one value of the varied parameter: the highest leakage of a record, ``L_0(R, e)``, and the mean."""

    value: float
    highest: float
    mean: float


def trend(parameters: Parameters, varied: Varied, values: Sequence[float]) -> tuple[TrendPoint, ...]:
    """Leakage of generated records for each value of one parameter, all others as given.

    All values share the same random draws, so that differences are due to the parameter.
    Source: Whang & Garcia-Molina 2012, Section 6.1, Figures 3(a)-(c).

    >>> few, many = trend(Parameters(n=20, records=50), "p_c", [0.1, 0.9])
    >>> few.mean < many.mean
    True
    """
    points, whole = [], len(values) * parameters.records
    for number, value in enumerate(values):
        changes: dict[str, Any] = {varied: value}
        mean, highest, *_ = _measured(replace(parameters, **changes), (), number * parameters.records, whole)
        points.append(TrendPoint(value, highest, mean))
    return tuple(points)


def _measured(parameters: Parameters, methods: Sequence[Method], before: int, whole: int) -> list[float]:
    """The mean and the highest leakage of the records, and the latter by other methods."""
    total, highest, others = 0.0, -1.0, list[float]()
    for part in generate_in_parts(parameters, max(1, ATTRIBUTES_AT_ONCE // parameters.n)):
        found = part.leakages()
        total += float(found.sum())
        if found.max() > highest:
            highest, record = float(found.max()), part.record(int(found.argmax()))
            others = [record_leakage(record, part.reference, part.weights, method=method) for method in methods]
        report("Records measured", before + part.first + len(found), whole)
    return [total / parameters.records, highest, *others]


class PrintedRow(NamedTuple):
    """A row of Table 5 as the paper prints it."""

    parameters: Parameters
    exact: float
    taylor: float


TABLE_5 = (
    PrintedRow(Parameters(), 0.1740179, 0.1740178),
    PrintedRow(Parameters(n=200), 0.1374662, 0.1374661),
    PrintedRow(Parameters(p_c=1.0), 0.2752435, 0.2752431),
    PrintedRow(Parameters(p_p=1.0), 0.0, 0.0),
    PrintedRow(Parameters(p_b=1.0), 0.1581138, 0.1581135),
    PrintedRow(Parameters(m=1.0), 0.2625473, 0.2625469),
    # The text of Section 6.2 says |e| = 10 for random weights, where the table prints n = 100.
    PrintedRow(Parameters(n=10, w="R"), 0.4047125, 0.4046881),
)
"""Whang & Garcia-Molina 2012, Table 5; its column b is p_b."""


class DrawnRow(NamedTuple):
    """One draw of one row of the table.

    Arguments:
        exact: ``L_0(R, e)``, the highest, by the integral.
        taylor_error: of the second-order Taylor series, relative to the exact figure.
        exact_error: of the integral, relative to the paper's exact method: Algorithm 1 for constant weights, possible
            worlds for random ones.
    """

    row: int
    mean: float
    exact: float
    taylor_error: float
    exact_error: float


def relative_error(value: float, truth: float) -> float:
    """The relative error of a value; 0 if both are 0.

    >>> round(relative_error(0.4046881, 0.4047125), 7)
    6.03e-05
    """
    return abs(value - truth) / truth if truth else abs(value)


def accuracy(rows: Sequence[Parameters], draws: int = 1, seed: int = 0) -> tuple[DrawnRow, ...]:
    """Exact and approximate leakage of every row, for draws with the seeds ``seed``, ``seed + 1``, ...

    Source: Whang & Garcia-Molina 2012, Section 6.2, Table 5.

    Arguments:
        seed: a whole number of at least 0; equal seeds give equal results.

    >>> [row] = accuracy([Parameters(n=5, records=10)])
    >>> row.taylor_error < 1e-3, row.exact_error < 1e-12
    (True, True)
    """
    drawn, before = [], 0
    whole = draws * sum(parameters.records for parameters in rows)
    for draw in range(draws):
        for row, parameters in enumerate(rows):
            methods: tuple[Method, ...] = ("taylor", "equal_weights" if parameters.w == "C" else "worlds")
            seeded = replace(parameters, seed=check_seed(seed) + draw)
            mean, exact, taylor, check = _measured(seeded, methods, before, whole)
            before += parameters.records
            drawn.append(DrawnRow(row, mean, exact, relative_error(taylor, exact), relative_error(exact, check)))
    return tuple(drawn)


METHODS: tuple[Method, ...] = ("worlds", "equal_weights", "taylor", "exact")
REPEATS = 5


class Lap(NamedTuple):
    """One method at one n: the median time of its runs, and whether it exceeded the budget."""

    method: Method
    n: int
    seconds: float
    repeats: int
    leakage: float
    over: bool


def ladder(largest: int) -> tuple[int, ...]:
    """The sizes to run: all up to 20, as each attribute doubles the worlds; beyond, n grows by half.

    >>> ladder(50)[-4:]
    (20, 30, 45, 50)
    """
    sizes = list(range(1, 21))
    while sizes[-1] < largest:
        sizes.append(sizes[-1] * 3 // 2)
    return (*(size for size in sizes if size < largest), largest)


def race(sizes: Sequence[int], budget: float) -> tuple[Lap, ...]:
    """The time of every method at each size, ascending, until it exceeds the budget once.

    At each n one typical record of the generator is measured, with constant weights. A method runs up to five times, as
    long as its runs together stay within the budget; the median counts. Reading the record is timed, making it is not.
    Possible worlds also stop where ``record_leakage`` refuses to list them.
    Source: Whang & Garcia-Molina 2012, Section 6.3, Figure 3(d).

    Arguments:
        sizes: the n to run.
        budget: in seconds, > 0.

    >>> [(lap.method, lap.over) for lap in race([4], budget=10.0)]
    [('worlds', False), ('equal_weights', False), ('taylor', False), ('exact', False)]
    """
    # The first calls of a process take longer.
    running, laps = [m for m in METHODS if record_leakage(*typical(1), method=m) >= 0.0], list[Lap]()
    for place, n in enumerate(sizes):
        record, reference = typical(n)
        for method in tuple(running):
            report(f"Sizes run, n = {n:,} now", place, len(sizes))
            times: list[float] = []
            try:
                while len(times) < REPEATS and sum(times) <= budget:
                    start = perf_counter()
                    leakage = record_leakage(record, reference, method=method)
                    times.append(perf_counter() - start)
            except ValueError:
                running.remove(method)
                continue
            laps.append(Lap(method, n, statistics.median(times), len(times), leakage, times[0] > budget))
            if laps[-1].over:
                running.remove(method)
    return tuple(laps)


def typical(n: int) -> tuple[Record, Record]:
    """The most average of some records with the basic values, and its reference."""
    drawn = generate(Parameters(n=n, records=100 if n <= 100 else 1))

    def distance(record: Record) -> float:
        right = sum(a.value == RIGHT for a in record)
        return abs(len(record) - n) + abs(right - max(1.0, n / 4))

    return min(drawn.records, key=distance), drawn.reference
