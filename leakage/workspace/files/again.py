"""A newer export of a program: what it says of accounts that is another than what the last one said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from leakage.record import Attribute, Pair, Record
from leakage.workspace.changes import password_is_old
from leakage.workspace.files.findings import Account
from leakage.workspace.files.sites import LABEL
from leakage.workspace.release import ChangedValue, Listing, Release
from leakage.workspace.workspace import Workspace

What: TypeAlias = Literal["unshared", "shared", "other", "dates", "gone"]
"""A password that is shared no longer, is shared now, or with others; days that are other ones; or not listed now."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an export says of an account that is another than before; nothing of it shows in a log.

    Arguments:
        release: the name of the one that stands for the account.
        what: has changed.
        used, changed: when it was last, as ISO 8601; empty where the export does not date it.
    """

    release: str = field(repr=False)
    what: What
    used: str = ""
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """An account of an import beside what the work has of it.

    Arguments:
        account: as the files say it.
        release: that stands for it in the work; None where there is none.
        listing: what an export of the same program said of it last; None where none did.
        older: whether the export is older than that one.
        ticked: whether the person said of the password that was listed last that they changed it.
        stale: whether the person changed the password since, so that the export's is none of today.
    """

    account: Account = field(repr=False)
    release: Release | None = field(repr=False, default=None)
    listing: Listing | None = field(repr=False, default=None)
    older: bool = False
    ticked: bool = False
    stale: bool = False

    @property
    def recipient(self) -> str:
        """Who has it, as the work says."""
        return self.release.recipient if self.release else self.account.recipient

    @property
    def counted(self) -> Account:
        """The account as its password is compared: one of before is none."""
        return replace(self.account, password=None) if self.stale or self.older else self.account

    @property
    def untouched(self) -> bool:
        """Whether the person left the password as the last export had it; what they ticked as changed is no edit."""
        said = {self.listing.password} - {""} if self.listing else set[str]()
        has = set(self.release.record.values(LABEL)) if self.release else set[str]()
        return has == said or (not has and self.ticked)


class Listings:
    """Finds the releases of a work by what exports said of them.

    Arguments:
        workspace: whose releases are looked at.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._by_account = {
            listing.account: (release, listing) for release in workspace.releases for listing in release.listings
        }

    def find(self, account: Account) -> tuple[Release, Listing] | None:
        """The release of an account, and what an export of one of its programs said of it last.

        >>> said = Listing("Firefox", "shop.example", (("Email", "a@b.c"),))
        >>> work = Workspace(releases=(Release("Mine", "My shop", Record(), listings=(said,)),))
        >>> shop = Account("", "shop.example", (("Email", "A@b.c"),), sources=("Firefox",))
        >>> Listings(work).find(shop)[0].name, Listings(work).find(replace(shop, sources=("Chrome",)))
        ('Mine', None)
        """
        found = (self._by_account.get(_listed(account, source).account) for source in account.sources)
        return next((one for one in found if one), None)


def _listed(account: Account, source: str, password: str = "") -> Listing:
    place = account.site or account.title
    return Listing(source, place, account.login, password, account.used, account.changed)


def older_sources(seen: Iterable[Seen]) -> frozenset[str]:
    """The programs whose export is older than the last one: some day in it is an earlier one, and none a later one.

    >>> said = Listing("Firefox", "shop.example", changed="2026-01-31")
    >>> shop = Account("", "shop.example", changed="2025-01-31", sources=("Firefox",))
    >>> older_sources([Seen(shop, None, said)]), older_sources([Seen(replace(shop, changed=""), None, said)])
    (frozenset({'Firefox'}), frozenset())
    """
    earlier, later = set[str](), set[str]()
    for one in seen:
        if one.listing is None:
            continue
        days = ((one.account.used, one.listing.used), (one.account.changed, one.listing.changed))
        for now, before in days:
            if now and before and now != before:
                (earlier if now < before else later).add(one.listing.source)
    return frozenset(earlier - later)


def with_ticks(workspace: Workspace, one: Seen) -> Seen:
    """The account with what the person said of its password: that they changed it, and whether since the export.

    What the last export said after the change, and is dated as then, still holds. What another program listed with a
    later day is newer, too.
    """
    said, changed = one.listing, one.account.changed
    old = {c.value for c in workspace.changed_values if c.recipient == one.recipient and c.label == LABEL}
    ticked = bool(said and said.password in old)
    still_holds = bool(said and said.changed and said.changed == changed and not ticked)
    stale = password_is_old(workspace, one.recipient, LABEL, changed) and not still_holds
    others = one.release.listings if one.release and said is None else ()
    outdated = any(changed and changed < listing.changed for listing in others)
    return replace(one, ticked=ticked, stale=stale or outdated)


