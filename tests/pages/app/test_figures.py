"""Figures: remembered in the session, two at a time in the process, and stopped by a button."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData
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
    report("Counting", 2, 2)
    return counted(work)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Every report draws the bar; each test begins with nothing computed, and leaves every turn free."""
    monkeypatch.setattr(figures, "BAR_AFTER", -1.0)
    monkeypatch.setattr(figures, "PAUSE", 0.0)
    COMPUTED.clear()
    yield
    with taken_by_others(2):
        pass


@contextmanager
def taken_by_others(turns):
    """So many turns are taken, each by a thread of its own."""
    have, leave = threading.Barrier(turns + 1), threading.Event()

    def work():
        with figures.turn():
            have.wait(timeout=60)
            leave.wait(timeout=60)

    with ThreadPoolExecutor(turns) as others:
        for _ in range(turns):
            others.submit(work)
        have.wait(timeout=60)
        yield
        leave.set()


@pytest.fixture
def leaves(monkeypatch):
    """Words at which somebody leaves, once: what they ask for then, of the run that shows them."""
    words, begin = {}, LocalScriptRunner.__init__

    def begun(runner, *args, **named):
        def seen(_, event, forward_msg="", **more):
            for word in [word for word in words if word in str(forward_msg)]:
                words.pop(word)(runner)

        begin(runner, *args, **named)
        runner.on_event.connect(seen, weak=False)

    monkeypatch.setattr(LocalScriptRunner, "__init__", begun)
    return words


def page(draw):
    """A page that draws something, in a session of its own."""
    DRAWN.append(draw)
    return sound(AppTest.from_string(SCRIPT, default_timeout=60).run())


def shown(at):
    return [text.value for text in at.text]


def bars(at):
    return [bar.text for bar in at.get("progress")]


def keys(at, beginning):
    return [button.key for button in at.button if (button.key or "").startswith(beginning)]


# What is remembered.


def test_a_figure_is_worked_out_once_for_a_work_whichever_object_it_is():
    works = [ANN, replace(ANN), replace(ANN, title="Other")]
    at = page(lambda: st.text(str([*map(counted, works), counted(ANN, ANN)])))
    assert shown(at) == ["[1, 1, 2, 3]"] == shown(run(at))
    assert shown(page(DRAWN[-1])) == ["[4, 4, 5, 6]"], "of another session"


def test_only_the_latest_are_remembered():
    most = figures.MOST_REMEMBERED

    def draw():
        st.text(str([counted(number) for number in (*range(most + 1), 1, 0)][most:]))

    assert shown(page(draw)) == [f"[{most + 1}, 2, {most + 2}]"] and most == 150


def test_of_large_ones_each_keeps_its_latest():
    def one(number):
        return counted(len(COMPUTED))

    def other(number):
        return counted(len(COMPUTED))

    def draw():
        each = [figure(compute, large=True) for compute in (one, other)]
        st.text(
            str([each[which](number) for which, number in zip([0, 0, 1, 0, 0, 1], [1, 1, 1, 2, 1, 1], strict=True)])
        )

    assert shown(page(draw)) == ["[1, 1, 2, 3, 4, 2]"]


def test_the_content_of_a_file_is_not_kept():
    def draw():
        st.text(str([counted(content) for content in (bytes(9), b"a", bytes(9))]))
        assert not any(isinstance(part, bytes) for place in st.session_state["figures"] for part in place)

    assert shown(page(draw)) == ["[1, 2, 1]"]


def test_two_pages_may_name_their_figures_alike(tmp_path):
    def from_page(number):
        code = compile(f"def shown():\n    return {number}\n", tmp_path / f"{number}.py", "exec")
        exec(code, page := {"__name__": "__main__"})
        return figure(page["shown"])

    assert shown(page(lambda: st.text(str([from_page(number)() for number in (1, 2, 1)])))) == ["[1, 2, 1]"]


def test_what_fails_is_not_remembered_and_leaves_no_bar():
    @figure
    def failing():
        report("Counting", 1, 2)
        COMPUTED.append("failed")
        raise ValueError("told to the page")

    def draw():
        for _ in range(2):
            with pytest.raises(ValueError, match="told"):
                failing()

    assert not bars(page(draw)) and len(COMPUTED) == 2


def test_a_figure_inside_another_takes_no_turn_of_its_own():
    with taken_by_others(1):
        assert shown(page(lambda: st.text(f"{slow(ANN)} {counted(ANN)}"))) == ["1 1"]


def test_a_third_waits_for_a_turn_is_told_so_and_a_click_ends_the_waiting(leaves):
    leaves["Waiting"] = LocalScriptRunner.request_stop
    with taken_by_others(2):
        at = page(lambda: st.text(str(counted(ANN))))
        assert len(bars(at)) == 1 and not COMPUTED
        assert not shown(press(at, *keys(at, "stop-")))
    assert shown(press(at, *keys(at, "work-out-"))) == ["1"] and not bars(at)


@pytest.mark.parametrize(
    ("leave", "texts"),
    [(LocalScriptRunner.request_stop, []), (lambda runner: runner.request_rerun(RerunData()), ["done"])],
    ids=["the session ends", "a click"],
)
def test_a_run_that_nobody_waits_for_ends_at_its_next_report_with_or_without_a_bar(leaves, monkeypatch, leave, texts):
    @figure
    def work():
        st.text("begun")
        report("Counting", 1, 2)
        COMPUTED.append("to the end of what nobody waited for")
        return "done"

    leaves["begun"] = leave
    monkeypatch.setattr(figures, "BAR_AFTER", 60.0)
    at = page(lambda: st.text(work()))
    assert shown(at) == ["begun", *texts] and len(COMPUTED) == len(texts) and not bars(at)


# Stopping, and asking.


@pytest.mark.parametrize(("compute", "goes_on"), [(slow, []), (slow.offer, ["None", "after"])])
def test_what_was_stopped_has_a_button_in_its_place_and_is_not_worked_out_again(leaves, compute, goes_on):
    leaves["2 of 2"] = LocalScriptRunner.request_stop
    # However large a work is, it begins by itself.
    large = replace(ANN, releases=tuple(Release(str(number), "Shop", Record()) for number in range(300)))
    at = page(lambda: (st.text("before"), st.text(str(compute(large))), st.text("after")))
    assert shown(at) == ["before"] and len(bars(at)) == 1
    press(at, *keys(at, "stop-"))
    for _ in range(2):
        assert shown(run(at)) == ["before", *goes_on] and not COMPUTED
    assert shown(press(at, *keys(at, "work-out-"))) == ["before", "1", "after"]


def test_what_is_no_figure_begins_anew_where_it_was_stopped(leaves):
    leaves["1 of 2"] = LocalScriptRunner.request_stop

    def draw():
        with figures.turn():
            st.text(str(slow(ANN)))

    at = page(draw)
    assert not shown(at) and len(bars(at)) == 1
    assert shown(press(at, *keys(at, "stop-"))) == ["1"] and not bars(at)


def test_a_figure_that_is_asked_for_waits_for_its_button():
    at = page(lambda: st.text(str(counted.offer(ANN, button="Ask"))))
    assert shown(at) == ["None"] and [button.label for button in at.button] == ["Ask"]
    assert shown(press(at, *keys(at, "work-out-"))) == ["1"]
