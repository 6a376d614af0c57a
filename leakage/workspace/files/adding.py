"""Adding findings to a work: accounts become releases, each once, and are compared with the last export."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from string import ascii_uppercase

from leakage.record import UNTYPED, Attribute, Pair, Record, redacted_repr
from leakage.workspace.breaches import with_breaches
from leakage.workspace.files.findings import Account, Findings, login_of
from leakage.workspace.person import in_standard_order, typed
from leakage.workspace.release import PASSWORD, Listing, unused_name
from leakage.workspace.sites import site_of
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Release, Workspace

LIKELY = 0.5  # the probability that a recipient holds what its kind usually holds, until the person says otherwise


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
    # A mail address is spelt as it was first.
    spelling = {v.casefold(): v for label, v in reversed((*work.profile, *sorted(findings.facts))) if label == "Email"}
    accounts = named(work, findings.accounts)
    seen = _seen(work, _merged(accounts), spelling)
    passwords = _password_names(work, seen)
    releases = {release.name: release for release in work.releases}
    for one in seen:
        _file(work, releases, one, passwords.get(one.password or b"", ""))
    _mark_gone(work, releases, seen, findings.sources)
    sites = {account.recipient: account.site for account in accounts if account.site}
    learnt = (replace(work.recipient(name), site=site) for name, site in sites.items() if site_of(name) != site)
    new = (recipient for recipient in learnt if not work.recipient(recipient.name).site)
    after = replace(work, releases=tuple(releases.values())).with_recipients(new)
    strangers = sorted(set(findings.background) - set(work.background), key=_pairs)
    after = replace(after, background=(*work.background, *strangers))
    facts = {(label, spelling.get(v.casefold(), v) if label == "Email" else v) for label, v in findings.facts}
    facts.update(pair for one in seen for pair in one.account.login)
    held = {name for release in after.releases for name in release.record.values(PASSWORD)}
    facts.update((PASSWORD, name) for name in held.intersection(passwords.values()))
    after = _with_facts(after, facts)
    return with_breaches(after, findings.breaches, [pair for pair in after.profile if pair not in work.profile])


# What recipients are called: as the work calls them, else by their site, else by their title.
_APP = re.compile(r"[A-Za-z]{2,3}(\.[A-Za-z0-9_-]+){2,}")


def named(work: Workspace, accounts: Iterable[Account]) -> list[Account]:
    """The accounts, each with the work's name for its recipient: found by site, or by a title that is unique.

    They come in one order, what has a site first, so that the order of files does not matter.
    """
    name_at, site_at, titles = dict[str, str](), dict[str, str](), defaultdict[str, set[str]](set)

    def learn(name: str, site: str, title: str) -> None:
        if site:
            name_at.setdefault(site, name)
            site_at.setdefault(name, site)
        for key in {*_keys(name), *_keys(title)}:
            titles[key].add(name)

    def known(title: str) -> str:
        names = (titles.get(key, ()) for key in _keys(title))
        return name_at.get(site_of(title)) or next((next(iter(each)) for each in names if len(each) == 1), "")

    for name in work.recipient_names:
        learn(name, work.recipient_site(name), name)
    ordered = sorted(accounts, key=lambda a: (a.recipient.casefold(), a.title, sorted(a.facts), a.created, a.changed))
    ordered.sort(key=lambda account: not account.site)
    for account in ordered:
        if site := account.site:
            name = known(account.title)
            # A site says better who it is than a title.
            learn(name_at.get(site) or (name if name and name not in site_at else site), site, account.title)
    found = list[Account]()
    for account in ordered:
        called = account.holder or account.title
        name = name_at[account.site] if account.site else known(called) or called
        learn(name, "", name)
        found.append(replace(account, holder=name))
    return found


def _keys(name: str) -> list[str]:
    """The keys of a name: as written, and the letters and digits that it shares with its domain and its app."""
    bare = name
    if " " not in name and site_of(name) == name.casefold():
        bare = name.partition(".")[0]
    elif _APP.fullmatch(name):
        bare = name.split(".")[1]
    return [key for key in (name.casefold(), "".join(filter(str.isalnum, bare.casefold()))) if key]


# The same account in several files, or twice in one.


def _merged(accounts: Iterable[Account]) -> Iterable[Account]:
    # Those at one place that are opened with the same names are one; without a name those of one password. What has
    # neither is only evidence that there is an account, and goes to the first at its place.
    found, first = dict[object, Account](), dict[str, object]()
    each = [(login_of(account.facts), account) for account in accounts]
    for login, account in sorted(each, key=lambda one: not (one[0] or one[1].password)):
        place = account.recipient.casefold()
        key: object = (place, login or account.password)
        if not login and not account.password:
            key = first.get(place, key)
        first.setdefault(place, key)
        found[key] = _joined(found[key], account) if key in found else account
    return found.values()


def _joined(first: Account, second: Account) -> Account:
    older, newer = sorted((first, second), key=attrgetter("changed", "created"))
    password = newer.password or older.password
    if (older.changed, older.created) == (newer.changed, newer.created):
        password = min(filter(None, (first.password, second.password)), default=None)
    held = login_of(first.facts)
    more = (pair for pair in second.facts if not login_of([pair]) or not login_of([pair]) <= held)
    # A source with another password is dropped: its next export would take the newer password for a change.
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
    # The release that stands for the account, what an export of the program said of it last, whether that export was
    # newer, whether the password is one of before, and whether the person left it as that export had it.
    account: Account
    release: Release | None
    said: Listing | None
    older: bool
    stale: bool
    untouched: bool

    __repr__ = redacted_repr

    @property
    def password(self) -> bytes | None:
        """The password as it is compared: one of before is none."""
        return None if self.stale or self.older else self.account.password


def _listed(account: Account, source: str, password: str = "") -> Listing:
    return Listing(source, account.site or account.title, account.login, password, account.used, account.changed)


def _seen(work: Workspace, accounts: Iterable[Account], spelling: dict[str, str]) -> list[_Seen]:
    listings = defaultdict[object, list[tuple[Release, Listing | None]]](list)
    at = defaultdict[str, list[tuple[Release, frozenset[Pair]]]](list)
    for release in work.accounts:
        at[release.recipient].append((release, login_of(a.pair for a in release.record.known)))
        for listing in release.listings:
            listings[listing.account].append((release, listing))
    found, taken = list[_Seen](), set[str]()
    for each in accounts:
        keys = (_listed(each, source).account for source in each.sources)
        before = next((one for key in keys for one in listings[key] if one[0].name not in taken), None)
        there = (r for r, login in at[each.recipient] if r.name not in taken and _is_of(each, login))
        known, said = before or (next(there, None), None)
        taken.update([known.name] if known else [])
        pairs = ((k, spelling.setdefault(v.casefold(), v) if k == "Email" else v) for k, v in each.facts)
        holder = known.recipient if known else each.recipient
        found.append(_compared(work, replace(each, facts=tuple(dict.fromkeys(pairs)), holder=holder), known, said))
    return found


def _is_of(account: Account, login: frozenset[Pair]) -> bool:
    if wanted := login_of(account.facts):
        # Who writes a mail has its address, and may be known already by another name.
        return wanted <= login or (bool(account.mail) and not any(label == "Email" for label, _ in login))
    return account.password is None or not login


def _compared(work: Workspace, account: Account, release: Release | None, said: Listing | None) -> _Seen:
    changed = [c for c in work.changed_values if (c.recipient, c.label) == (account.recipient, PASSWORD)]
    ticked = said is not None and said.password in {change.value for change in changed}
    has = set(release.record.values(PASSWORD)) if release else set[str]()
    untouched = has == ({said.password} - {""} if said else set()) or (not has and ticked)
    # What the last export said after the change, and is dated as then, still holds.
    still_holds = said is not None and "" < said.changed == account.changed and not ticked
    since = max((change.day for change in changed), default="")
    stale = bool(since) and account.changed <= since and not still_holds
    others = release.listings if release and said is None else ()
    stale = stale or any("" < account.changed < other.changed for other in others)
    older = said is not None and ("" < account.used < said.used or "" < account.changed < said.changed)
    return _Seen(account, release, said, older, stale, untouched)


# Names of passwords that several accounts share: those the work gave them before, else the next letters.


def free_password_names(work: Workspace) -> Iterator[str]:
    """What a password may be called, as no password of the work is or was: password A to Z, then AA, AB and so on."""
    records = (*(release.record for release in (*work.releases, *work.plans)), *work.background)
    taken = {value for record in records for value in record.values(PASSWORD)}
    taken.update(value for label, value in work.profile if label == PASSWORD)
    taken.update(listing.password for release in work.releases for listing in release.listings)
    taken.update(change.value for change in work.changed_values if change.label == PASSWORD)
    letters = itertools.chain.from_iterable(itertools.product(ascii_uppercase, repeat=n) for n in itertools.count(1))
    return (name for each in letters if (name := f"password {''.join(each)}") not in taken)


def _password_names(work: Workspace, seen: Sequence[_Seen]) -> dict[bytes, str]:
    # A name of before goes on with most of its accounts, then with those not changed.
    votes, settled, sizes = Counter[tuple[bytes, str]](), Counter[tuple[bytes, str]](), Counter[bytes]()
    for one in seen:
        if password := one.password:
            sizes[password] += 1
            known = one.release.record.values(PASSWORD) if one.release else ()
            kept = [(password, name) for name in known if one.said is None or one.said.password == name]
            votes.update(kept)
            settled.update(kept if one.said and one.account.changed <= one.said.changed else ())
    names: dict[bytes, str] = {}
    for password, name in sorted(votes, key=lambda vote: (votes[vote], settled[vote]), reverse=True):
        if password not in names and name not in names.values():
            names[password] = name
    free = free_password_names(work)
    return names | {p: next(free) for p, size in sizes.most_common() if size > 1 and p not in names}


# Accounts as releases.


def _file(work: Workspace, releases: dict[str, Release], one: _Seen, password: str) -> None:
    account, said, release = one.account, one.said, one.release
    changed = {(c.label, c.value.casefold()) for c in work.changed_values if c.recipient == account.recipient}
    facts = [(label, value) for label, value in account.facts if (label, value.casefold()) not in changed]
    record = Record(Attribute(*pair) for pair in (*facts, *([(PASSWORD, password)] if password else [])))
    # A sender of mail without an address: the person has changed it since.
    if one.older or not (len(record) or not (account.mail and account.facts)):
        return
    if release is None:
        name = unused_name(account.title or account.site, releases)
        release = Release(name, account.recipient, record, account.created)
    now, has = record.values(PASSWORD), release.record.values(PASSWORD)
    held = {(label, value.casefold()) for label, value in (*_pairs(release.record), *(said.facts if said else ()))}
    more = [a for a in record if a.label != PASSWORD and (a.label, a.value.casefold()) not in held]
    presumed = release.presumed
    # A file without the password, or from before it was changed, does not change it.
    if (one.password is not None and one.untouched and set(now) != set(has)) if said else (now and not has):
        release = replace(release, record=Record(a for a in release.record if a.label != PASSWORD))
        more += [Attribute(PASSWORD, name) for name in now]
        # A password that is no longer shared is not presumed again.
        presumed = (*(entry for entry in presumed if entry[0] != PASSWORD), *(() if now else ((PASSWORD, 0.0),)))
    filled = Record((*release.record, *more))
    known = {*filled.labels, *(label for label, _ in presumed)}
    likely = ((label, LIKELY) for label in account.likely if label not in known)
    # What was changed by hand must not look, next time, as if an export had said it.
    said_now = said.password if said and (one.password is None or not one.untouched) else password
    listed = [_listed(account, source, said_now) for source in account.sources]
    if one.stale:
        # An old export keeps the old listing; without one there is nothing to compare later exports with.
        listed = [replace(said, used=account.used, gone=False)] if said else []
    listings = {one.account: one for one in (*release.listings, *listed)}
    releases[release.name] = replace(
        release,
        record=filled,
        date=min(filter(None, (release.date, account.created)), default=""),
        presumed=(*presumed, *likely),
        listings=tuple(sorted(listings.values(), key=lambda one: one.source)),
    )


def _mark_gone(work: Workspace, releases: dict[str, Release], seen: Sequence[_Seen], sources: Iterable[str]) -> None:
    # Accounts that an export no longer lists are marked, unless another program still lists them.
    current = set(sources) - {one.said.source for one in seen if one.older and one.said}
    there = {one.release.name for one in seen if one.release}
    for release in work.releases:
        listed = [listing.source in current for listing in release.listings if not listing.gone]
        if listed and all(listed) and not (release.name in there or release.erasure == "done" or release.ended):
            gone = tuple(replace(listing, gone=True) for listing in release.listings)
            releases[release.name] = replace(release, listings=gone)


# Facts about the person.


def _with_facts(work: Workspace, facts: Iterable[Pair]) -> Workspace:
    new = list(in_standard_order(sorted(set(facts).difference(work.profile), key=lambda p: (p[0], len(p[1]), p[1]))))
    more = list[Pair]()
    for label, value in new:
        if (label, UNTYPED) in work.profile or label in work.absent:
            work = typed(work, label, value)
        else:
            more.append((label, value))
    weights = dict(work.weights)
    for label, _ in new:
        weights.setdefault(label, default_weight(label))
    return replace(work, profile=(*work.profile, *more), weights=tuple(weights.items()))


def _pairs(record: Record) -> tuple[Pair, ...]:
    return tuple(a.pair for a in record)


# What an import changed.


@dataclass(frozen=True, slots=True)
class Change:
    """How an account differs from before, and when it was last used.

    It is "new", "gone" (not listed any more) or "unshared" (its password is shared no longer).
    """

    release: str
    what: str
    used: str = ""

    __repr__ = redacted_repr


def changes(before: Workspace, after: Workspace) -> tuple[Change, ...]:
    """What an import changed, release by release; new ones come last."""
    there = {release.name: release for release in before.releases}
    then, now = (
        Counter(name for one in work.releases if one.erasure != "done" for name in one.record.values(PASSWORD))
        for work in (before, after)
    )
    found = []
    for release in after.releases:
        was, what = there.get(release.name), ""
        if was is None:
            what = "new"
        elif was.listings and _is_gone(release) and not _is_gone(was):
            what = "gone"
        elif was.listings and any(then[name] > 1 for name in was.record.values(PASSWORD)):
            what = "" if any(now[name] > 1 for name in release.record.values(PASSWORD)) else "unshared"
        if what:
            found.append(Change(release.name, what, max((one.used for one in release.listings), default="")))
    return tuple(found)


def _is_gone(release: Release) -> bool:
    return bool(release.listings) and all(listing.gone for listing in release.listings)


def without(before: Workspace, after: Workspace, findings: Findings, names: Collection[str]) -> Findings:
    """The findings without the releases of these names; facts about the person stay.

    Arguments:
        before: the work that they are added to.
        after: what they make of it.
    """
    gone = [release for release in after.releases if release.name in names]
    logins = {(release.recipient, login_of(_pairs(release.record))) for release in gone}
    left = {release.recipient for release in gone} - {r.recipient for r in after.releases if r.name not in names}
    days = {(release.recipient, release.date) for release in gone}
    accounts = (one for one in named(before, findings.accounts) if one.recipient not in left)
    kept = tuple(one for one in accounts if (one.recipient, login_of(one.facts)) not in logins)
    breaches = tuple(one for one in findings.breaches if (one.name, one.date) not in days)
    return replace(findings, accounts=kept, breaches=breaches)