def names_kept(seen: Iterable[Seen]) -> dict[int, str]:
    """The names that passwords had in the last export, by the numbers of their classes in this one.

    Where a password is now several, its name goes with most of its accounts; of names that are one now the one of
    most accounts stays. Of as many those count of which no day says that they were changed, then the first.

    >>> from leakage.workspace.files.sites import PasswordClasses
    >>> has = Release("A", "A", Record.of((LABEL, "password A")))
    >>> said = Listing("Firefox", "a.example", password="password A")
    >>> names_kept(Seen(Account("A", password=number), has, said) for number in (0, 1, 1))
    {1: 'password A'}
    """
    votes = dict[tuple[int, str], tuple[int, int]]()
    for one in seen:
        number, said = one.counted.password, one.listing
        if number is not None and said and one.release and said.password in one.release.record.values(LABEL):
            so_far, settled = votes.get((number, said.password), (0, 0))
            votes[number, said.password] = so_far + 1, settled + (one.account.changed <= said.changed)
    kept: dict[int, str] = {}
    for number, name in sorted(votes, key=votes.__getitem__, reverse=True):
        if number not in kept and name not in kept.values():
            kept[number] = name
    return kept


def brought_up_to_date(one: Seen, record: Record) -> Release:
    """The release of an account that an export of the same program listed before, as this one has it.

    Only what the export says otherwise than the last one is changed: what the person changed by hand stays.

    Arguments:
        one: with its release and listing.
        record: what the export says, with the name of its password.

    >>> has = Release("Shop", "Shop", Record.of(("Email", "a@b.c"), (LABEL, "password A")))
    >>> said = Listing("Firefox", "shop.example", (("Email", "a@b.c"),), "password A")
    >>> one = Seen(Account("", "shop.example", (("Email", "a@b.c"),), 0), has, said)
    >>> [a.label for a in brought_up_to_date(one, Record.of(("Email", "a@b.c"))).record]
    ['Email']
    """
    before, said = one.release, one.listing
    if before is None or said is None:
        raise ValueError("only what was listed before can be brought up to date")
    there = {_folded(pair) for pair in (*before.record.confidences, *said.facts)}
    facts = before.record
    for attribute in record:
        if attribute.label != LABEL and _folded(attribute.pair) not in there:
            facts = facts.with_attribute(attribute)
    facts = _with_password(facts, one, record)
    return replace(before, record=facts, presumed=_denied(before, facts), date=before.date or one.account.created)


def _denied(before: Release, facts: Record) -> tuple[tuple[str, float], ...]:
    """What is presumed besides; of a password that is shared no longer none is presumed anew."""
    if facts.values(LABEL) == before.record.values(LABEL):
        return before.presumed
    others = tuple(entry for entry in before.presumed if entry[0] != LABEL)
    return others if facts.values(LABEL) else (*others, (LABEL, 0.0))


def _folded(pair: Pair) -> Pair:
    return pair[0], pair[1].casefold()


def _with_password(facts: Record, one: Seen, record: Record) -> Record:
    now, has = record.values(LABEL), facts.values(LABEL)
    # A file without a password says nothing of it, and of one that was changed since nothing of today.
    if one.counted.password is None or now == has or not one.untouched:
        return facts
    for name in has:
        facts = facts.without((LABEL, name))
    for name in now:
        facts = facts.with_attribute(Attribute(LABEL, name, 1.0))
    return facts


def with_listings(release: Release, one: Seen, password: str) -> Release:
    """A release with what the exports of an account's programs say of it, in place of what they said before.

    Arguments:
        release: that stands for the account.
        one: the account.
        password: the name of the password that it shares; empty for none.
    """
    # What was not listed before, and has a password of before, says nothing that a later export could be held against.
    if one.older or (one.stale and one.listing is None):
        return release
    if one.listing and (one.counted.password is None or not one.untouched):
        # What was changed by hand must not look, next time, as if an export had said it.
        password = one.listing.password
    elif one.listing is None and one.release is not None and not one.release.listings:
        # Nobody knows what an import of before said: what the work has counts as that.
        password = next((name for name in release.record.values(LABEL) if name.startswith("password ")), password)
    listed = [_listed(one.account, source, password) for source in one.account.sources]
    if one.stale and one.listing:
        # Of a password of before the day is one of before, too.
        listed = [replace(one.listing, used=one.account.used, gone=False)]
    new = {said.account: said for said in listed}
    kept = {listing.account: listing for listing in release.listings}
    return replace(release, listings=tuple({**kept, **new}.values())) if new else release


