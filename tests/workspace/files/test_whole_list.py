"""The list of all breaches against a person's accounts: by site, by date, and never more than the account holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.files.breaches.reading import Breach
from leakage.workspace.files.breaches.releases import LABELS_OF, MANY
from leakage.workspace.files.breaches.whole_list import Matching, is_whole_list, matched
from leakage.workspace.workspace import Recipient, Release, Workspace
from tests.oracles.breach_matching import expected
from tests.strategies import thorough

SHOP = Release(
    "Shop", "shop.example", Record.of(("Email", "a@b.c"), ("City", "X", 0.5), ("Password", "password A")), "2019-01-01"
)
WORK = Workspace(profile=(("Name", "Robin"), ("Password", "password B")), releases=(SHOP,))
CLASSES = ("Email addresses", "Passwords", "Names", "Physical addresses")


def test_an_account_from_before_is_in_it_perhaps():
    found = matched([Breach("Shop", "shop.example", "2020-01-31", CLASSES)], WORK)
    record = Record.of(("Email", "a@b.c", 0.5), ("City", "X", 0.25), ("Password", "password A", 0.5))
    assert found.releases == (Release("Shop breach", "whoever has the Shop breach", record, "2020-01-31"),)
    assert found.notes[0] == "Breaches of places where you have an account from before: 1; of others: 0."


@pytest.mark.parametrize(
    ("breach", "note"),
    [
        (Breach("Shop", "shop.example", "2018-01-31", CLASSES), "Breaches from before your account there: 1."),
        (Breach("Shop", "shop.example", "2020-01-31", ("Genders",)), "Breaches that hold nothing of what your account"),
        (
            Breach("Other", "other.example", "2020-01-31", CLASSES),
            "where you have an account from before: 0; of others: 1",
        ),
        (Breach("Shop", "", "2020-01-31", CLASSES), "where you have an account from before: 0; of others: 1"),
    ],
)
def test_others_are_counted(breach, note):
    found = matched([breach], WORK)
    assert not found.releases and note in " ".join(found.notes)


@pytest.mark.parametrize("flag", ["fabricated", "spam_list"])
def test_what_is_made_up_does_not_count(flag):
    assert not matched([Breach("Shop", "shop.example", "2020-01-31", CLASSES, **{flag: True})], WORK).releases


def test_recipients_are_known_by_their_sites_whatever_they_are_called():
    release = Release("a", "My shop", Record.of(("Email", "a@b.c")))
    work = Workspace(releases=(release,), recipients=(Recipient("My shop", site="shop.co.uk"),))
    found = matched([Breach("Shop", "www.shop.co.uk", "2020-01-31", CLASSES)], work)
    assert found.releases[0].record == Record.of(("Email", "a@b.c", 0.25))


def test_confidences_are_checked():
    for wrong in ({"before": 1.5}, {"undated": -0.1}, {"unverified": float("nan")}):
        with pytest.raises(ValueError, match=r"confidence must be in \[0, 1\]"):
            Matching(**wrong)


def test_which_list_is_the_whole_one():
    many = [Breach(f"B{n}", classes=CLASSES) for n in range(MANY + 1)]
    assert is_whole_list(many) and not is_whole_list(many[1:])
    assert not is_whole_list([Breach(f"B{n}") for n in range(MANY + 1)])


DAYS = st.sampled_from(["", "2018-01-01", "2019-06-30", "2020-01-31"])
SITES = st.sampled_from(["a.example", "b.example", "c.example"])
SUBSETS = st.lists(st.sampled_from(CLASSES), unique=True).map(tuple)
HELD = st.dictionaries(
    st.tuples(st.sampled_from(["Email", "Name", "City", "Password"]), st.sampled_from("12")),
    st.sampled_from([0.25, 0.5, 1.0]),
    max_size=3,
)
BREACHES = st.lists(
    st.tuples(SITES.map("www.{}".format) | st.just(""), DAYS, SUBSETS, st.booleans(), st.booleans()), max_size=5
)


@thorough
@given(BREACHES, st.lists(st.tuples(SITES, DAYS, HELD), max_size=5), st.tuples(*[st.floats(0.05, 1.0)] * 3))
def test_matching_is_what_its_definition_says(given_breaches, accounts, sure):
    breaches = [
        Breach(f"B{n}", domain, day, classes, verified, fabricated=not counts)
        for n, (domain, day, classes, verified, counts) in enumerate(given_breaches)
    ]
    releases = tuple(
        Release(f"R{n}", place, Record.of(*((*pair, c) for pair, c in held.items())), day)
        for n, (place, day, held) in enumerate(accounts)
    )
    found = matched(breaches, Workspace(releases=releases), Matching(*sure))
    told = expected(
        [(f"B{n}", *row) for n, row in enumerate(given_breaches)],
        [(place, day, [(*pair, c) for pair, c in held.items()]) for place, day, held in accounts],
        lambda classes: {label for name in classes for label in LABELS_OF[name]},
        *sure,
    )
    assert {r.name.removesuffix(" breach"): r.record.confidences for r in found.releases} == {
        title: pytest.approx(held) for title, held in told.items() if held
    }
