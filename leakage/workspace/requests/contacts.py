"""Contacts: whom to ask at a recipient, from the list that comes with the program.

Contacts: the list of recipients that comes with the program, and how a recipient is found in it.

The list is read from the package when it is first asked for; where it comes from stands in ``NOTICES.txt`` beside it.

Lists of contacts as files: the program's own columns, and the two sources' JSON.

A company of datenanfragen.de is a JSON object with ``name``, ``web``, ``runs``, ``email``, ``required-elements`` and
more; JustDeleteMe is a list of objects with ``name``, ``url``, ``difficulty``, ``email`` and ``domains``.
"""

from __future__ import annotations

import csv
import functools
import io
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from leakage.workspace.files.sites import host_of, site_of
from leakage.workspace.files.text import MAX_BYTES, objects, parsed
from leakage.workspace.release import DIFFICULTIES, ELEMENTS, Contact, Difficulty, Element
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
    return read_contacts(_shipped(), AS_OF)


@functools.cache
def shipped_categories() -> Mapping[str, tuple[str, ...]]:
    """What kinds of company the list says there are, by registrable domain, those of the domain itself first.

    >>> shipped_categories()["spd.de"], shipped_categories()["audible.de"]
    (('political party',), ('commerce', 'entertainment'))
    """
    rows = csv.DictReader(io.StringIO(_shipped().decode("utf-8"), newline=""))
    categories = {row["domain"]: tuple(row["category"].split("|")) for row in rows if row["category"]}
    sites = {domain: site_of(domain) for domain in categories}
    own = {site: categories[site] for site in sites.values() if site in categories}
    return {site: categories[domain] for domain, site in reversed(sites.items()) if site} | own


def _shipped() -> bytes:
    return lzma.decompress(resources.files(__package__).joinpath("contacts.csv.xz").read_bytes())


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


COLUMNS = ("domain", "name", "countries", "privacy_email", "medium", "language", "asks", "needs_id")
COLUMNS_OF_ACCOUNTS = ("difficulty", "delete_url")
CHECKED = ("verified", "tested")
"""What a company's record must be: looked at, or used, by a person."""
LONGEST = 500
"""Characters of a cell; what is longer is left out."""
_ADDRESS = re.compile(r"([\w.!#$%&'*+/=?^`{|}~-]+)@([\w-]+(?:\.[\w-]+)+)")  # atoms as in RFC 5322, Section 3.2.3
_RUNS = re.compile(r"\b(?:[\w-]+\.)+[a-z]{2,}\b")


def mail_address(text: object) -> str:
    """A text if it is one plain mail address, its domain as the network writes it; else empty.

    >>> mail_address("privacy@b\xfccher.example"), mail_address("me@shop.example, Bcc: you@else.example")
    ('privacy@xn--bcher-kva.example', '')
    """
    address = _ADDRESS.fullmatch(text.strip()) if isinstance(text, str) and len(text) <= LONGEST else None
    host = host_of(address[2]) if address else ""
    return f"{address[1]}@{host}" if address and host else ""


def read_contacts(content: bytes, as_of: str = "") -> tuple[Contact, ...]:
    """The contacts that a file lists, by any of the three shapes.

    Arguments:
        content: of the file, at most ``MAX_BYTES``.
        as_of: the day of the list, as ISO 8601.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for one that is none of the three.

    >>> read_contacts(b'[{"name": "Shop", "url": "https://shop.example/x", "difficulty": "easy"}]')[0].difficulty
    'easy'
    """
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("the file is not text in UTF-8") from None
    listed = _of_json(text) if text.lstrip()[:1] in ("[", "{") else _of_csv(text)
    found = joined(replace(contact, as_of=as_of) for contact in listed)
    if not found:
        raise ValueError("the file lists no recipient with a domain")
    return found


def joined(contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """Contacts with each domain once: what an earlier one leaves open, a later one says.

    >>> [found] = joined([Contact("a.example", email="p@a.example"), Contact("a.example", difficulty="hard")])
    >>> found.email, found.difficulty
    ('p@a.example', 'hard')
    """
    found: dict[str, Contact] = {}
    for contact in contacts:
        before = found.get(contact.domain)
        found[contact.domain] = _filled(before, contact) if before else contact
    return tuple(found.values())


def _filled(first: Contact, second: Contact) -> Contact:
    names = first.__dataclass_fields__
    return replace(first, **{name: getattr(first, name) or getattr(second, name) for name in names})


def _of_csv(text: str) -> Iterator[Contact]:
    rows = csv.DictReader(io.StringIO(text, newline=""))
    if not {*COLUMNS, *COLUMNS_OF_ACCOUNTS} <= set(rows.fieldnames or ()):
        raise ValueError("the file has not the columns of a list of recipients")
    try:
        yield from (_row(row) for row in rows if host_of(row["domain"]))
    except csv.Error:
        raise ValueError("the file is no CSV table, or is damaged") from None


def _row(row: Mapping[str, Any]) -> Contact:
    return Contact(
        host_of(row["domain"]),
        _short(row["name"]),
        mail_address(row["privacy_email"]),
        _short(row["medium"]),
        _short(row["language"]),
        tuple(filter(None, _short(row["countries"]).split("|"))),
        _elements(_short(row["asks"]).split("|")),
        row["needs_id"] == "yes",
        _difficulty(row["difficulty"]),
        _short(row["delete_url"]),
    )


def _of_json(text: str) -> Iterator[Contact]:
    held = parsed(text)
    for entry in objects(held if isinstance(held, list) else [held]):
        yield from _account(entry) if "difficulty" in entry or "domains" in entry else _company(entry)


def _company(entry: Mapping[str, Any]) -> Iterator[Contact]:
    """One contact a domain that the company has; none for a record that nobody has looked at."""
    if entry.get("quality") not in CHECKED:
        return
    runs = [name for line in _list(entry.get("runs")) for name in _RUNS.findall(_short(line))]
    for domain in _domains([entry.get("web"), *runs]):
        yield Contact(
            domain,
            _short(entry.get("name")),
            mail_address(entry.get("email")),
            _short(entry.get("suggested-transport-medium")),
            _short(entry.get("request-language")),
            tuple(map(_short, _list(entry.get("relevant-countries")))),
            _elements(element.get("type") for element in objects(entry.get("required-elements")) if _needed(element)),
            entry.get("needs-id-document") is True,
        )


def _account(entry: Mapping[str, Any]) -> Iterator[Contact]:
    """One contact a domain; where none is listed, the page for deleting says which it is."""
    name, email, url = _short(entry.get("name")), mail_address(entry.get("email")), _short(entry.get("url"))
    for domain in _domains(_list(entry.get("domains")) or [url]):
        difficulty = _difficulty(entry.get("difficulty"))
        yield Contact(domain, name, email, "email" if email else "", difficulty=difficulty, delete_url=url)


def _needed(element: Mapping[str, Any]) -> bool:
    return not element.get("optional")


def _domains(addresses: Iterable[object]) -> list[str]:
    hosts = (host_of(address).removeprefix("www.") for address in addresses)
    return list(dict.fromkeys(host for host in hosts if "." in host))


def _elements(wanted: Iterable[object]) -> tuple[Element, ...]:
    asked = set(wanted)
    return tuple(element for element in ELEMENTS if element in asked)


def _difficulty(text: object) -> Difficulty:
    return text if text in DIFFICULTIES else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _short(text: object) -> str:
    """A text on one line; empty for what is none, or too long."""
    line = " ".join(text.split()) if isinstance(text, str) else ""
    return line if len(line) <= LONGEST else ""
