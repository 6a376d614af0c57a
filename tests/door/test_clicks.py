"""Clicks wait in the order in which they came, none is merged away, and none is cut short."""

from dataclasses import replace

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState

from pages.door.serial_reruns import MOST_WAITING, Clicks, uninterrupted

RERUN, STOP = ScriptRequestType.RERUN, ScriptRequestType.STOP


@pytest.fixture(autouse=True)
def thread_state():
    ThreadState.initialize()


def click(*pressed, **values):
    """What a browser sends: the buttons that were pressed, and all the values that it shows."""
    states = WidgetStates()
    for name, value in values.items():
        states.widgets.add(id=name, int_value=value)
    for name in pressed:
        states.widgets.add(id=name, trigger_value=True)
    return RerunData(widget_states=states)


def triggers(request):
    return [(state.id, state.int_value) for state in request.rerun_data.widget_states.widgets]


def running(*first):
    """A session in whose run one click has been read."""
    clicks = Clicks()
    clicks.request_rerun(first[0] if first else click("begin"))
    clicks.on_scriptrunner_ready()
    assert clicks.on_scriptrunner_yield() is None
    return clicks


def taken(clicks):
    """What is handed out until nothing waits, each run being ended at once."""
    requests = []
    while (request := clicks.on_scriptrunner_yield()) is not None:
        requests.append(request)
        if request.type is STOP:
            break
        assert clicks.on_scriptrunner_yield() is None
    return requests


@pytest.mark.parametrize("kind", [ScriptRequests, Clicks])
def test_two_presses_of_a_button_are_two(kind):
    """Streamlit makes one of them: else this would be for nothing."""
    clicks = kind()
    clicks.request_rerun(click("begin"))
    clicks.on_scriptrunner_ready()
    clicks.on_scriptrunner_yield()
    for _ in range(2):
        clicks.request_rerun(click("undo"))
    assert len([request for request in [clicks.on_scriptrunner_yield() for _ in range(9)] if request]) == (
        2 if kind is Clicks else 1
    )


def test_what_was_pressed_first_comes_first():
    clicks = running()
    clicks.request_rerun(click("undo", pooling=0))
    clicks.request_rerun(click(pooling=1))
    clicks.request_rerun(click(pooling=0))
    assert [triggers(request) for request in taken(clicks)] == [
        [("pooling", 0), ("undo", 0)],
        [("pooling", 1)],
        [("pooling", 0)],
    ]
    assert clicks.on_scriptrunner_ready().type is STOP


def test_a_click_is_read_before_another_one_or_a_closed_page_ends_its_run():
    for end in (lambda clicks: clicks.request_stop(), lambda clicks: clicks.request_rerun(click("other"))):
        clicks = Clicks()
        clicks.request_rerun(click("first"))
        assert clicks.on_scriptrunner_ready().type is RERUN
        end(clicks)
        assert clicks.on_scriptrunner_yield() is None
        assert clicks.on_scriptrunner_yield().type in (STOP, RERUN)


def test_a_click_that_waits_is_taken_though_the_page_was_closed():
    clicks = running()
    clicks.request_rerun(click("save"))
    clicks.request_rerun(click("more"))
    clicks.request_stop()
    assert not clicks.request_rerun(click("later"))
    assert [request.type for request in taken(clicks)] == [RERUN, RERUN, STOP]
    # Before the thread of the run has begun.
    clicks = Clicks()
    clicks.request_rerun(click("save"))
    clicks.request_stop()
    assert [clicks.on_scriptrunner_ready().type, clicks.on_scriptrunner_ready().type] == [RERUN, STOP]


def test_nothing_ends_a_callback_or_what_must_not_be_cut_short():
    for end in (lambda clicks: clicks.request_stop(), lambda clicks: clicks.request_rerun(click("other"))):
        clicks = running()
        end(clicks)
        with ThreadState.scoped(run_location=RunLocation.CALLBACK):
            assert clicks.on_scriptrunner_yield() is None
        with uninterrupted():
            assert clicks.on_scriptrunner_yield() is None
        assert clicks.on_scriptrunner_yield() is not None


def test_what_is_no_click_is_united_as_streamlit_does():
    part = replace(click(pooling=1), fragment_id="part")
    for first, second in [(click("undo"), part), (part, click("undo")), (part, part), (RerunData(), click("undo"))]:
        ours, theirs = Clicks(), ScriptRequests()
        for clicks in (ours, theirs):
            clicks.request_rerun(first)
            clicks.request_rerun(second)
        assert ours.on_scriptrunner_ready().rerun_data == theirs.on_scriptrunner_ready().rerun_data
        assert ours.on_scriptrunner_ready().type is STOP


def test_no_more_wait_than_anybody_can_click():
    clicks = running()
    for number in range(10 * MOST_WAITING):
        clicks.request_rerun(click(number=number))
    requests = taken(clicks)
    assert len(requests) == MOST_WAITING + 1
    assert triggers(requests[-1]) == [("number", 10 * MOST_WAITING - 1)]
