"""What recipients probably hold: presumed by their kind, confirmed or denied by the person."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from leakage.progress import cancellable
from leakage.record import Attribute, Record, redacted_repr
from leakage.workspace.person import ACCOUNT, typed
from leakage.workspace.places.kinds import KINDS, PresumedFact, kind_of_recipient, place_kind, presumed_facts
from leakage.workspace.release import Release
from leakage.workspace.workspace import Workspace

_BOUGHT_WITH = {"Card", "Purchase history"}  # Who has one of these was paid.


def facts_presumed_of(workspace: Workspace, recipient: str, bought: bool = False) -> tuple[PresumedFact, ...]:
    """What a recipient has probably asked for, each fact with its evidence.

    Arguments:
        workspace: which may know the recipient's site.
        recipient: as the releases call it.
        bought: whether something was paid for there.
    """
    return presumed_facts(kind_of_recipient(workspace, recipient), bought)


def with_presumptions(workspace: Workspace, names: Collection[str] | None = None) -> Workspace:
    """The work where releases presume what their recipients have probably asked for.

    A label that a release already states or presumes is left alone, so no answer of the person is lost. Nobody is
    presumed to hold what the person does not have.

    Arguments:
        workspace: its profile has the facts.
        names: of the releases; all where none are given.

    >>> given = (Release("Shop", "shop.example", Record.of(("Email", "a@b.c"))),)
    >>> work = Workspace((("Email", "a@b.c"), ("Name", "Ann")), releases=given)
    >>> with_presumptions(work).releases[0].presumed
    (('Name', 0.705),)
    """
    sold = {r.recipient for r in workspace.accounts if not _BOUGHT_WITH.isdisjoint(r.record.labels)}
    facts = {name: facts_presumed_of(workspace, name, name in sold) for name in workspace.recipient_names}

    def changed(release: Release) -> Release:
        labels = {*release.record.labels, *(label for label, _ in release.presumed)}
        more = (fact for fact in facts[release.recipient] if fact.label in workspace.presumable)
        new = tuple((fact.label, fact.probability) for fact in more if fact.label not in labels)
        return replace(release, presumed=(*release.presumed, *new)) if new else release

    return _each(workspace, names, changed)


@dataclass(frozen=True, slots=True)
class OpenPresumption:
    """A fact of which the person has not said whether some releases hold it.

    Arguments:
        label: of the fact.
        releases: the names of those that presume it.
        least, greatest: how probable it is at the least and the most likely of them.
        evidence: why, in one sentence; empty where it is not the same for all.
    """

    label: str
    releases: tuple[str, ...]
    least: float
    greatest: float
    evidence: str

    __repr__ = redacted_repr


def open_presumptions(workspace: Workspace, names: Collection[str]) -> tuple[OpenPresumption, ...]:
    """What releases presume and the person has not answered, the likeliest first; what was erased is not asked about.

    >>> shop = Release("Shop", "shop.example", Record(), presumed=(("Phone", 0.443), ("Name", 0.0)))
    >>> [question] = open_presumptions(Workspace((("Phone", "1"), ("Name", "Ann")), releases=(shop,)), ["Shop"])
    >>> question.label, question.releases, question.evidence
    ('Phone', ('Shop',), "44 % of shops' forms ask for it.")
    """
    chosen, found = frozenset(names), defaultdict[str, list[tuple[Release, float]]](list)
    for release in cancellable(workspace.releases):
        if release.name in chosen and release.erasure != "done" and (presumed := workspace.presumed_of(release)):
            for (label, _), probability in presumed.facts:
                found[label].append((release, probability))
    recipients = dict.fromkeys(release.recipient for sources in found.values() for release, _ in sources)
    evidence = {
        (name, fact.label, fact.probability): fact.evidence
        for name in recipients
        for bought in (False, True)
        for fact in facts_presumed_of(workspace, name, bought)
    }

    def question(label: str, sources: Sequence[tuple[Release, float]]) -> OpenPresumption:
        probabilities = [probability for _, probability in sources]
        texts = {evidence.get((release.recipient, label, probability), "") for release, probability in sources}
        releases, only = tuple(release.name for release, _ in sources), texts.pop() if len(texts) == 1 else ""
        return OpenPresumption(label, releases, min(probabilities), max(probabilities), only)

    return tuple(sorted(itertools.starmap(question, found.items()), key=lambda one: -one.greatest))


def confirmed(workspace: Workspace, names: Collection[str], labels: Iterable[str]) -> Workspace:
    """The work where the person says that recipients have these facts: they move to what was given."""
    wanted, facts = tuple(dict.fromkeys(labels)), workspace.presumable

    def changed(release: Release) -> Release:
        new = (label for label in wanted if label in facts and not release.record.values(label))
        more = (Attribute(label, facts[label]) for label in new)
        left = tuple(entry for entry in release.presumed if entry[0] not in wanted)
        return replace(release, record=Record((*release.record.known, *more)), presumed=left)

    return _each(workspace, names, changed)


def denied(workspace: Workspace, names: Collection[str], labels: Iterable[str]) -> Workspace:
    """The work where the person says that recipients do not have these facts: nothing is presumed of them again."""
    wanted = tuple(dict.fromkeys(labels))

    def changed(release: Release) -> Release:
        left = tuple(entry for entry in release.presumed if entry[0] not in wanted)
        record = Record(attribute for attribute in release.record if attribute.label not in wanted)
        return replace(release, record=record, presumed=(*left, *((label, 0.0) for label in wanted)))

    return _each(workspace, names, changed)


def _each(workspace: Workspace, names: Collection[str] | None, change: Callable[[Release], Release]) -> Workspace:
    """The work with the named releases changed, or all; a breach is left alone, for it says what leaked."""
    chosen = None if names is None else frozenset(names)
    return workspace.with_each_release(
        lambda release: (
            change(release) if not release.breach and (chosen is None or release.name in chosen) else release
        )
    )


# Having an account is itself a fact where the site is sensitive.


def with_account_facts(workspace: Workspace) -> Workspace:
    """The work in which each sensitive site, and each breach of one, holds that the person has an account there.

    The values of ``ACCOUNT`` are the kinds of these sites; they share its weight.
    """
    if ACCOUNT in workspace.absent:
        return workspace
    sites = {r.recipient: workspace.recipient_site(r.recipient) for r in workspace.releases}
    places = {name: place_kind(site) if site else None for name, site in sites.items()}
    kinds = {name: KINDS[place].sensitive if place else None for name, place in places.items()}
    for kind in dict.fromkeys(kind for kind in kinds.values() if kind):
        if (ACCOUNT, kind) not in workspace.profile:
            workspace = typed(workspace, ACCOUNT, kind)

    def changed(release: Release) -> Release:
        kind = kinds[release.recipient]
        if not kind or release.record.values(ACCOUNT) or any(label == ACCOUNT for label, _ in release.presumed):
            return release
        return replace(release, record=release.record.with_attribute(Attribute(ACCOUNT, kind)))

    return workspace.with_each_release(changed)
