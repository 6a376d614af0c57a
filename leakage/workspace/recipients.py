"""Recipients: what belongs to them, and what goes with them to another name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from leakage.workspace.files.site import site_of
from leakage.workspace.workspace import Recipient, Release, Workspace


def with_recipients(workspace: Workspace, recipients: Iterable[Recipient]) -> Workspace:
    """The workspace with these recipients as they are now; of whom nothing unusual is known, nothing is kept.

    >>> with_recipients(Workspace(), [Recipient("Shop", 3.0), Recipient("Bank")]).recipients
    (Recipient(effort 3),)
    """
    known = {recipient.name: recipient for recipient in (*workspace.recipients, *recipients)}
    kept = tuple(recipient for recipient in known.values() if recipient != Recipient(recipient.name))
    return replace(workspace, recipients=kept)


def priced_recipients(workspace: Workspace) -> dict[str, float]:
    """What a record of disinformation costs, for every recipient where that is not the usual price."""
    prices = {recipient.name: recipient.disinformation_price for recipient in workspace.recipients}
    return {name: price for name, price in prices.items() if price is not None}


def rename_recipient(workspace: Workspace, old: str, new: str) -> Workspace:
    """The workspace with a recipient under a new name: what belongs to it goes with it.

    That are releases, plans, coalitions, requests, effort, price and site.

    Raises:
        ValueError: for an empty name, or that of another recipient, to whom something belongs already.

    >>> from leakage.record import Record
    >>> work = Workspace(releases=(Release("Order", "Shop", Record()),), recipients=(Recipient("Shop", 3.0),))
    >>> after = rename_recipient(work, "Shop", "Store")
    >>> after.releases[0].recipient, after.recipient("Store").effort
    ('Store', 3.0)
    """
    if not new:
        raise ValueError("a recipient needs a name")
    if new != old and has_belongings(workspace, new):
        raise ValueError("another recipient has this name")
    coalitions = tuple(
        replace(coalition, recipients=tuple(new if name == old else name for name in coalition.recipients))
        for coalition in workspace.pooling.coalitions
    )
    after = replace(
        workspace,
        releases=_given_to(workspace.releases, old, new),
        plans=_given_to(workspace.plans, old, new),
        pooling=replace(workspace.pooling, coalitions=coalitions),
        recipients=tuple(replace(r, name=new) if r.name == old else r for r in workspace.recipients),
        requests=tuple(replace(r, recipient=new) if r.recipient == old else r for r in workspace.requests),
    )
    # A name that was a site said where the next import finds it.
    known = after.recipient(new)
    site = site_of(old) if new != old and not known.site and site_of(old) == old else ""
    return with_recipients(after, [replace(known, site=site)]) if site else after


def has_belongings(workspace: Workspace, name: str) -> bool:
    """Whether a recipient is in a coalition, was asked for something, or has an effort or price of its own."""
    allied = {member for coalition in workspace.pooling.coalitions for member in coalition.recipients}
    asked = {request.recipient for request in workspace.requests}
    return name in allied | asked or any(recipient.name == name for recipient in workspace.recipients)


def _given_to(releases: Iterable[Release], old: str, new: str) -> tuple[Release, ...]:
    return tuple(replace(r, recipient=new) if r.recipient == old else r for r in releases)
