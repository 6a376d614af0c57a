"""What findings add to a work, and what that changes: accounts become releases, each once, beside the last export."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from leakage.record import UNTYPED, Attribute, Pair, Record, redacted_repr
from leakage.workspace.breached import with_breaches
from leakage.workspace.changes import password_is_old, still_held
from leakage.workspace.files.findings import Account, Findings, login_of
from leakage.workspace.files.secret import LABEL
from leakage.workspace.files.sites import site_of
from leakage.workspace.person import in_standard_order, typed
from leakage.workspace.recipients import with_recipients
from leakage.workspace.release import ChangedValue, Listing, unused_name
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Recipient, Release, Workspace

LIKELY = 0.5
"""How sure one may be that a recipient holds what its kind usually holds, until the person says otherwise."""

_FOREVER = "2199-12-31"


def added(work: Workspace, findings: Findings) -> Workspace:
    """The work with what files hold: the same files give the same work in whatever order, and read twice.

    A saved copy takes the place of the work. Cards and tables of one's own add nothing until the person says what they
    are: see ``with_columns``.

    >>> shop = Account("Shop", "shop.example", (("Email", "a@b.c"),), b"1")
    >>> bank = Account("Bank", "bank.example", (("Email", "a@b.c"),), b"1")
    >>> work = added(Workspace(), Findings(accounts=(shop, bank)))
    >>> [(release.name, release.recipient, len(release.record)) for release in work.releases]
    [('Bank', 'bank.example', 2), ('Shop', 'shop.example', 2)]
    >>> work.profile, added(work, Findings(accounts=(bank, shop))) == work
    ((('Email', 'a@b.c'), ('Password', 'password A')), True)
    """
    work = findings.copy or work
    spelling: dict[str, str] = {}
    _spelt((*work.profile, *sorted(findings.facts)), spelling)
    names = Names(work, findings.accounts)
    seen = _seen(work, _merged(names.accounts))
    passwords = _password_names(work, seen)
    after = _with_accounts(work, seen, passwords, spelling)
    after = _with_gone(work, after, seen, findings.sources)
    after = with_recipients(_with_changed_passwords(work, after, seen), names.sites())
    after = _with_given(after, findings)
    logins = (pair for one in seen for pair in one.account.login)
    after = _with_facts(after, findings, _spelt((*findings.facts, *logins), spelling), set(passwords.values()))
    return with_breaches(after, findings.breaches)


def _spelt(pairs: Iterable[Pair], first: dict[str, str]) -> list[Pair]:
    """The pairs with mail addresses as they were spelt first."""
    return [(label, first.setdefault(v.casefold(), v) if label == "Email" else v) for label, v in pairs]


# What recipients are called: as the work calls them, else by their site, else by their title.


_APP = re.compile(r"[A-Za-z]{2,3}(\.[A-Za-z0-9_-]+){2,}")


class Names:
    """Knows recipients by their sites, and by names where only one recipient has that name."""

    def __init__(self, work: Workspace, accounts: Iterable[Account]) -> None:
        self._work = work
        self._site_of: dict[str, str] = {}
        self._by_site: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for name in work.recipient_names:
            self._learn(name, work.recipient(name).site or site_of(name), name)
        # In one order, and what has a site first, so that the order of files does not matter.
        ordered = sorted(accounts, key=_order)
        for account in ordered:
            if account.site:
                name = self.recipient_of(account.title) if account.title else ""
                # A site says better who it is than a title.
                by_title = account.site if not name or self._site_of.get(name) else name
                self._learn(self._by_site.get(account.site) or by_title, account.site, account.title)
        self.accounts = tuple(replace(account, holder=self._called(account)) for account in ordered)

    def recipient_of(self, name: str) -> str:
        """The recipient that a title or a site stands for; empty where it is none of them, or several."""
        if site_of(name) in self._by_site:
            return self._by_site[site_of(name)]
        called = (self._by_name.get(key, set()) for key in (name.casefold(), _name_key(name)))
        return next((next(iter(names)) for names in called if len(names) == 1), "")

    def sites(self) -> Iterator[Recipient]:
        """The recipients of accounts whose site is known now, and is not what they are called."""
        for name in dict.fromkeys(account.recipient for account in self.accounts):
            before, site = self._work.recipient(name), self._site_of.get(name, "")
            if site and not before.site and site_of(name) != site:
                yield replace(before, site=site)

    def _called(self, account: Account) -> str:
        if account.site:
            return self._by_site[account.site]
        name = self.recipient_of(account.title) or account.title
        self._learn(name, "", name)
        return name

    def _learn(self, name: str, site: str, title: str) -> None:
        if site:
            self._by_site.setdefault(site, name)
            self._site_of.setdefault(name, site)
        for key in {key for called in (name, title) for key in (called.casefold(), _name_key(called))} - {""}:
            self._by_name[key].add(name)


def _order(account: Account) -> tuple[object, ...]:
    place = account.recipient.casefold()
    return not account.site, place, account.title, sorted(account.facts), account.created, account.changed


def _name_key(name: str) -> str:
    """What a name, a domain and an app of one party have in common: letters and digits, without the suffix."""
    if " " not in name and site_of(name) == name.casefold():
        name = name.partition(".")[0]
    elif _APP.fullmatch(name):
        name = name.split(".")[1]
    return "".join(filter(str.isalnum, name.casefold()))


# The same account in several files, or twice in one.


def _merged(accounts: Iterable[Account]) -> Iterable[Account]:
    """Accounts at one place that are opened with the same names, as one; without a name those of one password.

    What has neither is only evidence that there is an account, and goes to the first at its place.
    """
    found: dict[tuple[object, ...], Account] = {}
    first: dict[str, tuple[object, ...]] = {}
    each = [(login_of(account.facts), account) for account in accounts]
    for login, account in sorted(each, key=lambda one: not (one[0] or one[1].password)):
        place = account.recipient.casefold()
        key: tuple[object, ...] = (place, login, None if login else account.password)
        if not login and not account.password:
            key = first.get(place, key)
        first.setdefault(place, key)
        found[key] = _joined(found[key], account) if key in found else account
    return found.values()


def _joined(first: Account, second: Account) -> Account:
    older, newer = sorted((first, second), key=lambda account: account.changed)
    password = newer.password or older.password
    if first.changed == second.changed:
        password = min(filter(None, (first.password, second.password)), default=None)
    held = login_of(first.facts)
    more = (pair for pair in second.facts if not login_of([pair]) or not login_of([pair]) <= held)
    # An export with another password would take what the newer one says for a change of its own.
    agreeing = (account for account in (first, second) if account.password in (None, password))
    return replace(
        first,
        title=first.title or second.title,
        site=first.site or second.site,
        facts=tuple(dict.fromkeys((*first.facts, *more))),
        password=password,
        created=min(filter(None, (first.created, second.created)), default=""),
        changed=newer.changed,
        used=max(first.used, second.used),
        likely=tuple(dict.fromkeys((*first.likely, *second.likely))),
        sources=tuple(sorted({source for account in agreeing for source in account.sources})),
    )


# Each account beside what the work has of it.


@dataclass(frozen=True, slots=True)
class _Seen:
    """An account, the release that stands for it, and what an export of the same program said of it last.

    The export may be ``older`` than that one; a password of before is ``stale``; it is ``untouched`` where the person
    left it as the last export had it, or ticked it as changed.
    """

    account: Account
    release: Release | None
    listing: Listing | None
    older: bool
    stale: bool
    untouched: bool

    __repr__ = redacted_repr

    @property
    def recipient(self) -> str:
        return self.release.recipient if self.release else self.account.recipient

    @property
    def password(self) -> bytes | None:
        """The password as it is compared: one of before is none."""
        return None if self.stale or self.older else self.account.password


def _listed(account: Account, source: str, password: str = "") -> Listing:
    return Listing(source, account.site or account.title, account.login, password, account.used, account.changed)


def _seen(work: Workspace, accounts: Iterable[Account]) -> list[_Seen]:
    listings = defaultdict[object, list[tuple[Release, Listing | None]]](list)
    at = defaultdict[str, list[tuple[Release, frozenset[Pair]]]](list)
    for release in work.accounts:
        at[release.recipient].append((release, login_of(a.pair for a in release.record.known)))
        for listing in release.listings:
            listings[listing.account].append((release, listing))
    found, taken = list[_Seen](), set[str]()
    for account in accounts:
        keys = (_listed(account, source).account for source in account.sources)
        before = next((one for key in keys for one in listings[key] if one[0].name not in taken), None)
        there = (one for one in at[account.recipient] if one[0].name not in taken)
        found.append(_compared(work, account, *(before or (_same_account(account, there), None))))
        taken.update([one.name] if (one := found[-1].release) else [])
    return found


def _same_account(account: Account, releases: Iterable[tuple[Release, frozenset[Pair]]]) -> Release | None:
    """The release that holds all names an account is opened with; for a password alone one without names."""
    wanted, evidence = login_of(account.facts), account.password is None
    for release, login in releases:
        # Who writes a mail has its address, and may be known already by another name.
        by_mail = account.mail and not any(label == "Email" for label, _ in login)
        if (wanted <= login or by_mail) if wanted else (evidence or not login):
            return release
    return None


def _compared(work: Workspace, account: Account, release: Release | None, said: Listing | None) -> _Seen:
    recipient, changed = release.recipient if release else account.recipient, account.changed
    old = {c.value for c in work.changed_values if c.recipient == recipient and c.label == LABEL}
    ticked = bool(said and said.password in old)
    # What the last export said after the change, and is dated as then, still holds.
    still_holds = bool(said and said.changed and said.changed == changed and not ticked)
    others = release.listings if release and said is None else ()
    stale = password_is_old(work, recipient, changed) and not still_holds
    stale = stale or any(changed and changed < other.changed for other in others)
    has = set(release.record.values(LABEL)) if release else set[str]()
    untouched = has == ({said.password} - {""} if said else set()) or (not has and ticked)
    days = ((account.used, said.used), (changed, said.changed)) if said else ()
    return _Seen(account, release, said, any("" < now < then for now, then in days), stale, untouched)


# Names of passwords that several accounts share: those the work gave them before, else the next letters.


def class_name(number: int) -> str:
    """What a password is called: password A to Z, then AA, AB and so on."""
    letters, number = "", number + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"password {letters}"


def _password_names(work: Workspace, seen: Sequence[_Seen]) -> dict[bytes, str]:
    """The names of passwords: one of before goes on with most of its accounts, then with those not changed."""
    votes, settled, sizes = Counter[tuple[bytes, str]](), Counter[tuple[bytes, str]](), Counter[bytes]()
    for one in seen:
        if password := one.password:
            said = one.listing
            known = one.release.record.values(LABEL) if one.release else ()
            kept = [(password, name) for name in known if said is None or said.password == name]
            sizes[password] += 1
            votes.update(kept)
            settled.update(kept if said and one.account.changed <= said.changed else ())
    names: dict[bytes, str] = {}
    for password, name in sorted(votes, key=lambda vote: (votes[vote], settled[vote]), reverse=True):
        if password not in names and name not in names.values():
            names[password] = name
    records = (*(release.record for release in (*work.releases, *work.plans)), *work.background)
    # What was shared once is the name of that password, though nobody has it any more.
    taken = {value for record in records for value in record.values(LABEL)}
    taken.update(value for label, value in work.profile if label == LABEL)
    taken.update(listing.password for release in work.releases for listing in release.listings)
    taken.update(change.value for change in work.changed_values if change.label == LABEL)
    free = (name for name in map(class_name, itertools.count()) if name not in taken)
    return names | {p: next(free) for p, size in sizes.most_common() if size > 1 and p not in names}


# Accounts as releases.


def _with_accounts(
    work: Workspace, seen: Sequence[_Seen], passwords: dict[bytes, str], spelling: dict[str, str]
) -> Workspace:
    releases = {release.name: release for release in work.releases}
    for one in seen:
        account, name = one.account, passwords.get(one.password or b"", "")
        pairs = dict.fromkeys((*_spelt(account.facts, spelling), *([(LABEL, name)] if name else [])))
        # A password that was changed since is none in ``one.password``, so that what is left of it is not old.
        record = still_held(work, one.recipient, Record(Attribute(*pair) for pair in pairs), _FOREVER)
        # Of a mail without it the person has changed the address since.
        if not one.older and (len(record) or not (account.mail and account.facts)):
            begun = unused_name(account.title or account.site, releases) if one.release is None else ""
            release = one.release or Release(begun, account.recipient, record, account.created)
            releases[release.name] = _filed(release, one, record, name)
    return replace(work, releases=tuple(releases.values()))


def _filed(release: Release, one: _Seen, record: Record, password: str) -> Release:
    """A release with what an account adds to it: facts, what is likely, and what the exports of its programs say."""
    if one.listing:
        release = _brought_up_to_date(release, one, record)
    elif one.release:
        release = _completed(release, record)
    known = {*release.record.labels, *(label for label, _ in release.presumed)}
    likely = tuple((label, LIKELY) for label in one.account.likely if label not in known)
    date = release.date or one.account.created
    release = replace(release, date=date, presumed=(*release.presumed, *likely))
    if one.stale and one.listing is None:
        # A password of before, not listed then, is nothing that a later export could be held against.
        return release
    if one.listing and (one.password is None or not one.untouched):
        # What was changed by hand must not look, next time, as if an export had said it.
        password = one.listing.password
    elif one.listing is None and one.release is not None and not one.release.listings:
        # Nobody knows what an import of before said: what the work has counts as that.
        password = next((name for name in release.record.values(LABEL) if name.startswith("password ")), password)
    listed = [_listed(one.account, source, password) for source in one.account.sources]
    if one.stale and one.listing:
        # Of a password of before the day is one of before, too.
        listed = [replace(one.listing, used=one.account.used, gone=False)]
    kept = {listing.account: listing for listing in (*release.listings, *listed)}
    return replace(release, listings=tuple(kept.values()))


def _completed(release: Release, record: Record) -> Release:
    """A release with the facts it lacks; of a password it has another of, nothing."""
    has_password = bool(release.record.values(LABEL))
    more = (a for a in _lacking(record, release.record.confidences) if not (a.label == LABEL and has_password))
    return replace(release, record=Record((*release.record, *more)))


def _lacking(record: Record, pairs: Iterable[Pair]) -> Iterator[Attribute]:
    held = {(label, value.casefold()) for label, value in pairs}
    return (a for a in record if (a.label, a.value.casefold()) not in held)


def _brought_up_to_date(release: Release, one: _Seen, record: Record) -> Release:
    """A release where only what the export says otherwise than the last one is changed."""
    said = one.listing.facts if one.listing else ()
    more = (a for a in _lacking(record, (*release.record.confidences, *said)) if a.label != LABEL)
    facts = Record((*release.record, *more))
    now, has = record.values(LABEL), facts.values(LABEL)
    # A file without a password says nothing of it, and of one that was changed since nothing of today.
    if one.password is None or set(now) == set(has) or not one.untouched:
        return replace(release, record=facts)
    facts = Record((*(a for a in facts if a.label != LABEL), *(Attribute(LABEL, name) for name in now)))
    # Of a password that is shared no longer none is presumed anew.
    others = tuple(entry for entry in release.presumed if entry[0] != LABEL)
    return replace(release, record=facts, presumed=others if now else (*others, (LABEL, 0.0)))


def _with_gone(work: Workspace, after: Workspace, seen: Sequence[_Seen], sources: Collection[str]) -> Workspace:
    """The work where it is noted of what exports listed and do not any more; but if another program still lists it."""
    current = set(sources) - {one.listing.source for one in seen if one.older and one.listing}
    there, lost = {one.release.name for one in seen if one.release}, set[str]()
    for release in work.releases:
        listed = [listing.source in current for listing in release.listings if not listing.gone]
        if any(listed) and all(listed) and not (release.name in there or release.erasure == "done" or release.ended):
            lost.add(release.name)
    gone = {r.name: tuple(replace(one, gone=True) for one in r.listings) for r in after.releases if r.name in lost}
    return replace(after, releases=tuple(replace(r, listings=gone.get(r.name, r.listings)) for r in after.releases))


def _with_changed_passwords(work: Workspace, after: Workspace, seen: Iterable[_Seen]) -> Workspace:
    """The work where passwords are noted that were changed for one that nobody shares, where exports date it."""
    held = {(release.recipient, name) for release in after.releases for name in release.record.values(LABEL)}
    now = {release.name: release for release in after.releases}
    noted = [
        ChangedValue(one.release.recipient, LABEL, one.listing.password, one.account.changed)
        for one in seen
        if one.listing and one.release and one.listing.password and "" < one.listing.changed < one.account.changed
        if one.listing.password in one.release.record.values(LABEL) and not now[one.release.name].record.values(LABEL)
        if (one.release.recipient, one.listing.password) not in held
    ]
    return replace(after, changed_values=tuple(dict.fromkeys((*work.changed_values, *noted))))


# Facts about the person, and what became of tables.


def _with_facts(work: Workspace, findings: Findings, facts: Iterable[Pair], passwords: Collection[str]) -> Workspace:
    held = {name for release in work.releases for name in release.record.values(LABEL)}
    shared = ((LABEL, name) for name in sorted(held.intersection(passwords), key=lambda name: (len(name), name)))
    new, more = list(in_standard_order(sorted({*facts, *shared}.difference(work.profile)))), []
    for label, value in new:
        if (label, UNTYPED) in work.profile or label in work.absent:
            work = typed(work, label, value)
        else:
            more.append((label, value))
    work = replace(work, profile=(*work.profile, *more))
    weights = dict(work.weights)
    for label, _ in new:
        weights.setdefault(label, default_weight(label))
    return replace(work, weights=tuple(weights.items()))


def _with_given(work: Workspace, findings: Findings) -> Workspace:
    """The work with releases, plans and records of other people that it lacks."""
    return replace(
        work,
        releases=_with_lacking(work.releases, findings.releases),
        plans=_with_lacking(work.plans, findings.plans),
        background=(*work.background, *sorted(set(findings.background) - set(work.background), key=_pairs)),
    )


def _pairs(record: Record) -> tuple[Pair, ...]:
    return tuple(a.pair for a in record)


def _with_lacking(there: Sequence[Release], given: Iterable[Release]) -> tuple[Release, ...]:
    """The releases with those given: each completes the one that it is about, or comes under a name that is free."""
    releases, untold = {release.name: release for release in there}, defaultdict[str, list[Release]](list)
    for release in there:
        untold[release.recipient].append(release)
    for one in sorted(given, key=lambda one: (one.name, one.recipient, one.date, _pairs(one.record))):
        if alike := [release for release in untold[one.recipient] if _is_alike(one, release)]:
            same = max(alike, key=lambda release: (release.record == one.record, _says(release, one)))
            untold[one.recipient].remove(same)
            releases[same.name] = replace(_completed(same, one.record), date=same.date or one.date)
        else:
            name = unused_name(one.name, releases)
            releases[name] = replace(one, name=name)
    return tuple(releases.values())


def _says(release: Release, given: Release) -> bool:
    return given.record.confidences.keys() <= release.record.confidences.keys()


def _is_alike(given: Release, release: Release) -> bool:
    """Whether both may be one: of one day, and one says what the other does, or both are opened with the same names."""
    login, other = (login_of(a.pair for a in one.record.known) for one in (given, release))
    one_day = not (given.date and release.date) or given.date == release.date
    return one_day and (_says(release, given) or (bool(login) and login == other))


# What an import changed.


What: TypeAlias = Literal["new", "unshared", "gone"]
"""An account that is new; a password that is shared no longer; not listed any more."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is another of an account than before: its release, what, and when it was used and changed last."""

    release: str
    what: What
    used: str = ""
    changed: str = ""

    __repr__ = redacted_repr


