import datetime
import json
from dataclasses import replace

import pytest

from leakage.record import UNTYPED
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.files.recognise import read
from leakage.workspace.places.kinds import presumed_facts
from leakage.workspace.presumptions import confirmed, denied, open_presumptions
from leakage.workspace.recipients import kind_of_recipient
from leakage.workspace.workspace import Workspace
from pages.me.forms import MOST_ASKED
from tests.pages.helpers import current, history, name_new, press, run, sound, start, submit, texts
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
