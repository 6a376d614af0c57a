"""Three-way merge of requests: each step and each field from the side that changed it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from leakage.workspace.merging.contradiction import Decisions, Place
from leakage.workspace.merging.entries import in_words, merge_named, merge_value, renamed
from leakage.workspace.merging.keyed import merge_keyed, merge_set
from leakage.workspace.subject_request import STEPS, Step, SubjectRequest, with_releases_renamed
from leakage.workspace.workspace import Workspace

_FIELDS = ("recipient", "kind", "ground", "language")
_SETS = ("releases", "stated", "corrections")


def with_names_kept(base: Workspace, mine: Workspace, theirs: Workspace) -> Workspace:
    """Mine, where requests name releases as they will be called: of two added under one name mine gets another."""
    after = renamed(base.releases, mine.releases, theirs.releases)
    names = {old.name: new.name for old, new in zip(mine.releases, after, strict=True) if old.name != new.name}
    return replace(mine, requests=with_releases_renamed(mine.requests, names)) if names else mine


def merge_requests(
    decisions: Decisions,
    base: tuple[SubjectRequest, ...],
    mine: tuple[SubjectRequest, ...],
    theirs: tuple[SubjectRequest, ...],
) -> tuple[SubjectRequest, ...]:
    """Requests by name; of two that were added under one name mine gets another."""

    def both(place: Place, held: SubjectRequest | None, own: SubjectRequest, other: SubjectRequest) -> SubjectRequest:
        return _request(decisions, place, held or own, own, other)

    versions = base, renamed(base, mine, theirs), theirs
    return merge_named(decisions, ("requests",), versions, lambda request: request.name, both)


def _request(
    decisions: Decisions, place: Place, base: SubjectRequest, mine: SubjectRequest, theirs: SubjectRequest
) -> SubjectRequest:
    def step(key: Step, _: str | None, own: str | None, other: str | None) -> str | None:
        return decisions.decide((*place, key), own, other, in_words)

    def of(name: str) -> tuple[Any, Any, Any]:
        return getattr(base, name), getattr(mine, name), getattr(theirs, name)

    before, own, other = of("steps")
    taken = merge_keyed(dict(before), dict(own), dict(other), step)
    fields: dict[str, Any] = {name: merge_value(decisions, (*place, name), *of(name)) for name in _FIELDS}
    fields |= {name: merge_set(*of(name)) for name in _SETS}
    return replace(mine, steps=tuple((name, taken[name]) for name in STEPS if name in taken), **fields)
