"""Corporations: one owner of each domain, by which source, and which recipients share one."""

import csv
import itertools
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.places.site_list import corporations, owner_of, owners
from tests.strategies import quick

PAIRS = list(csv.DictReader(Path("tests/data/owner_pairs.csv").read_text("utf-8").splitlines()))


@pytest.mark.parametrize(
    ("domain", "name"),
    [
        ("youtube.com", "Google"),
        ("instagram.com", "Meta"),
        ("whatsapp.com", "Meta"),
        ("github.com", "Microsoft"),
        ("twitch.tv", "Amazon"),
        ("icloud.com", "Apple"),
        ("tinder.com", "Match Group"),
        ("booking.com", "Booking Holdings"),
        ("gmx.net", "United Internet"),
    ],
)
def test_well_known_owners_have_the_names_that_people_know(domain, name):
    assert owner_of(f"https://www.{domain}/login").name == name


@pytest.mark.parametrize("name", ["", "Robin", "shop.example", "bol.com", "kobo.com", "eo.nl", "192.168.0.1", "com"])
def test_others_have_no_owner(name):
    assert owner_of(name) is None and corporations([name, name]) == ()


def of_one_owner(first, second):
    return owner_of(first) and owner_of(second) and owner_of(first).name == owner_of(second).name


def slowly_grouped(names):
    """Names that are joined to another by comparing all pairs."""
    once = list(dict.fromkeys(names))
    groups = []
    for first in once:
        mates = [second for second in once if of_one_owner(first, second)]
        if len(mates) > 1 and mates not in groups:
            groups.append(mates)
    return groups


SOME = sorted(owners())
NAMES = st.one_of(
    st.sampled_from(SOME),
    st.sampled_from(SOME).map("https://login.{}/x".format),
    st.sampled_from(["Robin", "a.example"]),
)
NEAR = st.sampled_from(SOME).flatmap(
    lambda site: st.lists(st.sampled_from([d for d in SOME if owners()[d].name == owners()[site].name]), max_size=4)
)


@quick
@given(st.lists(NAMES, max_size=6), st.lists(NEAR, max_size=4))
def test_groups_are_those_of_comparing_all_pairs(names, near):
    given_names = list(itertools.chain(names, *near))
    found = corporations(given_names)
    assert [list(corporation.recipients) for corporation in found] == slowly_grouped(given_names)
    members = [name for corporation in found for name in corporation.recipients]
    assert len(members) == len(set(members))
    for corporation in found:
        assert {owner_of(name).evidence for name in corporation.recipients} == {*corporation.evidence}
        assert not any(name in repr(corporation) for name in corporation.recipients if name not in corporation.name)


def test_of_200_pairs_that_were_judged_nearly_all_are_right():
    """Drawn evenly by domain, then one of the same owner; what could not be told counts for neither side."""
    judged = Counter(pair["judged"] for pair in PAIRS)
    assert len(PAIRS) == 200 and set(judged) <= {"right", "wrong", "unknown"}
    assert judged["right"] >= 0.98 * (judged["right"] + judged["wrong"]) and judged["unknown"] <= 20
    for pair in PAIRS:
        assert owner_of(pair["first"]).name == owner_of(pair["second"]).name == pair["owner"]
