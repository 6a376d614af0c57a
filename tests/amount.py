"""How much is tried: what suits every run, more with the slow tests, and any amount by two variables."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

TIMES = int(os.environ.get("TIMES", "1"))
"""How many times as many random inputs as usual each test tries."""

EVERY = "EVERY" in os.environ
"""Whether every case is tried: with ``EVERY=1``, else some of each kind."""


def cases(every: Iterable[Any], usual: int, slow: int = 0) -> list[Any]:
    """The first cases for every run, some more for the slow tests; with ``EVERY=1`` all the others as slow ones too.

    A tuple is a case of several arguments.

    >>> [(case.values, len(case.marks)) for case in cases("abcd", usual=1, slow=2)]
    [(('a',), 0), (('b',), 1), (('c',), 1)]
    """
    params = [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if number < usual else pytest.mark.slow)
        for number, case in enumerate(every)
    ]
    return params if EVERY else params[: usual + slow]
