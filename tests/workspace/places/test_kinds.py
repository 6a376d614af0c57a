"""Kinds of places: what the lists hold, how a recipient is looked up in them, and what its name says."""

import csv
import lzma
import re
import socket
import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files.sites import site_of
from leakage.workspace.places import kinds
from leakage.workspace.places.kinds import (
    KINDS,
    TRAITS,
    kind_by_name,
    kinds_by_hand,
    place_kind,
    sensitive_kind,
)
from leakage.workspace.places.site_list import change_password_page, listed_sites
from tests.strategies import thorough


def file_of(package, name):
    return resources.files(package).joinpath(name).read_bytes()


def rows_of(package, name):
    return list(csv.DictReader(lzma.decompress(file_of(package, name)).decode().splitlines()))


SITES = rows_of("leakage.workspace.places", "places.csv.xz")
COMPANIES = rows_of("leakage.workspace.requests", "contacts.csv.xz")
WORDS = TRAITS["name"]
BY_HAND = tomllib.loads(file_of("leakage.workspace.places", "kinds.toml").decode())["place"]


def test_every_line_of_the_list_is_a_site():
    assert len(listed_sites()) == len(SITES) == 9565
    for domain, site in listed_sites().items():
        assert domain == site.domain == site_of(domain)
        assert not site.category or site.category in kinds._OF_SITES
        assert bool(site.owner) == bool(site.owner_sources)
        assert not site.change_password_page or site.change_password_page.startswith("https://")


def test_every_category_is_a_kind():
    assert {*kinds._OF_SITES.values(), *kinds._OF_COMPANIES.values()} <= set(KINDS)
    assert {c for row in COMPANIES if row["category"] for c in row["category"].split("|")} <= set(kinds._OF_COMPANIES)
    assert len(set(KINDS)) == len(KINDS) and list(KINDS) == sorted(KINDS)
    within = TRAITS["within"]
    assert set(KINDS) >= {words["kind"] for words in WORDS} | set(within) | {
        kind for some in within.values() for kind in some
    }
    assert all(broad not in narrower for broad, narrower in within.items())


def slowly_by_name(name):
    """The kind of the first list of words with one that is a part of the name, or that a part of it ends in."""
    parts = [part for part in re.split(r"[\W\d_]+", name.casefold()) if part]
    for words in WORDS:
        ends = words["words"].split()
        for word in [*ends, *words.get("whole", "").split()]:
            longer = word in ends and len(word) >= 4
            if any(part == word or (longer and part.endswith(word)) for part in parts):
                return words["kind"]
    return None


ANY_WORD = st.sampled_from(
    sorted({word for words in WORDS for word in f"{words['words']} {words.get('whole', '')}".split()})
)
NAMES = st.lists(
    st.one_of(ANY_WORD, ANY_WORD.map(str.upper), st.text(max_size=4), st.sampled_from([".", "-", " ", "7", "_", "s"])),
    max_size=6,
).map("".join)


@thorough
@given(NAMES)
def test_a_name_says_what_the_first_fitting_word_says(name):
    assert kind_by_name(name) == slowly_by_name(name)


def slowly_found(site):
    """By looking at every row of every list: by hand, of companies, of sites, and then the name."""
    for entry in BY_HAND:
        if site in entry["domains"]:
            return entry["kind"]
    own = [row["category"] for row in COMPANIES if row["domain"] == site and row["category"]]
    below = [r["category"] for r in COMPANIES if r["category"] and site == site_of(r["domain"])]
    by_name = slowly_by_name(site)
    listed = [kinds._OF_SITES[row["category"]] for row in SITES if row["domain"] == site and row["category"]]
    for found in (slowly_of_company([*own, *below]), next(iter(listed), None)):
        if found:
            return by_name if by_name in TRAITS["within"].get(found, ()) else found
    return by_name


def slowly_of_company(found):
    if not found:
        return None
    categories = found[0].split("|")
    if len(categories) > 3:
        return "Business"
    telling = [c for c in categories if c not in ("ads", "addresses", "entertainment", "public body")]
    return kinds._OF_COMPANIES[(telling or categories)[0]]


LOOKED_UP = sorted({*kinds_by_hand(), *(site_of(row["domain"]) for row in COMPANIES), *listed_sites()} - {""})


def test_a_recipient_is_found_as_by_looking_at_every_row():
    for site in LOOKED_UP[:: len(LOOKED_UP) // 40]:
        found = slowly_found(site)
        assert place_kind(site) == place_kind(f"https://login.{site}/x?y") == found
        assert sensitive_kind(site) == (KINDS[found].sensitive if found else None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tinder.com", "Dating"),
        ("www.igmetall.de", "Union"),
        ("spd.de", "Political"),
        ("motorrad-singles.ch", "Dating"),
        ("elster.de", "Tax office"),
        ("qatarairways.com", "Airline"),
        ("pornhub.com", "Adult"),
        ("Volksbank Sampleton", "Bank"),
    ],
)
def test_places_that_people_know(name, kind):
    assert place_kind(name) == kind


@pytest.mark.parametrize("name", ["", "Robin", "shop", "192.168.0.1", "com", "x" * 5_000, "\ud800", "no.example"])
def test_what_no_list_knows_has_no_kind_of_a_list(name):
    assert place_kind(name) == kind_by_name(name)
    assert change_password_page(name) == ""


def test_nothing_is_looked_up(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    for name in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    listed_sites.cache_clear()
    kinds_by_hand.cache_clear()
    assert place_kind("starbucks.com") and place_kind("grindr.com")
