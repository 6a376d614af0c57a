import datetime
import json
from dataclasses import replace
from typing import get_args

import pytest

from leakage import Record
from leakage.workspace.everyday import EVERYONE, everyday_policies, new_work
from leakage.workspace.files.importing import Kind
from leakage.workspace.files.releases_csv import releases_to_csv
from leakage.workspace.files.tables_csv import background_to_csv, profile_to_csv
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from pages.parts.import_files import bring_in, text
from pages.parts.import_files.text import KINDS, LOOKS_LIKE, NOT_TAKEN
from tests.pages.helpers import (
    current,
    figure_in_strip,
    history,
    marked_up,
    press,
    run,
    start,
    texts,
)
from tests.pages.test_values_are_no_markup import HOSTILE
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace
from tests.workspace.files import exports
from tests.workspace.files.exports import FILE_PASSWORD, made_up_logins, zipped
from tests.workspace.files.files import BREACH, CANARY, CARD_3, CARD_4, LONG, PROFILE, WIDE
from tests.workspace.files.platform_exports import EXPORTS
from tests.workspace.files.texts_in import texts_in

OWN = starting_workspace()
REAL = person_of_2026().workspace
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
    return [caption.value for caption in at.main.caption if caption.value.startswith(LOOKS_LIKE.partition("{")[0])]


def looks_like(kind):
    return LOOKS_LIKE.format(kind=KINDS[kind])


def errors(at):
    return [error.value for error in at.main.error]


def widget(at, kind, what):
    return next(widget for widget in getattr(at.main, kind) if widget.key and widget.key.startswith(f"import-{what}-"))


def button(at, what):
    return next(button for button in at.main.button if button.key.startswith(what))


def test_every_kind_of_file_has_a_name():
    assert set(KINDS) == set(get_args(Kind))


@pytest.mark.parametrize("workspace", [Workspace(), OWN, MINE, REAL], ids=["nothing", "own", "mine", "real"])
def test_the_page_opens_on_any_work(workspace):
    at = start(workspace, "in_and_out")
    assert text.FIRST in [markdown.value for markdown in at.main.markdown]
    assert "import-add" not in [button.key for button in at.main.button]


def test_nothing_is_added_before_the_button_is_pressed():
    at = brought(MINE, CARD_3)
    assert current(at) == MINE and len(history(at)) == 1
    assert taken_for(at) == [looks_like("cards")]
    assert "Left out of the card: a note, a picture, a field of another kind." in texts(at)
    assert "13 facts about you." in texts(at)
    shown = at.main.dataframe[0].value
    assert shown["Fact"].tolist()[:2] == ["Name", "Email"] and len(shown) == 13


def test_what_is_added_is_one_step_and_undo_takes_it_back():
    at = press(brought(MINE, CARD_3, LONG), "import-add")
    assert history(at)[1:] == ["import 1 account and 13 facts about you"]
    assert at.main.success[0].value == text.ADDED.format(what="1 account and 13 facts about you")
    assert ("Name", "Robin Example") in current(at).profile and current(at).profile[:4] == MINE.profile
    assert current(at).weight_map["Date of birth"] == 3.0
    assert current(at).releases == (
        Release("Order", "Shop", Record.of(("Name", "Alice", 0.5), ("Phone", "1")), "2026-01-31"),
    )
    # The files are gone from the upload, and what may come next is told.
    assert not at.main.dataframe and text.FIRST in [markdown.value for markdown in at.main.markdown]
    press(at, "undo")
    assert current(at) == MINE and not at.main.success


def test_the_same_file_again_adds_nothing():
    at = press(brought(MINE, CARD_3), "import-add")
    upload(at, CARD_3)
    assert "Nothing. 13 more are already there." in texts(at)
    assert at.button(key="import-add").disabled
    assert at.button(key="import-add").help == text.NOTHING_NEW


def test_one_file_twice_counts_once():
    at = brought(MINE, ("a", LONG), ("b", LONG))
    assert errors(at) == [text.AGAIN]
    assert "1 account." in texts(at)


def test_work_without_an_adversary_gets_those_to_begin_with():
    at = press(brought(Workspace(), PROFILE), "import-add")
    assert current(at).policies == everyday_policies() and len(current(at).profile) == len(new_work().profile)
    assert {("Name", "Alice"), ("Phone", "1")} < set(current(at).profile)
    assert [current(at).weight_map[label] for label in ("Name", "Phone", "Email")] == [2.0, 2.0, 5.5]


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
    assert taken_for(at) == [looks_like("breaches")]
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
    assert "1 account." in texts(at)
    assert any("Left out as made up: 1." in line for line in texts(at))
    run(widget(at, "checkbox", "fabricated").check())
    run(widget(at, "checkbox", "spam").check())
    press(at, "import-add")
    assert [release.recipient for release in current(at).releases] == ["Fake", "Spam", "Adobe"]


