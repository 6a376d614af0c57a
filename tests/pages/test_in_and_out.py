import json
from dataclasses import replace

import pytest

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.exporting.tables import background_to_csv, profile_to_csv
from leakage.workspace.releases_csv import releases_to_csv
from leakage.workspace.starting import starting_workspace
from leakage.workspace.work_json import workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from pages.ui import importing
from pages.ui.exporting import WARNING
from pages.ui.importing import NOT_USED
from tests.pages.helpers import (
    CASES,
    current,
    direct,
    figure_in_sidebar,
    history,
    looked_at,
    marked_up,
    nodes,
    opened,
    press,
    run,
    start,
    texts,
)
from tests.pages.test_values_are_no_markup import HOSTILE
from tests.workspace.importing.files import BREACH, CANARY, CARD_3, CARD_4, LONG, PROFILE, WIDE

OWN = starting_workspace()
REAL = realistic_person().workspace
MINE = replace(
    OWN,
    profile=(("Name", "Ann"), ("Email", "a@b.c"), ("Email", "ann@example.org"), ("User name", "ann")),
    weights=(("Name", 1.0), ("Email", 2.0), ("User name", 1.0)),
)


def upload(at, *files):
    """Hand in files, by name or one after the other."""
    for number, file in enumerate(files):
        name, content = file if isinstance(file, tuple) else (f"file {number}", file)
        at.file_uploader[0].upload(name, content if isinstance(content, bytes) else content.encode(), "text/plain")
    return run(at)


def brought(work, *files):
    return upload(start(work, "in_and_out"), *files)


def taken_for(at):
    return [caption.value for caption in at.main.caption if caption.value.startswith("Taken for")]


def errors(at):
    return [error.value for error in at.main.error]


def left_out(at):
    boxes = [node for node in nodes(at.main) if any(NOT_USED in m.value for m in direct(node, "markdown"))]
    return [text.value for box in boxes for text in direct(box, "text")]


def widget(at, kind, what):
    return next(one for one in getattr(at.main, kind) if one.key and one.key.startswith(f"import-{what}-"))


def button(at, what):
    return next(one for one in at.main.button if one.key.startswith(what))


def downloads(at):
    return {one.key: one for one in at.main.get("download_button")}


def test_looking_changes_nothing():
    assert looked_at("in_and_out") == []


@pytest.mark.parametrize("workspace", [Workspace(), OWN, MINE, REAL], ids=["nothing", "own", "mine", "real"])
def test_the_page_opens_on_any_work(workspace):
    at = start(workspace, "in_and_out")
    assert "What is read" in at.main.markdown[0].value
    assert "import-add" not in [one.key for one in at.main.button]
    assert at.button(key="report-make").disabled == (workspace != REAL)


@pytest.mark.parametrize("workspace", CASES[::4])
def test_a_report_can_be_made_of_every_example(session, workspace):
    at = opened(session, workspace, "in_and_out")
    if workspace.profile and workspace.releases:
        assert "report-save" in downloads(press(at, "report-make"))


def test_nothing_is_added_before_the_button_is_pressed():
    at = brought(MINE, CARD_3)
    assert current(at) == MINE and len(history(at)) == 1
    assert taken_for(at) == ["Taken for **cards of an address book (vCard)**. Read as UTF-8."]
    assert "Left out of the card: a note, a picture, a field of another kind." in texts(at)
    assert "13 facts about you." in texts(at)
    shown = at.main.dataframe[0].value
    assert shown["What"].tolist()[:2] == ["Name", "Email"] and len(shown) == 13


def test_what_is_added_is_one_step_and_undo_takes_it_back():
    at = press(brought(MINE, CARD_3, LONG), "import-add")
    assert history(at)[1:] == ["import 13 facts about you and 1 release with 2 facts"]
    assert at.main.success[0].value.startswith("Done: import 13 facts about you and 1 release with 2 facts.")
    assert ("Name", "Robin Example") in current(at).profile and current(at).profile[:4] == MINE.profile
    assert current(at).weight_map["Date of birth"] == 3.0
    assert current(at).releases == (
        Release("Order", "Shop", Record.of(("Name", "Alice", 0.5), ("Phone", "1")), "2026-01-31"),
    )
    # The files are gone from the upload, and what may come next is told.
    assert not at.main.dataframe and "What is read" in at.main.markdown[0].value
    press(at, "undo")
    assert current(at) == MINE and not at.main.success


def test_the_same_file_again_adds_nothing():
    at = press(brought(MINE, CARD_3), "import-add")
    upload(at, CARD_3)
    assert "Nothing. 13 more are there already." in texts(at)
    assert at.button(key="import-add").disabled
    assert at.button(key="import-add").help == "There is nothing new to add."


def test_one_file_twice_counts_once():
    at = brought(MINE, ("a", LONG), ("b", LONG))
    assert errors(at) == ["This is the same file once more, and counts once."]
    assert "1 release with 2 facts." in texts(at)


