"""The list of sites: what kind of site a domain is, who owns it, and where its password is changed.

The lists come with the program and are read when they are first asked for; where they come from stands in
``NOTICES.txt`` beside them. Nothing is looked up elsewhere.
"""

from __future__ import annotations

import csv
import functools
import io
import lzma
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from leakage.workspace.files.sites import site_of

AS_OF = "2025-11-20"
"""The day of the oldest of the four sources of the list; the others are of July and August 2026."""


@dataclass(frozen=True, slots=True)
class ListedSite:
    """A line of the list; empty is what no source says.

    Arguments:
        domain: a registrable one.
        category: what WhoTracks.me calls the site.
        owner: one name for all domains of a group.
        owner_sources: which sources say so, such as ``apple``.
        change_password_page: an address that begins with https.
    """

    domain: str
    category: str = ""
    owner: str = ""
    owner_sources: tuple[str, ...] = ()
    change_password_page: str = ""


def notices() -> str:
    """Where the lists come from, and their sources' licences."""
    return resources.files(__package__).joinpath("NOTICES.txt").read_text("utf-8")


@functools.cache
def listed_sites() -> Mapping[str, ListedSite]:
    """The list of sites that comes with the program, by domain."""
    packed = resources.files(__package__).joinpath("places.csv.xz").read_bytes()
    rows = csv.DictReader(io.StringIO(lzma.decompress(packed).decode("utf-8"), newline=""))
    return {site.domain: site for site in map(_site, rows)}


def _site(row: Mapping[str, str]) -> ListedSite:
    sources, page = row["owner_source"].split("+"), row["change_password_url"]
    return ListedSite(
        # Of who gives names below its own to others, such as gov.uk, the list has the host.
        row["domain"].removeprefix("www."),
        row["category"],
        row["owner"],
        tuple(filter(None, sources)),
        page if page.startswith("https://") else "",
    )


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
