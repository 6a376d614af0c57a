from dataclasses import replace

import pytest

from leakage import Attribute, Record
from leakage.record import UNTYPED
from leakage.workspace.everyday import new_work, with_what_is_likely
from leakage.workspace.files.releases_csv import read_releases_csv, releases_to_csv
from leakage.workspace.forms.releases import NOT_UNDERSTOOD, own_values_of, read_given
from leakage.workspace.recipients import rename_recipient
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Coalition, Pooling, Recipient, Release, Workspace
from pages.app.words import percent
from pages.kit.add_release import prefilled
from pages.kit.given_table import MOST_COLUMNS
from pages.you.releases import text
from tests.pages.helpers import (
    CASES,
    add_release,
    ask_for,
    current,
    figure_in_strip,
    go,
    history,
    nodes,
    opened,
    press,
    problems,
    run,
    say_how_sure,
    shown_table,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace
MINE = replace(OWN, profile=(("Name", "Ann"), ("Phone", "1")), weights=(("Name", 1.0), ("Phone", 2.0)))
ORDER = Release("Order", "Shop", Record.of(("Name", "Ann")))
GIVEN = replace(MINE, releases=(ORDER,))


def all_at_once(at):
    """Show all accounts beside each other, as few are at first."""
    return run(at.segmented_control(key="releases-at-once").set_value("All at once"))


def records(at):
    return {release.name: release.record for release in current(at).releases}


@pytest.mark.parametrize("workspace", [Workspace(), OWN], ids=["nothing", "own"])
def test_without_a_profile_the_page_leads_there(workspace):
    at = start(workspace, "releases")
    assert [info.value for info in at.main.info] == [text.FIRST]
    press(at, "nothing-yet")
    assert at.title[0].value == "About me"


def test_without_a_release_the_page_asks_for_one():
    at = start(MINE, "releases")
    assert at.button(key="releases-add").disabled and at.button(key="releases-add").help == "Type a name first."
    assert len(at.data_editor) == 0
    assert at.main.get("download_button")[0].disabled
    assert figure_in_strip(at) == "–"


@pytest.mark.parametrize("workspace", CASES)
def test_the_tables_show_the_releases(session, workspace):
    at = opened(session, workspace, "releases")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    all_at_once(at)
    ticks = shown_table(at, "releases-ticks").value
    assert ticks["value"].tolist() == [value for _, value in workspace.profile]
    words = shown_table(say_how_sure(at, "releases"), "releases-surety").value
    for number, release in enumerate(workspace.releases):
        given = {a.pair: a.confidence for a in release.record if a.pair in workspace.reference}
        assert ticks[f"r{number}"].tolist() == [given.get(pair) == 1.0 for pair in workspace.profile]
        unsure = [0.0 < given.get(pair, 0.0) < 1.0 for pair in workspace.profile]
        assert ticks[f"u{number}"].tolist() == unsure if any(unsure) else f"u{number}" not in ticks
        confidences = dict(zip(workspace.profile, map(read_given, words[f"r{number}"]), strict=True))
        assert {pair: confidence for pair, confidence in confidences.items() if confidence is not None} == given
    ask_for(at, "releases", "ticks")
    others = shown_table(at, "releases-others").value
    assert others.to_dict("records") == own_values_of(workspace.releases, workspace.profile)
    listed = shown_table(at, "releases").value
    assert [set(filter(None, has.split(", "))) for has in listed["has"]] == [
        {workspace.display_name(attribute.label) for attribute in release.record.known}
        for release in workspace.releases
    ]
    assert listed["name"].tolist() == [release.name for release in workspace.releases]
    assert listed["recipient"].tolist() == [release.recipient for release in workspace.releases]


def test_a_release_is_added_and_the_form_is_empty_again():
    at = add_release(start(MINE, "releases"), "releases", " Shop ", "Online shop")
    assert current(at).releases == (Release("Shop", "Shop", Record.of(("Name", "Ann"), ("Phone", "1"))),)
    assert at.selectbox(key="releases-new-recipient").value is None
    assert at.button(key="releases-add").disabled
    add_release(at, "releases", "Shop")
    assert [(r.name, r.recipient, len(r.record)) for r in current(at).releases] == [
        ("Shop", "Shop", 2),
        ("Shop 2", "Shop", 0),
    ]
    press(at, "undo")
    assert len(current(at).releases) == 1


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_every_template_fills_a_record(template):
    """With a profile that has two values of every label: only the first is given."""
    profile = tuple((label.upper(), f"{label} {n}") for n in (1, 2) for label in dict.fromkeys(template.labels))
    record = prefilled(Workspace(profile=profile), template)
    assert record == Record(Attribute(label.upper(), f"{label} 1") for label in dict.fromkeys(template.labels))


def test_neither_the_first_nor_the_second_tick_is_lost():
    at = start(GIVEN, "releases")
    type_into(at, "releases-ticks", {1: {"r0": True}})
    type_into(at, "releases-ticks", {0: {"r0": False}})
    run(at)
    assert records(at)["Order"] == Record.of(("Phone", "1"))
    type_into(at, "releases-ticks", {0: {"r0": True}})
    assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Phone", "1"))
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    go(go(at, "profile"), "releases")
    assert shown_table(at, "releases-ticks").value["r0"].tolist() == [True, True]


DOUBTED = replace(MINE, releases=(replace(ORDER, record=Record.of(("Name", "Ann", 0.25), ("Phone", "1", 0.0))),))


def test_what_is_unsure_is_ticked_beside_and_outlives_ticks_elsewhere():
    at = start(replace(DOUBTED, releases=(*DOUBTED.releases, Release("Visit", "Doctor", Record()))), "releases")
    shown = shown_table(at, "releases-ticks").value
    assert (shown["r0"].tolist(), shown["u0"].tolist()) == ([False, False], [True, False])
    assert "u1" not in shown.columns
    type_into(at, "releases-ticks", {1: {"r1": True}})
    assert records(at)["Order"] == DOUBTED.releases[0].record
    type_into(at, "releases-ticks", {0: {"u0": False}})
    assert records(at) == {"Order": Record.of(("Phone", "1", 0.0)), "Visit": Record.of(("Phone", "1"))}


@pytest.mark.parametrize("table", ["releases-unsure", "releases-unsure-0"], ids=["all at once", "one at a time"])
def test_given_unsure_and_not_given_are_one_click_each(table):
    at = ask_for(
        start(replace(GIVEN, releases=(ORDER, Release("Visit", "Doctor", Record()))), "releases"), "releases", "unsure"
    )
    run(at.selectbox(key="releases-single-release").set_value("Order"))
    version = shown_table(at, table).key
    for row, tick, confidence in ((1, {"u0": True}, 0.5), (1, {"r0": True}, 0.5), (1, {"u0": False}, 1.0)):
        type_into(at, table, {row: tick})
        assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Phone", "1", confidence))
    type_into(at, table, {0: {"r0": False}})
    assert records(at) == {"Order": Record.of(("Phone", "1")), "Visit": Record()}
    # The table stays where it is, with the keyboard's focus and as far as it was scrolled.
    assert shown_table(at, table).key == version
    ask_for(at, "releases", "surety")
    assert shown_table(at, "releases-surety").value["r0"].tolist() == ["", "100 %"]
    press(at, "undo")
    assert shown_table(at, "releases-surety").value["r0"].tolist() == ["100 %", "100 %"]


def test_one_at_a_time_hides_the_matrix():
    at = start(GIVEN, "releases")
    run(at.segmented_control(key="releases-at-once").set_value("One at a time"))
    names = [editor.key.rpartition(".")[0] for editor in at.data_editor]
    assert "table.releases-ticks-0" in names and "table.releases-ticks" not in names
    # The style sheet hides it on a wide screen only where all are shown at once.
    keys = {node.proto.id for node in nodes(at.main) if getattr(node.proto, "id", "").startswith("releases-")}
    assert "releases-narrow" not in keys


def test_undo_takes_the_matrix_along():
    at = start(GIVEN, "releases")
    type_into(at, "releases-ticks", {1: {"r0": True}})
    press(at, "undo")
    assert shown_table(at, "releases-ticks").value["r0"].tolist() == [True, False]
    assert current(at) == GIVEN
    press(at, "redo")
    assert shown_table(at, "releases-ticks").value["r0"].tolist() == [True, True]


@pytest.mark.parametrize(
    ("cell", "confidence"), [("x", 1.0), ("ja", 1.0), ("1", 1.0), ("0,6", 0.6), ("60 %", 0.6), ("?", 0.5)]
)
def test_words_and_numbers_are_understood(cell, confidence):
    at = say_how_sure(start(GIVEN, "releases"), "releases")
    type_into(at, "releases-surety", {1: {"r0": cell}})
    assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Phone", "1", confidence))
    assert problems(at) == [] and len(history(at)) == 2


WRONG_CELLS = {
    "1.3": "confidence must be in [0, 1], got 1.3",
    "-0.1": "confidence must be in [0, 1], got -0.1",
    "o,6": NOT_UNDERSTOOD,
}


@pytest.mark.parametrize(("cell", "words"), WRONG_CELLS.items(), ids=WRONG_CELLS)
def test_a_cell_that_is_not_understood_is_told_and_stays_and_is_never_0(cell, words):
    at = say_how_sure(start(GIVEN, "releases"), "releases")
    type_into(at, "releases-surety", {0: {"r0": cell}, 1: {"r0": "0,5"}})
    sentence = f"Order, Name: {words}"
    assert problems(at) == [sentence]
    assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Phone", "1", 0.5))
    go(go(at, "leakage"), "releases")
    assert problems(at) == [sentence]
    type_into(at, "releases-others", rows=[ALIAS])
    assert problems(at) == [sentence]
    type_into(at, "releases-surety", {0: {"r0": "0.7"}})
    assert problems(at) == []
    assert records(at)["Order"] == Record.of(("Name", "Ann", 0.7), ("Phone", "1", 0.5), ("Name", "Nan", 0.5))


ALIAS = {"release": "Order", "label": "Name", "value": "Nan", "confidence": 0.5}
WRONG_ROWS = {
    "confidence of 1.3": ({**ALIAS, "confidence": 1.3}, "row 1: confidence must be in [0, 1], got 1.3"),
    "no label": ({**ALIAS, "label": ""}, "row 1: fill in the label"),
    "no value": ({**ALIAS, "value": None}, "row 1: fill in the value"),
    "no release": ({**ALIAS, "release": None}, "row 1: choose who got this value"),
    "a true value": ({**ALIAS, "value": "Ann"}, "row 1: this is your true value; tick it above instead"),
}


@pytest.mark.parametrize(("row", "sentence"), WRONG_ROWS.values(), ids=WRONG_ROWS.keys())
def test_a_wrong_row_of_other_values_is_told_and_stays(row, sentence):
    at = type_into(start(GIVEN, "releases"), "releases-others", rows=[row])
    assert problems(at) == [sentence]
    assert current(at) == GIVEN
    go(go(at, "adversary"), "releases")
    assert problems(at) == [sentence]
    type_into(at, "releases-others", {0: ALIAS})
    assert problems(at) == []
    assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Name", "Nan", 0.5))


def test_the_same_value_twice_in_a_release_is_told():
    at = type_into(start(GIVEN, "releases"), "releases-others", rows=[ALIAS, {**ALIAS, "value": "Nan "}])
    assert problems(at) == ["row 2: the same label and value are already in row 1"]
    assert records(at)["Order"] == Record.of(("Name", "Ann"), ("Name", "Nan", 0.5))


@pytest.mark.parametrize("first", ["matrix", "others"])
def test_what_is_wrong_in_one_table_outlives_an_edit_in_another(first):
    at = start(GIVEN, "releases")
    if first == "matrix":
        say_how_sure(at, "releases")
        type_into(at, "releases-surety", {0: {"r0": "1.3"}})
        type_into(at, "releases-others", rows=[ALIAS])
    else:
        type_into(at, "releases-others", rows=[{**ALIAS, "value": None}])
        type_into(at, "releases-ticks", {1: {"r0": True}})
    assert len(problems(at)) == 1


def test_the_list_renames_dates_and_removes():
    given = replace(GIVEN, releases=(ORDER, Release("Visit", "Doctor", Record())))
    at = start(given, "releases")
    type_into(at, "releases", {0: {"name": "First order", "date": "2026-01-31"}, 1: {"recipient": "Clinic"}})
    assert [(r.name, r.recipient, r.date) for r in current(at).releases] == [
        ("First order", "Shop", "2026-01-31"),
        ("Visit", "Clinic", ""),
    ]
    type_into(at, "releases", deleted=[1])
    assert [r.name for r in current(at).releases] == ["First order"]
    press(press(at, "undo"), "undo")
    assert current(at) == given


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "a name is needed; the old name was kept"),
        ({"name": "Visit"}, "this name is taken; the old name was kept"),
        ({"recipient": " "}, "say which company, person or office has it; the old one was kept"),
        ({"date": "2026-02-30"}, "a date is written like 2026-01-31; the old one was kept"),
    ],
    ids=["no name", "name taken", "no recipient", "no such day"],
)
def test_a_wrong_cell_of_the_list_is_told_and_the_old_one_kept(change, words):
    given = replace(GIVEN, releases=(Release("Visit", "Doctor", Record()), ORDER))
    at = type_into(start(given, "releases"), "releases", {1: change})
    assert problems(at) == [f"row 2: {words}"]
    assert current(at) == given


