"""How fast and how exact record leakage is: the exact method beside the 2012 paper's three.

Run with ``.venv/bin/python -m tests.benchmarks.measure``; it takes about a minute. Errors are relative, against
exact rational arithmetic where that can be had: the worlds for n = 10; for greater n the records have one confidence
and one weight, so that the number of attributes present is binomial. Where none can be had there is no error.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import get_args

import numpy as np

from leakage import Database, Record, record_leakage, record_leakages
from leakage.measure.comparison import columns_of
from leakage.measure.kernel import Columns, expectations
from leakage.measure.record_leakage import Method
from leakage.record import Attribute
from tests.oracles import measure as oracle

SIZES = (10, 100, 1_000, 10_000, 100_000)
LONGEST = 5.0
"""Seconds after which a method is not tried on the next size."""

LIKELY = 0.25
REPEATS = 5


def records_of(size: int, *, alike: bool = True) -> tuple[Record, Record]:
    """A record of so many attributes, half of them right, and a reference of as many facts."""
    draw = np.random.default_rng(size)
    likely = np.full(size, LIKELY) if alike else draw.uniform(0.0, 0.5, size)
    record = Record(Attribute(f"L{n}", str(n % 2), float(c)) for n, c in enumerate(likely))
    return record, Record(Attribute(f"L{n}", "1") for n in range(size))


def least_time(
    run: Callable[[], object], repeats: int = REPEATS, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The least seconds of several runs: what is besides is the machine's other work."""
    times = []
    for _ in range(repeats):
        begun = clock()
        run()
        times.append(clock() - begun)
        if sum(times) > LONGEST:
            break
    return min(times)


