"""Breaches, one site's and the whole list."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.files.breaches import reading
from leakage.workspace.files.breaches.reading import Breach, read_breaches
from leakage.workspace.files.breaches.releases import (
    LABELS_OF,
    MANY,
    PARTIAL,
    Choices,
    as_breach,
    data_class,
    labels_of,
    releases_of,
)
from leakage.workspace.files.breaches.whole_list import Matching, is_whole_list, matched
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Recipient, Release, Workspace
from tests.oracles.breach_matching import expected
from tests.strategies import thorough
from tests.workspace.files.files import BREACH, CANARY

PROFILE = (
    ("Name", "Alice"),
    ("Email", "a@b.c"),
    ("Email", "alice@example.org"),
    ("USER NAME", "alice"),
    ("Phone", "1"),
    ("City", "X"),
)


def written(*breaches):
    return json.dumps([{**BREACH, **breach} for breach in breaches])


def read(*breaches):
    return read_breaches(written(*breaches)).breaches


def test_a_breach_as_the_service_gives_it():
    assert read({}) == (Breach("Adobe", "adobe.com", "2013-10-04", tuple(BREACH["DataClasses"])),)


def test_a_breach_becomes_a_release_with_the_profiles_values():
    additions = releases_of(read({}), PROFILE)
    release = additions.releases[0]
    assert (release.name, release.recipient, release.date) == ("Adobe breach", "Adobe", "2013-10-04")
    assert release.record == Record.of(("Email", "a@b.c"), ("Email", "alice@example.org"), ("USER NAME", "alice"))
    assert additions.notes == (
        "Your profile has no value for: Passwords.",
        "Only parts of facts, so left out: Password hints.",
    )


def test_only_the_address_that_was_asked_for():
    additions = releases_of(read({}), PROFILE, choices=Choices(address="a@b.c"))
    assert additions.releases[0].record == Record.of(("Email", "a@b.c"), ("USER NAME", "alice"))


def test_unverified_breaches_are_held_with_less_confidence():
    breaches = read({"IsVerified": False}, {"Title": "Other"})
    additions = releases_of(breaches, PROFILE)
    assert {a.confidence for a in additions.releases[0].record} == {0.5}
    assert {a.confidence for a in additions.releases[1].record} == {1.0}
    assert additions.notes[0] == "Never verified, so counted as 50 % sure: 1."
    surer = releases_of(breaches, PROFILE, choices=Choices(unverified=0.9))
    assert {a.confidence for a in surer.releases[0].record} == {0.9}
    with pytest.raises(ValueError, match=r"^confidence must be in \[0, 1\], got 1.5$"):
        Choices(unverified=1.5)


def test_made_up_breaches_and_lists_of_spammers_count_only_where_they_are_wanted():
    breaches = read({"Title": "A", "IsFabricated": True}, {"Title": "B", "IsSpamList": True}, {"Title": "C"})

    def names(**choices):
        return [release.recipient for release in releases_of(breaches, PROFILE, choices=Choices(**choices)).releases]

    assert names() == ["C"]
    assert names(fabricated=True) == ["A", "C"]
    assert names(spam_lists=True) == ["B", "C"]
    assert releases_of(breaches, PROFILE).notes[:2] == ("Left out as made up: 1.", "Left out as lists of spammers: 1.")


def test_the_short_form_holds_the_address_alone():
    breaches = read_breaches('[{"Name": "Adobe"}, {"Name": "Gawker"}]').breaches
    additions = releases_of(breaches, PROFILE, choices=Choices(address="a@b.c"))
    assert [(release.recipient, release.date) for release in additions.releases] == [("Adobe", ""), ("Gawker", "")]
    assert {release.record for release in additions.releases} == {Record.of(("Email", "a@b.c"))}
    assert "truncateResponse=false" in additions.notes[0]


def test_a_recipient_there_is_already_is_the_same_one():
    breaches = read({}, {"Title": "Shop", "Domain": ""}, {"Title": "Bank Inc", "Domain": "BANK.example"})
    additions = releases_of(breaches, PROFILE, ("ADOBE.COM", "shop", "bank.example"))
    assert [release.recipient for release in additions.releases] == ["ADOBE.COM", "shop", "bank.example"]


def test_what_lacks_a_title_is_called_by_domain_or_name():
    assert [breach.title for breach in read({"Title": ""}, {"Title": None, "Domain": ""})] == ["adobe.com", "Adobe"]


def test_without_a_profile_releases_are_empty():
    additions = releases_of(read({}), ())
    assert [len(release.record) for release in additions.releases] == [0]


def test_classes_that_nobody_here_knows_are_counted_and_not_repeated():
    additions = releases_of(read({"DataClasses": ["Names", CANARY, "Astrological signs"]}), PROFILE)
    assert additions.releases[0].record == Record.of(("Name", "Alice"))
    assert additions.notes == ("Kinds of data not known here: 2.",)


def test_a_class_may_hold_several_labels():
    additions = releases_of(read({"DataClasses": ["Physical addresses"]}), PROFILE)
    assert additions.releases[0].record == Record.of(("City", "X"))
    assert additions.notes == ()


def test_too_many_to_be_those_of_one_address():
    breaches = read(*({"Title": f"B{n}"} for n in range(MANY + 1)))
    assert releases_of(breaches, PROFILE).notes[0].startswith("No address is in so many breaches.")


def test_the_table_of_classes_is_sound():
    vocabulary = {entry.label for entry in LABELS}
    assert not set(LABELS_OF) & PARTIAL
    assert all(labels for labels in LABELS_OF.values())
    # Every label of the vocabulary that some class means is spelt as there.
    folded = {label.casefold(): label for label in vocabulary}
    for labels in LABELS_OF.values():
        assert all(folded.get(label.casefold(), label) == label for label in labels)
    assert {"Email", "Phone", "Name", "Card", "Passport"} <= {
        label for labels in LABELS_OF.values() for label in labels
    }
    assert data_class(" EMAIL addresses ") == "Email addresses" and labels_of(["Names", "names"]) == ("Name",)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (1, "breach 2: a breach must be an object"),
        ({"Name": 1}, "breach 2: Name must be text"),
        ({}, "breach 2: Name must not be empty"),
        ({"Name": "a" * 201}, "breach 2: Name must have at most 200 characters"),
        ({"Name": "\ud800"}, "breach 2: Name holds a character that no text has"),
        ({"Name": "a", "BreachDate": "soon"}, "breach 2: BreachDate must be a day such as 2026-01-31"),
        ({"Name": "a", "DataClasses": "Names"}, "breach 2: DataClasses must be a list of texts"),
        ({"Name": "a", "DataClasses": [1]}, "breach 2: DataClasses must be a list of texts"),
        ({"Name": "a", "DataClasses": ["x"] * 301}, "breach 2: DataClasses must have at most 300 entries"),
        ({"Name": "a", "IsVerified": 1}, "breach 2: IsVerified must be true or false"),
        ({"Name": "a", "IsSpamList": None}, "breach 2: IsSpamList must be true or false"),
    ],
)
def test_an_entry_that_cannot_be_used_is_left_out(entry, sentence):
    reading = read_breaches(json.dumps([BREACH, entry, {"Name": "Last"}]))
    assert [str(problem) for problem in reading.problems] == [sentence]
    assert [breach.title for breach in reading.breaches] == ["Adobe", "Last"]


def test_only_the_first_problems_are_told():
    reading = read_breaches(json.dumps([BREACH, *[1] * 30]))
    assert len(reading.problems) == 21 and str(reading.problems[-1]) == "and 10 more"


NEITHER = "this JSON is no list of breaches of one address"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[", "the file is not complete JSON; was it cut short or changed?"),
        ('[{"Name": NaN}]', "the file is not complete JSON; was it cut short or changed?"),
        ("[" * 100_000, "the file is nested too deep to be read"),
        ("[]", "the list is empty: the address is in no breach"),
        ("{}", NEITHER),
        ("1", NEITHER),
        (f'"{CANARY}"', NEITHER),
        (f'[{{"{CANARY}": 1}}]', NEITHER),
        ('{"alias": ["Adobe", "Gawker"]}', NEITHER),
        (f'["{CANARY}.example", "x.example"]', NEITHER),
        ('[{"Source": "Pastebin", "Id": "1", "EmailCount": 3}]', "this is a list of pastes"),
        ('{"statusCode": 401, "message": "x"}', "the service refused to answer"),
    ],
)
def test_other_answers_of_the_service_are_refused_with_one_sentence(text, sentence):
    with pytest.raises(ValueError) as raised:
        read_breaches(text)
    assert str(raised.value).startswith(sentence) and CANARY not in str(raised.value)


def test_a_single_breach_will_do():
    assert read_breaches(json.dumps(BREACH)).breaches == read({})


def test_limits(monkeypatch):
    monkeypatch.setattr(reading, "MAX_BREACHES", 2)
    assert len(read({}, {})) == 2
    with pytest.raises(ValueError, match=r"^there are more than 2 breaches, the most that can be read$"):
        read({}, {}, {})
    monkeypatch.setattr(reading, "MAX_CHARACTERS", 3_000_000)
    with pytest.raises(ValueError, match=r"^the file is longer than 3 million characters$"):
        read_breaches(" " * 3_000_001)


def test_nothing_of_a_breach_shows_in_a_log():
    assert CANARY not in repr(read({"Title": CANARY, "Domain": CANARY, "DataClasses": [CANARY]}))


# The list of all breaches against a person's accounts: by site, by date, and never more than the account holds.


SHOP = Release(
    "Shop", "shop.example", Record.of(("Email", "a@b.c"), ("City", "X", 0.5), ("Password", "password A")), "2019-01-01"
)
WORK = Workspace(profile=(("Name", "Robin"), ("Password", "password B")), releases=(SHOP,))
CLASSES = ("Email addresses", "Passwords", "Names", "Physical addresses")


def test_an_account_from_before_is_in_it_perhaps():
    breach = Breach("Shop", "shop.example", "2020-01-31", CLASSES)
    found = matched([breach], WORK)
    record = Record.of(("Email", "a@b.c", 0.5), ("City", "X", 0.25), ("Password", "password A", 0.5))
    assert found.releases == (as_breach(Release("Shop breach", "Shop", record, "2020-01-31"), breach),)
    assert found.notes[0] == "Breaches at places where you already had an account: 1. Elsewhere: 0."


@pytest.mark.parametrize(
    ("breach", "note"),
    [
        (Breach("Shop", "shop.example", "2018-01-31", CLASSES), "Breaches older than your account there: 1."),
        (Breach("Shop", "shop.example", "2020-01-31", ("Genders",)), "Breaches with nothing that your account"),
        (
            Breach("Other", "other.example", "2020-01-31", CLASSES),
            "where you already had an account: 0. Elsewhere: 1",
        ),
        (Breach("Shop", "", "2020-01-31", CLASSES), "where you already had an account: 0. Elsewhere: 1"),
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
CONFIDENCES = st.dictionaries(
    st.tuples(st.sampled_from(["Email", "Name", "City", "Password"]), st.sampled_from("12")),
    st.sampled_from([0.25, 0.5, 1.0]),
    max_size=3,
)
BREACHES = st.lists(
    st.tuples(SITES.map("www.{}".format) | st.just(""), DAYS, SUBSETS, st.booleans(), st.booleans()), max_size=5
)


@thorough
@given(BREACHES, st.lists(st.tuples(SITES, DAYS, CONFIDENCES), max_size=5), st.tuples(*[st.floats(0.05, 1.0)] * 3))
def test_matching_is_what_its_definition_says(given_breaches, accounts, sure):
    breaches = [
        Breach(f"B{n}", domain, day, classes, verified, fabricated=not counts)
        for n, (domain, day, classes, verified, counts) in enumerate(given_breaches)
    ]
    releases = tuple(
        Release(f"R{n}", place, Record.of(*((*pair, c) for pair, c in confidences.items())), day)
        for n, (place, day, confidences) in enumerate(accounts)
    )
    found = matched(breaches, Workspace(releases=releases), Matching(*sure))
    slow = expected(
        [(f"B{n}", *row) for n, row in enumerate(given_breaches)],
        [(place, day, [(*pair, c) for pair, c in confidences.items()]) for place, day, confidences in accounts],
        lambda classes: {label for name in classes for label in LABELS_OF[name]},
        *sure,
    )
    assert {r.name.removesuffix(" breach"): r.record.confidences for r in found.releases} == {
        title: pytest.approx(confidences) for title, confidences in slow.items() if confidences
    }


def test_a_breach_let_out_a_fact_that_was_not_typed():
    profile = (("Email", "a@b.c"), ("Phone", UNTYPED))
    [release] = releases_of([Breach("Shop", classes=("Email addresses", "Phone numbers"))], profile).releases
    assert release.record == Record.of(("Email", "a@b.c"), ("Phone", UNTYPED))
