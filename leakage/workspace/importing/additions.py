"""Additions: what an import would add to a workspace, before it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from leakage.record import Pair, Record
from leakage.workspace.validation import Problem
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Release, Workspace


@dataclass(frozen=True, slots=True)
class Additions:
    """What files hold.

    Arguments:
        profile: facts about the person.
        weights: (label, weight > 0) as the file states them; what it does not state gets the suggested one.
        releases, plans: what was given away, and what may be.
        background: records of other people.
        problems: what could not be used, and why.
        notes: what was left out on purpose or guessed, in sentences that repeat no value.
    """

    profile: tuple[Pair, ...] = ()
    weights: tuple[tuple[str, float], ...] = ()
    releases: tuple[Release, ...] = ()
    plans: tuple[Release, ...] = ()
    background: tuple[Record, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to add."""
        return not (self.profile or self.releases or self.plans or self.background)


def new_in(workspace: Workspace, found: Additions) -> Additions:
    """The part that the workspace does not have yet, under names that are free.

    A release or plan that is there already is left out, so that a file can be read twice.

    >>> work = Workspace((("Name", "Alice"),), releases=(Release("Order", "Shop", Record()),))
    >>> read = (Release("Order", "Shop", Record()), Release("Order", "Bank", Record()))
    >>> new = new_in(work, Additions(profile=(("Name", "Alice"), ("City", "X")), releases=read))
    >>> new.profile, [release.name for release in new.releases]
    ((('City', 'X'),), ['Order 2'])
    """
    held, labels = set(workspace.profile), {label for label, _ in workspace.weights}
    facts = tuple(pair for pair in dict.fromkeys(found.profile) if pair not in held)
    stated = dict(found.weights)
    wanted = [label for label in dict.fromkeys((*(label for label, _ in facts), *stated)) if label not in labels]
    return replace(
        found,
        profile=facts,
        weights=tuple((label, stated.get(label, default_weight(label))) for label in wanted),
        releases=_new_releases(workspace.releases, found.releases),
        plans=_new_releases(workspace.plans, found.plans),
    )


def added(workspace: Workspace, found: Additions) -> Workspace:
    """The workspace with what it does not have yet.

    >>> added(Workspace(), Additions(profile=(("Card", "main card"),))).weights
    (('Card', 3.0),)
    """
    new = new_in(workspace, found)
    return replace(
        workspace,
        profile=workspace.profile + new.profile,
        weights=workspace.weights + new.weights,
        releases=workspace.releases + new.releases,
        plans=workspace.plans + new.plans,
        background=workspace.background + new.background,
    )


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
            whole.problems + part.problems,
            whole.notes + part.notes,
        )
    return whole


def _new_releases(held: Sequence[Release], found: Sequence[Release]) -> tuple[Release, ...]:
    names: dict[tuple[object, ...], list[str]] = {}
    for release in held:
        names.setdefault(_content(release), []).append(release.name)
    taken, following, new = {release.name for release in held}, dict[str, int](), []
    for release in found:
        if not any(_same_name(release.name, name) for name in names.get(_content(release), ())):
            name = _free_name(release.name, taken, following)
            taken.add(name)
            new.append(replace(release, name=name))
    return tuple(new)


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