def exact_value(size: int) -> Fraction:
    """Leakage of the record of equal confidences: twice the mean of X / (n + Y)."""
    return 2 * oracle.of_many(size, size // 2, LIKELY, 1.0, float(size))


def timed(record: Record, reference: Record, method: Method, exact: Fraction) -> tuple[float, float]:
    """Seconds, and the relative error."""
    taken = least_time(lambda: record_leakage(record, reference, method=method))
    return taken, abs(float((Fraction(record_leakage(record, reference, method=method)) - exact) / exact))


def methods_table() -> None:
    print("one record, n attributes, equal weights: seconds, times exact's, relative error")
    print(f"{'n':>9}" + "".join(f"{method:>34}" for method in get_args(Method)))
    tired: set[str] = set()
    for size in SIZES:
        record, reference = records_of(size)
        exact, first, cells = exact_value(size), 0.0, []
        for method in get_args(Method):
            if method in tired or (method == "worlds" and size > 20):
                cells.append(f"{'-':>34}")
                continue
            taken, error = timed(record, reference, method, exact)
            first = first or taken
            cells.append(f"{taken:13.5f} s {taken / first:8.1f} x {error:8.0e}")
            # Algorithm 1 takes 100 times as long on ten times as many.
            if taken * (150 if method == "equal_weights" else 10) > LONGEST:
                tired.add(method)
        print(f"{size:9,}" + "".join(cells), flush=True)


def random_weights_table() -> None:
    """2012, Section 6.2: ten attributes with random weights, where only worlds were exact."""
    record, reference = records_of(10, alike=False)
    draw = np.random.default_rng(1)
    weights = {f"L{n}": float(w) for n, w in enumerate(draw.uniform(0.0, 1.0, 10))}
    exact = oracle.leakage(record, reference, weights)
    print("\none record, 10 attributes, random weights: seconds, relative error")
    for method in ("exact", "worlds", "taylor"):
        taken = least_time(lambda method=method: record_leakage(record, reference, weights, method=method))
        leakage = record_leakage(record, reference, weights, method=method)
        print(f"{method:>9}{taken:13.5f} s {abs(float((Fraction(leakage) - exact) / exact)):8.0e}")


def kernel_table() -> None:
    print("\nexact alone, in columns: seconds for weights that are equal, of eight decades, and rarely there")
    sizes = (10**3, 10**4, 10**5, 10**6)
    times: dict[str, list[float]] = {"equal": [], "decades": [], "rare": []}
    for size in sizes:
        draw = np.random.default_rng(size)
        spread, likely = 10 ** draw.uniform(-4, 4, size), draw.uniform(0.0, 0.5, size)
        cases = (("equal", np.ones(size), likely), ("decades", spread, likely), ("rare", spread, likely / size))
        for name, weight, confidence in cases:
            credit = np.where(np.arange(size) % 2, weight, 0.0)
            scale = weight.sum() if name != "rare" else 1e-4
            columns = Columns(weight, confidence, credit, np.array([0, size]), np.array([scale]))
            times[name].append(least_time(lambda columns=columns: expectations(columns)))
    for name, taken in times.items():
        fitted = np.polyfit(np.log(sizes), np.log(taken), 1)[0]
        steps = [np.log10(after / before) for before, after in pairwise(taken)]
        shown = "".join(f"{seconds:11.5f}" for seconds in taken)
        print(f"{name:>9}{shown}   exponent {fitted:.2f} (from 10^5 to 10^6: {steps[-1]:.2f})")


def one_record_table() -> None:
    """A record of a million attributes: what is besides the integral is telling what is right."""
    print("\none record of 10^6 attributes: seconds at first sight of a reference; again, and times the integral alone")
    record, _ = records_of(10**6, alike=False)
    for size in (10**3, 10**6):
        _, reference = records_of(size)
        first = least_time(partial(record_leakage, record, reference), repeats=1)
        again = least_time(partial(record_leakage, record, reference))
        integral = least_time(partial(expectations, columns_of([record], reference, None, 1.0)))
        print(f"{size:9,} facts{first:10.3f} s{again:10.3f} s{again / integral:6.1f} x")


def drawn_database(records: int, size: int = 100) -> tuple[Database, Record, dict[str, float]]:
    """The paper's base case as to size: so many records of 100 attributes, confidences up to 0.5."""
    draw = np.random.default_rng(0)
    rows = records * size
    place = np.tile(np.arange(size), records)
    value = np.where(draw.random(rows) < 0.25, place, size + draw.integers(0, 1000, rows))
    database = Database(
        np.repeat(np.arange(records), size),
        place,
        value,
        draw.uniform(0.0, 0.5, rows),
        tuple(f"L{n}" for n in range(size)),
        tuple(str(n) for n in range(size + 1000)),
        records,
    )
    weights = {f"L{n}": float(w) for n, w in enumerate(draw.uniform(0.01, 1.0, size))}
    return database, Record(Attribute(f"L{n}", str(n)) for n in range(size)), weights


def resident() -> float:
    """Megabytes of memory in use by this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def with_peak(run: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and megabytes in use at most beyond those before."""
    before, most, ended = resident(), [0.0], threading.Event()

    def watch() -> None:
        while not ended.wait(0.005):
            most[0] = max(most[0], resident() - before)

    watcher = threading.Thread(target=watch)
    watcher.start()
    begun = time.perf_counter()
    run()
    taken = time.perf_counter() - begun
    ended.set()
    watcher.join()
    return taken, most[0]


def batch_table() -> None:
    print("\nrecord_leakages of a Database, 100 attributes a record, random weights")
    for records in (10_000, 100_000):
        database, reference, weights = drawn_database(records)
        least_time(lambda d=database, e=reference, w=weights: record_leakages(d, e, w), repeats=1)
        taken, extra = with_peak(lambda d=database, e=reference, w=weights: record_leakages(d, e, w))
        best = min(taken, least_time(lambda d=database, e=reference, w=weights: record_leakages(d, e, w)))
        print(f"{records:9,} records{best:9.3f} s{records / best:12,.0f} a second{extra:7.0f} MB more")


def main() -> None:
    methods_table()
    random_weights_table()
    kernel_table()
    one_record_table()
    batch_table()


if __name__ == "__main__":
    main()