def test_work_without_an_adversary_gets_those_to_begin_with():
    at = press(brought(Workspace(), PROFILE), "import-add")
    assert current(at).policies == OWN.policies and current(at).profile == (("Name", "Alice"), ("Phone", "1"))
    assert current(at).weights == (("Name", 2.0), ("Phone", 2.0))


def test_of_several_cards_the_person_picks_their_own():
    at = brought(MINE, CARD_4.replace("Robin Example", "Bob") + CARD_3)
    box = widget(at, "selectbox", "card")
    assert box.options == ["Bob", "Robin Example"] and box.value is None
    assert at.button(key="import-add").disabled
    run(box.select_index(1))
    press(at, "import-add")
    assert ("Name", "Robin Example") in current(at).profile and ("Name", "Bob") not in current(at).profile


def test_breaches_become_releases():
    at = brought(MINE, json.dumps([BREACH, {**BREACH, "Title": "Odd", "IsVerified": False}]))
    assert taken_for(at)[0].startswith("Taken for **breaches that Have I Been Pwned names for an address**.")
    run(widget(at, "slider", "unverified").set_value(0.25))
    run(widget(at, "selectbox", "address").select_index(1))
    press(at, "import-add")
    expected = Record.of(("Email", "a@b.c"), ("User name", "ann"))
    odd = Record.of(("Email", "a@b.c", 0.25), ("User name", "ann", 0.25))
    assert current(at).releases == (
        Release("Adobe breach", "Adobe", expected, "2013-10-04"),
        Release("Odd breach", "Odd", odd, "2013-10-04"),
    )


def test_made_up_breaches_and_lists_of_spammers_come_in_only_when_wanted():
    content = json.dumps(
        [{**BREACH, "Title": "Fake", "IsFabricated": True}, {**BREACH, "Title": "Spam", "IsSpamList": True}, BREACH]
    )
    at = brought(MINE, content)
    assert "1 release with 3 facts." in texts(at)
    assert any("Left out as made up: 1." in text for text in texts(at))
    run(widget(at, "checkbox", "fabricated").check())
    run(widget(at, "checkbox", "spam").check())
    press(at, "import-add")
    assert [release.recipient for release in current(at).releases] == ["Fake", "Spam", "Adobe"]


def test_breaches_are_held_against_the_card_that_comes_with_them():
    at = press(brought(OWN, json.dumps([BREACH]), CARD_3), "import-add")
    assert current(at).releases[0].record == Record.of(("Email", "robin@example.org"))


def test_without_a_profile_breaches_say_what_is_missing():
    at = brought(OWN, json.dumps([BREACH]))
    assert at.main.warning[0].value.startswith("Your profile is empty")


def test_a_long_table_may_be_plans_or_strangers():
    at = brought(MINE, LONG)
    run(widget(at, "segmented_control", "target").set_value("plans"))
    assert "1 planned release." in texts(at)
    run(widget(at, "segmented_control", "target").set_value("background"))
    press(at, "import-add")
    assert current(at).background == (Record.of(("Name", "Alice", 0.5), ("Phone", "1")),)


def test_columns_of_a_wide_table_are_recognised_and_can_be_chosen():
    at = brought(MINE, "Hobby;Shop;E-Mail\nmoths;Books;x@y.z\n")
    assert widget(at, "selectbox", "column-recipient").value == 2
    assert "1 release with 2 facts." in texts(at)
    run(widget(at, "selectbox", "column-recipient").select_index(0))
    assert errors(at) == ["Say which column names the recipient or the release. Nothing is taken."]
    run(widget(at, "selectbox", "column-name").select_index(1))
    press(at, "import-add")
    assert current(at).releases == (Release("moths", "moths", Record.of(("Shop", "Books"), ("Email", "x@y.z"))),)


def test_a_wide_table_without_recipients_is_about_other_people():
    at = press(brought(MINE, "E-Mail;Phone\nx@y.z;1\n"), "import-add")
    assert current(at).background == (Record.of(("Email", "x@y.z"), ("Phone", "1")),)


def test_a_guess_of_the_encoding_is_said():
    at = brought(MINE, "shop;phone\nBücher;1\n".encode("latin-1"))
    assert "Read as Windows-1252, which is a guess" in taken_for(at)[0]
    press(at, "import-add")
    assert current(at).releases[0].recipient == "Bücher"


