"""Names of passwords that several accounts share: those the workspace gave them before, else the next letters."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

from leakage.workspace.files.findings import Account
from leakage.workspace.files.password_class import LABEL, class_name
from leakage.workspace.workspace import Release, Workspace


def password_names(accounts: Sequence[Account], held: Sequence[Release | None], workspace: Workspace) -> dict[int, str]:
    """A name for every password that at least two accounts share, the most shared first.

    A password that one account alone has joins nothing, and has no name. Names tell which are equal and nothing else,
    so a later import could mix them up: a class keeps a name only where its accounts in the workspace have that one
    name, and no other class has it. Any other class gets a name that is new.

    Arguments:
        accounts: each once.
        held: the release that stands for each account in the workspace; None where there is none.
        workspace: whose names are taken.

    >>> moon = [Account("A", password=0), Account("B", password=0), Account("C", password=1)]
    >>> password_names(moon, [None] * 3, Workspace(profile=(("Password", "password A"),)))
    {0: 'password B'}
    """
    sizes = Counter(account.password for account in accounts if account.password is not None)
    before = _names_before(accounts, held)
    # A name that two classes had is certain of neither.
    claimed = Counter(name for names in before.values() for name in names)
    names = {
        number: next(iter(given))
        for number, given in before.items()
        if len(given) == 1 and claimed[next(iter(given))] == 1
    }
    taken = _taken(workspace)
    free = (name for name in map(class_name, itertools.count()) if name not in taken)
    for number, size in sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0])):
        if size > 1 and number not in names:
            names[number] = next(free)
    return names


def _names_before(accounts: Sequence[Account], held: Sequence[Release | None]) -> Mapping[int, set[str]]:
    before: dict[int, set[str]] = {}
    for account, release in zip(accounts, held, strict=True):
        if account.password is not None and release is not None:
            before.setdefault(account.password, set()).update(release.record.values(LABEL))
    return before


def _taken(workspace: Workspace) -> frozenset[str]:
    records = [release.record for release in (*workspace.releases, *workspace.plans)]
    values = (value for record in (*records, *workspace.background) for value in record.values(LABEL))
    return frozenset((*values, *(value for label, value in workspace.profile if label == LABEL)))
