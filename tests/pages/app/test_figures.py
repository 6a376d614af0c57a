"""Figures: remembered in the session, two at a time in the process, and stopped by a button."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from leakage import Record
from leakage.progress import report
from leakage.workspace.workspace import Release, Workspace
from pages.app import figures
from pages.app.figures import figure
from tests.pages.helpers import press, run, sound

ANN = Workspace(profile=(("Name", "Ann"),))
SCRIPT = "from tests.pages.app import test_figures\ntest_figures.DRAWN[-1]()"
DRAWN, COMPUTED = [], []


@figure
def counted(work, *more):
    COMPUTED.append((work, *more))
    return len(COMPUTED)


@figure
def slow(work):
    report("Counting", 1, 2)
    return counted(work)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Every report draws the bar; each test begins with nothing computed, and leaves every turn free."""
    monkeypatch.setattr(figures, "BAR_AFTER", -1.0)
    monkeypatch.setattr(figures, "PAUSE", 0.0)
    COMPUTED.clear()
    yield
    assert free() == 2


def free():
    """How many turns nobody has."""
    taken = [figures._AT_ONCE.acquire(blocking=False) for _ in range(2)]
    for _ in filter(None, taken):
        figures._AT_ONCE.release()
    return sum(taken)


def page(draw):
    """A page that draws something, in a session of its own."""
    DRAWN.append(draw)
    return sound(AppTest.from_string(SCRIPT, default_timeout=60).run())


def remembers(computed, *args):
    return computed.key(*args) in st.session_state["figures"]


def shown(at):
    return [text.value for text in at.text]


def keys(at, beginning):
    return [button.key for button in at.button if (button.key or "").startswith(beginning)]


@pytest.fixture
def left_here(monkeypatch):
    """A run ends where it has drawn a bar of these words, as if somebody looked at it and pressed something."""
    draw, words = figures._Bar.draw, []

    def drawn(bar, what, done, total):
        draw(bar, what, done, total)
        if what in words:
            st.stop()

    monkeypatch.setattr(figures._Bar, "draw", drawn)
    return words


# What is remembered.


def test_a_figure_is_worked_out_once_for_a_work_whichever_object_it_is():
    works = [ANN, replace(ANN), replace(ANN, title="Other")]
    at = page(lambda: st.text(str([*map(counted, works), counted(ANN, [ANN])])))
    assert shown(at) == ["[1, 1, 2, 3]"] == shown(run(at))
    assert shown(page(DRAWN[-1])) == ["[4, 4, 5, 6]"], "of another session"


def test_only_the_latest_are_remembered():
    most = figures.MOST_REMEMBERED

    def draw():
        for number in range(most + 1):
            counted(number)
        st.text(str([len(st.session_state["figures"]), remembers(counted, 0), remembers(counted, most)]))

    assert shown(page(draw)) == [f"[{most}, False, True]"] and len(COMPUTED) == most + 1 == 151


def test_what_fails_is_not_remembered_and_leaves_no_bar():
    @figure
    def failing():
        report("Counting", 1, 2)
        raise ValueError("told to the page")

    def draw():
        with pytest.raises(ValueError, match="told"):
            failing()
        st.text(str(remembers(failing)))

    at = page(draw)
    assert shown(at) == ["False"] and not at.get("progress")


def test_a_figure_inside_another_takes_no_turn_of_its_own():
    with figures._AT_ONCE:
        at = page(lambda: st.text(f"{slow(ANN)} {remembers(counted, ANN)} {figures.run(lambda: figures.run(free))}"))
    assert shown(at) == ["1 True 0"]


def test_two_are_worked_out_at_once_and_no_more(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(figures._Bar, "draw", lambda *_: None)
    inside, most, both = [], [], threading.Barrier(2)

    def work():
        inside.append(1)
        most.append(len(inside))
        # Four pass two by two; a third among them would be counted.
        both.wait(timeout=60)
        inside.pop()
        both.wait(timeout=60)

    threads = [threading.Thread(target=figures.run, args=(work,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert max(most) == 2 and len(most) == 4


def test_who_waits_for_a_turn_is_told_so_and_a_click_ends_the_waiting(left_here):
    left_here.append("Waiting for other calculations")
    with figures._AT_ONCE, figures._AT_ONCE:
        at = page(lambda: st.text(str(counted(ANN))))
        assert [bar.text for bar in at.get("progress")] == left_here and not COMPUTED
        [stop] = keys(at, "stop-")
        assert shown(press(at, stop)) == ["Stopped."]
    [again] = keys(at, "work-out-")
    assert shown(press(at, again)) == ["1"] and not at.get("progress")


@pytest.mark.parametrize("how", ["rerun", "stop"])
def test_a_run_that_nobody_waits_for_ends_at_its_next_report_and_gives_its_turn_back(monkeypatch, how):
    runners, begin, ends = [], LocalScriptRunner.__init__, ["first"]

    def begun(runner, *args, **named):
        begin(runner, *args, **named)
        runners.append(runner)

    monkeypatch.setattr(LocalScriptRunner, "__init__", begun)

    def work():
        if ends.pop() == "first":
            # What a click does, and what the end of a session does.
            runner = runners[-1]
            runner.request_rerun(runner._requests._rerun_data) if how == "rerun" else runner.request_stop()
            ends.append("again")
            report("Counting", 1, 2)
            COMPUTED.append("to the end of what nobody waited for")
        return "done"

    at = page(lambda: st.text(figures.run(work)))
    assert not COMPUTED and free() == 2
    assert shown(at) == (["done"] if how == "rerun" else [])


# Stopping, and asking.


@pytest.mark.parametrize(("compute", "goes_on"), [(slow, []), (slow.offer, ["None", "after"])])
def test_what_was_stopped_has_a_button_in_its_place_and_is_not_worked_out_again(left_here, compute, goes_on):
    left_here.append("Counting")
    # However large a work is, it begins by itself.
    large = replace(ANN, releases=tuple(Release(str(number), "Shop", Record()) for number in range(300)))
    at = page(lambda: (st.text("before"), st.text(str(compute(large))), st.text("after")))
    assert shown(at) == ["before"] and [bar.text for bar in at.get("progress")] == ["Counting: 1 of 2"]
    press(at, *keys(at, "stop-"))
    left_here.clear()
    for _ in range(2):
        assert shown(run(at)) == ["before", "Stopped.", *goes_on] and not COMPUTED
    assert shown(press(at, *keys(at, "work-out-"))) == ["before", "1", "after"]


def test_a_figure_that_is_asked_for_waits_for_its_button():
    at = page(lambda: st.text(str(counted.on_request("Ask", ANN))))
    assert shown(at) == ["None"] and [button.label for button in at.button] == ["Ask"]
    assert shown(press(at, *keys(at, "work-out-"))) == ["1"]