def changes(before: Workspace, after: Workspace) -> tuple[Change, ...]:
    """What an import changed, release by release, those that are new at last."""
    there = {release.name: release for release in before.releases}
    then, now = _sharing(before), _sharing(after)
    found = []
    for release in after.releases:
        was = there.get(release.name)
        if what := "new" if was is None else _what(was, release, then, now):
            days = ([getattr(one, day) for one in release.listings] for day in ("used", "changed"))
            found.append(Change(release.name, what, *(max(each, default="") for each in days)))
    return tuple(found)


def _sharing(work: Workspace) -> Counter[str]:
    return Counter(name for one in work.releases if one.erasure != "done" for name in one.record.values(LABEL))


def _what(was: Release, release: Release, then: Counter[str], now: Counter[str]) -> What | None:
    if not was.listings:
        return None
    if _is_gone(release) and not _is_gone(was):
        return "gone"
    was_shared = any(then[name] > 1 for name in was.record.values(LABEL))
    is_shared = any(now[name] > 1 for name in release.record.values(LABEL))
    return "unshared" if was_shared and not is_shared else None


def _is_gone(release: Release) -> bool:
    return bool(release.listings) and all(listing.gone for listing in release.listings)


def without(before: Workspace, after: Workspace, findings: Findings, names: Collection[str]) -> Findings:
    """The findings without what became releases of these names; what a file says of the person by itself stays.

    Arguments:
        before: the work that they are added to.
        after: what they make of it.
    """
    gone = [release for release in after.releases if release.name in names]
    logins = {(release.recipient, login_of(_pairs(release.record))) for release in gone}
    left = {release.recipient for release in gone} - {r.recipient for r in after.releases if r.name not in names}
    named = {(release.recipient, release.date) for release in gone}

    def is_gone(given: Release) -> bool:
        same = (one for one in gone if (one.recipient, one.date) == (given.recipient, given.date))
        return any(set(given.record) <= set(one.record) for one in same)

    accounts = (one for one in Names(before, findings.accounts).accounts if one.recipient not in left)
    kept = (one for one in accounts if (one.recipient, login_of(one.facts)) not in logins)
    return replace(
        findings,
        accounts=tuple(replace(one, holder="") for one in kept),
        releases=tuple(release for release in findings.releases if not is_gone(release)),
        breaches=tuple(one for one in findings.breaches if (one.name, one.date) not in named),
    )


def closed(work: Workspace, names: Collection[str]) -> Workspace:
    """The work where accounts that are not listed any more have ended, for the person says so.

    What the company has of them it may keep until it is asked.
    """
    ended = {release.name for release in work.releases if _is_gone(release)}.intersection(names)
    return replace(work, releases=tuple(replace(r, ended=True) if r.name in ended else r for r in work.releases))
