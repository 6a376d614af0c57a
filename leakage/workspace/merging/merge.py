"""Merging: one work of two that began as the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from leakage.workspace.merging.entries import (
    Contradiction,
    Decisions,
    Place,
    Side,
    in_words,
    merge_coalitions,
    merge_facts,
    merge_heap,
    merge_keyed,
    merge_named,
    merge_pairs,
    merge_recipients,
    merge_releases,
    merge_set,
    merge_value,
    renamed,
    three_way,
)
from leakage.workspace.recipients import with_pooled_renamed
from leakage.workspace.release import STEPS, RequestState, SubjectRequest, with_releases_renamed
from leakage.workspace.workspace import Policy, Pooling, Workspace

# Three-way merge of requests: each step and each field from the side that changed it.


_FIELDS = ("recipient", "kind", "ground", "language", "number")
_SETS = ("releases", "stated", "corrections", "others", "disclosed", "withheld")


def with_names_kept(base: Workspace, mine: Workspace, theirs: Workspace) -> Workspace:
    """Mine, where requests name releases as they will be called: of two added under one name mine gets another."""
    after = renamed(base.releases, mine.releases, theirs.releases)
    names = {old.name: new.name for old, new in zip(mine.releases, after, strict=True) if old.name != new.name}
    if not names:
        return mine
    return replace(with_pooled_renamed(mine, names), requests=with_releases_renamed(mine.requests, names))


def merge_requests(
    decisions: Decisions,
    base: tuple[SubjectRequest, ...],
    mine: tuple[SubjectRequest, ...],
    theirs: tuple[SubjectRequest, ...],
) -> tuple[SubjectRequest, ...]:
    """Requests by name; of two that were added under one name mine gets another."""

    def both(place: Place, old: SubjectRequest | None, own: SubjectRequest, other: SubjectRequest) -> SubjectRequest:
        return _request(decisions, place, old or own, own, other)

    versions = base, renamed(base, mine, theirs), theirs
    return merge_named(decisions, ("requests",), versions, lambda request: request.name, both)


def _request(
    decisions: Decisions, place: Place, base: SubjectRequest, mine: SubjectRequest, theirs: SubjectRequest
) -> SubjectRequest:
    def day_of(key: RequestState, _: str | None, own: str | None, other: str | None) -> str | None:
        return decisions.decide((*place, key), own, other, in_words)

    def of(name: str) -> tuple[Any, Any, Any]:
        return getattr(base, name), getattr(mine, name), getattr(theirs, name)

    before, own, other = of("steps")
    taken = merge_keyed(dict(before), dict(own), dict(other), day_of)
    fields: dict[str, Any] = {name: merge_value(decisions, (*place, name), *of(name)) for name in _FIELDS}
    fields |= {name: merge_set(*of(name)) for name in _SETS}
    fields["others"] = tuple(name for name in fields["others"] if name != fields["recipient"])
    return replace(mine, steps=tuple((name, taken[name]) for name in STEPS if name in taken), **fields)


# Two versions of a work become one.


PAIRS = (
    "weights",
    "names",
    "similarities",
    "action_minutes",
)
VALUES = (
    "chosen",
    "follow_worst",
    "title",
    "lock_after",
    "statistics",
    "value_counts",
    "shares_weights",
    "worked_example",
)


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of two versions.

    Arguments:
        workspace: both united; where they contradict each other, the chosen side.
        contradictions: what both changed, each in another way.
    """

    workspace: Workspace = field(repr=False)
    contradictions: tuple[Contradiction, ...]


