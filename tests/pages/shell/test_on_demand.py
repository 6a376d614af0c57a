"""Figures on demand: what is small comes by itself, the rest is asked for, and a wish holds for its inputs alone."""

import itertools

from streamlit.testing.v1 import AppTest

from pages.shell import computing, lazy_figures


def page():
    """A figure of which the session says how long it takes, and for which inputs it is wanted."""
    import streamlit as st  # noqa: PLC0415

    from leakage.progress import report  # noqa: PLC0415
    from pages.shell import computing, lazy_figures  # noqa: PLC0415

    def work():
        st.session_state["worked"] = st.session_state.get("worked", 0) + 1
        for step in range(st.session_state.get("steps", 1)):
            report("Counting", step, 100)
        return "the figure"

    with computing.turn():
        result = lazy_figures.figure(
            "place", st.session_state["inputs"], work, st.session_state["seconds"], "The figure"
        )
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


def every_look_takes(monkeypatch, seconds):
    """A clock on which that much has gone by whenever somebody looks at it."""
    clock = itertools.count(step=seconds)
    monkeypatch.setattr(computing, "spent", lambda: next(clock))


def slow(monkeypatch, inputs="a", seconds=50.0):
    """A work that reports a hundred steps, and takes far more than is waited for."""
    every_look_takes(monkeypatch, 0.3)
    at = AppTest.from_function(page)
    at.session_state["seconds"], at.session_state["inputs"], at.session_state["steps"] = seconds, inputs, 100
    return at.run()


def test_what_is_estimated_at_more_is_tried_and_comes_by_itself_where_it_is_quick():
    assert texts(opened(2000.0)) == ["result: the figure"]


def test_what_is_not_small_is_asked_for_with_what_the_trial_foretold(monkeypatch):
    at = slow(monkeypatch)
    said, result = texts(at)
    assert said == "The figure is not worked out yet: it takes about 30 seconds." and result == "result: None"
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["result: the figure"] and worked(at) == 2


def test_what_is_small_comes_by_itself_however_long_it_took_before(monkeypatch):
    every_look_takes(monkeypatch, 100.0)
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


def test_what_it_took_when_asked_for_is_said_after_an_edit(monkeypatch):
    at = slow(monkeypatch)
    every_look_takes(monkeypatch, 1.0)
    at.button(key="on-demand-place").click().run()
    at.session_state["inputs"] = "b"
    assert texts(at.run())[0].endswith("it takes about 2 minutes.") and worked(at) == 2


def test_what_nobody_can_estimate_is_asked_for():
    assert texts(opened(None))[0] == "The figure is not worked out: it may take long."


def test_a_wish_holds_for_its_inputs_alone(monkeypatch):
    at = slow(monkeypatch)
    at.button(key="on-demand-place").click().run()
    at.session_state["inputs"] = "b"
    assert texts(at.run())[-1] == "result: None" and worked(at) == 2


def test_what_was_cancelled_is_left_alone_until_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(lazy_figures, "BAR_AFTER", -1.0)
    at = opened(0.1)
    # The bar of a finished work is gone; its button was there while it ran, and this is what it does.
    at.session_state[lazy_figures._WISHES] = {"place": ("a", False)}
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
