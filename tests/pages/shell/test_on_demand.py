"""Figures on demand: estimates, trials, progress."""

import itertools
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from leakage.progress import listening, report
from pages.shell import computing, figures
from pages.shell.figures import SMALL, RemainingTime, TimedAttempt, TooLong

# Figures on demand: what is small comes by itself, the rest is asked for, and a wish holds for its inputs alone.


def page():
    """A figure of which the session says how long it takes, and for which inputs it is wanted."""
    import streamlit as st  # noqa: PLC0415

    from leakage.progress import report  # noqa: PLC0415
    from pages.shell import computing, figures  # noqa: PLC0415

    def work():
        st.session_state["worked"] = st.session_state.get("worked", 0) + 1
        for step in range(st.session_state.get("steps", 1)):
            report("Counting", step, 100)
        return "the figure"

    with computing.turn():
        result = figures.offer("place", st.session_state["inputs"], work, st.session_state["seconds"], "The figure")
    st.text(f"result: {result}")


def opened(seconds, inputs="a"):
    at = AppTest.from_function(page)
    at.session_state["seconds"], at.session_state["inputs"] = seconds, inputs
    return at.run()


def texts(at):
    assert not at.exception
    return [text.value for text in at.text]


def worked(at):
    return at.session_state.get("worked", 0)


def test_what_is_small_comes_by_itself():
    at = opened(0.9)
    assert texts(at) == ["result: the figure"] and not at.button


def every_draw_takes(monkeypatch, seconds):
    """A clock on which that much has gone by whenever somebody looks at it."""
    clock = itertools.count(step=seconds)
    monkeypatch.setattr(computing, "spent", lambda: next(clock))


def slow(monkeypatch, inputs="a", seconds=50.0):
    """A work that reports a hundred steps, and takes far more than is waited for."""
    every_draw_takes(monkeypatch, 0.3)
    at = AppTest.from_function(page)
    at.session_state["seconds"], at.session_state["inputs"], at.session_state["steps"] = seconds, inputs, 100
    return at.run()


def test_what_is_estimated_at_more_is_tried_and_comes_by_itself_where_it_is_quick():
    assert texts(opened(2000.0)) == ["result: the figure"]


def test_what_is_not_small_is_asked_for_with_what_the_trial_foretold(monkeypatch):
    at = slow(monkeypatch)
    sentence, result = texts(at)
    assert sentence == "The figure is not worked out yet: it takes about 30 seconds." and result == "result: None"
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["result: the figure"] and worked(at) == 2


def test_what_is_small_comes_by_itself_however_long_it_took_before(monkeypatch):
    every_draw_takes(monkeypatch, 100.0)
    at = opened(0.9)
    at.session_state["inputs"] = "b"
    assert texts(at.run()) == ["result: the figure"] and worked(at) == 2


def test_what_took_long_is_not_tried_again_after_an_edit(monkeypatch):
    at = slow(monkeypatch)
    at.session_state["inputs"], at.session_state["seconds"] = "b", 75.0
    assert texts(at.run())[0].endswith("it takes about 50 seconds.") and worked(at) == 1
    # Far more of it is another matter, which is tried.
    at.session_state["seconds"] = 500.0
    assert texts(at.run())[-1] == "result: None" and worked(at) == 2


def test_a_wish_holds_for_its_inputs_alone(monkeypatch):
    at = slow(monkeypatch)
    at.button(key="on-demand-place").click().run()
    at.session_state["inputs"] = "b"
    assert texts(at.run())[-1] == "result: None" and worked(at) == 2


def test_what_was_cancelled_is_left_alone_until_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(figures, "BAR_AFTER", -1.0)
    at = opened(0.1)
    # The bar of a finished work is gone; its button was there while it ran, and this is what it does.
    at.session_state[figures._WISHES] = {"place": ("a", False)}
    assert texts(at.run()) == ["The figure is not worked out: it may take long.", "result: None"]
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["result: the figure"]


def test_what_takes_too_long_by_itself_stops_and_is_then_asked_for(monkeypatch):
    monkeypatch.setattr(computing, "UNASKED", -1.0)
    at = opened(0.1)
    assert texts(at)[0].startswith("It was stopped after") and texts(at)[-1] == "result: None"
    assert texts(at.run())[0] == "The figure is not worked out: it may take long."
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["result: the figure"]


# A function that is made a figure: what it costs, is called and depends on stands beside it.


def page_with_figure():
    """The square of a number, or nothing of none; the second argument is large, and the square depends not on it."""
    import streamlit as st  # noqa: PLC0415

    from pages.shell import computing  # noqa: PLC0415
    from pages.shell.figures import figure  # noqa: PLC0415

    @figure(
        cost=lambda number, _: st.session_state["seconds"],
        title=lambda number, _: f"The square of {number}",
        name="square",
        depends_on=lambda number, _: number,
        only_latest=True,
    )
    def square(number, large):
        st.session_state["worked"] = st.session_state.get("worked", 0) + 1
        return number * number if number else None

    number = st.session_state["number"]
    with computing.turn():
        shown = square.on_request if st.session_state["waits"] else square.offer
        st.text(f"result: {shown(number, object())}")
        st.text(f"remembered: {square.remembers(number, object())}")


