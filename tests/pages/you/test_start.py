import json

import pytest

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.everyday import new_work
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Workspace
from pages.catalogue import room_of
from pages.door.entrance import SWITCH
from pages.shell.frame import ANSWERED_ON, answered_on
from pages.shell.words import percent
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_strip,
    go,
    history,
    looked_at,
    opened,
    press,
    run,
    sound,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.starting import starting_workspace

OWN = starting_workspace()


def test_an_empty_start_offers_three_ways_in():
    at = sound(start())
    assert {"begin-own", "open-realistic"} <= {button.key for button in at.main.button}
    assert at.main.file_uploader[0].key == "saved-copy"
    assert figure_in_strip(at) == "–"
    assert at.button(key="undo").disabled and at.button(key="redo").disabled
    assert not any("releases" in text or "about you" in text for text in texts(at))


@pytest.mark.parametrize("workspace", CASES)
def test_what_is_open_is_said_with_its_figure(session, workspace):
    at = opened(session, workspace, "start")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    assert any(workspace.title in text for text in texts(at))


def test_looking_changes_nothing():
    assert looked_at("start") == []


def test_beginning_ones_own_leads_to_the_profile():
    at = press(start(), "begin-own")
    assert at.title[0].value == "About me"
    assert current(at) == new_work()


def test_beginning_ones_own_keeps_what_was_begun():
    at = type_into(start(OWN, "profile"), "profile", rows=[{"label": "Name", "value": "Ann"}])
    press(go(at, "start"), "begin-own")
    assert current(at).profile == (("Name", "Ann"),)


def test_beginning_ones_own_after_a_look_at_an_example_keeps_what_was_begun():
    at = type_into(start(OWN, "profile"), "profile", rows=[{"label": "Name", "value": "Ann"}])
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
    at = start(OWN)
    at.file_uploader(key="saved-copy").upload("copy.json", workspace_to_json(saved).encode(), "application/json")
    press(run(at), "open-saved")
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


def upload_bad(content):
    at = start(OWN)
    at.file_uploader(key="saved-copy").upload("copy.json", content, "application/json")
    return run(at)


@pytest.mark.parametrize("content", [pytest.param(content, id=name) for name, content in bad_copies()])
def test_a_bad_copy_is_told_once_and_changes_nothing(content):
    at = upload_bad(content)
    assert len(at.main.error) == 1
    assert "Nothing was changed." in at.main.error[0].value
    assert "secret" not in at.main.error[0].value
    assert "open-saved" not in [button.key for button in at.main.button]
    assert current(at) == OWN


def test_a_bad_copy_is_told_in_whole_sentences():
    errors = [upload_bad(content).main.error[0].value for _, content in bad_copies()]
    assert [
        text for text in errors if not text[0].isupper() or text.removesuffix(" Nothing was changed.")[-1] not in ".?!"
    ] == []


def question_of(at):
    return next(shown.proto.body for shown in at.main.get("html") if "<h2" in shown.proto.body)


def test_a_class_is_told_where_its_work_is(monkeypatch):
    assert "on this machine only" in question_of(start())
    monkeypatch.setattr("sys.argv", ["app.py", SWITCH])
    assert "in the memory of the machine that runs it" in question_of(start())
