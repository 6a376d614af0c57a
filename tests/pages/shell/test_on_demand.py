"""Figures on demand: what is small comes by itself, the rest is asked for, and a wish holds for its inputs alone."""

from streamlit.testing.v1 import AppTest

from pages.shell import computing, progress


def page():
    """A figure of which the session says how long it takes, and for which inputs it is wanted."""
    import streamlit as st  # noqa: PLC0415

    from leakage.progress import report  # noqa: PLC0415
    from pages.shell import computing, on_demand  # noqa: PLC0415

    def work():
        st.session_state["worked"] = st.session_state.get("worked", 0) + 1
        for step in range(st.session_state.get("steps", 1)):
            report("Counting", step, 100)
        return "the figure"

    with computing.turn():
        result = on_demand.figure("place", st.session_state["inputs"], work, st.session_state["seconds"], "The figure")
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


def test_what_is_not_small_is_asked_for_with_its_estimate():
    at = opened(50.0)
    assert texts(at) == ["The figure is not worked out yet: it takes about 50 seconds.", "result: None"]
    assert worked(at) == 0
    at.button(key="on-demand-place").click().run()
    assert texts(at) == ["result: the figure"] and worked(at) == 1


def test_what_nobody_can_estimate_is_asked_for():
    assert texts(opened(None))[0] == "The figure is not worked out: it may take long."


def test_a_wish_holds_for_its_inputs_alone():
    at = opened(50.0)
    at.button(key="on-demand-place").click().run()
    at.session_state["inputs"] = "b"
    assert texts(at.run())[-1] == "result: None" and worked(at) == 1


def test_what_was_cancelled_is_left_alone_until_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(progress, "BAR_AFTER", -1.0)
    at = opened(0.1)
    # The bar of a finished work is gone; its button was there while it ran, and this is what it does.
    from pages.shell import on_demand  # noqa: PLC0415

    at.session_state[on_demand._WISHES] = {"place": ("a", False)}
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
