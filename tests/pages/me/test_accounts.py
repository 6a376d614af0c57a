"""Accounts and companies: the list, one account more, and what a company has, joins and may be asked."""

import datetime
import json
import re
from dataclasses import replace

import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.count import count
from leakage.workspace.files.recognise import read
from leakage.workspace.places.kinds import kind_of_recipient, presumed_facts
from leakage.workspace.presumptions import confirmed, denied, open_presumptions
from leakage.workspace.release import ChangedValue, Recipient
from leakage.workspace.workspace import Release, Workspace
from pages.app.words import STATE_WORDS
from pages.me.forms import MOST_ASKED
from tests.pages.helpers import bound, current, go, history, name_new, press, run, sound, start, submit, texts
from tests.workspace.files.data.exports import Login, firefox, made_up_logins

NEW = new_work()
FULL = with_import(NEW, read(firefox(made_up_logins(40, seed=2))))
DAY = datetime.date(2020, 1, 31)
TWO = [
    Login(title, f"https://www.{site}/login", "robin@example.org", "one for both", DAY, DAY)
    for title, site in (("Shop", "zalando.de"), ("Bank", "northbank.example"))
]


def typed(at, name, login="", **rest):
    """Fill in the form, and press its button."""
    name_new(at, "account-name", name)
    run(at)
    for key, value in {"name": name, "login": login, "same": rest.get("same")}.items():
        if value:
            name_new(at, f"account-{key}", value)
    if "date" in rest:
        at.date_input(key="account-date").set_value(rest["date"])
    if "sure" in rest:
        at.multiselect(key="account-sure").set_value(rest["sure"])
    return press(at, "account-add")


def kind_box(at):
    return next(box for box in at.selectbox if (box.key or "").startswith("account-kind"))


def shown(at):
    return at.dataframe[0].value


def answer(at, label, said):
    """Answer one question of the form, and send it."""
    question = next(radio for radio in at.radio if radio.label.startswith(label))
    question.set_value(said)
    return submit(at, "Save")


@pytest.mark.parametrize("work", [Workspace(), NEW], ids=["nothing", "new"])
def test_two_accounts_typed_give_the_figure_of_the_same_two_imported(work):
    at = typed(start(work, "releases"), TWO[0].url, TWO[0].user, date=DAY)
    typed(at, TWO[1].site, TWO[1].user, date=DAY, same=TWO[0].site)
    by_import = with_import(work, read(firefox(TWO)))
    bare = {replace(release, listings=()) for release in by_import.releases}
    by_hand = current(at)
    assert set(by_hand.releases) == bare and set(by_hand.profile) == set(by_import.profile)
    leakage = worst(assess(by_import)).result.leakage
    assert worst(assess(by_hand)).result.leakage == leakage > 0.0


def test_the_kind_is_filled_in_and_can_be_another():
    at = start(NEW, "releases")
    name_new(at, "account-name", "North Bank")
    assert kind_box(run(at)).value == "Bank"
    kind_box(at).set_value("Doctor")
    name_new(at, "account-name", "North Bank")
    press(at, "account-add")
    [release] = current(at).releases
    facts = {fact.label: fact.probability for fact in presumed_facts("Doctor")}
    assert dict(release.presumed) == {label: p for label, p in facts.items() if label in NEW.presumable}
    assert at.selectbox(key="account-name").value is None


def test_what_is_sure_is_given_and_an_account_is_added_once():
    at = typed(start(NEW, "releases"), "shop.example", "robin_reads", sure=["Phone"])
    [release] = current(at).releases
    assert release.record.values("Phone") == (UNTYPED,) and "Phone" not in dict(release.presumed)
    assert release.record.values("User name") == ("robin_reads",)
    typed(at, "www.shop.example", "robin_reads")
    assert len(current(at).releases) == len(at.main.error) == 1


