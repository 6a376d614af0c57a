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

from leakage.workspace.files.sites import is_local, site_of
from leakage.workspace.places import kinds, site_list
from leakage.workspace.places.kinds import (
    KINDS,
    TRAITS,
    PlaceKind,
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
        assert domain == site.domain == site_of(domain) and not is_local(domain)
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


def test_what_was_chosen_by_hand_names_its_source_and_each_site_once():
    chosen = [domain for entry in BY_HAND for domain in entry["domains"]]
    assert len(chosen) == len(set(chosen)) == len(kinds_by_hand())
    for entry in BY_HAND:
        assert entry["kind"] in KINDS and len(entry["source"]) > 15
    assert all(domain == site_of(domain) for domain in chosen)
    assert {entry["kind"] for entry in BY_HAND} >= {"Dating", "Union", "Health", "Doctor", "Pharmacy"}


def test_the_notices_name_every_source_and_its_licence():
    notices = site_list.notices()
    for part in ("40ea9d48 of 2026-08-04", "96cbab7 of", "0a29c3d of 2026-07-21", "e5c97f8 of 2025-11-20"):
        assert part in notices
    for part in ("2017 - to present Ghostery GmbH", "2020 - 2026 Apple Inc.", "CC0 1.0", "Version 2.0, January 2004"):
        assert part in notices
    assert "The above copyright notice and this permission notice shall be included" in notices
    assert f"{len(SITES):,} internet domains" in notices and "END OF TERMS AND CONDITIONS" in notices


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


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("amazon.de", "Online shop"),
        ("my-shop-12.example", "Online shop"),
        ("Sparkasse Sampleton", "Bank"),
        ("forum-3.example", "Forum"),
        ("linkedin.com", "Social network"),
        ("cs.harvard.edu", "School"),
        ("meine-partnersuche.example", "Dating"),
        ("torrents-torrent.example", None),
        ("wiserobin.example", None),
        ("otherwise.example", None),
        ("essex.example", None),
        ("Robin Example", None),
        ("", None),
        ("123", None),
    ],
)
def test_kinds_are_guessed_by_words(name, kind):
    assert kind_by_name(name) == kind


def slowly_found(site):
    """By looking at every row of every list: by hand, of companies, of sites, and then the name."""
    for entry in BY_HAND:
        if site in entry["domains"]:
            return PlaceKind(entry["kind"], "list by hand")
    own = [row["category"] for row in COMPANIES if row["domain"] == site and row["category"]]
    below = [r["category"] for r in COMPANIES if r["category"] and site == site_of(r["domain"])]
    by_name = slowly_by_name(site)
    listed = [kinds._OF_SITES[row["category"]] for row in SITES if row["domain"] == site and row["category"]]
    for found, source in (
        (slowly_of_company([*own, *below]), "list of companies"),
        (next(iter(listed), None), "list of sites"),
    ):
        if found:
            return PlaceKind(by_name if by_name in TRAITS["within"].get(found, ()) else found, source)
    return PlaceKind(by_name, "name") if by_name else None


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
        assert sensitive_kind(site) == (KINDS[found.name].sensitive if found else None)


@pytest.mark.parametrize(
    ("name", "kind", "source"),
    [
        ("tinder.com", "Dating", "list by hand"),
        ("www.igmetall.de", "Union", "list by hand"),
        ("facebook.com", "Social network", "list by hand"),
        ("spd.de", "Political", "list of companies"),
        ("google.com", "Business", "list of companies"),
        ("motorrad-singles.ch", "Dating", "list of companies"),
        ("elster.de", "Tax office", "list of companies"),
        ("lufthansa.com", "Airline", "list of companies"),
        ("ryanair.com", "Airline", "list of companies"),
        ("qatarairways.com", "Airline", "list of sites"),
        ("starbucks.com", "Business", "list of sites"),
        ("nytimes.com", "Entertainment", "list of companies"),
        ("pornhub.com", "Adult", "list of sites"),
        ("praxis.nl", "Business", "list of sites"),
        ("Volksbank Sampleton", "Bank", "name"),
    ],
)
def test_places_that_people_know(name, kind, source):
    assert place_kind(name) == PlaceKind(kind, source)


@pytest.mark.parametrize("name", ["", "Robin", "shop", "192.168.0.1", "com", "x" * 5_000, "\ud800", "no.example"])
def test_what_no_list_knows_has_no_kind_of_a_list(name):
    found = place_kind(name)
    assert found is None or found.source == "name"
    assert change_password_page(name) == ""


def test_every_sensitive_kind_has_places():
    found = {sensitive_kind(site) for site in LOOKED_UP}
    assert found == {"dating", "health", "money", "adult", "political", "union", None}
    known = {"planetromeo.com": "dating", "doctolib.de": "health", "paypal.com": "money", "fpoe.at": "political"}
    assert {name: sensitive_kind(name) for name in known} == known


def test_half_of_the_companies_are_recognised():
    """Of all rows, and of those whose company does not say itself what it is."""
    found = {row["domain"]: place_kind(row["domain"]) for row in COMPANIES}
    silent = [row["domain"] for row in COMPANIES if not row["category"]]
    assert sum(map(bool, found.values())) > 0.54 * len(COMPANIES)
    assert sum(bool(found[domain]) for domain in silent) > 0.34 * len(silent)


def test_where_the_companies_speak_themselves_the_words_seldom_contradict():
    """Of banks and shops by name, what the list of companies says of them."""
    said = {row["domain"]: row["category"] for row in COMPANIES if row["category"]}
    least_of = {("Bank", "finance"): 0.9, ("Dating", "social media"): 0.95, ("Online shop", "commerce"): 0.75}
    for (kind, category), least in least_of.items():
        by_name = [domain for domain in said if kind_by_name(domain) == kind]
        assert len(by_name) >= 35
        assert sum(category in said[domain].split("|") for domain in by_name) >= least * len(by_name)


def test_pages_for_changing_a_password():
    assert (
        change_password_page("https://accounts.google.com/x") == "https://myaccount.google.com/signinoptions/password"
    )
    assert change_password_page("shop.example") == ""
    assert sum(bool(site.change_password_page) for site in listed_sites().values()) > 600


def test_nothing_is_looked_up(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError

    for name in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    listed_sites.cache_clear()
    kinds_by_hand.cache_clear()
    assert place_kind("starbucks.com") and place_kind("grindr.com")
