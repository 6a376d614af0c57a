from dataclasses import replace

import pandas as pd
import pytest

from leakage.measure.weights import weight_of
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Workspace
from pages.shell.words import count, percent
from pages.you.profile.facts_table import FIRST
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_strip,
    go,
    history,
    looked_at,
    opened,
    press,
    problems,
    put,
    run,
    shown_table,
    start,
    table_key,
    texts,
    type_into,
    whole_leakage,
)
from tests.starting import starting_workspace

OWN = starting_workspace()
ROWS = len(FIRST)
"""So many rows of an empty profile wait for a value before others are added below."""
REAL = realistic_person().workspace
NAME = {"label": "Name", "value": "Ann"}
PHONE = {"label": "Phone", "value": "1"}


def pairs(at):
    return current(at).profile


@pytest.mark.parametrize("workspace", [Workspace(), OWN], ids=["nothing", "own"])
def test_an_empty_profile_says_what_to_do_first(workspace):
    at = start(workspace, "profile")
    assert any(text.value.startswith("One row a fact") for text in at.main.markdown)
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
    total = sum(weight_of(label, dict(workspace.weights)) for label, _ in workspace.profile)
    facts = count(len(workspace.profile), "fact")
    assert f"{facts} about you, total weight {total:g}." in texts(at)
    assert figure_in_strip(at) == percent(whole_leakage(workspace))


def test_looking_changes_nothing():
    assert looked_at("profile") == []


def test_undo_leads_back_from_an_example():
    at = press(start(OWN), "open-example")
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
    "no label": ({"label": " ", "value": "1"}, "row 7: label must not be empty"),
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
    assert problems(at) == ["row 6, row 7, row 8, row 9 and 5 more: label must not be empty"]


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
