"""Additions: what an import would add to a workspace, before it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from leakage.record import Pair, Record
from leakage.workspace.files.sharing import ProposedCoalition
from leakage.workspace.forms.problem import Problem
from leakage.workspace.recipients import with_recipients
from leakage.workspace.table_mapping import TableMapping
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Pooling, Recipient, Release, Workspace, unused_name


@dataclass(frozen=True, slots=True)
class Additions:
    """What files hold.

    Arguments:
        profile: facts about the person.
        weights: (label, weight > 0) as the file states them; what it does not state gets the suggested one.
        releases, plans: what was given away, and what may be.
        background: records of other people.
        updates: releases that take the place of those of the same name.
        recipients: of whom more is known than what they were given.
        coalitions: proposed, each with the evidence for it.
        mappings: how tables were read, to be remembered.
        accounts: how many of the releases and updates are accounts, that say little more than how they are opened.
        problems: what could not be used, and why.
        notes: what was left out on purpose or guessed, in sentences that repeat no value.
    """

    profile: tuple[Pair, ...] = ()
    weights: tuple[tuple[str, float], ...] = ()
    releases: tuple[Release, ...] = ()
    plans: tuple[Release, ...] = ()
    background: tuple[Record, ...] = ()
    updates: tuple[Release, ...] = ()
    recipients: tuple[Recipient, ...] = ()
    coalitions: tuple[ProposedCoalition, ...] = ()
    mappings: tuple[TableMapping, ...] = ()
    accounts: int = 0
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to add."""
        return not (self.profile or self.releases or self.plans or self.background or self.updates or self.coalitions)


def new_in(workspace: Workspace, additions: Additions) -> Additions:
    """The part that the workspace does not have yet, under names that are free.

    A release or plan that is there already is left out, so that a file can be read twice.

    >>> work = Workspace((("Name", "Alice"),), releases=(Release("Order", "Shop", Record()),))
    >>> read = (Release("Order", "Shop", Record()), Release("Order", "Bank", Record()))
    >>> new = new_in(work, Additions(profile=(("Name", "Alice"), ("City", "X")), releases=read))
    >>> new.profile, [release.name for release in new.releases]
    ((('City', 'X'),), ['Order 2'])
    """
    held, labels = set(workspace.profile), {label for label, _ in workspace.weights}
    facts = tuple(pair for pair in dict.fromkeys(additions.profile) if pair not in held)
    stated = dict(additions.weights)
    wanted = [label for label in dict.fromkeys((*(label for label, _ in facts), *stated)) if label not in labels]
    return replace(
        additions,
        profile=facts,
        weights=tuple((label, stated.get(label, default_weight(label))) for label in wanted),
        releases=_new_releases(workspace.releases, additions.releases),
        plans=_new_releases(workspace.plans, additions.plans),
        updates=_updates(workspace, additions),
        coalitions=_new_coalitions(workspace, additions.coalitions),
    )


def added(workspace: Workspace, additions: Additions) -> Workspace:
    """The workspace with what it does not have yet.

    >>> added(Workspace(), Additions(profile=(("Card", "main card"),))).weights
    (('Card', 3.0),)
    """
    new = new_in(workspace, additions)
    updated = {release.name: release for release in new.updates}
    after = replace(
        workspace,
        profile=workspace.profile + new.profile,
        weights=workspace.weights + new.weights,
        releases=tuple(updated.get(release.name, release) for release in workspace.releases) + new.releases,
        plans=workspace.plans + new.plans,
        background=workspace.background + new.background,
        pooling=_with_coalitions(workspace.pooling, new.coalitions),
        mappings=tuple({mapping.headings: mapping for mapping in (*workspace.mappings, *new.mappings)}.values()),
    )
    return with_recipients(after, new.recipients)


def together(parts: Iterable[Additions]) -> Additions:
    """Several additions as one, in their order; of two weights for a label the first stands.

    >>> together([Additions(notes=("a",)), Additions(notes=("b",))]).notes
    ('a', 'b')
    """
    whole = Additions()
    for part in parts:
        stated = {label for label, _ in whole.weights}
        whole = Additions(
            whole.profile + part.profile,
            whole.weights + tuple(row for row in part.weights if row[0] not in stated),
            whole.releases + part.releases,
            whole.plans + part.plans,
            whole.background + part.background,
            whole.updates + part.updates,
            whole.recipients + part.recipients,
            whole.coalitions + part.coalitions,
            whole.mappings + part.mappings,
            whole.accounts + part.accounts,
            whole.problems + part.problems,
            whole.notes + part.notes,
        )
    return whole


def _new_releases(held: Sequence[Release], read: Sequence[Release]) -> tuple[Release, ...]:
    names: dict[tuple[object, ...], list[str]] = {}
    for release in held:
        names.setdefault(_content(release), []).append(release.name)
    taken, following, new = {release.name for release in held}, dict[str, int](), []
    for release in read:
        if not any(_same_name(release.name, name) for name in names.get(_content(release), ())):
            name = _free_name(release.name, taken, following)
            taken.add(name)
            new.append(replace(release, name=name))
    return tuple(new)


def _updates(workspace: Workspace, additions: Additions) -> tuple[Release, ...]:
    """The updates of releases that are there and differ; the last for a name stands."""
    held = {release.name: release for release in workspace.releases}
    updates = {release.name: release for release in additions.updates}
    return tuple(release for name, release in updates.items() if name in held and held[name] != release)


def _new_coalitions(workspace: Workspace, read: Iterable[ProposedCoalition]) -> tuple[ProposedCoalition, ...]:
    """The coalitions whose recipients are in none that is there, under names that are free."""
    held = [set(coalition.recipients) for coalition in workspace.pooling.coalitions]
    taken = {coalition.name for coalition in workspace.pooling.coalitions}
    new = []
    for proposal in read:
        if any(set(proposal.coalition.recipients) <= members for members in held):
            continue
        name = unused_name(proposal.coalition.name, taken)
        taken.add(name)
        held.append(set(proposal.coalition.recipients))
        new.append(replace(proposal, coalition=replace(proposal.coalition, name=name)))
    return tuple(new)


def _with_coalitions(pooling: Pooling, new: Sequence[ProposedCoalition]) -> Pooling:
    """Who pools with whom stays as it was: coalitions are there to be chosen."""
    return replace(pooling, coalitions=pooling.coalitions + tuple(proposal.coalition for proposal in new))


def _content(release: Release) -> tuple[object, ...]:
    return release.recipient, release.date, release.record


def _same_name(wanted: str, name: str) -> bool:
    """Whether this is the name, or what was made of it because it was taken."""
    return name == wanted or (name.startswith(f"{wanted} ") and name[len(wanted) + 1 :].isdecimal())


def _free_name(wanted: str, taken: set[str], following: dict[str, int]) -> str:
    """As ``unused_name``, but the search goes on where it ended: a file may have thousands of one name."""
    number, name = following.get(wanted, 2), wanted
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    following[wanted] = number
    return name
