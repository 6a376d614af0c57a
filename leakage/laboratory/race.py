"""Which algorithm is fast: the 2012 paper's Figure 3(d), measured on the spot."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from leakage.laboratory.synthetic import RIGHT, Parameters, generate
from leakage.measure.leakage import Method, record_leakage
from leakage.progress import report
from leakage.record import Record

METHODS: tuple[Method, ...] = ("worlds", "equal_weights", "taylor", "exact")
REPEATS = 5


class Lap(NamedTuple):
    """One algorithm at one n: the median time of its runs, and whether it is over the budget and leaves the race."""

    method: Method
    n: int
    seconds: float
    repeats: int
    leakage: float
    over: bool


def ladder(largest: int) -> tuple[int, ...]:
    """The sizes that are run: each up to 20, for each attribute doubles the worlds; beyond, n grows by half.

    >>> ladder(50)[-4:]
    (20, 30, 45, 50)
    """
    sizes = list(range(1, 21))
    while sizes[-1] < largest:
        sizes.append(sizes[-1] * 3 // 2)
    return (*(size for size in sizes if size < largest), largest)


def race(sizes: Sequence[int], budget: float) -> tuple[Lap, ...]:
    """Every algorithm at every size, the sizes ascending, until it has once taken longer than the budget.

    At each n one typical record of the generator is measured, with constant weights. An algorithm is run up to five
    times, as long as its runs together stay within the budget, and the median counts. Reading the record is
    counted, making it is not. Possible worlds also leave where ``record_leakage`` refuses to list them.
    Source: Whang & Garcia-Molina 2012, Section 6.3, Figure 3(d).

    Arguments:
        sizes: the n to run.
        budget: in seconds, > 0.

    >>> [(lap.method, lap.over) for lap in race([4], budget=10.0)]
    [('worlds', False), ('equal_weights', False), ('taylor', False), ('exact', False)]
    """
    # The first call of a process loads what later ones find.
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
    """A record of the generator at its basic values, of several the most average one, and its reference."""
    drawn = generate(Parameters(n=n, records=100 if n <= 100 else 1))

    def distance(record: Record) -> float:
        right = sum(a.value == RIGHT for a in record)
        return abs(len(record) - n) + abs(right - max(1.0, n / 4))

    return min(drawn.records, key=distance), drawn.reference
