"""How much work a request is, by how hard the recipient makes it."""

from __future__ import annotations

from types import MappingProxyType

from leakage.workspace.contact import Contact, Difficulty
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.workspace import Workspace

USUAL_MINUTES = 15
MINUTES = MappingProxyType({"": USUAL_MINUTES, "easy": 5, "medium": 15, "hard": 45, "limited": 45})
"""Minutes of a person's own work, by JustDeleteMe's grades; what is impossible has none."""

SAID: MappingProxyType[Difficulty, str] = MappingProxyType(
    {
        "": "Nobody has said how hard it is to have an account deleted here.",
        "easy": "Having an account deleted here is easy.",
        "medium": "Having an account deleted here takes some steps.",
        "hard": "Having an account deleted here is hard: it takes a request, and often a second one.",
        "limited": "Only some people can have an account deleted here, for example those in certain countries.",
        "impossible": "Others found it impossible to have an account deleted here.",
    }
)


def minutes_of(contact: Contact | None) -> int | None:
    """Minutes that a request takes; None where nobody has managed it, so that it is not proposed.

    >>> minutes_of(Contact("shop.example", difficulty="hard")), minutes_of(None)
    (45, 15)
    >>> minutes_of(Contact("shop.example", difficulty="impossible"))
    """
    return MINUTES.get(contact.difficulty if contact else "")


def impossible_at(workspace: Workspace) -> tuple[str, ...]:
    """The recipients of whom others say that they delete no account; nobody is advised to ask them.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> work = Workspace(
    ...     releases=(Release("a", "shop.example", Record()),),
    ...     contacts=(Contact("shop.example", difficulty="impossible"),),
    ... )
    >>> impossible_at(work)
    ('shop.example',)
    """
    return tuple(recipient for recipient, minutes in graded_minutes(workspace).items() if minutes is None)


def graded_minutes(workspace: Workspace) -> dict[str, float | None]:
    """Minutes that a request takes at every recipient of whom it is known how hard they make it; None for impossible.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Recipient, Release
    >>> work = Workspace(
    ...     releases=(Release("a", "Shop", Record()), Release("b", "Club", Record())),
    ...     recipients=(Recipient("Shop", site="shop.example"),),
    ...     contacts=(Contact("shop.example", difficulty="hard"),),
    ... )
    >>> graded_minutes(work)
    {'Shop': 45}
    """
    contacts = ((recipient, contact_of(workspace, recipient)) for recipient in workspace.recipient_names)
    return {recipient: minutes_of(contact) for recipient, contact in contacts if contact and contact.difficulty}