def test_breaches_are_held_against_the_card_that_comes_with_them():
    at = press(brought(OWN, json.dumps([BREACH]), CARD_3), "import-add")
    assert current(at).releases[0].record == Record.of(("Email", "robin@example.org"))


def test_without_a_profile_breaches_say_what_is_missing():
    at = brought(OWN, json.dumps([BREACH]))
    assert [warning.value for warning in at.main.warning] == [text.NO_PROFILE]


def test_a_long_table_may_be_plans_or_strangers():
    at = brought(MINE, LONG)
    run(widget(at, "segmented_control", "target").set_value("plans"))
    assert "1 alternative to compare." in texts(at)
    run(widget(at, "segmented_control", "target").set_value("background"))
    press(at, "import-add")
    assert current(at).background == (Record.of(("Name", "Alice", 0.5), ("Phone", "1")),)


def test_columns_of_a_wide_table_are_recognised_and_can_be_chosen():
    at = brought(MINE, "Hobby;Shop;E-Mail\nmoths;Books;x@y.z\n")
    assert widget(at, "selectbox", "column-recipient").value == 2
    assert "1 account." in texts(at)
    run(widget(at, "selectbox", "column-recipient").select_index(0))
    assert errors(at) == [f"Say which column names the recipient or the release. {NOT_TAKEN}"]
    run(widget(at, "selectbox", "column-name").select_index(1))
    press(at, "import-add")
    assert current(at).releases == (Release("moths", "moths", Record.of(("Shop", "Books"), ("Email", "x@y.z"))),)


def test_what_columns_mean_is_chosen_and_remembered_for_the_next_table_of_that_shape():
    at = brought(MINE, "Kunde;Mobil;Geheim\nBooks;1;x\n")
    run(widget(at, "segmented_control", "target").set_value("releases"))
    run(widget(at, "selectbox", "column-recipient").select_index(1))
    mobile = next(box for box in at.main.selectbox if box.key.startswith("import-label-0-"))
    run(mobile.select_index([option.endswith("→ Phone") for option in mobile.options].index(True)))
    run(next(box for box in at.main.selectbox if box.key.startswith("import-label-1-")).select_index(0))
    press(at, "import-add")
    assert current(at).releases == (Release("Books", "Books", Record.of(("Phone", "1"))),)
    upload(at, "KUNDE;Mobil;Geheim\nPotter;2;y\n")
    press(at, "import-add")
    assert current(at).releases[1] == Release("Potter", "Potter", Record.of(("Phone", "2")))
    assert len(current(at).mappings) == 1


def test_columns_of_passwords_in_any_table_are_left_out():
    at = brought(MINE, "Shop;E-Mail;My PIN\nBooks;x@y.z;planted\n")
    assert "Left out: columns of passwords or codes (1)." in texts(at)
    press(at, "import-add")
    assert current(at).releases == (Release("Books", "Books", Record.of(("Email", "x@y.z"))),)


def test_an_unknown_table_adds_nothing_until_it_is_said_what_its_rows_are():
    at = brought(MINE, "Begin Trip Address;Fare;id\nx@y.z;1;7\n")
    assert button(at, "import-add").disabled
    assert [info.value for info in at.main.info] == [text.SAY_ROWS]


def test_a_wide_table_may_be_about_other_people():
    at = brought(MINE, "E-Mail;Phone\nx@y.z;1\n")
    run(widget(at, "segmented_control", "target").set_value("background"))
    press(at, "import-add")
    assert current(at).background == (Record.of(("Email", "x@y.z"), ("Phone", "1")),)


def test_a_saved_copy_opens_by_a_button_of_its_own():
    at = brought(MINE, workspace_to_json(REAL), WIDE)
    assert any(line.startswith("It holds 25 facts about you, 15 accounts") for line in texts(at))
    assert "2 accounts." in texts(at)
    opening = button(at, "import-open")
    run(opening.click())
    assert current(at) == REAL and history(at)[-1] == "open a saved copy"
    press(at, "undo")
    assert current(at) == MINE


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04" + CANARY.encode(), "The archive is damaged, or is not whole."),
        (zipped({f"{CANARY}.exe": b"x"}), "The archive holds no file that can be read here"),
        (zipped({"a.json": b"0" * 40_000_000}), "The archive would unpack to far more than it may."),
        (b"\x00" * 100, "The file is no text in an encoding that is known here; save it as UTF-8."),
        (f'["{CANARY}"]'.encode(), "This JSON is of no kind that can be read here"),
        (b"[" * 100_000, "The file is nested too deep to be read."),
        (
            b'{"format": "leakage-workspace", "version": 99}',
            "This workspace was saved in another version of the format",
        ),
        (b"BEGIN:VCARD\n" + b"TEL:1\n" * 10_000 + b"END:VCARD", "A card has more than 1,000 fields"),
        (CANARY.encode(), "This seems to be plain text"),
    ],
)
def test_a_bad_file_gets_one_sentence_and_the_others_go_on(content, sentence):
    at = brought(MINE, content, PROFILE)
    assert len(errors(at)) == 1 and errors(at)[0].startswith(sentence)
    assert errors(at)[0].endswith(NOT_TAKEN) and CANARY not in errors(at)[0]
    assert current(at) == MINE
    press(at, "import-add")
    assert current(at).profile == (*MINE.profile, ("Name", "Alice"), ("Phone", "1"))


