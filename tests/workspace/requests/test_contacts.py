"""Whom to ask: the list that comes with the program, fresher ones, and who is found in them."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.workspace.files.sites import site_of
from leakage.workspace.release import DIFFICULTIES, ELEMENTS, Contact
from leakage.workspace.requests import contacts
from leakage.workspace.requests.contacts import joined, mail_address, read_contacts
from leakage.workspace.requests.states import MINUTES, SAID, minutes_of
from leakage.workspace.workspace import Recipient, Release, Workspace
from tests.strategies import quick

HEADER = "domain,name,category,countries,privacy_email,medium,language,asks,needs_id,difficulty,delete_url,quality"
COMPANY = {
    "slug": "shop",
    "relevant-countries": ["de", "at"],
    "name": "Shop GmbH",
    "web": "https://www.shop.example/de",
    "runs": ["The Outlet (www.outlet.example)", "Shop Card"],
    "email": "privacy@shop.example",
    "required-elements": [
        {"desc": "Name", "type": "name"},
        {"desc": "Customer number", "type": "input", "optional": True},
        {"desc": "Birth", "type": "birthdate"},
    ],
    "needs-id-document": True,
    "suggested-transport-medium": "letter",
    "quality": "tested",
}
SITE = {
    "name": "Forum",
    "url": "https://forum.example/delete",
    "difficulty": "hard",
    "email": "bye@forum.example",
    "domains": ["forum.example", "shop.example"],
}


def given_to(*names):
    return Workspace(releases=tuple(Release(name, name, Record()) for name in names))


def test_the_list_says_what_it_is_and_what_its_sources_allow():
    notices = contacts.notices()
    for part in ("0a29c3d of 2026-07-21", "CC0 1.0", "4762ba5 of 2026-08-21", "Copyright (c) 2013-2020 Robb Lewis"):
        assert part in notices
    assert "The above copyright notice and this permission notice shall be included" in notices
    assert {contact.as_of for contact in contacts.shipped_contacts()} == {contacts.AS_OF}


def test_the_list_holds_only_what_it_should():
    listed = contacts.shipped_contacts()
    assert len({contact.domain for contact in listed}) == len(listed) == 8406
    for contact in listed:
        assert contact.difficulty in DIFFICULTIES and set(contact.asks) <= set(ELEMENTS)
        assert contact.email == mail_address(contact.email)
    assert sum(contact.needs_id for contact in listed) == 33
    assert sum(contact.difficulty == "impossible" for contact in listed) == 579
    assert sum(bool(contact.email) for contact in listed) > 3800


def slowly_found(listed, site):
    """By looking at every row: the domain itself, else one below it that can be written to, else the first."""
    below = [c for c in listed if c.domain == site or c.domain.endswith("." + site)]
    exact = [c for c in below if c.domain == site]
    mailed = [c for c in below if c.email]
    return next(iter([*exact, *mailed, *below]), None)


def test_every_recipient_is_found_as_by_looking_at_every_row():
    listed = contacts.shipped_contacts()
    some = listed[:: len(listed) // 150]
    for contact in some:
        site = site_of(contact.domain)
        assert contacts.contact_of(Workspace(), f"https://www.{site}/x") == (
            slowly_found(listed, site) if site else None
        )
    assert contacts.contact_of(Workspace(), "no-such-shop.example") is None
    assert contacts.contact_of(Workspace(), "A friend") is None


def test_a_recipient_with_a_name_of_its_own_is_found_by_its_site():
    work = replace(given_to("The photo people"), recipients=(Recipient("The photo people", site="adobe.com"),))
    assert contacts.contact_of(work, "The photo people").needs_id is False
    assert contacts.contact_of(given_to("The photo people"), "The photo people") is None


def test_a_company_of_the_first_source_is_read():
    held = (COMPANY, {**COMPANY, "quality": "imported", "web": "https://other.example"})
    found = read_contacts(json.dumps(held).encode(), "2026-11-01")
    assert [contact.domain for contact in found] == ["shop.example", "outlet.example"]
    assert found[0] == Contact(
        *("shop.example", "Shop GmbH", "privacy@shop.example", "letter", "", ("de", "at"), ("name", "birthdate")),
        needs_id=True,
        as_of="2026-11-01",
    )
    assert read_contacts(json.dumps(COMPANY).encode()) == tuple(replace(c, as_of="") for c in found)


def test_the_second_source_is_read_and_fills_what_the_first_leaves_open():
    [forum, shop] = read_contacts(json.dumps([SITE]).encode())
    assert (forum.difficulty, forum.delete_url) == ("hard", "https://forum.example/delete")
    both = {c.domain: c for c in joined([*read_contacts(json.dumps([COMPANY]).encode()), forum, shop])}
    assert (both["shop.example"].email, both["shop.example"].difficulty) == ("privacy@shop.example", "hard")


def test_the_programs_own_columns_are_read():
    text = f"{HEADER}\nx.example,X,,de|at,p@x.example,email,de,name|email,yes,limited,https://x.example,tested\n"
    assert read_contacts(text.encode()) == (
        Contact(
            *("x.example", "X", "p@x.example", "email", "de", ("de", "at"), ("name", "email")),
            needs_id=True,
            difficulty="limited",
            delete_url="https://x.example",
        ),
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"a,b\n1,2\n", b"\xff\xfe", b'{"name": ', b"[]", b'[{"quality": "tested"}]', b"[[[[", HEADER.encode()],
)
def test_what_is_no_such_list_is_refused_in_a_sentence(content):
    with pytest.raises(ValueError, match=r"^the file "):
        read_contacts(content)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("a.example"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*COMPANY, *SITE, "type"]), inner, max_size=6)
    ),
    max_leaves=20,
)


@quick
@given(ANY_JSON)
def test_odd_json_is_read_or_refused_and_never_breaks(held):
    try:
        found = read_contacts(json.dumps(held).encode())
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert all(contact.domain and contact.email == mail_address(contact.email) for contact in found)


@quick
@given(st.text(max_size=20), st.sampled_from(["\n", "\r", ",", ";", "<", ">", " ", '"', "\0"]))
def test_no_address_smuggles_a_second_one_or_a_header(text, odd):
    assert not mail_address(f"{text}{odd}a@shop.example") or (odd.isspace() and not text.strip())


def test_a_fresher_list_counts_only_for_this_persons_recipients():
    fresh = read_contacts(json.dumps([{**SITE, "domains": ["adobe.com", "else.example"]}]).encode(), "2026-11-01")
    work, found = contacts.with_fresher_contacts(given_to("adobe.com", "123rf.com"), fresh)
    assert found == 1 and [contact.domain for contact in work.contacts] == ["adobe.com"]
    assert contacts.contact_of(work, "adobe.com").as_of == "2026-11-01"
    assert contacts.contact_of(work, "123rf.com").as_of == contacts.AS_OF


def test_difficulty_sets_the_minutes():
    minutes = {grade: minutes_of(Contact("x.example", difficulty=grade)) for grade in DIFFICULTIES}
    assert minutes == {"": 15, "easy": 5, "medium": 15, "hard": 45, "limited": 45, "impossible": None}
    assert set(MINUTES) | {"impossible"} == set(SAID) == set(DIFFICULTIES)
