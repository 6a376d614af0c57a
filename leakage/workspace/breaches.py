"""The person's breaches: what leaked where, which of their accounts are there, which passwords open others.

Files bring them in here, and nowhere else.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.findings import Breach
from leakage.workspace.release import PASSWORD, Answer, unused_name
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Pooling, Release, Workspace

MANY = 200  # More breaches than one address is ever in: the file is the list of all breaches there are.
UNVERIFIED, BEFORE, UNDATED = 0.5, 0.5, 0.25
"""How sure one may be of a breach never verified, that an account of before is in it, and where no day is known."""


def with_breaches(work: Workspace, breaches: Sequence[Breach], new: Collection[Pair] = ()) -> Workspace:
    """The work with each breach once; the Eve who has only what leaked has it, too.

    From the person's own list the facts of the profile count; from the list of all breaches, those of an account that
    existed before.

    Arguments:
        work: with the facts that files brought.
        breaches: of one list.
        new: facts that are new in the profile; breaches of one's own list that are in the work have them, too.

    >>> work = with_breaches(Workspace((("Name", "Ann"),)), [Breach("Shop", "www.shop.example", leaked=("Name",))])
    >>> [(leak.breach, leak.leaked, len(leak.record)) for leak in work.breaches], work.accounts
    ([('shop.example', ('Name',), 1)], ())
    """
    everything = len(breaches) > MANY and any(breach.leaked for breach in breaches)
    releases = {release.name: release for release in work.releases}
    for leak in work.breaches:
        if all(a.confidence == 1.0 for a in leak.record):
            labels = {*leak.leaked} - {PASSWORD}
            facts = (Attribute(*pair) for pair in new if pair[0] in labels and pair not in leak.record)
            releases[leak.name] = replace(leak, record=Record((*leak.record, *facts)))
    known = {(leak.recipient, leak.date): releases[leak.name] for leak in work.breaches}
    accounts = _by_site(work)
    leaked = []
    for breach in sorted(breaches, key=lambda one: (one.date, one.name)):
        place = site_of(breach.domain) or breach.name
        record = _leaked(breach, accounts.get(place, ()) if everything else None, work.profile)
        if before := known.get((breach.name, breach.date)):
            more = (a for a in record if a.pair not in before.record.confidences)
            releases[before.name] = replace(before, record=Record((*before.record, *more)))
        elif len(record) or not everything:
            leaked.append(called := unused_name(f"{breach.name} breach", releases))
            releases[called] = Release(
                called, breach.name, record, breach.date, breach=place, leaked=breach.leaked or ("Email",)
            )

    def collected(pooling: Pooling) -> Pooling:
        return replace(pooling, releases=(*pooling.releases, *leaked)) if pooling.kind == "releases" else pooling

    return replace(work, releases=tuple(releases.values())).with_each_pooling(collected)


def _by_site(work: Workspace) -> dict[str, list[Release]]:
    accounts: dict[str, list[Release]] = {}
    for release in work.accounts:
        if site := work.recipient_site(release.recipient):
            accounts.setdefault(site, []).append(release)
    return accounts


def _leaked(breach: Breach, accounts: Sequence[Release] | None, profile: Sequence[Pair]) -> Record:
    labels = {"Email"} if breach.leaked is None else set(breach.leaked)
    sure = 1.0 if breach.verified else UNVERIFIED
    if accounts is None:
        return Record(Attribute(*pair, sure) for pair in profile if pair[0] in labels - {PASSWORD})
    found: dict[Pair, float] = {}
    for release in accounts:
        if not _is_newer(release, breach.date):
            held = sure * (BEFORE if "" < release.date <= breach.date else UNDATED)
            for a in release.record:
                if a.label in labels:
                    found[a.pair] = max(found.get(a.pair, 0.0), held * a.confidence)
    return Record(Attribute(*pair, confidence) for pair, confidence in found.items())


def _is_newer(release: Release, day: str) -> bool:
    """Whether an account is newer than a breach. An entry of a password manager may be newer than its account."""
    return bool(day) and release.date > day and not release.listings


# What the person sees of them, and says.

CHECKED = "breaches-checked"
"""The step that says that the person looked for breaches."""


@dataclass(frozen=True, slots=True)
class BreachedPlace:
    """One breach, as far as it concerns the person.

    Arguments:
        name: of its release, unique in the work.
        called: what people call the breach.
        site: that was breached, by its domain or name.
        day: on which it was, in ISO 8601; empty where it is not known.
        leaked: labels of what leaked.
        accounts: recipients of one's own that are there, and not surely newer than the breach.
        deleted: whether what these had is deleted.
        elsewhere: other recipients where a password that leaked is in use today.
        dealt: whether the person has dealt with it.
    """

    name: str = field(repr=False)
    called: str = field(repr=False)
    site: str = field(repr=False)
    day: str
    leaked: tuple[str, ...]
    accounts: tuple[str, ...] = field(repr=False)
    deleted: bool
    elsewhere: tuple[str, ...] = field(repr=False)
    dealt: bool

    @property
    def is_urgent(self) -> bool:
        """Whether a password that leaked opens something else, and nothing was done."""
        return bool(self.elsewhere) and not self.dealt


def breached_places(work: Workspace) -> tuple[BreachedPlace, ...]:
    """The breaches with a password that is used elsewhere first, then the latest; what is dealt with comes last."""
    by_site: dict[str, list[Release]] = {}
    for release in work.accounts:
        site = work.recipient_site(release.recipient)
        for place in {site, _plain(site), _plain(release.recipient)} - {""}:
            by_site.setdefault(place, []).append(release)
    places = [_place(work, r, by_site.get(r.breach) or by_site.get(_plain(r.breach), [])) for r in work.breaches]
    latest = sorted(places, key=lambda one: one.day, reverse=True)
    return tuple(sorted(latest, key=lambda one: (one.dealt, not one.elsewhere, PASSWORD not in one.leaked)))


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.partition(".")[0].casefold()))


def _place(work: Workspace, leak: Release, there: Sequence[Release]) -> BreachedPlace:
    leaked = tuple(dict.fromkeys((*leak.leaked, *(attribute.label for attribute in leak.record.known))))
    old = [release for release in there if not _is_newer(release, leak.date)]
    accounts = tuple(dict.fromkeys(release.recipient for release in old))
    passwords = set(leak.record.values(PASSWORD))
    if PASSWORD in leaked:
        passwords |= {value for release in old for value in _passwords_then(work, release, leak.date)}
    using = dict.fromkeys(name for value in sorted(passwords) for name in work.password_users.get(value, ()))
    elsewhere = tuple(name for name in using if name not in accounts)
    deleted = bool(old) and all(release.erasure == "done" for release in old)
    about = (leak.name, leak.recipient, leak.breach, leak.date, leaked, accounts)
    return BreachedPlace(*about, deleted, elsewhere, leak.dealt)


def _passwords_then(work: Workspace, release: Release, day: str) -> Iterable[str]:
    changed = [one for one in work.changed_values if one.recipient == release.recipient and one.label == PASSWORD]
    yield from (one.value for one in changed if one.day >= day)
    if not (day and release.password_changed > day):
        yield from release.record.values(PASSWORD)


def were_checked(work: Workspace) -> bool:
    """Whether the person knows of breaches, or looked and found none."""
    return bool(work.breaches) or any(answer.step == CHECKED for answer in work.answers)


def with_none_found(work: Workspace, today: datetime.date) -> Workspace:
    """The work of somebody who looked for breaches and found none."""
    others = tuple(answer for answer in work.answers if answer.step != CHECKED)
    return replace(work, answers=(*others, Answer(CHECKED, "done", today.isoformat())))


def with_dealt(work: Workspace, names: Collection[str], dealt: bool = True) -> Workspace:
    """The work where the person has dealt with some breaches, or has not."""
    changed = (replace(r, dealt=dealt) if r.breach and r.name in names else r for r in work.releases)
    return replace(work, releases=tuple(changed))


def with_breaches_at(work: Workspace, names: Iterable[str], day: str, leaked: Sequence[str]) -> Workspace:
    """The work with breaches that the person names, as their own list of breaches would bring them."""
    return with_breaches(work, [Breach(name, work.recipient_site(name), day, tuple(leaked)) for name in names])
