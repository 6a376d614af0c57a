"""Accounts whose values are changed in one sitting, the most dangerous first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from leakage.record import Pair
from leakage.reprs import redacted_repr
from leakage.workspace.places.obligations import dependences, legal_kind
from leakage.workspace.workspace import Release, Workspace

RANKS = {"address": 0, "passwords": 0, "number": 2}
"""Where an account is changed first: others are reset through it, by mail, or by codes that are sent to a number."""

BANK = 1
OTHERS = 3

SINGLE = 4
"""Accounts of a group that are added one at a time; the further ones in portions as large as all before them."""


@dataclass(frozen=True, slots=True)
class AccountGroup:
    """Accounts that share a value, each of which gets one of its own.

    Arguments:
        pair: the label and the value that they share.
        recipients: who has the accounts, in the order in which to change them.
    """

    pair: Pair
    recipients: tuple[str, ...]

    __repr__ = redacted_repr


def account_groups(workspace: Workspace, pairs: Mapping[str, Sequence[Pair]]) -> tuple[AccountGroup, ...]:
    """For every value the accounts that hold it, in order of danger.

    Arguments:
        workspace: says what else the recipients hold, and what they are.
        pairs: recipient to the values that could be changed there.

    >>> from leakage.record import Record
    >>> held = Record.of(("Password", "password A"))
    >>> work = Workspace(releases=tuple(Release(name, name, held) for name in ("forum.example", "paypal.com")))
    >>> [group] = account_groups(work, {name: [("Password", "password A")] for name in work.recipient_names})
    >>> group.recipients
    ('paypal.com', 'forum.example')
    """
    holders: dict[Pair, list[str]] = {}
    for recipient, values in pairs.items():
        for pair in values:
            holders.setdefault(pair, []).append(recipient)
    order = {name: place for place, name in enumerate(by_danger(workspace, pairs))}
    return tuple(AccountGroup(pair, tuple(sorted(names, key=order.__getitem__))) for pair, names in holders.items())


def by_danger(workspace: Workspace, recipients: Iterable[str]) -> list[str]:
    """Recipients in the order in which their accounts are made safe: mail, bank, phone, then by what each would lose.

    What one would lose is ``sum of weight(label) * p`` over the facts that it holds with probability p.

    >>> from leakage.record import Record
    >>> mail, card = ("Email", "robin@posteo.de"), ("Card", "1")
    >>> held = {"Forum": [mail], "Shop": [mail, card], "paypal.com": [mail], "posteo.de": [mail]}
    >>> given = tuple(Release(name, name, Record.of(*facts)) for name, facts in held.items())
    >>> by_danger(Workspace((mail, card), releases=given), held)
    ['posteo.de', 'paypal.com', 'Shop', 'Forum']
    """
    at_stake: dict[str, dict[str, float]] = {}
    for release in workspace.releases:
        if release.erasure != "done":
            _raise(at_stake.setdefault(release.recipient, {}), release)
    needed = dependences(workspace)

    def danger(recipient: str) -> tuple[int, float, str]:
        rank = BANK if legal_kind(workspace, recipient) == "Bank" else OTHERS
        rank = RANKS[needed[recipient].through] if recipient in needed else rank
        probable = at_stake.get(recipient, {})
        return rank, -sum(workspace.weight_map.get(label, 1.0) * p for label, p in probable.items()), recipient

    return sorted(recipients, key=danger)


def _raise(probable: dict[str, float], release: Release) -> None:
    """Note what a release holds, given or presumed, at its greatest probability."""
    certain = ((attribute.label, attribute.confidence) for attribute in release.record)
    for label, probability in (*certain, *release.presumed):
        probable[label] = max(probable.get(label, 0.0), probability)


def portions(count: int) -> Iterator[slice]:
    """The places of a group that are added from its first 1 account to its first 2, 3, 4, 8, 16 and so on, and to all.

    >>> [(part.start, part.stop) for part in portions(11)]
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 8), (8, 11)]
    """
    first = 0
    while first < count:
        last = min(count, first + 1 if first < SINGLE else 2 * first)
        yield slice(first, last)
        first = last