def no_longer_listed(workspace: Workspace, seen: Sequence[Seen], sources: Iterable[str]) -> tuple[Release, ...]:
    """The releases that exports listed and do not any more, with that noted.

    One that is erased, or that another program still lists, is not among them.

    Arguments:
        workspace: what is there.
        seen: the accounts of the import.
        sources: the programs whose exports are imported, and are not older than the last ones.

    >>> said = Listing("Firefox", "shop.example")
    >>> work = Workspace(releases=(Release("Shop", "shop.example", Record(), listings=(said,)),))
    >>> [release.listings[0].gone for release in no_longer_listed(work, [], ["Firefox"])]
    [True]
    >>> no_longer_listed(work, [], ["Chrome"])
    ()
    """
    matched, current = {one.release.name for one in seen if one.release}, frozenset(sources)
    return tuple(
        replace(release, listings=tuple(replace(listing, gone=True) for listing in release.listings))
        for release in workspace.releases
        if release.name not in matched and release.erasure != "done" and not release.ended
        if any(not listing.gone for listing in release.listings)
        if all(listing.gone or listing.source in current for listing in release.listings)
    )


def changes(
    workspace: Workspace,
    seen: Iterable[Seen],
    after: Mapping[str, Release],
    new: Iterable[Release],
    gone: Iterable[Release],
) -> tuple[Change, ...]:
    """What is another than what the last exports said, account by account.

    Arguments:
        workspace: as it is.
        seen: the accounts of the import.
        after: its releases as they will be, by name.
        new: those that are added.
        gone: those that are listed no longer.
    """
    there = {release.name: release for release in workspace.releases}
    then, now = _sharing(there.values()), _sharing((*after.values(), *new))
    found = []
    for one in seen:
        if one.listing is None or one.release is None or one.older:
            continue
        days = one.account.used, one.listing.changed if one.stale else one.account.changed
        what = _password_change(one.release, after[one.release.name], then, now)
        if not what and any(day and day != said for day, said in zip(days, _days(one.listing), strict=True)):
            what = "dates"
        if what:
            found.append(Change(one.release.name, what, *days))
    lost = (Change(release.name, "gone", *_last_days(there[release.name].listings)) for release in gone)
    return (*found, *lost)


def _days(listing: Listing) -> tuple[str, str]:
    return listing.used, listing.changed


def _last_days(listings: Sequence[Listing]) -> tuple[str, str]:
    return max(one.used for one in listings), max(one.changed for one in listings)


def _sharing(releases: Iterable[Release]) -> Counter[str]:
    """How many accounts have each password."""
    return Counter(n for release in releases if release.erasure != "done" for n in release.record.values(LABEL))


def _password_change(before: Release, after: Release, then: Counter[str], now: Counter[str]) -> What | None:
    shared_then = {name for name in before.record.values(LABEL) if then[name] > 1}
    shared_now = {name for name in after.record.values(LABEL) if now[name] > 1}
    if shared_then == shared_now:
        return None
    if not shared_now:
        return "unshared"
    return "other" if shared_then else "shared"


def noted(seen: Iterable[Seen], after: Mapping[str, Release]) -> tuple[ChangedValue, ...]:
    """The passwords that were changed for one that is shared with nobody, where the export dates it.

    A recipient that still has the old one elsewhere has not changed it.
    """
    held = {(release.recipient, name) for release in after.values() for name in release.record.values(LABEL)}
    found = []
    for one in seen:
        said, before = one.listing, one.release
        if said is None or before is None or not (said.password and "" < said.changed < one.account.changed):
            continue
        has, had = after[before.name].record.values(LABEL), before.record.values(LABEL)
        if said.password in had and not has and (before.recipient, said.password) not in held:
            found.append(ChangedValue(before.recipient, LABEL, said.password, one.account.changed))
    return tuple(found)