def figure_of(number, seconds=0.5, waits=False):
    at = AppTest.from_function(page_with_figure)
    for name, value in (("number", number), ("seconds", seconds), ("waits", waits)):
        at.session_state[name] = value
    return at.run()


def test_a_quick_figure_is_offered_at_once_and_remembered_by_what_it_depends_on():
    at = figure_of(3)
    assert texts(at) == texts(at.run()) == ["result: 9", "remembered: True"] and worked(at) == 1


def test_of_a_large_figure_the_last_one_alone_is_remembered(monkeypatch):
    at = figure_of(3)
    for number in (4, 3):
        at.session_state["number"] = number
        assert texts(at.run())[0] == f"result: {number * number}"
    assert worked(at) == 3


def test_nothing_is_a_result_as_well():
    at = figure_of(0)
    assert texts(at) == texts(at.run()) == ["result: None", "remembered: True"] and worked(at) == 1


def test_a_figure_on_request_waits_for_its_button():
    at = figure_of(3, waits=True)
    sentence, *rest = texts(at)
    assert sentence.startswith("The square of 3 is not worked out yet: it takes ")
    assert rest == ["result: None", "remembered: False"] and not worked(at)
    at.button(key="on-demand-square").click().run()
    assert texts(at) == ["result: 9", "remembered: True"]


# How long a work will take, foretold from its reports against a clock that the test turns.


class Clock:
    """Stands where it was put."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def heard(reports):
    """What is foretold after (seconds, stage, done, total) of each report."""
    clock = Clock()
    outlook = RemainingTime(clock)
    for seconds, *heard in reports:
        clock.now = 100.0 + seconds
        outlook.hear(*heard)
    return outlook.seconds


def loop(total, seconds, begun=0.0):
    """The reports of a loop at its steady pace."""
    return [(begun + done * seconds / total, "Trying", done, total) for done in range(total)]


def test_what_only_prepares_tells_when_it_can_begin_and_not_when_it_ends():
    clock = Clock()
    outlook = RemainingTime(clock)
    for seconds, _, *heard in loop(100, 40.0)[:20]:
        clock.now = 100.0 + seconds
        outlook.hear("Reading records", *heard)
    assert outlook.seconds is None and outlook.least == pytest.approx(40.0)


def test_nothing_is_foretold_from_what_stands_still_or_has_hardly_begun():
    assert heard([(0.0, "Trying", 0, 100), (5.0, "Trying", 0, 100)]) is None
    assert heard([(10.0, "Trying", 0, 100), (10.1, "Trying", 1, 100)]) is None
    assert heard([]) is None


def tried(reports, small=SMALL):
    """What stopped a work that reports like this, and when; None where it came to its end."""
    clock = Clock()
    trial = TimedAttempt(clock, small)
    for seconds, *heard in reports:
        clock.now = 100.0 + seconds
        try:
            trial(*heard)
        except TooLong as long:
            return long.seconds, seconds
    return None


def test_what_is_soon_done_is_not_stopped():
    assert tried(loop(100, 0.9 * SMALL)) is None
    assert tried([(0.9 * SMALL, "Thinking", 0, 0)]) is None


# Long work: nothing is drawn of what is quick, a bar with a way out of what is not.


class Spy:
    """Stands for Streamlit: notes what is drawn."""

    def __init__(self):
        self.drawn = []

    def __getattr__(self, name):
        def call(*args, **kwargs):
            self.drawn.append((name, args))
            return self

        return call


def drawn_at(monkeypatch, seconds):
    """What is drawn if the page looks at the work at each of these times."""
    spy, clock = Spy(), iter([0.0, *seconds])
    monkeypatch.setattr(figures, "st", spy)
    monkeypatch.setattr(figures.session, "fresh_number", lambda: 1)
    monkeypatch.setattr(figures, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with figures.Bar("Cancel") as bar:
        for number, _ in enumerate(seconds):
            bar.draw("Joining records", number, len(seconds))
    return spy.drawn


def test_what_is_quick_draws_nothing(monkeypatch):
    assert drawn_at(monkeypatch, [0.1, 0.5, 1.9]) == []


def test_what_takes_long_gets_a_bar_and_a_way_out(monkeypatch):
    drawn = drawn_at(monkeypatch, [1.0, 2.1, 2.15, 2.4])
    assert [name for name, _ in drawn] == ["empty", "container", "progress", "button", "progress", "progress", "empty"]
    assert drawn[-2][1] == (0.75, "Joining records: 3 of 4")


def test_a_listener_that_raises_stops_the_work():
    class Stop(Exception):  # noqa: N818
        pass

    def stop(what, done, total):
        raise Stop

    try:
        with listening(stop):
            report("Joining records", 0, 1)
    except Stop:
        stopped = True
    assert stopped
    report("Joining records", 0, 1)


def two_long_works():
    """A page on which two figures take long."""
    import streamlit as st  # noqa: PLC0415

    from leakage.progress import report  # noqa: PLC0415
    from pages.shell import figures  # noqa: PLC0415

    figures.BAR_AFTER = -1.0
    for _ in range(2):
        figures.run_with_progress(lambda: report("Joining records", 1, 2))
    figures.BAR_AFTER = 2.0
    st.text("done")


def test_two_figures_of_one_page_may_take_long():
    at = AppTest.from_function(two_long_works).run()
    assert not at.exception and [text.value for text in at.text] == ["done"]