def test_too_many_files_are_refused(monkeypatch):
    at = brought(MINE, *(f"{PROFILE}Card,{n},\n" for n in range(bring_in.MOST_FILES + 1)))
    assert errors(at) == [text.TOO_MANY.format(files=bring_in.MOST_FILES, megabytes=100)]
    assert "import-add" not in [button.key for button in at.main.button]
    monkeypatch.setattr(bring_in, "MOST_BYTES", 10)
    assert len(errors(brought(MINE, PROFILE))) == 1


LOGINS = made_up_logins(12, seed=5)
AGAIN = [replace(login, password=f"planted {n // 3}") for n, login in enumerate(LOGINS[:4])]
YEAR = datetime.timedelta(days=400)


def test_logins_of_several_programs_are_one_step_and_lead_to_the_first_figure():
    at = brought(Workspace(), exports.bitwarden(LOGINS[:8]), exports.firefox(LOGINS[4:]))
    assert taken_for(at) == [
        looks_like("bitwarden"),
        looks_like("logins"),
    ]
    assert any(line.startswith("12 accounts and ") for line in texts(at))
    press(at, "import-add")
    assert [release.recipient for release in current(at).releases] == [login.site for login in LOGINS]
    assert current(at).policy.name == EVERYONE and current(at).policies[:1] == new_work().policies[:1]
    assert any(header.value.startswith("Eve has ") for header in at.main.header)
    assert any("accounts share one password." in markdown.value for markdown in at.main.markdown)
    press(at, "undo")
    assert current(at) == Workspace()


def test_an_adversary_that_was_chosen_stays_chosen():
    work = replace(MINE, chosen=OWN.policies[0].name, follow_worst=False)
    at = press(brought(work, exports.firefox(LOGINS)), "import-add")
    assert current(at).policy == OWN.policies[0] and current(at).policies == work.policies


def test_a_protected_export_waits_for_its_password():
    at = brought(MINE, exports.bitwarden_protected(LOGINS))
    assert at.button(key="import-add").disabled and not errors(at)
    run(widget(at, "text_input", "password").set_value("another"))
    assert errors(at) == [f"The password does not open the file. {NOT_TAKEN}"]
    run(widget(at, "text_input", "password").set_value(FILE_PASSWORD))
    press(at, "import-add")
    assert len(current(at).releases) == 12
    # What the session remembers of the file is what came out of it.
    assert not any("planted" in line for line in texts_in(at.session_state._state.filtered_state))


def test_an_archive_has_one_line_and_its_details_are_folded():
    ride = b'{"trips": [{"fare": 1, "pickup_city": "Sampleton"}]}'
    members = {"a/logins.csv": exports.firefox(LOGINS), "b.vcf": CARD_3.encode(), "c.json": b"[1]", "d.json": ride}
    unread = {"e.csv": b"Begin Trip Address,Fare,id\nx,1,2\n", "f.pdf": b"%PDF", "g.zip": zipped({"a.json": b"[]"})}
    by_the_way = {"__MACOSX/._a.csv": b"x", ".DS_Store": b"x", "photos/1.jpg": b"x"}
    at = brought(MINE, ("my.zip", zipped(members | unread | by_the_way)))
    assert "my.zip: 2 of 7 files read" in texts(at) and not errors(at)
    # The card asks nothing, and has a box of its own all the same: with several cards one is to be picked.
    assert len(taken_for(at)) == 2 and len(at.main.expander) == 1
    left = at.main.expander[0].dataframe[0].value
    assert left["File"].tolist() == ["my.zip: c.json", "my.zip: d.json", "my.zip: e.csv"]
    press(at, "import-add")
    assert len(current(at).releases) == len(LOGINS)