def test_a_search_and_a_kind_leave_some_of_the_list():
    at = start(FULL, "releases")
    assert shown(at)["Company"].tolist() == list(FULL.recipient_names)
    run(at.text_input(key="accounts-search").set_value("FORUM"))
    assert shown(at)["Company"].tolist() == [name for name in FULL.recipient_names if "forum" in name]
    run(at.text_input(key="accounts-search").set_value(""))
    run(at.selectbox(key="accounts-kind").set_value("Online shop"))
    kinds = {name: kind_of_recipient(FULL, name) for name in FULL.recipient_names}
    shops = [name for name, kind in kinds.items() if kind == "Online shop"]
    assert shown(at)["Company"].tolist() == shops
    assert shown(at)["Since"].tolist() == [r.date for r in FULL.releases if r.recipient in shops]


def test_a_row_opens_the_page_of_the_company():
    at = start(FULL, "releases")
    states = at._tree.get_widget_states()
    rows = {"selection": {"rows": [3], "columns": [], "cells": []}}
    states.widgets.add(id=at.dataframe[0].proto.id, string_value=json.dumps(rows))
    sound(at._run(states))
    assert at.selectbox(key="company").value == FULL.recipient_names[3]


def test_many_companies_are_answered_for_at_once_and_undone_at_once():
    at = start(FULL, "releases")
    run(at.selectbox(key="accounts-kind").set_value("Online shop"))
    shops = [release.name for release in FULL.releases if release.recipient in set(shown(at)["Company"])]
    asked = {one.label: one.releases for one in open_presumptions(FULL, shops)}
    assert len(at.radio) <= MOST_ASKED and any(f"Phone ({len(asked['Phone'])} accounts)" in text for text in texts(at))
    answer(at, "Phone", "Yes")
    answer(at, "Address", "No")
    after = denied(confirmed(FULL, asked["Phone"], ["Phone"]), asked["Address"], ["Address"])
    assert current(at) == after != FULL
    assert history(at)[-2:] == ["say what companies have"] * 2
    press(press(at, "undo"), "undo")
    assert current(at).releases == FULL.releases


MINE = (("Name", "Ann"), ("Email", "a@b.c"), ("Email", "ann@b.c"), ("Phone", "1"), ("Password", "password A"))
SHOP = Release(
    "Order",
    "zalando.de",
    Record.of(("Name", "Ann"), ("Email", "a@b.c", 0.5), ("Address", "old street"), ("Password", "password A")),
    presumed=(("Phone", 0.443),),
)
CLUB = Release("Club", "Club", Record.of(("Email", "a@b.c"), ("Password", "password A")))
BANK = Release("Bank", "Bank", Record.of(("Email", "ann@b.c")))
BREACH = Release(
    "Zalando breach", "Zalando", Record.of(("Email", "a@b.c")), "2020-01-31", breach="zalando.de", leaked=("Email",)
)
WORK = Workspace(MINE, releases=(SHOP, CLUB, BANK, BREACH))


def opened(work=WORK, company="zalando.de"):
    at = start(work, "company")
    return run(at.selectbox(key="company").set_value(company))


def fact(at, name):
    return next(release for release in current(at).releases if release.name == name)


def field(at, label):
    return next(text for text in at.text_input if text.label.startswith(label))


def test_the_table_says_what_they_have_and_how_sure_that_is():
    shown = opened().dataframe[0].value
    said = {row["Detail"]: (*row["Company"], row["How we know"]) for _, row in shown.iterrows()}
    assert said["Name"] == said["Password"] == (STATE_WORDS["sure"], "you gave it")
    assert said["Address"] == (STATE_WORDS["wrong"], "") and said["Email"] == (STATE_WORDS["probable"], "50.0\xa0%")
    assert len(said["Phone"]) == 1 and said["Phone"][0].startswith("44 %")
    assert shown["Your value"].tolist()[:2] == ["Ann", "password A"]


@pytest.mark.parametrize("company", ["zalando.de", "Club", "Bank"])
def test_this_page_and_the_list_count_as_the_count_does(company):
    own = tuple(replace(r, presumed=(("Phone", 0.443),)) for r in WORK.accounts if r.recipient == company)
    own = (*own, Release("Quarter", company, Record.of(("Name", "Ann", 0.25), ("Email", "ann@b.c", 0.25))))
    counted = count(replace(WORK, releases=own))
    said = [
        int(number) for number in re.findall(r"\d+", opened(replace(WORK, releases=own), company).subheader[0].value)
    ]
    assert said == [counted.sure, counted.probable][: 1 + (counted.probable > 0)]
    row = start(replace(WORK, releases=own), "releases").dataframe[0].value.iloc[0]
    assert [len([*filter(None, row["Surely has"].split(", "))]), row["Probably"]] == [counted.sure, counted.probable]


