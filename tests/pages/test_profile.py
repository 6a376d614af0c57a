import pandas as pd
import pytest

from leakage.measure.weights import weight_of
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.starting import starting_workspace
from leakage.workspace.vocabulary import LABELS, default_weight
from leakage.workspace.workspace import Workspace
from pages.ui.words import count, percent
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_sidebar,
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

OWN = starting_workspace()
REAL = realistic_person().workspace
NAME = {"label": "Name", "value": "Ann"}
PHONE = {"label": "Phone", "value": "1", "weight": 4}


def pairs(at):
    return current(at).profile


@pytest.mark.parametrize("workspace", [Workspace(), OWN], ids=["nothing", "own"])
def test_an_empty_profile_says_what_to_do_first(workspace):
    at = start(workspace, "profile")
    assert any(text.value.startswith("One row a fact") for text in at.main.markdown)
    assert at.multiselect(key="profile-labels").proto.placeholder
    assert len(shown_table(at, "profile").value) == 0
    assert problems(at) == []
    assert figure_in_sidebar(at) == "–"


@pytest.mark.parametrize("workspace", CASES)
def test_the_table_shows_the_profile(session, workspace):
    at = opened(session, workspace, "profile")
    shown = shown_table(at, "profile").value
    assert tuple(zip(shown["label"], shown["value"], strict=True)) == workspace.profile
    total = sum(weight_of(label, dict(workspace.weights)) for label, _ in workspace.profile)
    facts = count(len(workspace.profile), "fact")
    assert f"{facts} about you, total weight {total:g}." in texts(at)
    assert figure_in_sidebar(at) == percent(whole_leakage(workspace))


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
    type_into(at, "profile", {0: {"value": "Anna"}})
    run(at)
    assert pairs(at) == (("Name", "Anna"), ("Phone", "1"))
    assert current(at).weight_map == {"Name": 1.0, "Phone": 4.0}
    assert history(at)[1:] == ["edit the profile"] * 3


def test_rows_can_be_deleted():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    type_into(go(go(at, "start"), "profile"), "profile", deleted=[0])
    assert pairs(at) == (("Phone", "1"),)


def test_edits_survive_a_look_at_another_page():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    before = table_key(at, "profile")
    go(go(at, "releases"), "profile")
    assert table_key(at, "profile") != before
    assert shown_table(at, "profile").value["value"].tolist() == ["Ann", "1"]
    type_into(at, "profile", {1: {"value": "2"}})
    assert pairs(at) == (("Name", "Ann"), ("Phone", "2"))


def test_an_empty_weight_takes_the_suggested_one():
    at = type_into(start(OWN, "profile"), "profile", rows=[{"label": "Passport", "value": "mine"}])
    assert current(at).weight_map == {"Passport": default_weight("Passport")} != {"Passport": 1.0}


def test_undo_and_redo_take_the_table_along():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME])
    type_into(at, "profile", rows=[PHONE])
    press(at, "undo")
    assert shown_table(at, "profile").value["label"].tolist() == ["Name"]
    assert pairs(at) == (("Name", "Ann"),)
    press(at, "redo")
    assert shown_table(at, "profile").value["label"].tolist() == ["Name", "Phone"]
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
    "weight of -1": ({**PHONE, "weight": -1}, "row 2: weight must be positive, got -1"),
    "weight of 0": ({**PHONE, "weight": 0}, "row 2: weight must be positive, got 0"),
    "no label": ({"label": " ", "value": "1"}, "row 2: label must not be empty"),
    "no value": ({"label": "Phone", "value": ""}, "row 2: value must not be empty"),
    "twice": ({"label": " Name", "value": "Ann "}, "row 2: the same label and value are already in row 1"),
}


@pytest.mark.parametrize(("row", "sentence"), WRONG_ROWS.values(), ids=WRONG_ROWS.keys())
def test_a_wrong_row_is_told_in_one_sentence_and_stays(row, sentence):
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, row])
    assert problems(at) == [sentence]
    assert pairs(at) == (("Name", "Ann"),)
    go(go(at, "adversary"), "profile")
    assert problems(at) == [sentence]
    assert shown_table(at, "profile").value["value"].tolist()[1] == row["value"]
    type_into(at, "profile", {1: {"label": "Phone", "value": "1", "weight": 2}})
    assert problems(at) == []
    assert pairs(at) == (("Name", "Ann"), ("Phone", "1"))


def test_two_weights_for_one_label_are_told_and_the_first_stays():
    rows = [{**NAME, "weight": 2}, {"label": "Name", "value": "Anna", "weight": 3}]
    at = type_into(start(OWN, "profile"), "profile", rows=rows)
    assert len(problems(at)) == 1 and "Name keeps 2" in problems(at)[0]
    assert current(at).weight_map == {"Name": 2.0}
    assert len(pairs(at)) == 2


def test_many_wrong_rows_of_one_kind_are_one_sentence():
    at = type_into(start(OWN, "profile"), "profile", rows=[{"label": "Card", "value": None}] * 9)
    assert problems(at) == ["row 1, row 2, row 3, row 4 and 5 more: value must not be empty"]


def test_rows_are_added_for_labels_picked():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, {"label": "Card"}])
    run(at.multiselect(key="profile-labels").set_value(["Phone", "Email"]))
    press(at, "profile-add")
    shown = shown_table(at, "profile").value
    assert shown["label"].tolist() == ["Name", "Card", "Phone", "Email"]
    assert shown["value"].isna().tolist() == [False, True, True, True]
    assert at.multiselect(key="profile-labels").value == []
    assert pairs(at) == (("Name", "Ann"),)
    assert problems(at) == ["row 2, row 3 and row 4: value must not be empty"]


def test_the_table_taken_anew_still_hides_its_row_numbers():
    at = type_into(start(OWN, "profile"), "profile", rows=[NAME, PHONE])
    go(go(at, "start"), "profile")
    assert isinstance(shown_table(at, "profile").value.index, pd.RangeIndex)


def test_the_suggested_labels_stand_with_their_weights():
    at = start(OWN, "profile")
    suggested = next(frame.value for frame in at.dataframe if "Why" in frame.value.columns)
    assert dict(zip(suggested["Label"], suggested["Weight"], strict=True)) == {s.label: s.weight for s in LABELS}
