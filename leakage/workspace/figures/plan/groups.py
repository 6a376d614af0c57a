"""Accounts whose values are changed in one sitting, the most dangerous first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from leakage.measure.weights import weight_of
from leakage.presumption import is_typed
from leakage.record import Pair
from leakage.tabular.rows import redacted_repr
from leakage.workspace.files.sites import site_of
from leakage.workspace.places.corporations import owner_of
from leakage.workspace.places.kinds import KindName
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.workspace import Release, Workspace

FIRST_KINDS: Mapping[KindName, int] = {"Bank": 1, "Mobile phone company": 2, "Phone or internet company": 2}
"""Where an account is changed first: whoever has it can pay, or be sent the codes that open others. Before them come
the accounts of mail, through which all others are reset."""

_OTHERS = 3

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
    >>> work = Workspace(
    ...     (("Email", "robin@posteo.de"), ("Card", "1")),
    ...     releases=(Release("Forum", "Forum", Record()), Release("Shop", "Shop", Record.of(("Card", "1")))),
    ... )
    >>> by_danger(work, ["Forum", "Shop", "paypal.com", "posteo.de"])
    ['posteo.de', 'paypal.com', 'Shop', 'Forum']
    """
    at_stake: dict[str, dict[str, float]] = {}
    for release in workspace.releases:
        if release.erasure != "done":
            _raise(at_stake.setdefault(release.recipient, {}), release)
    mail = mail_providers(workspace)

    def danger(recipient: str) -> tuple[int, float, str]:
        kind = kind_of_recipient(workspace, recipient)
        rank = 0 if _provider(recipient) in mail else FIRST_KINDS.get(kind.name, _OTHERS) if kind else _OTHERS
        probable = at_stake.get(recipient, {})
        return rank, -sum(weight_of(label, workspace.weight_map) * p for label, p in probable.items()), recipient

    return sorted(recipients, key=danger)


def _raise(probable: dict[str, float], release: Release) -> None:
    """Note what a release holds, given or presumed, at its greatest probability."""
    certain = ((attribute.label, attribute.confidence) for attribute in release.record)
    for label, probability in (*certain, *release.presumed):
        probable[label] = max(probable.get(label, 0.0), probability)


def mail_providers(workspace: Workspace) -> frozenset[str]:
    """Who hosts the addresses of mail in the profile: the owner of each address's domain, else the domain.

    >>> sorted(mail_providers(Workspace((("Email", "robin@gmail.com"), ("Email", "r@posteo.de")))))
    ['Google', 'posteo.de']
    """
    names = dict(workspace.names)
    emails = (pair for pair in workspace.profile if names.get(pair[0], pair[0]) == "Email" and is_typed(pair))
    return frozenset(_provider(address.rpartition("@")[2]) for _, address in emails if "@" in address)


def _provider(name: str) -> str:
    owner = owner_of(name)
    return owner.name if owner else site_of(name)


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
