"""Limits of what is entered, written and read, and problems with it in one sentence each.

Forms refuse at the cell what lies outside, files as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from leakage.record import Record
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class InputProblem:
    """Something that was entered and cannot be used.

    Arguments:
        where: the place, as the person sees it: "row 3", "line 7", "Shop, Email".
        sentence: which rule it breaks, without repeating the value.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.where else self.sentence


class CellError(ValueError):
    """A cell or row breaks a rule; the message is the sentence for the person."""


MAX_PROBLEMS = 20


def few(problems: Sequence[InputProblem]) -> tuple[InputProblem, ...]:
    """The first problems, and how many more there are."""
    more = len(problems) - MAX_PROBLEMS
    return (*problems[:MAX_PROBLEMS], *([InputProblem("", f"and {more:,} more")] if more > 0 else []))


LONGEST_TEXT = 100_000  # Characters of a label, value, name or any other text.
LEAST, GREATEST = 1e-6, 1e6  # Of a weight, price, scale or threshold; a price may also be 0.
MOST_ACCOUNTS = 5_000
"""Of accounts, of planned releases, and of whatever goes with an account: a value of one's own, a letter, a site."""

MOST_FACTS_EACH = 200  # Of an account or a stranger.
MOST_STRANGERS = 50_000

MOST_EVES = 20
MOST_ENTRIES = 100  # Of every other list.
FIRST_YEAR, LAST_YEAR = 1900, 2200
MOST_BYTES = 60_000_000  # Of a file.

MOST = {
    **dict.fromkeys(("profile", "recipients", "requests", "contacts", "changed_values"), MOST_ACCOUNTS),
    **{"releases": MOST_ACCOUNTS, "plans": MOST_ACCOUNTS, "background": MOST_STRANGERS, "policies": MOST_EVES},
}
"""Of the parts of a work."""

NUMBERS = {
    "Workspace.weights": ("weight", LEAST),
    "ValueCounts.counts": ("count", LEAST),
    "NumericCloseness.scale": ("scale", LEAST),
    "AtLeast.weights": ("weight", 0.0),
    "AtLeast.threshold": ("threshold", LEAST),
    "PerComparison.price": ("price", 0.0),
    "Quadratic.factor": ("factor", 0.0),
}
"""Fields with numbers that have limits: what a person calls them, and the least they may be."""

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_SAID = {"releases": "accounts", "background": "strangers", "policies": "Eves", "plans": "planned releases"}


def check_text(text: str, what: str = "a text") -> str:
    """A text as it is, if it may be entered.

    Raises:
        CellError: for one that is too long, or holds what no text has.
    """
    if len(text) > LONGEST_TEXT:
        raise CellError(f"{what} must have at most {LONGEST_TEXT:,} characters")
    if _NO_TEXT.search(text):
        raise CellError(f"{what} must not hold characters that no text has")
    return text


def check_number(what: str, number: float, least: float = LEAST) -> float:
    """A number as it is, if it lies within the limits.

    Arguments:
        what: it is called.
        number: any.
        least: it may be; where that is 0, other numbers must still be at least ``LEAST``.

    Raises:
        CellError: for one that does not.

    >>> check_number("weight", 2.0)
    2.0
    >>> check_number("price", 1e308, 0.0)
    Traceback (most recent call last):
    leakage.workspace.limits.CellError: price must be 0 or between 0.000001 and 1,000,000, got 1e+308
    """
    if not (LEAST <= number <= GREATEST or number == 0.0 == least):
        or_zero = "" if least else "0 or "
        raise CellError(f"{what} must be {or_zero}between {LEAST:f} and {GREATEST:,.0f}, got {number:g}")
    return number


def check_workspace(workspace: Workspace) -> Workspace:
    """A work as it is, if it lies within the limits.

    Raises:
        CellError: for one that does not, with the sentence for the first thing that does not.
    """
    check_extent(workspace)
    for field, leaf in _leaves(workspace):
        if isinstance(leaf, str):
            check_text(leaf)
        elif field in NUMBERS:
            what, least = NUMBERS[field]
            check_number(what, leaf, least)
    return workspace


def _leaves(value: Any, field: str = "") -> Iterator[tuple[str, Any]]:
    """Every text and number in a value, however deep, with the type and field that it is in."""
    if isinstance(value, str | int | float):
        yield field, value
    elif isinstance(value, Record):
        for attribute in value.attributes:
            yield field, attribute.label
            yield field, attribute.value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from _leaves(part, field)
    elif isinstance(value, Mapping):
        yield from _leaves(tuple(value.items()), field)
    elif is_dataclass(value):
        for part in fields(value):
            yield from _leaves(getattr(value, part.name), f"{type(value).__name__}.{part.name}")


def check_extent(workspace: Workspace) -> Workspace:
    """A work as it is, if it has no more of anything than may be entered, and no day out of the years there are.

    Raises:
        CellError: for one that has.
    """
    for part in fields(workspace):
        entries, most = getattr(workspace, part.name), MOST.get(part.name, MOST_ENTRIES)
        if isinstance(entries, tuple) and len(entries) > most:
            raise CellError(f"there may be at most {most:,} {_SAID.get(part.name, part.name.replace('_', ' '))}")
    given = (*(release.record for release in (*workspace.releases, *workspace.plans)), *workspace.background)
    if any(len(record) > MOST_FACTS_EACH for record in given):
        raise CellError(f"an account may have at most {MOST_FACTS_EACH} facts")
    # What is no day is left to whoever reads it.
    years = (int(day[:4]) for day in _days_of(workspace) if re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII))
    if not all(FIRST_YEAR <= year <= LAST_YEAR for year in years):
        raise CellError(f"a year must lie between {FIRST_YEAR} and {LAST_YEAR}")
    return workspace


def _days_of(workspace: Workspace) -> Iterator[str]:
    yield from (release.date for release in (*workspace.releases, *workspace.plans))
    yield from (day for request in workspace.requests for _, day in request.steps)
    yield from (changed.day for changed in workspace.changed_values)
