"""What the person has done so far: values changed, letters sent, and the answers that are due."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from leakage.tabular.rows import redacted_repr
from leakage.workspace.release import RequestKind, SubjectRequest
from leakage.workspace.requests.states import OPEN, deadline, overdue, state_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Done:
    """How far the person has come.

    Arguments:
        accounts: how many accounts have a value of their own by now.
        waiting: the requests that wait for an answer, those whose answer is due first in front.
        late: how many of them should have been answered by now; they come first.
        granted, refused: how many requests were.
    """

    accounts: int
    waiting: tuple[SubjectRequest, ...]
    late: int
    granted: int
    refused: int

    __repr__ = redacted_repr

    def __bool__(self) -> bool:
        return bool(self.accounts or self.waiting or self.granted or self.refused)


def done_so_far(workspace: Workspace, today: datetime.date) -> Done:
    """How far the person has come with changed values and requests.

    Arguments:
        workspace: what was noted down.
        today: by which answers are late.

    >>> ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    >>> done = done_so_far(Workspace(requests=(ask,)), datetime.date(2026, 5, 1))
    >>> len(done.waiting), done.late, bool(done_so_far(Workspace(), datetime.date(2026, 5, 1)))
    (1, 1, False)
    """
    states = [state_of(workspace, request) for request in workspace.requests]
    waiting = [request for request, state in zip(workspace.requests, states, strict=True) if state in OPEN]
    return Done(
        len({change.recipient for change in workspace.changed_values}),
        tuple(sorted(waiting, key=_due)),
        len(overdue(workspace, today)),
        states.count("done"),
        states.count("refused"),
    )


def waiting_request(workspace: Workspace, recipient: str, kind: RequestKind) -> SubjectRequest | None:
    """The request of a kind that a recipient has not answered yet, the latest of several; None for none.

    >>> ask = SubjectRequest("a", "Shop", "erasure", steps=(("sent", "2026-01-30"),))
    >>> waiting_request(Workspace(requests=(ask,)), "Shop", "erasure") is ask
    True
    >>> waiting_request(Workspace(requests=(ask,)), "Shop", "objection") is None
    True
    """
    about = [request for request in workspace.requests if recipient in request.recipients and request.kind == kind]
    return next((request for request in reversed(about) if state_of(workspace, request) in OPEN), None)


def _due(request: SubjectRequest) -> tuple[datetime.date, str]:
    due = deadline(request)
    return due.last if due else datetime.date.max, request.name