def test_a_saved_copy_opens_by_a_button_of_its_own():
    at = brought(MINE, workspace_to_json(REAL), WIDE)
    assert any(text.startswith("It holds 25 facts about you, 15 releases") for text in texts(at))
    assert "2 releases with 4 facts." in texts(at)
    opening = button(at, "import-open")
    run(opening.click())
    assert current(at) == REAL and history(at)[-1] == "open a saved copy"
    press(at, "undo")
    assert current(at) == MINE


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04" + CANARY.encode(), "This is a ZIP archive or an office file, and archives are not opened here"),
        (b"\x00" * 100, "The file is no text in an encoding that is known here; save it as UTF-8."),
        (f'["{CANARY}"]'.encode(), "This is a list of words, as the service gives for stealer logs"),
        (b"[" * 100_000, "The file is nested too deep to be a list of breaches."),
        (
            b'{"format": "leakage-workspace", "version": 99}',
            "This workspace was saved in another version of the format",
        ),
        (b"BEGIN:VCARD\n" + b"TEL:1\n" * 10_000 + b"END:VCARD", "A card has more than 1,000 fields"),
        (CANARY.encode(), "This is no file that is known here"),
    ],
)
def test_a_bad_file_gets_one_sentence_and_the_others_go_on(content, sentence):
    at = brought(MINE, content, PROFILE)
    assert len(errors(at)) == 1 and errors(at)[0].startswith(sentence)
    assert errors(at)[0].endswith("Nothing is taken.") and CANARY not in errors(at)[0]
    assert current(at) == MINE
    press(at, "import-add")
    assert current(at).profile == (*MINE.profile, ("Name", "Alice"), ("Phone", "1"))


def test_lines_that_cannot_be_used_are_told():
    at = brought(MINE, f"{LONG}Order,Shop,,x,,\n")
    assert left_out(at) == ["line 4: label must not be empty"]


def test_too_many_files_are_refused(monkeypatch):
    at = brought(MINE, *(f"{PROFILE}Card,{n},\n" for n in range(importing.MOST_FILES + 1)))
    assert errors(at) == ["At most 20 files of 100 MB together can be read at once. Nothing was changed."]
    assert "import-add" not in [one.key for one in at.main.button]
    monkeypatch.setattr(importing, "MOST_BYTES", 10)
    assert len(errors(brought(MINE, PROFILE))) == 1


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_nothing_of_a_file_is_read_as_markup(word):
    cell = '"' + word.replace('"', '""') + '"'
    card = f"BEGIN:VCARD\nFN:{word}\nTEL;TYPE={word}:{word}\nEND:VCARD\n"
    at = brought(
        MINE,
        (f"a{word}.csv", f"release,recipient,label,value\n{cell},{cell},{cell},{cell}\n"),
        (f"b{word}.csv", f"{cell},shop\n{cell},{cell}\n"),
        (f"c{word}.csv", f"label,value\n{cell},{cell}\n{cell},\n"),
        (f"d{word}.vcf", card + card.replace("FN:", "FN:B")),
        (f"e{word}.json", json.dumps([{**BREACH, "Title": word, "DataClasses": [word, "Names"]}])),
        (f"f{word}.json", json.dumps([{"Name": 1, word: word}])),
        (f"g{word}", word),
    )
    assert [where for where, text in marked_up(at) if word in text] == []
    assert any(word in text for text in texts(at)) or word in at.main.dataframe[0].value.to_string()
    press(at, "import-add")
    assert [where for where, text in marked_up(at) if word in text] == []


def test_the_report_comes_when_it_is_asked_for():
    at = start(REAL, "in_and_out")
    assert "report-save" not in downloads(at)
    press(at, "report-make")
    assert downloads(at)["report-save"].proto.label == "Save the report"
    run(at.toggle(key="report-values").set_value(True))
    assert "report-save" not in downloads(at)
    assert any(WARNING in caption.value for caption in at.main.caption)


def test_plain_files_wait_for_the_warning_to_be_ticked():
    at = start(REAL, "in_and_out")
    assert at.checkbox(key="export-known").label == WARNING
    for key in ("export-json", "export-csv"):
        assert downloads(at)[key].proto.disabled and downloads(at)[key].proto.help == "Tick the box above first."
    run(at.checkbox(key="export-known").check())
    assert not any(downloads(at)[key].proto.disabled for key in ("export-json", "export-csv"))
    run(at.selectbox(key="export-table").set_value("background"))
    assert not downloads(at)["export-csv"].proto.disabled


def test_an_empty_table_says_so():
    at = run(start(MINE, "in_and_out").checkbox(key="export-known").check())
    run(at.selectbox(key="export-table").set_value("background"))
    assert downloads(at)["export-csv"].proto.disabled
    assert downloads(at)["export-csv"].proto.help == "There is nothing in it yet."
    assert "Profile and weights (4)" in at.selectbox(key="export-table").options


def test_what_is_taken_out_can_be_brought_in_again():
    files = (profile_to_csv(REAL), releases_to_csv(REAL.releases), background_to_csv(REAL.background))
    at = press(brought(OWN, *files), "import-add")
    assert (current(at).profile, current(at).weights) == (REAL.profile, REAL.weights)
    assert (current(at).releases, current(at).background) == (REAL.releases, REAL.background)
    assert figure_in_sidebar(at) != "–"