def many(number):
    return tuple(Release(f"r{n}", f"to {n % 50}", Record.of(("Name", "Ann"))) for n in range(number))


def test_many_releases_are_shown_a_few_at_a_time():
    at = all_at_once(start(replace(MINE, releases=many(100)), "releases"))
    assert len(shown_table(at, "releases-ticks").value.columns) == 2 + 2
    run(at.multiselect(key="releases-matrix-recipients").set_value([f"to {n}" for n in range(20)]))
    assert len(shown_table(at, "releases-ticks").value.columns) == 2 + MOST_COLUMNS
    run(at.multiselect(key="releases-matrix-recipients").set_value([]))
    assert len(shown_table(at, "releases-ticks").value.columns) == 2
    assert len(current(at).releases) == 100


CSV = b"release,recipient,label,value,confidence\nOrder,Shop,Name,Ann,1\nOrder,Shop,Card,old,0.5\n"


def upload(at, content):
    at.file_uploader[0].upload("given.csv", content, "text/csv")
    return run(at)


def test_releases_of_a_file_are_added_to_mine():
    at = upload(start(GIVEN, "releases"), CSV)
    assert text.CSV_FOUND.format(accounts="1 account", facts="2 facts") in texts(at)
    assert current(at) == GIVEN
    press(at, "csv-add")
    assert records(at) == {"Order": ORDER.record, "Order 2": Record.of(("Name", "Ann"), ("Card", "old", 0.5))}
    assert not [button for button in at.main.button if button.key == "csv-add"]
    press(at, "undo")
    assert current(at) == GIVEN


