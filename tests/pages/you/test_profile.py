from dataclasses import replace

import pandas as pd
import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.everyday import everyday_policies, new_work
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.person import missing_facts, standard_fact, standard_facts, status_of
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Release, Workspace
from pages.app.words import count, percent
from pages.you.profile import text
from pages.you.profile.facts_table import FIRST
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_strip,
    go,
    history,
    opened,
    press,
    problems,
    put,
    run,
    shown_table,
    start,
    table,
    table_key,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
ROWS = len(FIRST)
"""So many rows of an empty profile wait for a value before others are added below."""
REAL = person_of_2026().workspace
NAME = {"label": "Name", "value": "Ann"}
PHONE = {"label": "Phone", "value": "1"}


def pairs(at):
    return current(at).profile


@pytest.mark.parametrize("workspace", [Workspace(), OWN], ids=["nothing", "own"])
def test_an_empty_profile_says_what_to_do_first(workspace):
    at = start(workspace, "profile")
    assert text.PROFILE_HELP in [markdown.value for markdown in at.main.markdown]
    assert at.multiselect(key="profile-labels").proto.placeholder
    shown = shown_table(at, "profile").value
    assert shown["label"].tolist() == list(FIRST) and shown["value"].isna().all()
    assert problems(at) == []
    assert figure_in_strip(at) == "–"


@pytest.mark.parametrize("workspace", CASES)
def test_the_table_shows_the_profile(session, workspace):
    at = opened(session, workspace, "profile")
    shown = shown_table(at, "profile").value
    assert tuple(zip(shown["label"], shown["value"], strict=True)) == workspace.profile
    assert text.FACTS.format(facts=count(len(workspace.profile), "fact")) in texts(at)
    assert figure_in_strip(at) == percent(whole_leakage(workspace))


def test_undo_leads_back_from_an_example():
    at = press(start(OWN, "examples"), "open-example")
    press(go(at, "profile"), "undo")
    assert current(at) == OWN


def test_neither_the_first_nor_the_second_edit_is_lost():
    at = start(OWN, "profile")
    type_into(at, "profile", rows=[NAME])
    assert pairs(at) == (("Name", "Ann"),)
    type_into(at, "profile", rows=[PHONE])
    assert pairs(at) == (("Name", "Ann"), ("Phone", "1"))
    type_into(at, "profile", {ROWS: {"value": "Anna"}})
    run(at)
    assert pairs(at) == (("Name", "Anna"), ("Phone", "1"))
    assert current(at).weight_map == {"Name": 1.0, "Phone": 2.0}
    assert history(at)[1:] == ["edit the profile"] * 3


def test_rows_can_be_deleted():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    type_into(go(go(at, "start"), "profile"), "profile", deleted=[0, ROWS])
    assert pairs(at) == (("Phone", "1"),)


def test_edits_survive_a_look_at_another_page():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    before = table_key(at, "profile")
    go(go(at, "releases"), "profile")
    assert table_key(at, "profile") != before
    assert shown_table(at, "profile").value["value"].tolist()[ROWS:] == ["Ann", "1"]
    type_into(at, "profile", {ROWS + 1: {"value": "2"}})
    assert pairs(at) == (("Name", "Ann"), ("Phone", "2"))


def test_what_an_empty_profile_asks_for_is_filled_in():
    at = type_into(start(OWN, "profile"), "profile", {0: {"value": "Ann"}})
    type_into(at, "profile", {2: {"value": "1"}})
    assert pairs(at) == (("Name", "Ann"), ("Phone", "1")) and problems(at) == []
    assert shown_table(go(go(at, "start"), "profile"), "profile").value["label"].tolist() == list(FIRST)


@pytest.mark.parametrize("weights", [{"Card": 3.0}, {"Card": 1.0}, {"Card": 7.0}], ids=["suggested", "equal", "own"])
def test_a_new_label_weighs_what_the_set_in_force_says(weights):
    work = replace(OWN, profile=(("Card", "main"),), weights=tuple(weights.items()))
    at = type_into(start(work, "profile"), "profile", rows=[{"label": "Passport", "value": "mine"}])
    assert current(at).weight_map == {**weights, "Passport": 1.0 if weights["Card"] == 1.0 else 5.0}


def test_a_fact_whose_value_is_taken_away_and_typed_again_keeps_its_weight():
    work = replace(OWN, profile=(("Name", "Ann"), ("Card", "main")), weights=(("Name", 1.0), ("Card", 9.0)))
    at = type_into(start(work, "profile"), "profile", {1: {"value": None}})
    assert pairs(at) == (("Name", "Ann"),) and problems(at) == []
    type_into(at, "profile", {1: {"value": "other"}})
    assert current(at).weight_map == {"Name": 1.0, "Card": 9.0}


def test_undo_and_redo_take_the_table_along():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME])
    type_into(at, "profile", rows=[PHONE])
    press(at, "undo")
    assert shown_table(at, "profile").value["label"].tolist() == ["Name", *FIRST[1:]]
    assert pairs(at) == (("Name", "Ann"),)
    press(at, "redo")
    assert shown_table(at, "profile").value["label"].tolist()[:2] == ["Name", "Phone"]
    press(press(at, "undo"), "undo")
    assert pairs(at) == () and at.button(key="undo").disabled


