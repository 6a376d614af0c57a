"""From what files hold to what it would add to a workspace: accounts become releases, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.duplicates import Merged, merged, same_account
from leakage.workspace.files.findings import Account, Findings
from leakage.workspace.files.password_class import LABEL
from leakage.workspace.files.password_names import password_names
from leakage.workspace.files.recipient_names import RecipientNames
from leakage.workspace.files.sharing import proposed
from leakage.workspace.wording import count
from leakage.workspace.workspace import Release, Workspace

LIKELY = 0.5
"""How sure one may be that a recipient holds what its kind usually holds, until the person says otherwise."""


def additions_of(findings: Sequence[Findings], workspace: Workspace, likely: float = LIKELY) -> Additions:
    """What the files of one import would add, held against each other and against the workspace.

    Arguments:
        findings: of every file; their passwords must be of one ``PasswordClasses``.
        workspace: what is there already: an account it has is not added, at most given the facts it lacks.
        likely: confidence of facts that a recipient probably holds, but no file spells out, in [0, 1].

    Raises:
        ValueError: for a confidence out of its range.

    >>> shop = Account("Shop", "shop.example", (("Email", "a@b.c"),), 0)
    >>> bank = Account("Bank", "bank.example", (("Email", "a@b.c"),), 0)
    >>> found = additions_of([Findings((shop, bank))], Workspace())
    >>> [(release.name, release.recipient, len(release.record)) for release in found.releases]
    [('Shop', 'shop.example', 2), ('Bank', 'bank.example', 2)]
    >>> found.profile
    (('Email', 'a@b.c'), ('Password', 'password A'))
    """
    if not 0.0 <= likely <= 1.0:
        raise ValueError(f"confidence must be in [0, 1], got {likely}")
    spelling = _Spelling(pair for pair in (*workspace.profile, *(p for one in findings for p in one.profile)))
    names = RecipientNames(workspace, (account for one in findings for account in one.accounts))
    found = merged(names.accounts)
    by_recipient = _by_recipient(workspace)
    held = [same_account(account, by_recipient.get(account.recipient, ())) for account in found.accounts]
    passwords = password_names(found.accounts, held, workspace)
    profile = _profile(findings, found.accounts, passwords, spelling)
    truth = _first_values((*workspace.profile, *profile))
    releases: list[Release] = []
    updates: dict[str, Release] = {}
    for account, before in zip(found.accounts, held, strict=True):
        record = _record(account, passwords, spelling, truth, likely)
        if before is None:
            releases.append(Release(account.title or account.site, account.recipient, record, account.created))
        else:
            updates[before.name] = _completed(updates.get(before.name, before), record, account)
    coalitions, unknown = proposed((entry for one in findings for entry in one.sharing), names.known)
    return Additions(
        profile,
        releases=tuple(releases),
        updates=tuple(updates.values()),
        recipients=tuple(names.sites(found.accounts)),
        coalitions=coalitions,
        accounts=len(found.accounts),
        problems=tuple(problem for one in findings for problem in one.problems),
        notes=tuple(_notes(findings, found, passwords, unknown)),
    )


class _Spelling:
    """Mail addresses as they were spelt first: letters large or small are the same."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._first: dict[str, str] = {}
        for label, value in pairs:
            if label == "Email":
                self._first.setdefault(value.casefold(), value)

    def of(self, pair: Pair) -> Pair:
        label, value = pair
        return (label, self._first.setdefault(value.casefold(), value)) if label == "Email" else pair


def _by_recipient(workspace: Workspace) -> dict[str, list[Release]]:
    releases: dict[str, list[Release]] = {}
    for release in workspace.releases:
        releases.setdefault(release.recipient, []).append(release)
    return releases


def _profile(
    findings: Iterable[Findings], accounts: Iterable[Account], passwords: dict[int, str], spelling: _Spelling
) -> tuple[Pair, ...]:
    stated = (pair for one in findings for pair in one.profile)
    logins = (pair for account in accounts for pair in account.login)
    shared = ((LABEL, name) for name in sorted(passwords.values(), key=lambda name: (len(name), name)))
    return tuple(dict.fromkeys((*map(spelling.of, (*stated, *logins)), *shared)))


def _first_values(profile: Iterable[Pair]) -> dict[str, str]:
    values: dict[str, str] = {}
    for label, value in profile:
        values.setdefault(label, value)
    return values


def _record(
    account: Account, passwords: dict[int, str], spelling: _Spelling, truth: dict[str, str], likely: float
) -> Record:
    pairs = dict.fromkeys(map(spelling.of, account.facts), 1.0)
    if account.password in passwords:
        pairs[LABEL, passwords[account.password]] = 1.0
    held = {label for label, _ in pairs}
    for label in account.likely:
        if label in truth and label not in held:
            pairs[label, truth[label]] = likely
    return Record(Attribute(*pair, confidence) for pair, confidence in pairs.items())


def _completed(before: Release, record: Record, account: Account) -> Release:
    """A release with the facts it lacks; of a password it has another of, and of what it holds otherwise, nothing."""
    held = {label for label, _ in before.record.confidences}
    folded = {(label, value.casefold()) for label, value in before.record.confidences}
    more = [
        a
        for a in record
        if (a.label, a.value.casefold()) not in folded
        and not (a.label == LABEL and LABEL in held)
        and not (a.confidence < 1.0 and a.label in held)
    ]
    if not more and (before.date or not account.created):
        return before
    return Release(
        before.name,
        before.recipient,
        Record((*before.record, *more)),
        before.date or account.created,
        before.erasure,
        before.effort,
        before.required,
    )


def _notes(findings: Sequence[Findings], found: Merged, passwords: dict[int, str], unknown: int) -> Iterator[str]:
    left_out: Counter[str] = Counter()
    for one in findings:
        left_out.update(dict(one.left_out))
    if left_out:
        yield f"Left out: {', '.join(f'{what} ({number:,})' for what, number in left_out.items())}."
    if found.duplicates:
        yield f"The same account more than once, and counted once: {found.duplicates:,}."
    if found.other_passwords:
        yield f"Had another password in another file, and the one changed last counts: {found.other_passwords:,}."
    with_one = [account.password for account in found.accounts if account.password is not None]
    if with_one:
        alone = sum(number not in passwords for number in with_one)
        yield (
            f"Passwords were compared and forgotten: {count(len(passwords), 'is', 'are')} used at several places, "
            f"{alone:,} at one only. Those at one only join nothing, and are not kept."
        )
    if unknown:
        yield f"Named as sharing data about you, but no recipient of yours: {unknown:,}."
