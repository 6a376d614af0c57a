"""Side by side: the same done to several large things, two at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

WORKERS = min(2, os.cpu_count() or 1)
"""numpy, pandas and Arrow let another thread go on while they work on numbers and on texts of Arrow's."""

LARGE = 50_000
"""Rows below which starting a thread takes longer than it saves."""


def side_by_side(
    work: Callable[[Thing], Result],
    things: Iterable[Thing],
    rows: int,
    before: Callable[[int], None] = lambda number: None,
) -> list[Result]:
    """What the work makes of each thing, in their order.

    Arguments:
        work: a function of its thing alone; it runs in another thread, where no listener of ``leakage.progress`` is
            told and no budget is known.
        things: few and large; made in this thread, while the work on those before them goes on.
        rows: of each.
        before: called in this thread with the number of each thing whose result is waited for next. An exception that
            it raises ends everything that has not begun.

    >>> side_by_side(len, ["a", "bc"], LARGE)
    [1, 2]
    """
    if WORKERS < 2 or rows < LARGE:
        results = []
        for number, thing in enumerate(things):
            before(number)
            results.append(work(thing))
        return results
    pool = ThreadPoolExecutor(WORKERS)
    try:
        begun = [pool.submit(work, thing) for thing in things]
        results = []
        for number, future in enumerate(begun):
            before(number)
            results.append(future.result())
        return results
    finally:
        pool.shutdown(cancel_futures=True)
