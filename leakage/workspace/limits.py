"""Limits of what is entered, written and read, and problems with it in one sentence each.

Forms refuse at the cell what lies outside, files as a whole; a vault of before has its numbers brought within.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias

from leakage.measure.rarity import ValueCounts
from leakage.record import UNTYPED, Record
from leakage.registry import Adjust
from leakage.registry import with_numbers as adjusted
from leakage.resolution.adversary import Adversary
from leakage.workspace.workspace import Policy, Workspace

SHOWN_CHARACTERS = 40


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


def shown(label: str) -> str:
    """A label short enough for a sentence."""
    return label if len(label) <= SHOWN_CHARACTERS else label[: SHOWN_CHARACTERS - 1] + "…"


LONGEST_TEXT = 100_000
"""Characters of a label, value, name or any other text."""

LEAST, GREATEST = 1e-6, 1e6
"""Of a weight, price, scale or threshold; a price may also be 0."""

MOST_ACCOUNTS = 5_000
"""Of accounts, of planned releases, and of whatever goes with an account: a value of one's own, a letter, a site."""

MOST_FACTS_EACH = 200
"""Of an account or a stranger."""

MOST_STRANGERS = 50_000

MOST_EVES = 20

MOST_ENTRIES = 100
"""Of every other list."""

FIRST_YEAR, LAST_YEAR = 1900, 2200

MOST_BYTES = 60_000_000
"""Of a file."""

_MANY = ("releases", "plans", "profile", "recipients", "requests", "contacts", "changed_values")
_MOST = {**dict.fromkeys(_MANY, MOST_ACCOUNTS), "background": MOST_STRANGERS, "policies": MOST_EVES}
_SAID = {
    "releases": "accounts",
    "background": "other people's records",
    "policies": "Eves",
    "plans": "planned releases",
}

Act: TypeAlias = Callable[[str, float, float], float]
"""What is done with a number: what it is called, itself, and the least it may be."""


def check_text(text: str, what: str = "a text") -> str:
    """A text as it is, if it may be entered.

    Raises:
        CellError: for one that is too long, or holds what no text has.
    """
    if len(text) > LONGEST_TEXT:
        raise CellError(f"{what} must have at most {LONGEST_TEXT:,} characters")
    if "\0" in text or not (text.isascii() or _is_unicode(text)):
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
    if number != bring_within(what, number, least):
        or_zero = "" if least else "0 or "
        raise CellError(f"{what} must be {or_zero}between {LEAST:f} and {GREATEST:,.0f}, got {number:g}")
    return number


def bring_within(what: str, number: float, least: float = LEAST) -> float:
    """The nearest number within the limits."""
    return number if number == 0.0 == least else min(max(number, LEAST), GREATEST)


def check_workspace(workspace: Workspace) -> Workspace:
    """A work as it is, if it lies within the limits.

    Raises:
        CellError: for one that does not, with the sentence for the first thing that does not.
    """
    check_extent(workspace)
    with_numbers(workspace, check_number)
    for text in _texts_of(workspace):
        if text != UNTYPED:
            check_text(text)
    return workspace


def check_extent(workspace: Workspace) -> Workspace:
    """A work as it is, if it has no more of anything than may be entered, and no day out of the years there are.

    Raises:
        CellError: for one that has.
    """
    for part in fields(workspace):
        entries, most = getattr(workspace, part.name), _MOST.get(part.name, MOST_ENTRIES)
        if isinstance(entries, tuple) and len(entries) > most:
            raise CellError(f"there may be at most {most:,} {_SAID.get(part.name, part.name.replace('_', ' '))}")
    given = (*(release.record for release in (*workspace.releases, *workspace.plans)), *workspace.background)
    if any(len(record) > MOST_FACTS_EACH for record in given):
        raise CellError(f"an account may have at most {MOST_FACTS_EACH} facts")
    for day in _days_of(workspace):
        check_day(day)
    return workspace


def check_day(day: str) -> None:
    """Refuse a day of a year that no letter or timeline can have; what is no day is left to whoever reads it."""
    try:
        year = datetime.date.fromisoformat(day).year
    except ValueError:
        return
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise CellError(f"a year must lie between {FIRST_YEAR} and {LAST_YEAR}")


def _days_of(workspace: Workspace) -> Iterator[str]:
    yield from (release.date for release in (*workspace.releases, *workspace.plans))
    yield from (day for request in workspace.requests for _, day in request.steps)
    yield from (changed.day for changed in workspace.changed_values)


def with_numbers(workspace: Workspace, act: Act = bring_within) -> Workspace:
    """The work with every weight, price, scale and threshold in it as ``act`` gives it back."""

    def adjust(what: str, number: float, positive: bool) -> float:
        return act(what, number, LEAST if positive else 0.0)

    return replace(
        workspace,
        weights=_priced(workspace.weights, act, "weight"),
        policies=tuple(_policy(policy, adjust) for policy in workspace.policies),
        similarities=tuple((label, adjusted(similarity, adjust)) for label, similarity in workspace.similarities),
        action_minutes=_priced(workspace.action_minutes, act, "minutes"),
        value_counts=ValueCounts(
            (label, _priced(table, act, "count")) for label, table in workspace.value_counts.counts
        ),
    )


def _priced(rows: Iterable[tuple[str, float]], act: Act, what: str) -> tuple[tuple[str, float], ...]:
    return tuple((label, act(what, number, LEAST)) for label, number in rows)


def _policy(policy: Policy, adjust: Adjust) -> Policy:
    operations = tuple(adjusted(operation, adjust) for operation in policy.adversary.operations)
    return replace(policy, adversary=Adversary(operations, cost=adjusted(policy.adversary.cost, adjust)))


def _texts_of(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Record):
        for attribute in value.attributes:
            yield attribute.label
            yield attribute.value
    elif isinstance(value, Mapping):
        yield from _texts_of(tuple(value.items()))
    elif isinstance(value, tuple | frozenset):
        for entry in value:
            yield from _texts_of(entry)
    elif is_dataclass(value):
        for part in fields(value):
            yield from _texts_of(getattr(value, part.name))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