def test_what_is_downloaded_can_be_read_again():
    """The file is written when the button is pressed."""
    at = start(REAL, "releases")
    assert not at.main.get("download_button")[0].disabled
    assert read_releases_csv(releases_to_csv(REAL.releases)).releases == REAL.releases


BAD_FILES = {
    "a column lacks": (b"release,recipient,label\nOrder,Shop,Name\n", "it lacks the column value"),
    "a wrong encoding": ("release,recipient,label,value\nOrder,Shop,Name,Zoë\n".encode("latin-1"), "UTF-8"),
    "empty": (b"", "The file is empty."),
    "a confidence of 2": (b"release,recipient,label,value,confidence\nO,S,Name,Ann,2\n", "in [0, 1], got 2"),
}


@pytest.mark.parametrize(("content", "words"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_file_is_told_in_one_sentence_and_changes_nothing(content, words):
    at = upload(start(GIVEN, "releases"), content)
    assert len(problems(at)) == 1 and words in problems(at)[0]
    assert text.CSV_NONE_READ in texts(at)
    assert current(at) == GIVEN and history(at) == ["begin the test"]


@pytest.mark.parametrize("removed", [0, 7, 14])
def test_releases_are_removed_and_edited_one_after_the_other(removed):
    at = start(REAL, "releases")
    names = [release.name for release in REAL.releases]
    type_into(at, "releases", deleted=[removed])
    del names[removed]
    assert [release.name for release in current(at).releases] == names
    type_into(at, "releases", {13: {"name": "The last one"}})
    assert [release.name for release in current(at).releases] == [*names[:-1], "The last one"]
    type_into(at, "releases", deleted=[3])
    assert [release.name for release in current(at).releases] == [*names[:3], *names[4:-1], "The last one"]


def test_a_recipient_is_renamed_with_all_that_belongs_to_it_and_no_figure_moves():
    old, other = REAL.recipient_names[:2]
    allied = Pooling("coalitions", (Coalition("Both", (old, other)),))
    at = start(replace(REAL, pooling=allied, recipients=(Recipient(old, site="old.example"),)), "releases")
    before, figure = current(at), figure_in_strip(at)
    type_into(at, "recipients", {0: {"name": "Another name"}})
    assert current(at) == rename_recipient(before, old, "Another name") and not problems(at)
    assert current(at).pooling.coalitions[0].recipients == ("Another name", other)
    assert figure_in_strip(at) == figure
    type_into(at, "recipients", {0: {"name": other}})
    assert problems(at) == ["row 1: this name is taken; the old one was kept"]
    assert current(at).recipient("Another name").site == "old.example"
    press(at, "undo")
    assert current(at) == before


# Facts that were not typed, and those that are only presumed.


UNTYPED_WORK = with_what_is_likely(
    replace(new_work(), releases=(Release("Order", "shop.example", Record.of(("Email", UNTYPED))),))
)


def test_a_fact_that_was_not_typed_has_its_row_and_can_be_given():
    at = start(UNTYPED_WORK, "releases")
    shown = shown_table(at, "releases-ticks").value
    facts = shown["fact"].tolist()
    assert set(shown["value"]) == {"not typed"} and len(facts) == 35
    assert [fact for fact, given in zip(facts, shown["r0"], strict=True) if given] == ["Email"]
    type_into(at, "releases-ticks", {facts.index("Passport"): {"r0": True}})
    assert current(at).releases[0].record == Record.of(("Email", UNTYPED), ("Passport", UNTYPED))
    type_into(at, "releases-ticks", {facts.index("Email"): {"r0": False}})
    assert current(at).releases[0].record == Record.of(("Passport", UNTYPED))


def test_what_is_presumed_is_shown_as_such_and_not_as_given():
    at = start(UNTYPED_WORK, "releases")
    run(at.segmented_control(key="releases-at-once").set_value("One at a time"))
    [single] = [editor for editor in at.data_editor if "presumed" in editor.value]
    shown = single.value.set_index("fact")
    assert shown.loc["Phone", "presumed"] == "44 %" and not shown.loc["Phone", "r0"]
    presumed = dict(UNTYPED_WORK.releases[0].presumed)
    assert sum(shown["presumed"] != "") == len(presumed)
    assert text.LIKELY.format(facts=f"{len(presumed)} more facts") in [caption.value for caption in at.main.caption]


def test_what_was_not_typed_is_no_other_value():
    """Of a fact that has left the profile: it has no row, and an edit of the others leaves it."""
    releases = (Release("Order", "Shop", Record.of(("Boat", UNTYPED), ("Name", "Bob"))),)
    at = start(replace(new_work(), releases=releases), "releases")
    assert shown_table(at, "releases-others").value["label"].tolist() == ["Name"]
    type_into(at, "releases-others", {0: {"value": "Bert"}})
    assert current(at).releases[0].record == Record.of(("Boat", UNTYPED), ("Name", "Bert"))
