"""Corporations: which recipients have one owner, and could therefore pool what they know about you.

One owner is evidence that data could be pooled; it does not say that they are. The list of sites says who owns a
domain; ``corporations.toml`` names the well-known owners, adds what the list lacks and leaves out what it has wrong.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from leakage.workspace.files.sites import site_of
from leakage.workspace.places.site_list import listed_sites, read_toml

_SOURCES: Mapping[str, str] = {
    "apple": "Apple's list of shared credentials",
    "apple-historical": "Apple's list of credentials that were shared",
    "datenanfragen": "what the company says it runs (datenanfragen.de)",
    "rws": "what the owner declares (Related Website Sets)",
}


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns a domain as people call them, and the source that says so."""

    name: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Corporation:
    """Recipients with one owner; which they are does not show in a log.

    Arguments:
        name: of the owner, as people call it.
        recipients: at least two, as they were given.
        evidence: the sources that say so, each once.
    """

    name: str
    recipients: tuple[str, ...] = field(repr=False)
    evidence: tuple[str, ...]


def owner_of(name: str) -> Owner | None:
    """Who owns a recipient, by the registrable domain in its name or address; None where no list says it.

    >>> owner_of("www.instagram.com")
    Owner(name='Meta', evidence="Apple's list of shared credentials")
    >>> owner_of("youtube.com").name, owner_of("shop.example") is None
    ('Google', True)
    """
    return owners().get(site_of(name))


def corporations(names: Iterable[str]) -> tuple[Corporation, ...]:
    """The groups of at least two recipients that have one owner, in the order of their first members.

    >>> [found] = corporations(["instagram.com", "shop.example", "whatsapp.com"])
    >>> found.name, found.recipients
    ('Meta', ('instagram.com', 'whatsapp.com'))
    """
    groups: dict[str, dict[str, Owner]] = {}
    for name in names:
        if owner := owner_of(name):
            groups.setdefault(owner.name, {})[name] = owner
    return tuple(
        Corporation(name, tuple(members), tuple(dict.fromkeys(owner.evidence for owner in members.values())))
        for name, members in groups.items()
        if len(members) > 1
    )


@functools.cache
def owners() -> Mapping[str, Owner]:
    """The owner of every domain that shares one with another domain."""
    by_hand = read_toml("corporations.toml")
    excluded = {domain for entry in by_hand["excluded"] for domain in entry["domains"]}
    names = dict(by_hand["names"])
    names |= {owner: entry["name"] for entry in by_hand["corporation"] for owner in entry.get("owners", ())}
    found = {
        site.domain: Owner(names.get(site.owner, site.owner), ", ".join(_SOURCES[one] for one in site.owner_sources))
        for site in listed_sites().values()
        if site.owner and site.domain not in excluded
    }
    for entry in by_hand["corporation"]:
        found |= {domain: Owner(entry["name"], entry["source"]) for domain in entry.get("domains", ())}
    sizes = Counter(owner.name for owner in found.values())
    return {domain: owner for domain, owner in found.items() if sizes[owner.name] > 1}
