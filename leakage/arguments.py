"""Checks that many functions share: seeds, ranges, optional packages; and warnings."""

from __future__ import annotations

import inspect
import operator
import warnings
from importlib import import_module


class LeakageWarning(UserWarning):
    """Warns of an argument that is allowed but probably a mistake."""


def warn(message: str) -> None:
    """Issue a LeakageWarning that points at the line that called this library."""
    frame, depth = inspect.currentframe(), 0
    while frame and str(frame.f_globals.get("__name__")).partition(".")[0] == "leakage":
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, LeakageWarning, stacklevel=depth + 1)


def check_seed(seed: int) -> int:
    """The seed as an int; raises a ValueError unless it is a whole number of at least 0."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError("a seed must be a whole number of at least 0")
    return number


def check_range(name: str, number: float, interval: str) -> None:
    """Raise a ValueError for a number outside an interval such as "[0, 1)" or "(0, inf]"; NaN is in none."""
    low, high = interval[1:-1].split(", ")
    above = number >= float(low) if interval[0] == "[" else number > float(low)
    below = number <= float(high) if interval[-1] == "]" else number < float(high)
    if not (above and below):
        least = "at least" if interval[0] == "[" else "more than"
        allowed = f"{least} {low}" if interval.endswith("inf]") else f"in {interval}"
        raise ValueError(f"{name} must be {allowed}, got {number}")


def need_extra(package: str, extra: str, part: str) -> None:
    """Raise a ModuleNotFoundError, naming the extra to install, if an optional package is missing."""
    try:
        import_module(package)
    except ModuleNotFoundError:
        said = f'{part} needs {package}: install the extra "{extra}", as in pip install ".[{extra}]"'
        raise ModuleNotFoundError(said, name=package) from None
