"""Breaches in a work: releases that are what leaked, not accounts; the one place where files bring them in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.findings import Breach
from leakage.workspace.files.secret import LABEL
from leakage.workspace.files.sites import site_of
from leakage.workspace.release import unused_name
from leakage.workspace.workspace import Pooling, Release, Workspace

MANY = 200  # More breaches than one address is ever in: the file is the list of all breaches there are.
UNVERIFIED, BEFORE, UNDATED = 0.5, 0.5, 0.25
"""How sure one may be of a breach never verified, that an account of before is in it, and where no day is known."""


def with_breaches(work: Workspace, breaches: Sequence[Breach]) -> Workspace:
    """The work with each breach once; the Eve who has only what leaked has it, too.

    Of one's own list the facts of the profile count, of the list of all those of an account that existed before.

    >>> work = with_breaches(Workspace((("Name", "Ann"),)), [Breach("Shop", "www.shop.example", leaked=("Name",))])
    >>> [(leak.breach, leak.leaked, len(leak.record)) for leak in work.breaches], work.accounts
    ([('shop.example', ('Name',), 1)], ())
    """
    everything = len(breaches) > MANY and any(breach.leaked for breach in breaches)
    releases = {release.name: release for release in work.releases}
    known = {(release.recipient, release.date): release for release in work.breaches}
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
        if site := work.recipient(release.recipient).site or site_of(release.recipient):
            accounts.setdefault(site, []).append(release)
    return accounts


def _leaked(breach: Breach, accounts: Sequence[Release] | None, profile: Sequence[Pair]) -> Record:
    labels = {"Email"} if breach.leaked is None else set(breach.leaked)
    sure = 1.0 if breach.verified else UNVERIFIED
    if accounts is None:
        return Record(Attribute(*pair, sure) for pair in profile if pair[0] in labels - {LABEL})
    found: dict[Pair, float] = {}
    for release in accounts:
        if not (release.date and breach.date and release.date > breach.date):
            held = sure * (BEFORE if release.date and breach.date else UNDATED)
            for a in release.record:
                if a.label in labels:
                    found[a.pair] = max(found.get(a.pair, 0.0), held * a.confidence)
    return Record(Attribute(*pair, confidence) for pair, confidence in found.items())
