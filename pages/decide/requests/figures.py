"""What the Requests page computes."""

from __future__ import annotations

from dataclasses import replace

from leakage.record import Pair
from leakage.workspace.contact import Contact
from leakage.workspace.figures import asking
from leakage.workspace.requests.identifiers import stated_in
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached


@cached
def asked(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> asking.Asking:
    """What a request gives away against what it takes back."""
    return asking.asking(workspace, request, contact)


@cached
def gaining(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[str, ...]:
    """The policies not in use under which asking tells more than it takes back."""
    return asking.policies_that_gain(workspace, request, contact)


def fact_to_leave_out(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> Pair | None:
    """The stated fact without which the letter tells least; None where leaving one out changes nothing."""
    stated = stated_in(workspace, request)
    now = asked(workspace, request, contact).letter
    without = {
        pair: asked(workspace, replace(request, stated=tuple(p for p in stated if p != pair)), contact).letter
        for pair in stated
    }
    best = min(without, key=lambda pair: without[pair], default=None)
    return best if best is not None and without[best] < now else None
