"""What the lists of places hold, how a recipient is looked up in them, what its kind asks for, and who owns it."""

import csv
import itertools
import lzma
import re
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.workspace.everyday import corporations_of
from leakage.workspace.places import kinds
from leakage.workspace.places.kinds import (
    KINDS,
    TRAITS,
    change_password_page,
    kind_by_name,
    kinds_by_hand,
    listed_sites,
    owner_of,
    owners,
    place_kind,
    presumed_facts,
)
from leakage.workspace.sites import site_of
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick, thorough


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
        assert not site.change_password_page or site.change_password_page.startswith("https://")


def test_every_category_is_a_kind():
    assert {*kinds._OF_SITES.values(), *kinds._OF_COMPANIES.values()} <= set(KINDS)
    assert {c for row in COMPANIES if row["category"] for c in row["category"].split("|")} <= set(kinds._OF_COMPANIES)
    assert set(KINDS) >= {words["kind"] for words in WORDS}


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


@pytest.mark.parametrize("name", ["", "Robin", "shop", "192.168.0.1", "com", "x" * 5_000, "\ud800", "no.example"])
def test_what_no_list_knows_has_no_kind_of_a_list(name):
    assert place_kind(name) == kind_by_name(name)
    assert change_password_page(name) == ""


MEASURED = ("Email", "Name", "Phone", "Address", "Date of birth")
TEMPLATE = {name: kind.asks for name, kind in KINDS.items()}


def slowly_presumed(table, kind, bought):
    """Label by label: all figures there are for it, the greatest of them, and the guess where there are none."""
    if kind == "Data broker":
        return {}
    template = (
        () if kind is None or KINDS[kind].vague else TEMPLATE.get({"Dating": "Social network"}.get(kind, kind), ())
    )
    found = {}
    for label in {*MEASURED, *template}:
        row = KINDS[kind].row if kind else ""
        # The parts of an address are asked for as it is.
        counted = "Address" if label in ("Post code", "City") and "Address" in template else label
        forms = ["registration forms", *([row] if row else []), *(["payment forms"] if bought else [])]
        figures = [table[form][counted] for form in forms if counted in table[form]]
        if figures:
            found[label] = (pytest.approx(max(figures) / 100, abs=1e-3), True)
        elif bought or label != "Card":
            found[label] = (0.5, False)
    return found


FIGURES = st.fixed_dictionaries(
    {}, optional={label: st.sampled_from([0.0, 3.9, 13.7, 49.9, 50.0, 50.1, 92.3, 100.0]) for label in MEASURED}
)
TABLES = st.fixed_dictionaries(
    dict.fromkeys(sorted({*(kind.row for kind in KINDS.values() if kind.row), "payment forms"}), FIGURES)
).flatmap(
    lambda rows: st.fixed_dictionaries({label: st.sampled_from([0.0, 9.6, 65.7]) for label in MEASURED}).map(
        lambda row: {**rows, "registration forms": row}
    )
)


@thorough
@given(TABLES, st.sampled_from([None, *KINDS]), st.booleans())
def test_the_greatest_figure_counts_whatever_was_measured(table, kind, bought):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds, "ASKED", table)
        facts = presumed_facts(kind, bought)
    assert {
        fact.label: (fact.probability, not fact.evidence.startswith("A guess")) for fact in facts
    } == slowly_presumed(table, kind, bought)
    guesses = [fact.evidence.startswith("A guess") for fact in facts]
    assert guesses == sorted(guesses)


PAIRS = list(csv.DictReader(Path("tests/data/owner_pairs.csv").read_text("utf-8").splitlines()))


@pytest.mark.parametrize("name", ["", "Robin", "shop.example", "bol.com", "kobo.com", "eo.nl", "192.168.0.1", "com"])
def test_others_have_no_owner(name):
    assert owner_of(name) is None


def of_one_owner(first, second):
    return owner_of(first) is not None and owner_of(first) == owner_of(second)


def slowly_grouped(names):
    """Names that are joined to another by comparing all pairs."""
    once = list(dict.fromkeys(names))
    groups = []
    for first in once:
        mates = [second for second in once if of_one_owner(first, second)]
        if len({*map(site_of, mates)}) > 1 and mates not in groups:
            groups.append(mates)
    return groups


OWNED_SITES = sorted(owners())
OWNED = st.one_of(
    st.sampled_from(OWNED_SITES),
    st.sampled_from(OWNED_SITES).map("https://login.{}/x".format),
    st.sampled_from(["Robin", "a.example"]),
)
NEAR = st.sampled_from(OWNED_SITES).flatmap(
    lambda site: st.lists(st.sampled_from([d for d in OWNED_SITES if owners()[d] == owners()[site]]), max_size=4)
)


@quick
@given(st.lists(OWNED, max_size=6), st.lists(NEAR, max_size=4))
def test_groups_are_those_of_comparing_all_pairs(names, near):
    given_names = list(itertools.chain(names, *near))
    releases = tuple(Release(str(number), name, Record()) for number, name in enumerate(given_names))
    found = corporations_of(Workspace(releases=releases))
    assert [list(corporation.recipients) for corporation in found] == slowly_grouped(given_names)
    assert len({owner_of(corporation.recipients[0]) for corporation in found}) == len(found)


def test_of_200_pairs_that_were_judged_nearly_all_are_right():
    """Drawn evenly by domain, then one of the same owner; what could not be told counts for neither side."""
    judged = Counter(pair["judged"] for pair in PAIRS)
    assert len(PAIRS) == 200 and set(judged) <= {"right", "wrong", "unknown"}
    assert judged["right"] >= 0.98 * (judged["right"] + judged["wrong"]) and judged["unknown"] <= 20
    for pair in PAIRS:
        assert owner_of(pair["first"]) == owner_of(pair["second"]) == pair["owner"]
