"""Contacts: whom to write to at a recipient, from the list that comes with the program (see ``NOTICES.txt``)."""

from __future__ import annotations

import csv
import functools
import io
import lzma
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import cast

from leakage.workspace.release import ELEMENTS, Contact, Difficulty
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Workspace


def notices() -> str:
    """Where the list comes from, and its sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def shipped_contacts() -> tuple[Contact, ...]:
    """The contacts that come with the program."""
    return tuple(map(_contact, _rows()))


@functools.cache
def _rows() -> tuple[dict[str, str], ...]:
    packed = resources.files(__package__).joinpath("contacts.csv.xz").read_bytes()
    return tuple(csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"), newline="")))


def _contact(row: Mapping[str, str]) -> Contact:
    return Contact(
        row["domain"],
        row["name"],
        row["privacy_email"],
        row["medium"],
        row["language"],
        tuple(filter(None, row["countries"].split("|"))),
        tuple(element for element in ELEMENTS if element in row["asks"].split("|")),
        row["needs_id"] == "yes",
        cast("Difficulty", row["difficulty"]),
        row["delete_url"],
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
    site = workspace.recipient_site(recipient)
    return by_site(workspace.contacts).get(site) or _shipped_by_site().get(site) if site else None


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
