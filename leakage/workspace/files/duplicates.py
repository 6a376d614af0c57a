"""Duplicates: the same account in several files, or in a file and in the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from leakage.record import Pair
from leakage.workspace.files.findings import LOGIN, Account
from leakage.workspace.workspace import Release

Login = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class Merged:
    """Accounts, each once.

    Arguments:
        accounts: in the order of their first appearance.
        duplicates: how many more there were.
        other_passwords: how many of these had another password than the one that is kept.
    """

    accounts: tuple[Account, ...]
    duplicates: int = 0
    other_passwords: int = 0


def merged(accounts: Iterable[Account]) -> Merged:
    """Accounts at one place that are opened with the same names, as one.

    What has neither names nor a password is only evidence that there is an account, and goes to the first one at its
    place. Of two passwords that which was changed last is kept.

    >>> shop = Account("Shop", "shop.example", (("Email", "a@b.c"),), 0, "2020-01-31")
    >>> same = Account("shop", "shop.example", (("Email", "A@b.c"),), 0, "2019-01-31")
    >>> found = merged([shop, same])
    >>> len(found.accounts), found.accounts[0].created, found.duplicates
    (1, '2019-01-31', 1)
    """
    kept: dict[tuple[str, Login], Account] = {}
    duplicates = other_passwords = 0
    for account in accounts:
        key = (account.recipient.casefold(), login_of(account.facts))
        if key not in kept:
            kept[key] = account
            continue
        duplicates += 1
        other_passwords += None not in (password := {kept[key].password, account.password}) and len(password) > 1
        kept[key] = _joined(kept[key], account)
    whole = _evidence_joined(kept)
    return Merged(whole, duplicates + len(kept) - len(whole), other_passwords)


def login_of(facts: Iterable[Pair]) -> Login:
    """What an account is opened with, as it is compared: letters large or small are the same.

    >>> login_of([("Email", "A@b.c"), ("City", "X")])
    frozenset({('Email', 'a@b.c')})
    """
    return frozenset((label, value.casefold()) for label, value in facts if label in LOGIN)


def same_account(account: Account, releases: Sequence[Release]) -> Release | None:
    """The release that stands for an account, among those of its recipient; None where there is none.

    It is the one that holds all names the account is opened with; for a password without names, the one without names;
    for evidence that there is an account, the first.

    >>> from leakage.record import Record
    >>> held = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("City", "X")))
    >>> same_account(Account("Shop", "shop.example", (("Email", "A@B.c"),)), [held]) is held
    True
    """
    wanted = login_of(account.facts)
    logins = ((release, login_of(a.pair for a in release.record.known)) for release in releases)
    if wanted:
        return next((release for release, login in logins if wanted <= login), None)
    if _is_evidence(account):
        return releases[0] if releases else None
    return next((release for release, login in logins if not login), None)


def _joined(first: Account, second: Account) -> Account:
    older, newer = sorted((first, second), key=lambda account: account.changed)
    # Two spellings of one address are one address.
    held = login_of(first.facts)
    more = tuple(pair for pair in second.facts if not login_of([pair]) <= held or not login_of([pair]))
    return replace(
        first,
        title=first.title or second.title,
        site=first.site or second.site,
        facts=tuple(dict.fromkeys((*first.facts, *more))),
        password=older.password if newer.password is None else newer.password,
        created=min(filter(None, (first.created, second.created)), default=""),
        changed=newer.changed,
        likely=tuple(dict.fromkeys((*first.likely, *second.likely))),
    )


def _is_evidence(account: Account) -> bool:
    return account.password is None and not account.login


def _evidence_joined(kept: dict[tuple[str, Login], Account]) -> tuple[Account, ...]:
    """Accounts, where evidence has gone to the first account at the same place."""
    first: dict[str, tuple[str, Login]] = {}
    for key, account in kept.items():
        if not _is_evidence(account):
            first.setdefault(key[0], key)
    joined = dict(kept)
    for key, account in kept.items():
        if _is_evidence(account) and key[0] in first:
            joined[first[key[0]]] = _joined(joined[first[key[0]]], account)
            del joined[key]
    return tuple(joined.values())
