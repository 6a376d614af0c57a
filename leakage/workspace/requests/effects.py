"""Effects: what is the case at a recipient once a request is done."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Attribute, Record
from leakage.workspace.figures.erasure import marked
from leakage.workspace.subject_request import Correction, SubjectRequest
from leakage.workspace.workspace import Coalition, Release, Workspace

ALL_OTHERS = "All others"


def releases_of(workspace: Workspace, request: SubjectRequest) -> tuple[Release, ...]:
    """The releases that a request is about, as far as they are still there."""
    return tuple(r for r in workspace.releases if r.name in request.releases and r.recipient == request.recipient)


def with_effect(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace as it would be once a request is done: what it is asked for is the case.

    Access changes nothing.
    """
    if request.kind == "erasure":
        return marked(workspace, releases_of(workspace, request), "done")
    if request.kind == "correction":
        return _corrected(workspace, request)
    return without_sharing(workspace, request.recipient) if request.kind == "objection" else workspace


def without_sharing(workspace: Workspace, recipient: str) -> Workspace:
    """The workspace where a recipient shares with nobody any more; the others share as before.

    >>> work = Workspace(releases=tuple(Release(n, n, Record()) for n in "abc"))
    >>> without_sharing(work, "c").pooling.coalitions[0].recipients
    ('a', 'b')
    """
    pooling = workspace.pooling
    if pooling.kind == "alone":
        return workspace
    if pooling.kind == "together":
        others = tuple(name for name in workspace.recipient_names if name != recipient)
        coalitions: tuple[Coalition, ...] = (Coalition(ALL_OTHERS, others),)
    else:
        left = (replace(c, recipients=tuple(n for n in c.recipients if n != recipient)) for c in pooling.coalitions)
        coalitions = tuple(left)
    coalitions = tuple(coalition for coalition in coalitions if len(coalition.recipients) > 1)
    return replace(workspace, pooling=replace(pooling, kind="coalitions", coalitions=coalitions))


def _corrected(workspace: Workspace, request: SubjectRequest) -> Workspace:
    about = {release.name for release in releases_of(workspace, request)}
    releases = (
        replace(release, record=corrected(release.record, request.corrections)) if release.name in about else release
        for release in workspace.releases
    )
    return replace(workspace, releases=tuple(releases))


def corrected(record: Record, corrections: tuple[Correction, ...]) -> Record:
    """A record with wrong values replaced, or taken out where nothing is put in their place.

    >>> tuple(corrected(Record.of(("Age", "31", 0.5), ("Name", "Al")), (("Age", "31", "30"), ("Name", "Al", ""))))
    (Attribute(label='Age', value='30', confidence=0.5),)
    """
    right = {(label, wrong): value for label, wrong, value in corrections}
    held: dict[tuple[str, str], float] = {}
    for attribute in record:
        value = right.get(attribute.pair, attribute.value)
        if value:
            pair = (attribute.label, value)
            held[pair] = max(held.get(pair, 0.0), attribute.confidence)
    return Record(Attribute(*pair, confidence) for pair, confidence in held.items())