def test_advertisers_are_proposed_as_a_coalition():
    advertisers = [{"advertiser_name": "Books", "has_data_file_custom_audience": True}]
    at = brought(MINE, json.dumps({"custom_audiences_all_types_v2": advertisers}))
    assert at.main.dataframe[0].value["Evidence"].tolist() == ["1 recipient uploaded a list that you are on."]
    press(at, "import-add")
    assert [c.recipients for c in current(at).pooling.coalitions] == [("facebook.com", "Books")]
    press(at, "undo")
    upload(at, json.dumps({"custom_audiences_all_types_v2": advertisers}))
    run(at.checkbox(key="import-coalitions").uncheck())
    press(at, "import-add")
    assert current(at).pooling.coalitions == () and len(current(at).releases) == 2


def test_guesses_of_platforms_wait_until_they_are_confirmed():
    at = brought(MINE, EXPORTS["Facebook: interests"].content)
    assert taken_for(at) == ["This looks like **part of a platform's export**. It comes from Facebook."]
    assert "1 account." in texts(at)
    guesses = at.multiselect(key="import-guesses")
    assert guesses.options[0] == "Interest: Château (facebook.com)" and not guesses.value
    run(guesses.select(guesses.options[0]))
    press(at, "import-add")
    assert current(at).profile[-1] == ("Interest", "Château")
    assert current(at).releases[0].record == Record.of(("Interest", "Château"))


def test_a_newer_export_says_what_changed_and_is_one_step():
    at = press(brought(Workspace(), exports.firefox(AGAIN)), "import-add")
    before = current(at)
    newer = [replace(AGAIN[0], changed=AGAIN[0].changed + YEAR), *AGAIN[1:3], replace(LOGINS[9], user=AGAIN[0].user)]
    newer[1] = replace(newer[1], password="planted-new", changed=newer[1].changed + YEAR)
    upload(at, exports.firefox(newer))
    assert text.PASSWORDS_NOT_KEPT in [caption.value for caption in at.main.caption]
    shown = at.main.dataframe[0].value
    assert shown["What changed"].tolist() == [text.WHAT_CHANGED[what] for what in ("gone", "unshared", "dates")]
    assert shown["Last changed"].tolist()[1] == newer[1].changed.isoformat()
    gone = at.multiselect(key="import-closed")
    assert gone.options == [AGAIN[3].site] and not gone.value
    assert any(line.startswith("1 account and a password no longer shared at 1 account.") for line in texts(at))
    run(gone.select(gone.options[0]))
    press(at, "import-add")
    after = current(at)
    assert history(at)[-1] == "import 1 account, a password no longer shared at 1 account and 1 account closed"
    assert [release.ended for release in after.releases] == [False, False, False, True, False]
    assert [change.recipient for change in after.changed_values] == [AGAIN[1].site]
    press(at, "undo")
    assert current(at) == before


def test_accounts_that_are_gone_stay_as_they_are_where_nothing_is_picked():
    at = press(brought(Workspace(), exports.firefox(AGAIN)), "import-add")
    before = current(at)
    upload(at, exports.firefox(AGAIN[:2]))
    press(at, "import-add")
    assert [replace(r, listings=()) for r in current(at).releases] == [replace(r, listings=()) for r in before.releases]
    upload(at, exports.firefox(AGAIN[:2]))
    assert at.button(key="import-add").disabled


def test_the_list_of_all_breaches_is_held_against_the_accounts():
    shop = Release("Shop", "shop.example", Record.of(("Email", "a@b.c")), "2012-01-01")
    work = replace(MINE, releases=(shop,))
    others = [{**BREACH, "Name": f"B{n}", "Title": f"B{n}", "Domain": f"b{n}.example"} for n in range(250)]
    at = brought(work, json.dumps([*others, {**BREACH, "Domain": "shop.example", "Title": "Shop"}]))
    run(widget(at, "slider", "before").set_value(0.75))
    press(at, "import-add")
    expected = Release("Shop breach", "whoever has the Shop breach", Record.of(("Email", "a@b.c", 0.75)), "2013-10-04")
    assert current(at).releases == (shop, expected)


@pytest.mark.parametrize("word", HOSTILE)
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
    assert [where for where, markup in marked_up(at) if word in markup] == []
    assert any(word in line for line in texts(at)) or word in at.main.dataframe[0].value.to_string()
    press(at, "import-add")
    assert [where for where, markup in marked_up(at) if word in markup] == []


def test_what_is_taken_out_can_be_brought_in_again():
    files = (profile_to_csv(REAL), releases_to_csv(REAL.releases), background_to_csv(REAL.background))
    at = press(brought(OWN, *files), "import-add")
    assert set(REAL.profile) < set(current(at).profile) and REAL.weight_map.items() < current(at).weight_map.items()
    assert [(r.name, r.record) for r in current(at).releases] == [(r.name, r.record) for r in REAL.releases]
    assert current(at).background == REAL.background
    assert figure_in_strip(at) != "–"
