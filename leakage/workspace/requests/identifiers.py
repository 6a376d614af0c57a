"""Identifiers: what of the facts that a recipient holds a letter may state, so that it finds the person."""

from __future__ import annotations

from leakage.record import Pair
from leakage.workspace.contact import Contact
from leakage.workspace.subject_request import Correction, SubjectRequest
from leakage.workspace.workspace import Release, Workspace

NEVER_STATED = frozenset(
    {
        *("Password", "Security answer", "Card", "Bank account", "National id", "Passport", "Tax number"),
        *("Driving licence", "Health condition", "Medication", "Salary", "Religion", "Political view", "Photo"),
        *("Relationship status", "Nationality", "IP address"),
    }
)
"""Labels of which no letter states a value: they open accounts, or harm the person, and nobody needs them to search."""

USUAL = ("Email", "User name", "Name")
"""Labels that are ticked at first, the first of them that the recipient holds: an account is found by one of them."""

ELEMENT_LABELS = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}
"""What a recipient wants a request to state, as this program calls it."""

ON_AN_IDENTITY_CARD = ("Name", "Date of birth", "Nationality", "Address", "National id", "Photo")
"""What a copy of an identity document shows."""

_HIDDEN = frozenset(label.casefold() for label in NEVER_STATED)


def held_releases(workspace: Workspace, recipient: str) -> tuple[Release, ...]:
    """What a recipient was given and has not deleted."""
    return tuple(r for r in workspace.releases if r.recipient == recipient and r.erasure != "done")


def stateable(workspace: Workspace, recipient: str) -> tuple[Pair, ...]:
    """The facts that a letter to a recipient may state: those it holds, of kinds that identify, each once.

    >>> from leakage.record import Record
    >>> given = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Password", "a"), ("City", "X", 0.0)))
    >>> stateable(Workspace((("Name", "Alice"), ("Phone", "5")), releases=(given,)), "Shop")
    (('Name', 'Alice'),)
    """
    held = (a for release in held_releases(workspace, recipient) for a in release.record.known)
    return tuple(dict.fromkeys(a.pair for a in held if a.label.casefold() not in _HIDDEN))


def ticked_at_first(workspace: Workspace, recipient: str, contact: Contact | None) -> tuple[Pair, ...]:
    """Of what may be stated, as little as will do: what the recipient is known to want, else one usual identifier.

    Facts that the recipient only suspects are left out: a letter would confirm them.
    """
    releases = held_releases(workspace, recipient)
    sure = {a.pair for release in releases for a in release.record.known if a.confidence == 1.0}
    offered = [pair for pair in stateable(workspace, recipient) if pair in sure]
    wanted = [ELEMENT_LABELS[element] for element in contact.asks if element in ELEMENT_LABELS] if contact else []
    found = tuple(pair for pair in offered if pair[0] in wanted)
    if found:
        return found
    first = next((label for label in USUAL if any(pair[0] == label for pair in offered)), "")
    return tuple(pair for pair in offered if pair[0] == first)[:1]


def stated_in(workspace: Workspace, request: SubjectRequest) -> tuple[Pair, ...]:
    """What the letter of a request states: of what was ticked, what the recipient was given.

    A release that was taken out of the work since is not told to anybody again.
    """
    given = _given(workspace, request.recipient)
    return tuple(pair for pair in request.stated if pair in given)


def wrong_in(workspace: Workspace, request: SubjectRequest) -> tuple[Correction, ...]:
    """What the letter of a correction says is wrong: only what the recipient was given.

    What is right instead the person enters for this letter.
    """
    given = _given(workspace, request.recipient)
    asked = request.corrections if request.kind == "correction" else ()
    return tuple((label, wrong, right) for label, wrong, right in asked if (label, wrong) in given)


def _given(workspace: Workspace, recipient: str) -> set[Pair]:
    return {a.pair for r in workspace.releases if r.recipient == recipient for a in r.record.known}


def wanted_besides(workspace: Workspace, request: SubjectRequest, contact: Contact | None) -> tuple[Pair, ...]:
    """What the recipient will ask for besides the letter, as far as it is known: the person's facts it would learn.

    Of every label the first value that it holds, else the profile's first.
    """
    wanted = [ELEMENT_LABELS[element] for element in contact.asks if element in ELEMENT_LABELS] if contact else []
    if contact and contact.needs_id:
        wanted += ON_AN_IDENTITY_CARD
    told = {label for label, _ in stated_in(workspace, request)}
    held = {
        a.label: a.pair for r in reversed(held_releases(workspace, request.recipient)) for a in reversed(r.record.known)
    }
    profile = {label: (label, value) for label, value in reversed(workspace.profile)}
    known = {**profile, **held}
    return tuple(known[label] for label in dict.fromkeys(wanted) if label in known and label not in told)
