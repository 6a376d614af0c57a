"""A page that fails says so in one sentence, keeps the work, and offers undo and a copy."""

import logging
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from leakage.workspace.presets import starting_workspace
from pages.shell import frame
from pages.shell import undo_stack as work_history
from tests.pages.helpers import current, sound

CANARY = "canary-4711"
FIRST = replace(starting_workspace(), profile=(("Name", "Ann"),))
SECOND = replace(FIRST, profile=(("Name", CANARY),))


def failing_page():
    from pages.shell import frame  # noqa: PLC0415 -- a script of its own

    for _ in range(2):
        assert frame.show_last_resort(ValueError("canary-4711"))


def opened(*workspaces):
    at = AppTest.from_function(failing_page, default_timeout=60)
    steps = tuple(work_history.UndoStep(workspace, "an edit") for workspace in workspaces)
    at.session_state[work_history._HISTORY] = work_history.History(steps, len(steps) - 1)
    return sound(at.run())


def buttons(at, kind):
    return [element for element in at.get(kind) if "last-resort" in (element.key or element.proto.id)]


def test_one_sentence_with_the_kind_and_no_value():
    at = opened(FIRST, SECOND)
    assert [error.value.startswith("This page failed (ValueError). Your work is still here") for error in at.error] == [
        True,
        True,
    ]
    assert CANARY not in " ".join(error.value for error in at.error)


def test_undo_takes_the_last_step_back_and_the_copy_can_be_had():
    at = opened(FIRST, SECOND)
    assert len(buttons(at, "download_button")) == 2
    [undo, _] = buttons(at, "button")
    assert current(at) == SECOND
    undo.click().run()
    assert current(sound(at)) == FIRST


def test_before_anything_was_entered_there_is_nothing_to_offer():
    at = sound(AppTest.from_function(failing_page, default_timeout=60).run())
    assert len(at.error) == 2
    assert buttons(at, "button") == []


def test_where_even_the_ways_out_fail_the_sentence_stands(monkeypatch, caplog):
    def fail():
        raise RuntimeError(CANARY)

    monkeypatch.setattr(frame.undo_stack, "begun", fail)
    with caplog.at_level(logging.ERROR):
        at = opened(FIRST)
    assert len(at.error) == 2
    assert "could not be drawn" in caplog.text
