"""How much is tried: what suits every run, and any amount by two variables."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

TIMES = int(os.environ.get("TIMES", "1"))
"""How many times as many random inputs as usual each test tries."""

EVERY = "EVERY" in os.environ
"""Whether every case is tried: with ``EVERY=1``, else some of each kind."""


def cases(every: Iterable[Any], usual: int) -> list[Any]:
    """The first cases for every run; with ``EVERY=1`` all of them.

    >>> cases("abcd", usual=2)
    ['a', 'b']
    """
    return list(every) if EVERY else list(every)[:usual]