def test_an_edit_after_undo_drops_what_could_be_brought_again():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME])
    press(at, "undo")
    type_into(at, "profile", rows=[PHONE])
    assert pairs(at) == (("Phone", "1"),)
    assert at.button(key="redo").disabled


def test_another_workspace_takes_the_place_of_what_was_typed():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME])
    put(at, REAL)
    run(at)
    assert pairs(at) == REAL.profile
    assert shown_table(at, "profile").value["value"].tolist() == [value for _, value in REAL.profile]


WRONG_ROWS = {
    "no label": ({"label": " ", "value": "1"}, "row 7: fill in the label"),
    "twice": ({"label": " Name", "value": "Ann "}, "row 7: the same label and value are already in row 6"),
}


@pytest.mark.parametrize(("row", "sentence"), WRONG_ROWS.values(), ids=WRONG_ROWS.keys())
def test_a_wrong_row_is_told_in_one_sentence_and_stays(row, sentence):
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, row])
    assert problems(at) == [sentence]
    assert pairs(at) == (("Name", "Ann"),)
    go(go(at, "adversary"), "profile")
    assert problems(at) == [sentence]
    assert shown_table(at, "profile").value["value"].tolist()[6] == row["value"]
    type_into(at, "profile", {6: {"label": "Phone", "value": "1"}})
    assert problems(at) == []
    assert pairs(at) == (("Name", "Ann"), ("Phone", "1"))


def test_many_wrong_rows_of_one_kind_are_one_sentence():
    at = type_into(start(OWN, "profile"), "profile", rows=[{"label": None, "value": "1"}] * 9)
    assert problems(at) == ["row 6, row 7, row 8, row 9 and 5 more: fill in the label"]


def test_rows_are_added_for_labels_picked_and_wait_for_a_value():
    at = type_into(start(OWN, "profile"), "profile", {0: {"value": "Ann"}})
    run(at.multiselect(key="profile-labels").set_value(["Phone", "Card"]))
    press(at, "profile-add")
    shown = shown_table(at, "profile").value
    assert shown["label"].tolist() == [*FIRST, "Phone", "Card"]
    assert shown["value"].isna().tolist() == [False] + [True] * 6
    assert at.multiselect(key="profile-labels").value == []
    assert pairs(at) == (("Name", "Ann"),)
    assert problems(at) == []


def test_rows_that_wait_outlive_what_is_changed_elsewhere():
    at = type_into(start(OWN, "profile"), "profile", {0: {"value": "Ann"}})
    at.multiselect(key="profile-labels").set_value(["Card"])
    press(run(at), "profile-add")
    press(at, "undo")
    assert shown_table(at, "profile").value["label"].tolist() == [*FIRST, "Card"]


def test_enter_takes_the_label_that_was_typed():
    """The first of those that contain what was typed, and never all of them."""
    picker = start(OWN, "profile").multiselect(key="profile-labels")
    assert picker.proto.select_all == 0
    for label in (suggestion.label for suggestion in LABELS):
        assert next(option for option in picker.options if label.casefold() in option.casefold()) == label


def test_the_table_taken_anew_still_hides_its_row_numbers():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    go(go(at, "start"), "profile")
    assert isinstance(shown_table(at, "profile").value.index, pd.RangeIndex)


# The standard person.


STANDARD = [fact.label for fact in standard_facts()]
SHOP = Release("Shop", "Shop", Record.of(("Name", UNTYPED), ("Passport", UNTYPED), ("Phone", "1")))
NEW = replace(new_work(), releases=(SHOP,))


def row_of(label):
    return STANDARD.index(label)


def type_facts(at, **cells):
    return type_into(at, "person", {row_of(label): change for label, change in cells.items()})


def test_new_work_shows_what_nearly_everybody_has_and_what_each_does():
    at = start(NEW, "profile")
    shown = shown_table(at, "person").value
    assert shown["fact"].tolist() == STANDARD and shown["value"].isna().all() and not shown["absent"].any()
    assert dict(zip(shown["fact"], shown["use"], strict=True))["Passport"] == "harms you"
    assert text.PERSON_HELP in [markdown.value for markdown in at.main.markdown]
    assert text.FACTS_TYPED.format(facts="35 facts", typed=0) in texts(at)
    assert not [button for button in at.button if button.key == "profile-complete"]
    assert not set(at.multiselect(key="profile-labels").options) & set(STANDARD)


def test_a_value_a_blank_and_a_tick_go_wherever_the_fact_is_held():
    at = type_facts(start(NEW, "profile"), Name={"value": "Ann"})
    assert current(at).releases[0].record.values("Name") == ("Ann",)
    type_facts(at, Name={"value": "Anne"})
    assert status_of(current(at), "Name") == "typed"
    assert current(at).releases[0].record.values("Name") == ("Anne",)
    type_facts(at, Name={"value": None})
    assert current(at).releases[0].record.values("Name") == (UNTYPED,)
    type_facts(at, Passport={"absent": True})
    assert current(at).absent == ("Passport",) and not current(at).releases[0].record.values("Passport")
    assert history(at)[1:] == ["edit the profile"] * 4 and problems(at) == []
    press(at, "undo")
    assert current(at).absent == () and not shown_table(at, "person").value["absent"].any()


