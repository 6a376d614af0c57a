"""Breaches: the list, what is dealt with, and adding by names or by a file."""

import datetime
from dataclasses import replace

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.breaches import were_checked
from leakage.workspace.workspace import Release
from tests.pages.helpers import current, history, press, run, start, submit, texts

REAL = realistic_person().workspace
SITES = ("shop.example", "bank.example")
ACCOUNTS = tuple(Release(s, s, Record.of(("Email", "a@b.c"), ("Password", "password A")), "2015-01-31") for s in SITES)
WORK = replace(new_work(), releases=ACCOUNTS)


def deal_buttons(at):
    return [
        button for button in at.main.button if (button.key or "").startswith("breach-") and "ealt with" in button.label
    ]


def add(at, names, day=None, leaked=("Email", "Password")):
    names_box = at.multiselect(key="breach-new-names")
    names_box.options = list(dict.fromkeys([*names_box.options, *names]))
    names_box.set_value(names)
    at.date_input(key="breach-new-day").set_value(day)
    at.multiselect(key="breach-new-leaked").set_value(list(leaked))
    return submit(at, "Add")


def test_named_by_hand_a_leaked_password_says_where_else_it_opens():
    at = add(start(WORK, "breaches"), ["shop.example", "Adobe"], datetime.date(2019, 5, 1))
    first, second = current(at).breaches
    assert {first.breach, second.breach} == {"shop.example", "Adobe"} and first.date == "2019-05-01"
    assert first.leaked == ("Email", "Password") and history(at)[-1] == "add 2 breaches"
    assert any("bank.example" in text and "password" in text for text in texts(at))
    assert current(at).recipient_names == SITES


def test_nothing_is_added_without_a_name_or_twice():
    at = add(start(WORK, "breaches"), [])
    assert len(at.main.error) == 1 and current(at) == WORK
    at = add(add(at, ["Adobe"]), ["Adobe"])
    assert len(at.main.error) == 1 and len(current(at).breaches) == 1


def test_dealt_with_is_saved_counted_and_taken_back():
    at = start(REAL, "breaches")
    [button] = deal_buttons(at)
    run(button.click())
    assert current(at).breaches[0].dealt and deal_buttons(at)[0].label == "Not dealt with"
    run(deal_buttons(at)[0].click())
    assert current(at) == REAL
    assert press(press(at, "undo"), "undo") and current(at) == REAL


def test_who_looked_and_found_none_is_not_asked_again():
    at = press(start(WORK, "breaches"), "breach-none")
    assert were_checked(current(at)) and not current(at).breaches
    assert "breach-none" not in [button.key for button in at.main.button]
