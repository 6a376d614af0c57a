"""Highlights: what a person with many accounts should hear first, before any figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leakage.record import Pair
from leakage.workspace.files.findings import LOGIN
from leakage.workspace.files.password_class import LABEL
from leakage.workspace.workspace import Workspace

HighlightKind: TypeAlias = Literal["password", "tie"]
FEWEST_TIED = 3
"""Accounts that a value must tie before it is worth a sentence."""

_TIES = {"Email": "mail address", "User name": "user name", "Phone": "phone number"}


@dataclass(frozen=True, slots=True)
class Highlight:
    """One value that many recipients hold; neither it nor they show in a log.

    Arguments:
        kind: a password that accounts share, or a value that ties them together.
        pair: the label and the value.
        recipients: who holds it, in the order of their releases.
    """

    kind: HighlightKind
    pair: Pair = field(repr=False)
    recipients: tuple[str, ...] = field(repr=False)

    @property
    def sentence(self) -> str:
        """What to say, without the value.

        >>> Highlight("password", ("Password", "password A"), ("a", "b")).sentence
        '2 accounts share one password.'
        >>> Highlight("tie", ("Email", "a@b.c"), ("a", "b", "c")).sentence
        'One mail address ties 3 accounts together.'
        """
        number = len(self.recipients)
        if self.kind == "password":
            return f"{number:,} accounts share one password."
        return f"One {_TIES[self.pair[0]]} ties {number:,} accounts together."


def highlights(workspace: Workspace) -> tuple[Highlight, ...]:
    """The most shared password, then the value that most accounts are opened with; none where nothing is shared.

    What was erased no longer counts, and neither does what is held with confidence 0.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> shops = tuple(Release(n, n, Record.of(("Password", "password A"))) for n in ("Shop", "Bank"))
    >>> [highlight.sentence for highlight in highlights(Workspace(releases=shops))]
    ['2 accounts share one password.']
    """
    holders: dict[Pair, dict[str, None]] = {}
    for pair, recipient in _held(workspace):
        holders.setdefault(pair, {})[recipient] = None
    most = (
        _most("password", 2, {pair: names for pair, names in holders.items() if pair[0] == LABEL}),
        _most("tie", FEWEST_TIED, {pair: names for pair, names in holders.items() if pair[0] in LOGIN}),
    )
    return tuple(highlight for highlight in most if highlight)


def _held(workspace: Workspace) -> Iterator[tuple[Pair, str]]:
    for release in workspace.releases:
        if release.erasure != "done":
            yield from ((attribute.pair, release.recipient) for attribute in release.record.known)


def _most(kind: HighlightKind, fewest: int, holders: dict[Pair, dict[str, None]]) -> Highlight | None:
    if not holders:
        return None
    pair, recipients = max(holders.items(), key=lambda entry: len(entry[1]))
    return Highlight(kind, pair, tuple(recipients)) if len(recipients) >= fewest else None
