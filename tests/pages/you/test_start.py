import json
import re
from dataclasses import replace

import pytest

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.fact_counts import fact_counts
from leakage.workspace.figures.findings import heaviest_fact, most_given, shared_value
from leakage.workspace.saved_copy import workspace_to_json
from leakage.workspace.workspace import Workspace
from pages.app.page import ANSWERED_ON, answered_on
from pages.app.words import percent
from pages.catalogue import room_of
from pages.you.start import text
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_strip,
    go,
    hand_in,
    history,
    open_copy,
    opened,
    press,
    run,
    sound,
    start,
    texts,
    whole_leakage,
)
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = realistic_person().workspace


def test_an_empty_start_offers_three_ways_in():
    at = sound(start())
    assert {"begin-own", "open-realistic"} <= {button.key for button in at.main.button}
    assert at.main.file_uploader[0].key == "upload.import.0"
    assert figure_in_strip(at) == "–"
    assert at.button(key="undo").disabled and at.button(key="redo").disabled
    assert "start-over" not in [button.key for button in at.main.button]


@pytest.mark.parametrize("workspace", CASES)
def test_what_is_open_is_said_with_its_figure(session, workspace):
    at = opened(session, workspace, "start")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    headlines = [heading.value for heading in at.main.subheader]
    assert any(re.fullmatch(r"Eve has \d+ of your \d+ facts?\.", headline) for headline in headlines)


def test_beginning_ones_own_leads_to_the_profile():
    at = press(start(), "begin-own")
    assert at.title[0].value == "About me"
    assert current(at) == new_work()


def test_beginning_ones_own_keeps_what_was_begun():
    at = start(OWN, "profile")
    next(field for field in at.text_input if field.label == "Name").set_value("Ann")
    run(next(button for button in at.button if button.label == "Save").click())
    press(go(at, "start"), "begin-own")
    assert current(at).profile == (("Name", "Ann"),)


def test_beginning_ones_own_after_a_look_at_an_example_keeps_what_was_begun():
    at = start(OWN, "profile")
    next(field for field in at.text_input if field.label == "Name").set_value("Ann")
    run(next(button for button in at.button if button.label == "Save").click())
    press(go(at, "examples"), "open-example")
    press(at, "undo")
    press(go(at, "start"), "begin-own")
    assert current(at).profile == (("Name", "Ann"),)


def test_the_realistic_person_opens_on_the_leakage_page():
    at = press(start(), "open-realistic")
    assert at.title[0].value == "What she knows"
    assert current(at) == realistic_person().workspace
    press(at, "undo")
    assert current(at) == Workspace()


def test_every_example_says_what_it_shows_and_opens():
    at = start(page="examples")
    for number, scenario in enumerate(PAPER_SCENARIOS):
        run(at.selectbox(key="example-choice").select_index(number))
        assert {scenario.question, scenario.expected} <= set(texts(at))
        press(at, "open-example")
        assert at.title[0].value == room_of(answered_on(scenario)).title
        assert f"Example: {scenario.question}" in texts(at)
        assert f"{scenario.source}: {scenario.expected}" in [caption.value for caption in at.main.caption]
        assert current(at) == scenario.workspace
        assert figure_in_strip(at) == percent(whole_leakage(scenario.workspace))
        go(at, "examples")
        assert at.selectbox(key="example-choice").value == scenario.key


def test_one_example_leads_on_to_the_next():
    at = press(start(page="examples"), "open-example")
    press(at, "next-example")
    assert current(at) == PAPER_SCENARIOS[1].workspace
    assert at.title[0].value == room_of(answered_on(PAPER_SCENARIOS[1])).title
    go(at, "leakage")
    assert f"Example: {PAPER_SCENARIOS[1].question}" in texts(at)
    press(press(at, "undo"), "undo")
    assert not any(text.startswith("Example: ") for text in texts(at))


def test_every_page_of_an_answer_is_one_of_an_example():
    examples = {scenario.key for scenario in (*PAPER_SCENARIOS, realistic_person())}
    assert set(ANSWERED_ON) <= examples


def test_a_saved_copy_opens_as_it_was():
    saved = realistic_person().workspace
    at = open_copy(start(OWN), saved)
    assert current(at) == saved
    assert history(at)[-1] == "open a saved copy"


def bad_copies():
    good = json.loads(workspace_to_json(realistic_person().workspace))
    yield "wrong encoding", "Zoë".encode("latin-1")
    yield "no JSON", b"{"
    yield "another format", b"{}"
    yield "a wrong type", json.dumps({**good, "profile": 1}).encode()
    yield "another version", json.dumps({**good, "version": 99}).encode()
    yield "a fact twice", json.dumps({**good, "profile": [["N", "secret"], ["N", "secret"]]}).encode()
    yield "a bad weight", json.dumps({**good, "weights": [["N", -1]]}).encode()


@pytest.mark.parametrize("content", [pytest.param(content, id=name) for name, content in bad_copies()])
def test_a_bad_copy_is_told_once_and_changes_nothing(content):
    at = hand_in(start(OWN), "copy.json", content)
    [told] = [error.value for error in at.main.error]
    assert told and "secret" not in told and told[0].isupper()
    assert not any((button.key or "").startswith("import-open") for button in at.main.button)
    assert current(at) == OWN


def test_an_export_is_told_and_added_on_the_first_page():
    passwords = b"name,url,username,password\nShop,https://shop.example,ann@example.com,one\n"
    at = hand_in(start(), "passwords.csv", passwords, "text/csv")
    assert current(at) == Workspace()
    press(at, "import-add")
    assert current(at).recipient_names == ("shop.example",)
    assert any(success.value.startswith("Added ") for success in at.main.success)
    press(at, "undo")
    assert current(at) == Workspace()


# What is open: three findings, the next step, and the ways out.


def shown(at):
    return [element.value for element in (*at.main.text, *at.main.caption)]


def test_what_stands_out_is_said_of_the_realistic_person():
    at = start(REAL)
    leaked = worst(assess(REAL))
    counts = fact_counts(REAL, leaked)
    heaviest, shared, most = heaviest_fact(REAL, counts, leaked), shared_value(REAL), most_given(REAL)
    assert {text.HEAVIEST, text.SHARED, text.MOST_GIVEN, text.NEXT_STEP} <= set(shown(at))
    assert any(heaviest.recipients[0] in sentence for sentence in texts(at))
    assert any(
        sentence.startswith(f"{shared.accounts} accounts") and shared.pair[1] in sentence for sentence in texts(at)
    )
    assert any(sentence.startswith(f"{most.recipient} got {most.facts} of your") for sentence in texts(at))
    assert any("points less." in sentence for sentence in texts(at))


def test_a_work_without_facts_asks_for_them():
    at = start(replace(REAL, profile=()))
    assert text.NO_PROFILE in texts(at)


def test_starting_over_empties_the_work_and_undo_brings_it_back():
    at = press(start(REAL), "start-over")
    assert current(at) == Workspace() and at.title[0].value == text.TITLE
    press(at, "undo")
    assert current(at) == REAL


def test_closing_an_example_leads_back_to_what_was_open_before():
    at = go(press(start(REAL), "open-realistic"), "start")
    assert "start-over" not in [button.key for button in at.main.button]
    press(at, "close-example")
    assert current(at) == REAL
    at = press(go(press(start(), "open-realistic"), "start"), "close-example")
    assert current(at) == new_work() and at.button(key="begin-own")
