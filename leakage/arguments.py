"""What arguments mean wherever they are taken: seeds, ranges, weights, columns, and extras that may be missing."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Collection, Sequence
from importlib.util import find_spec


class LeakageWarning(UserWarning):
    """An argument that is allowed, and probably a slip."""


def check_seed(seed: int) -> int:
    """The seed of a draw: equal seeds, and equal other arguments, give equal results.

    Raises:
        ValueError: for what is no whole number of at least 0.

    >>> check_seed(7)
    7
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError("a seed must be a whole number of at least 0")
    return number


def check_range(name: str, number: float, interval: str) -> None:
    """Refuse a number outside an interval; NaN is outside of all.

    Arguments:
        name: of the argument.
        number: given for it.
        interval: as in "[0, 1)"; "[1, inf]" reads "at least 1" in the error, "(0, inf]" "more than 0".

    Raises:
        ValueError: for a number outside.

    >>> check_range("alpha", 1.0, "[0, 1)")
    Traceback (most recent call last):
    ValueError: alpha must be in [0, 1), got 1.0
    """
    low, high = interval[1:-1].split(", ")
    above = number >= float(low) if interval[0] == "[" else number > float(low)
    below = number <= float(high) if interval[-1] == "]" else number < float(high)
    if not (above and below):
        least = "at least" if interval[0] == "[" else "more than"
        allowed = f"{least} {low}" if interval.endswith("inf]") else f"in {interval}"
        raise ValueError(f"{name} must be {allowed}, got {number}")


def need_extra(package: str, extra: str, part: str) -> None:
    """Refuse to go on without what an extra brings.

    Arguments:
        package: that must be there to import.
        extra: which brings it.
        part: of the library, which needs it.

    Raises:
        ModuleNotFoundError: if it is not there.

    >>> need_extra("no_such_package", "vault", "the vault")
    Traceback (most recent call last):
    ModuleNotFoundError: the vault needs no_such_package: install the extra "vault", as in pip install ".[vault]"
    """
    try:
        found = find_spec(package)
    except ModuleNotFoundError:
        found = None
    if found is None:
        said = f'{part} needs {package}: install the extra "{extra}", as in pip install ".[{extra}]"'
        raise ModuleNotFoundError(said, name=package)


def warn_of_idle_weights(labels: Collection[str], *, stacklevel: int = 3) -> None:
    """Say which weights change nothing.

    Arguments:
        labels: that have a weight, and that nobody has.
        stacklevel: of whose line it is said.
    """
    if labels:
        said = f"no record and no person has the label {', '.join(map(repr, labels))}: its weight changes nothing"
        warnings.warn(said, LeakageWarning, stacklevel=stacklevel)


_CONFIDENCE = re.compile(r"(.+?)[ _.-]?(conf|confidence|certainty|prob|probability)", re.IGNORECASE)


def warn_of_confidences(columns: Sequence[str], *, stacklevel: int = 3) -> None:
    """Say which columns are named like confidences of others: a table of records has none.

    Columns are said by number, for the first line of a file without titles is somebody's.

    Arguments:
        columns: their names.
        stacklevel: of whose line it is said.
    """
    number_of = {name: number for number, name in enumerate(columns)}
    for number, name in enumerate(columns):
        alike = _CONFIDENCE.fullmatch(name)
        if alike and alike[1] in number_of:
            said = (
                f"column {number} is named like a confidence of column {number_of[alike[1]]}, and is read as a label "
                "of its own; Database.from_columns takes confidences"
            )
            warnings.warn(said, LeakageWarning, stacklevel=stacklevel)
