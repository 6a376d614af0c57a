"""Contacts: the list of recipients that comes with the program, and how a recipient is found in it.

The list is read from the package when it is first asked for; where it comes from stands in ``NOTICES.txt`` beside it.
"""

from __future__ import annotations

import functools
import lzma
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import resources

from leakage.workspace.contact import Contact
from leakage.workspace.files.site import site_of
from leakage.workspace.requests.contacts_reading import read_contacts
from leakage.workspace.workspace import Workspace

AS_OF = "2026-07-21"
"""The day of the older of the two sources of the list."""


def notices() -> str:
    """Where the list comes from, and its sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def shipped_contacts() -> tuple[Contact, ...]:
    """The contacts that come with the program; a line of the list whose domain is none is left out.

    >>> len(shipped_contacts())
    8406
    """
    packed = resources.files(__package__).joinpath("contacts.csv.xz").read_bytes()
    return read_contacts(lzma.decompress(packed), AS_OF)


def contact_of(workspace: Workspace, recipient: str) -> Contact | None:
    """What is known about asking a recipient, by its registrable domain; None where nothing is.

    The workspace's own contacts, which are fresher, come before those of the program.

    >>> from leakage.workspace.workspace import Recipient
    >>> work = Workspace(recipients=(Recipient("The photo people", site="adobe.com"),))
    >>> contact_of(work, "The photo people").email
    'dpo@adobe.com'
    """
    site = recipient_site(workspace, recipient)
    return contact_at(workspace.contacts, site) or _shipped_by_site().get(site) if site else None


def recipient_site(workspace: Workspace, recipient: str) -> str:
    """The registrable domain of a recipient: its site, or its name where that is an address; else empty.

    >>> recipient_site(Workspace(), "www.shop.example")
    'shop.example'
    """
    return workspace.recipient(recipient).site or site_of(recipient)


def contact_at(contacts: Iterable[Contact], site: str) -> Contact | None:
    """The contact for a registrable domain; None where there is none.

    >>> contact_at([Contact("login.shop.example")], "shop.example").domain
    'login.shop.example'
    """
    return by_site(contact for contact in contacts if f".{contact.domain}".endswith(f".{site}")).get(site)


def by_site(contacts: Iterable[Contact]) -> Mapping[str, Contact]:
    """Contacts by every domain that theirs lies in: that of the domain itself, else the first that can be written to.

    >>> known = by_site([Contact("help.shop.example"), Contact("my.shop.example", email="a@b.c")])
    >>> known["shop.example"].domain, known["help.shop.example"].domain
    ('my.shop.example', 'help.shop.example')
    """
    found: dict[str, Contact] = {}
    for contact in contacts:
        parts = contact.domain.split(".")
        for start in range(len(parts) - 1):
            site = ".".join(parts[start:])
            if site not in found or _rank(contact, site) < _rank(found[site], site):
                found[site] = contact
    return found


def _rank(contact: Contact, site: str) -> tuple[bool, bool]:
    return contact.domain != site, not contact.email


@functools.cache
def _shipped_by_site() -> Mapping[str, Contact]:
    return by_site(shipped_contacts())


def with_fresher_contacts(workspace: Workspace, contacts: Iterable[Contact]) -> tuple[Workspace, int]:
    """The workspace with those of the contacts that belong to its recipients, and how many that are.

    The rest of a list is of no use to this person, and would be saved with every edit.
    """
    known = by_site(contacts)
    sites = dict.fromkeys(recipient_site(workspace, name) for name in workspace.recipient_names)
    fresh = {known[site].domain: known[site] for site in sites if site in known}
    kept = {contact.domain: contact for contact in workspace.contacts} | fresh
    return replace(workspace, contacts=tuple(kept.values())), len(fresh)
