"""A data subject's request to one recipient: what it asks for, what its letter states, and what came of it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from leakage.record import Pair
from leakage.short_repr import short_repr

RequestKind: TypeAlias = Literal["erasure", "access", "objection", "correction"]
KINDS: tuple[RequestKind, ...] = get_args(RequestKind)
Ground: TypeAlias = Literal["gdpr", "uk_gdpr", "ccpa", "drop", "plain"]
"""The law a request rests on; ``drop`` is California's page for all data brokers at once, ``plain`` is no law."""
GROUNDS: tuple[Ground, ...] = get_args(Ground)
Language: TypeAlias = Literal["en", "de", "fr", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Step: TypeAlias = Literal["drafted", "sent", "extended", "answered", "refused", "done"]
STEPS: tuple[Step, ...] = get_args(Step)
Correction: TypeAlias = tuple[str, str, str]
"""A label, the value that is wrong, and what it should be; empty where it should only be deleted."""


@dataclass(frozen=True, slots=True)
class SubjectRequest:
    """What is asked of one recipient.

    Arguments:
        name: unique in a workspace, not empty.
        recipient: as the releases call it, not empty.
        kind: what is asked for.
        ground: the law that it rests on.
        language: of the letter.
        releases: names of the releases it is about.
        stated: the (label, value) pairs its letter states, so that the recipient finds the person.
        corrections: what is wrong, of a correction.
        steps: what happened, each step at most once, with its day as ISO 8601.

    Raises:
        ValueError: for an empty name or recipient, a step that occurs twice, or a day that is none.

    >>> SubjectRequest("Erasure: Shop", "Shop", "erasure", steps=(("sent", "2026-01-31"),)).day_of("sent")
    datetime.date(2026, 1, 31)
    """

    name: str
    recipient: str
    kind: RequestKind
    ground: Ground = "plain"
    language: Language = "en"
    releases: tuple[str, ...] = ()
    stated: tuple[Pair, ...] = ()
    corrections: tuple[Correction, ...] = ()
    steps: tuple[tuple[Step, str], ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a request needs a name")
        if not self.recipient:
            raise ValueError("a request needs a recipient")
        if len({step for step, _ in self.steps}) < len(self.steps):
            raise ValueError("a request takes each step once")
        for _, day in self.steps:
            _day(day)

    def day_of(self, step: Step) -> datetime.date | None:
        """When a step was taken; None where it was not."""
        day = dict(self.steps).get(step)
        return None if day is None else _day(day)

    def with_step(self, step: Step, day: datetime.date) -> SubjectRequest:
        """The request with one step more, or on another day; the steps stay in their order."""
        taken = {**dict(self.steps), step: day.isoformat()}
        return replace(self, steps=tuple((name, taken[name]) for name in STEPS if name in taken))


def with_releases_renamed(requests: Iterable[SubjectRequest], names: Mapping[str, str]) -> tuple[SubjectRequest, ...]:
    """Requests about releases that have other names now, each once.

    >>> [asked] = with_releases_renamed([SubjectRequest("A", "Shop", "erasure", releases=("a", "b"))], {"b": "a"})
    >>> asked.releases
    ('a',)
    """
    return tuple(
        replace(request, releases=tuple(dict.fromkeys(names.get(name, name) for name in request.releases)))
        for request in requests
    )


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError("the day of a step is written like 2026-01-31") from None
