"""Contacts: whom to write to at a recipient, from the list that comes with the program (see ``NOTICES.txt``)."""

from __future__ import annotations

import csv
import functools
import io
import lzma
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import cast

from leakage.workspace.files.sites import host_of, site_of
from leakage.workspace.release import ELEMENTS, Contact, Difficulty
from leakage.workspace.workspace import Workspace

_ADDRESS = re.compile(r"([\w.!#$%&'*+/=?^`{|}~-]+)@([\w-]+(?:\.[\w-]+)+)")  # atoms as in RFC 5322, Section 3.2.3


def notices() -> str:
    """Where the list comes from, and its sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def shipped_contacts() -> tuple[Contact, ...]:
    """The contacts that come with the program."""
    return tuple(_contact(row, host) for row in _rows() if (host := host_of(row["domain"])))


@functools.cache
def _rows() -> tuple[dict[str, str], ...]:
    packed = resources.files(__package__).joinpath("contacts.csv.xz").read_bytes()
    return tuple(csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"), newline="")))


def _contact(row: Mapping[str, str], host: str) -> Contact:
    asks = row["asks"].split("|")
    return Contact(
        host,
        row["name"].strip(),
        mail_address(row["privacy_email"]),
        row["medium"],
        row["language"],
        tuple(filter(None, row["countries"].split("|"))),
        tuple(element for element in ELEMENTS if element in asks),
        row["needs_id"] == "yes",
        cast("Difficulty", row["difficulty"]),
        row["delete_url"].strip(),
    )


@functools.cache
def shipped_categories() -> Mapping[str, tuple[str, ...]]:
    """The categories of companies by registrable domain; a domain's own row counts before those below it.

    >>> shipped_categories()["spd.de"], shipped_categories()["audible.de"]
    (('political party',), ('commerce', 'entertainment'))
    """
    categories = {row["domain"]: tuple(row["category"].split("|")) for row in _rows() if row["category"]}
    sites = {domain: site_of(domain) for domain in categories}
    own = {site: categories[site] for site in sites.values() if site in categories}
    return {site: categories[domain] for domain, site in reversed(sites.items()) if site} | own


def contact_of(workspace: Workspace, recipient: str) -> Contact | None:
    """The contact of a recipient by its registrable domain: the work's own before the program's; None if unknown."""
    site = recipient_site(workspace, recipient)
    return by_site(workspace.contacts).get(site) or _shipped_by_site().get(site) if site else None


def recipient_site(workspace: Workspace, recipient: str) -> str:
    """The registrable domain of a recipient: its site, or its name where that is an address; else empty.

    >>> recipient_site(Workspace(), "www.shop.example")
    'shop.example'
    """
    return workspace.recipient(recipient).site or site_of(recipient)


def by_site(contacts: Iterable[Contact]) -> Mapping[str, Contact]:
    """Contacts by their domain and every domain above it; that of the domain itself first, then one with an address."""
    found: dict[str, tuple[tuple[bool, bool], Contact]] = {}
    for contact in contacts:
        site = contact.domain
        while "." in site:
            rank = site != contact.domain, not contact.email
            if site not in found or rank < found[site][0]:
                found[site] = rank, contact
            site = site.partition(".")[2]
    return {site: contact for site, (_, contact) in found.items()}


@functools.cache
def _shipped_by_site() -> Mapping[str, Contact]:
    return by_site(shipped_contacts())


def mail_address(text: str) -> str:
    """A text if it is one plain mail address, its domain as the network writes it; else empty.

    >>> mail_address("privacy@b\xfccher.example"), mail_address("me@shop.example, Bcc: you@else.example")
    ('privacy@xn--bcher-kva.example', '')
    """
    address = _ADDRESS.fullmatch(text.strip()) if len(text) <= 500 else None
    host = host_of(address[2]) if address else ""
    return f"{address[1]}@{host}" if address and host else ""
