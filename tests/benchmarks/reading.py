"""How long reading a table of a million rows takes, and how much memory, against a loop over its cells.

Run with ``.venv/bin/python -m tests.benchmarks.reading``. Five columns of every kind; the rows are put together on both
sides, which joining by rules does not ask for.
"""

from __future__ import annotations

import datetime
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from leakage import Database
from leakage.tabular.texts import text_of
from tests.benchmarks.runner import in_a_process, peak_memory, this_module

ROWS, COLUMNS, RUNS = 1_000_000, 5, 3
TOUCHED = 2_000_000_000
"""Bytes that are written once before the clock runs, on both sides."""

ONCE, LOOP = "here", "loop"
FIRST_DAY = datetime.date(1950, 1, 1)


def strings(numbers: Sequence[int]) -> pd.Series:
    """Texts in Arrow, as pandas has them."""
    return objects(numbers).astype("str")


def objects(numbers: Sequence[int]) -> pd.Series:
    """Texts as objects of Python's."""
    return pd.Series([f"p{number}" for number in numbers], dtype=object)


def numbers_and_texts(numbers: Sequence[int]) -> pd.Series:
    """A third of them texts, a third whole numbers, a third floats."""
    kinds: tuple[Callable[[int], Any], ...] = (lambda n: f"p{n}", lambda n: int(str(n)), lambda n: n / 2)
    return pd.Series([kinds[hash((n, row)) % 3](n) for row, n in enumerate(numbers)], dtype=object)


def five_kinds(numbers: Sequence[int]) -> pd.Series:
    """As many texts, whole numbers, floats, truths and days."""
    kinds: tuple[Callable[[int], Any], ...] = (
        lambda n: f"p{n}",
        lambda n: int(str(n)),
        lambda n: n / 2,
        lambda n: n % 2 == 0,
        lambda n: FIRST_DAY + datetime.timedelta(n % 25_000),
    )
    return pd.Series([kinds[hash((n, row)) % 5](n) for row, n in enumerate(numbers)], dtype=object)


def categories(numbers: Sequence[int]) -> pd.Series:
    """Texts as categories."""
    return objects(numbers).astype("category")


def floats(numbers: Sequence[int]) -> pd.Series:
    """Whole numbers as floats."""
    return pd.Series(numbers, dtype=float)


def days(numbers: Sequence[int]) -> pd.Series:
    """Instants at midnight."""
    return pd.Series(np.datetime64(FIRST_DAY, "s") + np.array(numbers) % 25_000 * np.timedelta64(86_400, "s"))


KINDS = (strings, objects, numbers_and_texts, five_kinds, categories, floats, days)


def table(kind: Callable[[Sequence[int]], pd.Series], rows: int = ROWS) -> pd.DataFrame:
    """Five columns; in each so many values that two to ten thousand rows have the same, and some cells empty."""
    draw = np.random.default_rng(0)
    columns = {}
    for number, values in enumerate((rows // 2, rows // 2, rows // 6, rows // 6, rows // 2000 + 1)[:COLUMNS]):
        column = kind(draw.integers(0, values, rows).tolist())
        columns[f"column {number}"] = column.where(draw.random(rows) < 1.0 - 0.1 * number)
    return pd.DataFrame(columns)


def looped(frame: pd.DataFrame) -> Database:
    """The database of a table, cell by cell."""
    rows = np.repeat(np.arange(len(frame)), frame.shape[1])
    names = np.tile(np.array([str(column) for column in frame.columns], dtype=object), len(frame))
    texts = np.array([text_of(cell) for cell in frame.to_numpy(dtype=object).ravel()], dtype=object)
    full = np.array([text != "" for text in texts], dtype=bool)
    return Database.from_columns(rows[full], names[full], texts[full], np.ones(int(full.sum())), size=len(frame))


def read(kind: str, how: str) -> None:
    """Read a table and print what it took. Run in a process of its own, for its memory."""
    frame = table(next(one for one in KINDS if one.__name__ == kind))
    # What is imported at its first use is imported now.
    len(Database.from_frame(frame[:100]).record)
    # A virtual machine may be given its memory at the first touch only, which takes twenty times as long as writing it.
    np.empty(TOUCHED // 8).fill(0.0)
    Path("/proc/self/clear_refs").write_text("5")
    before, begun, processor = peak_memory(), time.perf_counter(), time.process_time()
    database = looped(frame) if how == LOOP else Database.from_frame(frame)
    attributes = len(database.record)
    seconds, processor = time.perf_counter() - begun, time.process_time() - processor
    measured = {
        "seconds": seconds,
        "processor": processor,
        "megabytes": peak_memory() - before,
        "attributes": attributes,
    }
    print(json.dumps(measured))


def main() -> None:
    """Every kind in turn, or what one process is to do."""
    if len(sys.argv) == 3:
        read(*sys.argv[1:])
        return
    for kind in KINDS:
        loop, once = (
            in_a_process(*this_module("tests.benchmarks.reading", kind.__name__, how)) for how in (LOOP, ONCE)
        )
        assert loop["attributes"] == once["attributes"]
        print(
            f"{kind.__name__:>18}: {once['seconds']:.2f} s, {once['processor']:.2f} s of processor time, "
            f"{once['megabytes']:,.0f} MB; a loop {loop['seconds']:.2f} s, {loop['processor']:.2f}, "
            f"{loop['megabytes']:,.0f} MB; as fast {loop['seconds'] / once['seconds']:.1f} times, "
            f"by processor time {loop['processor'] / once['processor']:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
