"""The list of all breaches there are, held against a person's accounts by site and date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from leakage.record import Attribute, Pair, Record
from leakage.workspace.files.additions import Additions
from leakage.workspace.files.breaches.reading import Breach, breach_name
from leakage.workspace.files.breaches.releases import EMAIL, MANY, UNVERIFIED, as_breach, labels_of
from leakage.workspace.files.sites import site_of
from leakage.workspace.workspace import Release, Workspace

BEFORE = 0.5
"""How sure one may be that an account which existed before the breach is in it, until the person says otherwise."""

UNDATED = 0.25
"""How sure one may be where a date is missing."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What the person decides about breaches that may hold an account of theirs.

    Arguments:
        before: confidence where the account existed before the breach, in [0, 1].
        undated: confidence where one of the two dates is not known, in [0, 1].
        unverified: factor for breaches that were never verified, in [0, 1].

    Raises:
        ValueError: for a number out of its range.
    """

    before: float = BEFORE
    undated: float = UNDATED
    unverified: float = UNVERIFIED

    def __post_init__(self) -> None:
        for confidence in (self.before, self.undated, self.unverified):
            if not 0.0 <= confidence <= 1.0:
                raise ValueError(f"confidence must be in [0, 1], got {confidence}")


def is_whole_list(breaches: Sequence[Breach]) -> bool:
    """Whether these are more breaches than one address is ever in, and say what was in them."""
    return len(breaches) > MANY and any(breach.classes for breach in breaches)


def matched(breaches: Iterable[Breach], workspace: Workspace, matching: Matching = Matching()) -> Additions:
    """An uncertain breach for every account at a breached place that existed before.

    It holds what the account holds of the breach's kinds of data; the confidence is the account's own times that of
    ``matching``. What is made up, or a list of spammers, does not count.

    Arguments:
        breaches: as ``read_breaches``.
        workspace: whose recipients are known by their sites.
        matching: how sure one may be.

    >>> shop = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("City", "X")), "2019-05-01")
    >>> breach = Breach("Shop", "www.shop.example", "2020-01-31", ("Email addresses",))
    >>> found = matched([breach], Workspace(releases=(shop,)))
    >>> found.releases[0].breach, found.releases[0].record == Record.of(("Email", "a@b.c", 0.5))
    ('shop.example', True)
    """
    accounts = _by_site(workspace)
    releases: list[Release] = []
    elsewhere = later = empty = 0
    for breach in breaches:
        if breach.fabricated or breach.spam_list:
            continue
        at_site = accounts.get(site_of(breach.domain), ()) if breach.domain else ()
        existing = [release for release in at_site if not _is_later(release, breach)]
        record = _record(existing, breach, matching)
        elsewhere += not at_site
        later += bool(at_site) and not existing
        empty += bool(existing) and not len(record)
        if len(record):
            name = breach_name(breach.title)
            releases.append(as_breach(Release(name, breach.title, record, breach.date), breach))
    return Additions(
        releases=tuple(releases), leaked=tuple(releases), notes=tuple(_notes(len(releases), elsewhere, later, empty))
    )


def _by_site(workspace: Workspace) -> dict[str, list[Release]]:
    accounts: dict[str, list[Release]] = {}
    sites = {name: workspace.recipient(name).site or site_of(name) for name in workspace.recipient_names}
    for release in workspace.accounts:
        if site := sites[release.recipient]:
            accounts.setdefault(site, []).append(release)
    return accounts


def _is_later(release: Release, breach: Breach) -> bool:
    return bool(release.date and breach.date) and release.date > breach.date


def _record(releases: Iterable[Release], breach: Breach, matching: Matching) -> Record:
    labels = {label.casefold() for label in ((EMAIL,) if breach.classes is None else labels_of(breach.classes))}
    confidences: dict[Pair, float] = {}
    for release in releases:
        sure = matching.before if release.date and breach.date else matching.undated
        sure *= 1.0 if breach.verified else matching.unverified
        for attribute in release.record:
            if attribute.label.casefold() in labels:
                confidences[attribute.pair] = max(confidences.get(attribute.pair, 0.0), sure * attribute.confidence)
    return Record(Attribute(*pair, confidence) for pair, confidence in confidences.items())


def _notes(matches: int, elsewhere: int, later: int, empty: int) -> Iterator[str]:
    yield f"Breaches at places where you already had an account: {matches + empty:,}. Elsewhere: {elsewhere:,}."
    if later:
        yield f"Breaches older than your account there: {later:,}."
    if empty:
        yield f"Breaches with nothing that your account there has: {empty:,}."
