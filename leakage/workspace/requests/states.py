"""How far requests are. What came of an erasure stands with the releases, and only there: a request reads it."""

from __future__ import annotations

import datetime
from dataclasses import replace

from leakage.workspace.figures.erasure import marked
from leakage.workspace.requests.deadlines import deadline
from leakage.workspace.requests.effects import releases_of, with_effect
from leakage.workspace.subject_request import STEPS, Step, SubjectRequest
from leakage.workspace.workspace import ErasureStatus, Workspace, unused_name

OPEN: tuple[Step, ...] = ("sent", "extended")
_STATUS_AFTER: dict[Step, ErasureStatus] = {"sent": "asked", "refused": "refused", "done": "done"}


def state_of(workspace: Workspace, request: SubjectRequest) -> Step:
    """How far a request is: the last step taken. An erasure is done, or refused, where its releases say so.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> order = Release("Order", "Shop", Record(), erasure="done")
    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",), steps=(("sent", "2026-01-31"),))
    >>> state_of(Workspace(releases=(order,)), ask)
    'done'
    """
    taken = [step for step, _ in request.steps]
    about = releases_of(workspace, request) if request.kind == "erasure" else ()
    if about:
        statuses = {release.erasure for release in about}
        if statuses <= {"done", "refused"}:
            return "refused" if "refused" in statuses else "done"
        taken = [step for step in taken if step not in ("done", "refused")]
    return max(taken, key=STEPS.index, default="drafted")


def with_request(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace with one request more, renamed where its name is taken."""
    name = unused_name(request.name, (known.name for known in workspace.requests))
    return replace(workspace, requests=(*workspace.requests, replace(request, name=name)))


def without_request(workspace: Workspace, name: str) -> Workspace:
    """The workspace without a request; what came of it stays."""
    return replace(workspace, requests=tuple(r for r in workspace.requests if r.name != name))


def with_changed(workspace: Workspace, request: SubjectRequest) -> Workspace:
    """The workspace with a request in place of the one of its name."""
    return replace(workspace, requests=tuple(request if r.name == request.name else r for r in workspace.requests))


def with_step(workspace: Workspace, name: str, step: Step, day: datetime.date) -> Workspace:
    """The workspace once a request has taken a step, and what that changes at the recipient.

    A request that is sent, refused or done marks the erasure of its releases; an objection that is done takes the
    recipient out of coalitions; a correction that is done corrects what the recipient holds.

    Raises:
        KeyError: where no request has this name.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",))
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), requests=(ask,))
    >>> with_step(work, "a", "sent", datetime.date(2026, 1, 31)).releases[0].erasure
    'asked'
    """
    request = {known.name: known for known in workspace.requests}[name].with_step(step, day)
    after = with_changed(workspace, request)
    if request.kind == "erasure":
        return _erased(after, request, step)
    return with_effect(after, request) if step == "done" else after


def _erased(workspace: Workspace, request: SubjectRequest, step: Step) -> Workspace:
    if step not in _STATUS_AFTER:
        return workspace
    about = releases_of(workspace, request)
    # What was settled before is not merely asked for again.
    open_ = [release for release in about if step != "sent" or release.erasure is None]
    return marked(workspace, open_, _STATUS_AFTER[step])


def overdue(workspace: Workspace, today: datetime.date) -> tuple[SubjectRequest, ...]:
    """The requests that should have been answered before today, the longest overdue first."""
    late = [
        (due.last, request)
        for request in workspace.requests
        if (due := deadline(request)) and due.last < today and state_of(workspace, request) in OPEN
    ]
    return tuple(request for _, request in sorted(late, key=lambda pair: pair[0]))
