"""Registries of data brokers: who they are, what they declare, and that nothing of it is taken for a fact."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.files import brokers as module
from leakage.workspace.files.brokers import (
    ALWAYS,
    CATEGORIES,
    additions_of_brokers,
    by_category,
    not_there_yet,
    read_registry,
)
from leakage.workspace.files.importing import recognise
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.presumptions import denied, open_presumptions
from leakage.workspace.recipients import is_data_broker, kind_of_recipient
from leakage.workspace.release import Contact, Recipient
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick
from tests.workspace.files.files import ALL_YEARS, BROKERS, COLLECTS, HONEST, SHARES, VERMONT, californian

TYPED = tuple((label, f"my {label}") for label in ("Name", "Address", "Location history", "Health condition", "Email"))


def test_california_says_what_each_broker_collects():
    sample, finder, no_site = read_registry(californian(*BROKERS)).brokers
    assert (sample.name, sample.site, sample.recipient) == (
        "Sample Data, LLC",
        "sample-data.example",
        "sample-data.example",
    )
    assert sample.categories == ("precise location", "reproductive health")
    assert sample.labels == (*ALWAYS, "Location history", "Health condition")
    assert finder.other_names == "Findwell; Lookwell" and finder.site == "findwell.example"
    assert set(finder.categories) == {
        "official numbers",
        "sexual orientation",
        "gender identity",
        "citizenship",
        "details of minors",
    }
    # Details of minors are those of others, as far as anybody knows.
    assert set(finder.labels) == {*ALWAYS, "National id", "Sexual orientation", "Gender", "Nationality"}
    assert (no_site.site, no_site.recipient, no_site.categories, no_site.labels) == ("", "No Site Partners", (), ALWAYS)


def test_every_category_has_a_label_of_the_program_or_none():
    assert {label for _, _, label in CATEGORIES} <= {"", *(suggestion.label for suggestion in LABELS)}


def test_of_vermont_and_of_all_years_nothing_is_declared():
    for text, name, site in ((VERMONT, "EXAMPLE FINDER, INC.", "findwell.example"), (ALL_YEARS, "Sample Data", None)):
        registry = read_registry(text)
        assert not registry.declares
        [broker] = registry.brokers
        assert broker.name == name and broker.site == (site or "sample-data.example") and broker.labels == ALWAYS


def test_a_line_of_notes_above_the_headings_is_passed_over():
    noted = californian(*BROKERS, notes="for the agency,\nnot for the site")
    assert read_registry(noted) == read_registry(californian(*BROKERS))
    assert recognise(noted.encode()).headings[0] == "Data broker\xa0name:"


def test_another_table_keeps_its_first_lines():
    table = "Shop,E-Mail\nBooks,a@b.c\nData broker name,x@y.z\nPotter,x@y.z\n"
    found = recognise(table.encode())
    assert found.kind == "wide" and found.source.text == table


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["Alpha", "Beta", "Gamma", "Delta"]),
        st.just(""),
        st.sampled_from(["", "a.example", "https://www.b.example/x; c.example", "not a site"]),
        st.sets(st.integers(0, len(COLLECTS) - 1)).map(tuple),
    ),
    max_size=6,
)


@quick
@given(ROWS, st.randoms(use_true_random=False))
def test_columns_in_any_order_say_the_same(rows, chance):
    lines = list(csv.reader(io.StringIO(californian(*rows))))
    order = list(range(len(lines[0])))
    chance.shuffle(order)
    text = io.StringIO(newline="")
    csv.writer(text).writerows([[line[place] for place in order] for line in lines])
    assert read_registry(text.getvalue()) == read_registry(californian(*rows))
    # Compared with a plain look at every row, of which the first with a site or name counts.
    expected = {}
    for name, _, site, answers in rows:
        domain = {"": "", "not a site": ""}.get(site, "b.example" if "b.example" in site else site)
        expected.setdefault((domain or name).casefold(), (name, {COLLECTS[n] for n in answers}))
    found = read_registry(californian(*rows)).brokers
    assert [broker.name for broker in found] == [name for name, _ in expected.values()]
    for broker, (_, headings) in zip(found, expected.values(), strict=True):
        assert len(broker.categories) == len(headings)


def test_whom_data_was_sold_to_is_no_category():
    everything = read_registry(californian(("A", "", "a.example", ()))).brokers[0]
    assert not everything.categories and all("shared or sold" in heading for heading in SHARES)


def test_what_a_broker_may_have_is_likely_and_never_certain():
    picked = read_registry(californian(*BROKERS)).brokers[:1]
    work = with_import(new_work(), additions_of_brokers(picked, 0.2))
    [release] = work.releases
    assert release.record == Record()
    # Neither forms nor the site say more: nobody filled in a form there, or has an account.
    assert release.presumed == tuple((label, 0.2) for label in picked[0].labels)
    assert is_data_broker(work, "sample-data.example")
    assert kind_of_recipient(work, "sample-data.example").source == "registry"
    assert workspace_from_json(workspace_to_json(work)) == work


def test_a_broker_of_a_sensitive_kind_has_no_account_of_the_person():
    text = californian(("Equifax Information Services LLC", "", "https://www.equifax.com", ()))
    work = with_import(new_work(), additions_of_brokers(read_registry(text).brokers))
    assert work.releases[0].record == Record()


def test_what_brokers_may_have_is_answered_on_review():
    work = with_import(Workspace(TYPED), additions_of_brokers(read_registry(californian(*BROKERS)).brokers))
    asked = {one.label: one.releases for one in open_presumptions(work, [release.name for release in work.releases])}
    assert len(asked["Name"]) == 3 and asked["Location history"] == ("Sample Data, LLC",)
    after = denied(work, asked["Name"], ["Name"])
    assert "Name" not in {one.label for one in open_presumptions(after, [r.name for r in after.releases])}


def test_brokers_that_are_recipients_already_are_not_offered():
    registry = read_registry(californian(*BROKERS)).brokers
    given = (Release("Login", "Finder", Record()), Release("x", "No Site Partners", Record()))
    work = Workspace(releases=given, recipients=(Recipient("Finder", site="findwell.example"),))
    assert [broker.name for broker in not_there_yet(registry, work)] == ["Sample Data, LLC"]
    again = with_import(work, additions_of_brokers(registry[:1]))
    assert not not_there_yet(registry, again)


def test_letters_find_the_address_of_a_broker_where_none_is_known():
    text = californian(
        ("A", "", "a-broker.example", ()), ("Adobe", "", "adobe.com", ()), ("No Site", "", "", ())
    ).replace("privacy@a-broker.example", "privacy [at] a-broker.example")
    brokers = read_registry(text).brokers
    assert brokers[0].email == "privacy@a-broker.example" and brokers[2].email == ""
    before = Workspace()
    work = with_import(before, additions_of_brokers(brokers))
    assert contact_of(work, "a-broker.example").email == "privacy@a-broker.example"
    # What the program knows of another one says more.
    assert contact_of(work, "adobe.com") == contact_of(Workspace(), "adobe.com") is not None
    assert [contact.domain for contact in work.contacts] == ["a-broker.example"]
    mine = replace(Workspace(), contacts=(Contact("a-broker.example", email="me@a-broker.example"),))
    assert with_import(mine, additions_of_brokers(brokers)).contacts == mine.contacts


def test_brokers_are_found_by_what_they_declare():
    found = by_category(read_registry(californian(*BROKERS)).brokers)
    assert [broker.name for broker in found["precise location"]] == ["Sample Data, LLC"]
    assert "biometric data" not in found and all(found.values())


def test_several_hundred_brokers_are_read_and_more_than_may_be_are_refused(monkeypatch):
    many = californian(*((f"Broker {n}", "", f"broker-{n}.example", (n % 10,)) for n in range(600)))
    assert len(read_registry(many).brokers) == 600
    monkeypatch.setattr(module, "MAX_BROKERS", 599)
    with pytest.raises(ValueError, match="more than 599 data brokers"):
        read_registry(many)


def test_lines_without_a_name_are_told_by_their_number():
    registry = read_registry(californian(("", "", "a.example", ()), ("B", "", "", ())))
    assert [str(problem) for problem in registry.problems] == ["line 2: it names no data broker"]
    assert [broker.name for broker in registry.brokers] == ["B"]


@pytest.mark.parametrize("name", [name for name in HONEST if name.startswith("brokers")])
def test_every_made_up_registry_is_known(name):
    assert recognise(HONEST[name].encode()).kind == "brokers"
