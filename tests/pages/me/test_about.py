from dataclasses import replace

import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.everyday import new_work
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.vocabulary import standard_facts
from leakage.workspace.workspace import Release
from tests.pages.helpers import CASES, current, name_new, opened, press, run, start, submit

NEW = new_work()
SHOP = Release("Order", "Shop", Record.of(("Phone", "1"), ("Passport", UNTYPED)))
TWO = replace(NEW, profile=(("Phone", "1"), ("Phone", "2"), *NEW.profile), releases=(SHOP,))


def group(at, name):
    return run(at.pills(key="about-group").set_value(name))


def field(at, label):
    return next(text for text in at.text_input if text.label == label)


def none(at, label):
    """The box beside a fact."""
    facts = [text for text in at.text_input if text.key.endswith("-0")]
    number = next(number for number, text in enumerate(facts) if text.label == label)
    return at.checkbox[number]


def values(at, label):
    return [value for other, value in current(at).profile if other == label]


def test_every_group_asks_for_its_facts():
    at, asked = start(NEW, "profile"), []
    for name in dict.fromkeys(fact.group for fact in standard_facts()):
        group(at, name)
        asked += [text.label for text in at.text_input]
    assert asked == [fact.label for fact in standard_facts()]


def test_a_value_goes_wherever_the_fact_is_held():
    at = group(start(TWO, "profile"), "documents")
    field(at, "Passport").set_value(" my passport ")
    submit(at, "Save")
    assert values(at, "Passport") == ["my passport"]
    assert current(at).releases[0].record.values("Passport") == ("my passport",)
    assert [fact.label for fact in standard_facts()][:2] == [label for label, _ in current(at).profile][:2]
    press(at, "undo")
    assert current(at) == TWO and field(at, "Passport").value == ""


def test_several_values_are_changed_added_and_taken_away():
    at = group(start(TWO, "profile"), "contact")
    field(at, "Phone").set_value("11")
    field(at, "Another phone").set_value("3")
    submit(at, "Save")
    assert values(at, "Phone") == ["11", "2", "3"] and current(at).releases[0].record.values("Phone") == ("11",)
    field(at, "Phone 2").set_value("")
    submit(at, "Save")
    assert values(at, "Phone") == ["11", "3"]
    field(at, "Phone").set_value("")
    field(at, "Phone 2").set_value("")
    submit(at, "Save")
    assert values(at, "Phone") == [UNTYPED]


def test_i_have_none_is_said_and_taken_back():
    at = group(start(TWO, "profile"), "documents")
    none(at, "Passport").check()
    submit(at, "Save")
    assert "Passport" in current(at).absent and not current(at).releases[0].record.values("Passport")
    none(at, "Passport").uncheck()
    submit(at, "Save")
    assert ("Passport", UNTYPED) in current(at).profile


def new_fact(at, label, value):
    key = next(box.key for box in at.selectbox if (box.key or "").endswith("-label"))
    name_new(at, key, label)
    field(at, "Your value").set_value(value)
    return submit(at, "Save")


def test_facts_of_ones_own_weigh_the_usual_and_can_be_removed():
    at = new_fact(group(start(NEW, "profile"), "own"), "Shoe size", "9")
    assert values(at, "Shoe size") == ["9"] and current(at).weight_map["Shoe size"] == 1.0
    assert set(NEW.weights) <= set(current(at).weights)
    none(at, "Shoe size").check()
    submit(at, "Save")
    assert values(at, "Shoe size") == []
    for label, value in (("", "7"), ("Hat size", "x" * (LONGEST_TEXT + 1))):
        new_fact(at, label, value)
        assert len(at.main.error) == 1 and len(current(at).profile) == len(NEW.profile)


@pytest.mark.parametrize("workspace", CASES[:6])
def test_saving_nothing_changes_nothing(session, workspace):
    at = opened(session, workspace, "profile")
    for name in ("identity", "accounts", "own"):
        submit(group(at, name), "Save")
    assert current(at) == workspace