def test_what_joins_it_to_others_is_named():
    joins = opened().dataframe[1].value
    rows = dict(zip(zip(joins["Same detail"], joins["Your value"], strict=True), joins["Also at"], strict=True))
    assert rows == {("Email", "a@b.c"): "Club", ("Password", "password A"): "Club"}
    assert len(opened(company="Bank").dataframe) == 1


def test_a_detail_is_added_with_how_sure_they_are_and_removed():
    at = opened()
    at.selectbox(key="company-fact").set_value(("Email", "ann@b.c"))
    at.select_slider(key="company-sure").set_value(0.75)
    submit(at, "Add")
    assert fact(at, "Order").record.confidences["Email", "ann@b.c"] == 0.75
    at.selectbox(key="company-fact").set_value(("Phone", "1"))
    at.text_input(key="company-instead").set_value(" 999 ")
    submit(at, "Add")
    assert fact(at, "Order").record.values("Phone") == ("999",) and fact(at, "Order").presumed == ()
    gone = next(box for box in at.multiselect if box.label == "They don't have")
    gone.set_value([("Name", "Ann"), ("Email", "ann@b.c")])
    submit(at, "Remove")
    order = fact(at, "Order")
    assert not order.record.values("Name") and order.record.values("Email") == ("a@b.c",)
    assert order.presumed == (("Name", 0.0),)
    for _ in range(3):
        press(at, "undo")
    assert current(at) == WORK


def test_a_changed_password_joins_nothing_any_more():
    at = opened()
    at.date_input(key="company-changed-on").set_value(datetime.date(2026, 1, 31))
    submit(at, "I changed it")
    assert current(at).changed_values == (ChangedValue("zalando.de", "Password", "password A", "2026-01-31"),)
    assert not fact(at, "Order").record.values("Password")
    assert fact(at, "Club").record.values("Password") == ("password A",)


def test_the_page_does_not_say_of_a_password_that_nobody_knows_where_it_is_used():
    sentences = [next(t for t in texts(opened(company=name)) if "password" in t) for name in ("Bank", "Club")]
    alone = next(t for t in texts(opened(replace(WORK, releases=(CLUB,)), "Club")) if "password" in t)
    assert len({*sentences, alone}) == 3


def test_a_deletion_is_noted_for_the_accounts_and_not_for_the_breach():
    at = opened()
    run(bound(at.selectbox, "company-erasure").set_value("done"))
    assert [release.erasure for release in current(at).releases] == ["done", None, None, None]
    assert not at.dataframe and "company-password" not in {button.form_id for button in at.button}
    press(at, "undo")
    assert bound(at.selectbox, "company-erasure").value == ""


def test_name_address_and_date_are_edited():
    at = opened(company="Club")
    field(at, "Name").set_value("The club")
    field(at, "Web address").set_value("https://www.club.example/join")
    field(at, "Since").set_value("2026-01-31")
    at = submit(at, "Save")
    assert fact(at, "Club") == replace(CLUB, recipient="The club", date="2026-01-31")
    assert current(at).recipients == (Recipient("The club", "club.example"),)
    assert at.selectbox(key="company").value == "The club"
    field(at, "Since").set_value("last year")
    field(at, "Name").set_value("Another")
    submit(at, "Save")
    assert len(at.main.error) == 1 and fact(at, "Club").recipient == "The club"


def test_a_company_shows_its_own_fields_and_is_removed():
    at = opened()
    assert field(at, "Name").value == "zalando.de"
    run(at.selectbox(key="company").set_value("Bank"))
    assert field(at, "Name").value == "Bank"
    press(at, "company-remove-all")
    assert [release.name for release in current(at).releases] == ["Order", "Club", "Zalando breach"]
    assert go(at, "company").selectbox(key="company").value in ("zalando.de", "Club")