def merge(base: Workspace, mine: Workspace, theirs: Workspace, choices: Mapping[Place, Side] | None = None) -> Merged:
    """Unite what two versions changed since they were one.

    Each part, and in it each entry and each field of an entry, is taken from the side that changed it. What both
    changed alike is taken once. What both changed differently contradicts itself: it is listed, and taken from mine
    unless something else was chosen.

    Arguments:
        base: the last version that both had in common.
        mine, theirs: the two versions.
        choices: the side to take, by the place of a contradiction.

    >>> base = Workspace(profile=(("Name", "Ann"), ("Phone", "1")))
    >>> mine = Workspace(profile=(("Name", "Bea"), ("Phone", "1")))
    >>> theirs = Workspace(profile=(("Name", "Cleo"), ("Phone", "1"), ("City", "Ulm")))
    >>> merged = merge(base, mine, theirs)
    >>> merged.workspace.profile
    (('Name', 'Bea'), ('Phone', '1'), ('City', 'Ulm'))
    >>> [contradiction.sentence for contradiction in merged.contradictions]
    ['Profile, Name: Bea here, Cleo in the other version.']
    >>> merge(base, mine, theirs, {("profile", "Name"): "theirs"}).workspace.profile[0]
    ('Name', 'Cleo')
    """
    decisions = Decisions(choices or {})
    workspace = three_way(base, mine, theirs, lambda: _merged(decisions, base, mine, theirs))
    face = theirs.face if mine.face == base.face else mine.face
    return Merged(workspace.with_face(face), tuple(decisions.contradictions))


def _merged(decisions: Decisions, base: Workspace, own: Workspace, theirs: Workspace) -> Workspace:
    mine = with_names_kept(base, own, theirs)

    def part(name: str, both: Callable[[Any, Any, Any], Any]) -> Any:
        versions = getattr(base, name), getattr(mine, name), getattr(theirs, name)
        return three_way(*versions, lambda: both(*versions))

    def pairs(name: str) -> Any:
        return part(name, lambda *versions: merge_pairs(decisions, (name,), versions))

    def value(name: str) -> Any:
        return part(name, lambda *versions: merge_value(decisions, (name,), *versions))

    def named(name: str, key: Callable[[Any], str]) -> Any:
        return part(name, lambda *versions: merge_named(decisions, (name,), versions, key))

    merged = Workspace(
        profile=part("profile", partial(merge_facts, decisions)),
        releases=part("releases", partial(merge_releases, decisions, "releases")),
        background=part("background", merge_heap),
        policies=part("policies", partial(_policies, decisions)),
        pooling=part("pooling", partial(_pooling, decisions)),
        plans=part("plans", partial(merge_releases, decisions, "plans")),
        recipients=part("recipients", partial(merge_recipients, decisions)),
        mappings=named("mappings", lambda mapping: ", ".join(mapping.headings)),
        contacts=named("contacts", lambda contact: contact.domain),
        requests=part("requests", partial(merge_requests, decisions)),
        absent=part("absent", merge_set),
        changed_values=part("changed_values", merge_set),
        **{name: pairs(name) for name in PAIRS},
        **{name: value(name) for name in VALUES},
    )
    return _with_chosen_policy(merged, mine, theirs)


def _with_chosen_policy(merged: Workspace, mine: Workspace, theirs: Workspace) -> Workspace:
    """A policy that one side chose stays, though the other side removed it."""
    if any(policy.name == merged.chosen for policy in merged.policies):
        return merged
    chosen = [policy for policy in (*mine.policies, *theirs.policies) if policy.name == merged.chosen]
    return replace(merged, policies=(*merged.policies, *chosen[:1]))


def _pooling(decisions: Decisions, base: Pooling, mine: Pooling, theirs: Pooling) -> Pooling:
    return Pooling(
        merge_value(decisions, ("pooling", "kind"), base.kind, mine.kind, theirs.kind),
        merge_coalitions(decisions, base.coalitions, mine.coalitions, theirs.coalitions),
        merge_value(
            decisions,
            ("pooling", "recipients resolve first"),
            base.resolve_first,
            mine.resolve_first,
            theirs.resolve_first,
        ),
        merge_set(base.releases, mine.releases, theirs.releases),
    )


def _policies(
    decisions: Decisions, base: tuple[Policy, ...], mine: tuple[Policy, ...], theirs: tuple[Policy, ...]
) -> tuple[Policy, ...]:
    """Policies by name; where both sides changed who pools data for one, and nothing else, that is united."""

    def both(place: Place, old: Policy | None, own: Policy, other: Policy) -> Policy:
        if own.pooling is None or other.pooling is None or own.adversary != other.adversary:
            return decisions.decide(place, own, other, in_words)
        before = (old.pooling if old else None) or own.pooling
        return replace(own, pooling=_pooling(decisions, before, own.pooling, other.pooling))

    return merge_named(decisions, ("policies",), (base, mine, theirs), lambda policy: policy.name, both)
