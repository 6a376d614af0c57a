"""What an import changed: accounts that are new, gone, or have another password than the last export said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from leakage.record import redacted_repr
from leakage.workspace.files.adding import Names
from leakage.workspace.files.findings import Findings, login_of
from leakage.workspace.files.secret import LABEL
from leakage.workspace.release import Release
from leakage.workspace.workspace import Workspace

What: TypeAlias = Literal["new", "unshared", "shared", "other", "gone"]
"""An account that is new; a password that is shared no longer, is shared now, or with others; not listed now."""


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


def _what(was: Release, release: Release, then: Counter[str], now: Counter[str]) -> What | None:
    if not was.listings:
        return None
    if _is_gone(release) and not _is_gone(was):
        return "gone"
    shared_then = {name for name in was.record.values(LABEL) if then[name] > 1}
    shared_now = {name for name in release.record.values(LABEL) if now[name] > 1}
    if shared_then == shared_now:
        return None
    return "unshared" if not shared_now else "other" if shared_then else "shared"


def _is_gone(release: Release) -> bool:
    return bool(release.listings) and all(listing.gone for listing in release.listings)


def _sharing(work: Workspace) -> Counter[str]:
    return Counter(name for one in work.releases if one.erasure != "done" for name in one.record.values(LABEL))


def without(before: Workspace, after: Workspace, findings: Findings, names: Collection[str]) -> Findings:
    """The findings without what became releases of these names; what a file says of the person by itself stays.

    Arguments:
        before: the work that they are added to.
        after: what they make of it.
    """
    gone = [release for release in after.releases if release.name in names]
    logins = {(release.recipient, login_of(a.pair for a in release.record)) for release in gone}
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