def test_what_was_ticked_stays_to_be_taken_back_and_is_offered_nowhere_else():
    at = go(go(type_facts(start(NEW, "profile"), Passport={"absent": True}), "start"), "profile")
    assert shown_table(at, "person").value["absent"].tolist()[row_of("Passport")]
    assert "Passport" not in at.multiselect(key="profile-labels").options
    type_facts(at, Passport={"absent": False})
    assert status_of(current(at), "Passport") == "held"


def test_a_value_typed_beside_a_tick_takes_the_tick_away():
    at = type_facts(start(NEW, "profile"), Passport={"absent": True})
    type_facts(at, Passport={"value": "P1"})
    assert status_of(current(at), "Passport") == "typed"
    shown = shown_table(at, "person").value
    assert not shown["absent"].any() and shown["value"].tolist()[row_of("Passport")] == "P1"


def test_of_edits_in_a_row_none_is_lost():
    at = start(NEW, "profile")
    for number, label in enumerate(STANDARD[:9]):
        type_facts(at, **{label: {"value": f"v{number}"}})
    type_facts(at, **{STANDARD[3]: {"absent": True}})
    typed_facts = {label: value for label, value in current(at).profile if value != UNTYPED}
    assert typed_facts == {label: f"v{number}" for number, label in enumerate(STANDARD[:9]) if number != 3}
    go(go(at, "releases"), "profile")
    assert shown_table(at, "person").value["value"].tolist()[:3] == ["v0", "v1", "v2"]


def test_a_value_that_is_too_long_is_said_and_stays():
    long = "x" * (LONGEST_TEXT + 1)
    at = type_facts(start(NEW, "profile"), Name={"value": long}, Email={"value": "a@b.c"})
    assert len(problems(at)) == 1 and problems(at)[0].startswith("Name: ")
    assert status_of(current(at), "Name") == "held" and status_of(current(at), "Email") == "typed"
    press(at, "undo")
    assert shown_table(at, "person").value["value"].tolist()[row_of("Name")] == long


def test_more_about_you_takes_second_values_and_other_facts():
    at = type_facts(start(NEW, "profile"), Phone={"value": "1"})
    type_into(at, "profile", rows=[{"label": "Phone", "value": "2"}, {"label": "Boat", "value": "Argo"}])
    assert [value for label, value in pairs(at) if label in ("Phone", "Boat")] == ["1", "2", "Argo"]
    assert current(at).weight_map["Phone"] == standard_fact("Phone").weight and problems(at) == []
    type_into(at, "profile", {1: {"value": None}})
    assert ("Boat", "Argo") not in pairs(at) and len({label for label, _ in pairs(at)}) == 35
    assert table(at, "person").draft["value"].tolist()[row_of("Phone")] == "1"


def test_a_fact_typed_among_the_others_fills_its_own_row():
    at = type_into(start(NEW, "profile"), "profile", rows=[{"label": "Name", "value": "Ann"}])
    assert shown_table(at, "person").value["value"].tolist()[row_of("Name")] == "Ann"
    assert shown_table(at, "profile").value.empty and current(at).releases[0].record.values("Name") == ("Ann",)
    type_into(at, "profile", rows=[{"label": "Name", "value": "Ann"}])
    assert problems(at) == ["row 1: this fact is in the table above"]


def test_works_of_before_are_offered_the_full_profile_in_one_step():
    work = replace(
        OWN, profile=(("Name", "Ann"),), releases=(Release("a", "shop.example", Record.of(("Name", "Ann"))),)
    )
    at = start(work, "profile")
    assert at.button(key="profile-complete").label == "Add the 34 facts nearly everybody has"
    press(at, "profile-complete")
    after = current(at)
    assert not missing_facts(after) and after.shares_weights and ("Name", "Ann") in after.profile
    assert dict(after.releases[0].presumed)["Email"] > 0.9
    assert {policy.name for policy in everyday_policies()} < {policy.name for policy in after.policies}
    assert shown_table(at, "person").value["fact"].tolist() == STANDARD
    press(at, "undo")
    assert current(at).profile == work.profile and not current(at).shares_weights


def test_examples_are_not_offered_it():
    at = go(press(start(OWN, "examples"), "open-example"), "profile")
    assert not [button for button in at.button if button.key == "profile-complete"]


def test_the_evidence_of_a_weight_is_there_for_every_fact():
    at = start(NEW, "profile")
    for label in ("Passport", "Name"):
        run(at.selectbox(key="profile-evidence-fact").set_value(label))
        fact = standard_fact(label)
        assert any(line.startswith(f"Weight {fact.weight:g}: ") for line in texts(at))
        assert any(" ".join(fact.evidence.split()) in line for line in texts(at))
