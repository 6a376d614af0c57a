"""Which algorithm is fast: the 2012 paper's Figure 3(d), measured on the spot."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from leakage.measure.leakage import Method, record_leakage
from leakage.measure.weights import Weights
from leakage.record import Record
from leakage.synthetic import RIGHT, Parameters, generate

METHODS: tuple[Method, ...] = ("worlds", "equal_weights", "taylor", "exact")
REPEATS = 5

EVERY_SIZE = 20
"""Up to here every n is run, for each attribute doubles the worlds; beyond, n grows by half."""

LAST_LAPS = 8.0
"""The slope is fitted from an eighth of the largest n on: at small n it is the call that costs, not the attributes."""


@dataclass(frozen=True)
class Lap:
    """One algorithm at one n.

    Arguments:
        method: of ``record_leakage``.
        n: size of the reference; the record has as many attributes, or nearly.
        seconds: the median running time.
        repeats: how often it was run.
        leakage: what it answered.
        over: whether it took longer than the budget, and leaves the race.
    """

    method: Method
    n: int
    seconds: float
    repeats: int
    leakage: float
    over: bool


def ladder(largest: int) -> tuple[int, ...]:
    """The sizes that are run, up to the largest.

    >>> ladder(50)[-4:]
    (20, 30, 45, 50)
    """
    sizes = list(range(1, EVERY_SIZE + 1))
    while sizes[-1] < largest:
        sizes.append(sizes[-1] * 3 // 2)
    return (*(size for size in sizes if size < largest), largest)


def race(sizes: Sequence[int], budget: float) -> Iterator[Lap]:
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
    running = list(METHODS)
    for n in sizes:
        if not running:
            return
        record, reference = typical(n)
        for method in tuple(running):
            try:
                leakage, times = timed(method, record, reference, budget=budget)
            except ValueError:
                running.remove(method)
                continue
            over = times[0] > budget
            if over:
                running.remove(method)
            yield Lap(method, n, statistics.median(times), len(times), leakage, over)


def timed(
    method: Method, record: Record, reference: Record, weights: Weights | None = None, budget: float = math.inf
) -> tuple[float, list[float]]:
    """The answer of an algorithm, and its running times in seconds: up to five, that stay within a budget together.

    Raises:
        ValueError: where the algorithm refuses the record or the weights.
    """
    times: list[float] = []
    while len(times) < REPEATS and sum(times) <= budget:
        start = perf_counter()
        leakage = record_leakage(record, reference, weights, method=method)
        times.append(perf_counter() - start)
    return leakage, times


def typical(n: int) -> tuple[Record, Record]:
    """A record of the generator at its basic values, and its reference.

    Of several small records it is the one nearest to the average: n attributes, a quarter of them right.

    >>> record, reference = typical(8)
    >>> len(record), len(reference)
    (8, 8)
    """
    drawn = generate(Parameters(n=n, records=100 if n <= 100 else 1))

    def distance(record: Record) -> float:
        right = sum(a.value == RIGHT for a in record)
        return abs(len(record) - n) + abs(right - max(1.0, n / 4))

    return min(drawn.records, key=distance), drawn.reference


def slope(laps: Sequence[Lap]) -> float | None:
    """The exponent k of ``seconds ~ n^k``, fitted to the last laps of one algorithm; None for fewer than three.

    >>> slope([Lap("exact", n, 1e-6 * n**2, 5, 0.1, False) for n in (100, 200, 400, 800)])
    2.0
    """
    last = [lap for lap in laps if lap.n * LAST_LAPS >= laps[-1].n]
    return None if len(last) < 3 else round(_rise(last, [math.log(lap.n) for lap in last]), 9)


def growth(laps: Sequence[Lap]) -> float | None:
    """By what factor one more attribute multiplies the time, over the last six laps; None for fewer than three.

    >>> growth([Lap("worlds", n, 1e-6 * 2**n, 5, 0.1, False) for n in (7, 8, 9, 10)])
    2.0
    """
    last = laps[-6:]
    return None if len(last) < 3 else round(math.exp(_rise(last, [lap.n for lap in last])), 9)


def _rise(laps: Sequence[Lap], across: Sequence[float]) -> float:
    """The slope of the logarithm of the time."""
    return float(np.polyfit(across, [math.log(lap.seconds) for lap in laps], 1)[0])
