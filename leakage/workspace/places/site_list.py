"""The list of sites: what kind of site a domain is, who owns it, and where its password is changed.

One owner is evidence that data could be pooled; it does not say that they are. ``corporations.toml`` names the
well-known owners, adds what the list lacks and leaves out what it has wrong. Where the lists come from is in
``NOTICES.txt``. Nothing is looked up elsewhere.
"""

from __future__ import annotations

import csv
import functools
import io
import lzma
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from leakage.workspace.files.sites import site_of


@dataclass(frozen=True, slots=True)
class ListedSite:
    """A line of the list: a registrable domain, its WhoTracks.me category, owner, and an https page."""

    domain: str
    category: str = ""
    owner: str = ""
    change_password_page: str = ""


def notices() -> str:
    """Where the lists come from, and their sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def listed_sites() -> Mapping[str, ListedSite]:
    """The list of sites that comes with the program, by domain."""
    packed = resources.files(__package__).joinpath("places.csv.xz").read_bytes()
    rows = csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"), newline=""))
    found = {}
    for row in rows:
        # Of who gives names below its own to others, such as gov.uk, the list has the host.
        domain, page = row["domain"].removeprefix("www."), row["change_password_url"]
        page = page if page.startswith("https://") else ""
        found[domain] = ListedSite(domain, row["category"], row["owner"], page)
    return found


def change_password_page(name: str) -> str:
    """The page where a company lets you change your password, by Apple's list; empty where that has none.

    >>> change_password_page("www.starbucks.com"), change_password_page("Robin")
    ('https://www.starbucks.com/account/settings/password', '')
    """
    site = listed_sites().get(site_of(name))
    return site.change_password_page if site else ""


def read_toml(name: str) -> Mapping[str, Any]:
    """A file of this folder that was made by hand, or read from a publication."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


# Who owns a site.


@dataclass(frozen=True, slots=True)
class Corporation:
    """An owner as people call it, and its recipients, at least two; who they are is in no log."""

    name: str
    recipients: tuple[str, ...] = field(repr=False)


def owner_of(name: str) -> str | None:
    """Who owns a recipient, by the registrable domain in its name or address; None where no list says it.

    >>> owner_of("www.instagram.com"), owner_of("youtube.com"), owner_of("shop.example")
    ('Meta', 'Google', None)
    """
    return owners().get(site_of(name))


def corporations(names: Iterable[str]) -> tuple[Corporation, ...]:
    """The groups of at least two recipients that have one owner, in the order of their first members.

    >>> [found] = corporations(["instagram.com", "shop.example", "whatsapp.com"])
    >>> found.name, found.recipients
    ('Meta', ('instagram.com', 'whatsapp.com'))
    """
    groups: dict[str, dict[str, None]] = {}
    for name in names:
        if owner := owner_of(name):
            groups.setdefault(owner, {})[name] = None
    return tuple(Corporation(owner, tuple(members)) for owner, members in groups.items() if len(members) > 1)


@functools.cache
def owners() -> Mapping[str, str]:
    """The owner of every domain that shares one with another domain."""
    by_hand = read_toml("corporations.toml")
    excluded = {domain for entry in by_hand["excluded"] for domain in entry["domains"]}
    names = dict(by_hand["names"])
    names |= {owner: entry["name"] for entry in by_hand["corporation"] for owner in entry.get("owners", ())}
    listed = (site for site in listed_sites().values() if site.owner and site.domain not in excluded)
    found = {site.domain: names.get(site.owner, site.owner) for site in listed}
    for entry in by_hand["corporation"]:
        found |= dict.fromkeys(entry.get("domains", ()), entry["name"])
    sizes = Counter(found.values())
    return {domain: owner for domain, owner in found.items() if sizes[owner] > 1}
