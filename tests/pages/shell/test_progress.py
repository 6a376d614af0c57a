"""Long work: nothing is drawn of what is quick, a bar with a way out of what is not."""

from types import SimpleNamespace

from streamlit.testing.v1 import AppTest

from leakage.progress import listening, report
from pages.shell import lazy_figures


class Spy:
    """Stands for Streamlit: notes what is drawn."""

    def __init__(self):
        self.drawn = []

    def __getattr__(self, name):
        def call(*args, **kwargs):
            self.drawn.append((name, args))
            return self

        return call


def told(monkeypatch, seconds):
    """What is drawn if the page looks at the work at each of these times."""
    spy, clock = Spy(), iter([0.0, *seconds])
    monkeypatch.setattr(lazy_figures, "st", spy)
    monkeypatch.setattr(lazy_figures.session, "fresh_number", lambda: 1)
    monkeypatch.setattr(lazy_figures, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    bar = lazy_figures.Bar("Cancel")
    for number, _ in enumerate(seconds):
        bar.draw("Joining records", number, len(seconds))
    bar.clear()
    return spy.drawn


def test_what_is_quick_draws_nothing(monkeypatch):
    assert told(monkeypatch, [0.1, 0.5, 1.9]) == []


def test_what_takes_long_gets_a_bar_and_a_way_out(monkeypatch):
    drawn = told(monkeypatch, [1.0, 2.1, 2.15, 2.4])
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
    from pages.shell import lazy_figures  # noqa: PLC0415

    lazy_figures.BAR_AFTER = -1.0
    for _ in range(2):
        lazy_figures.run_with_progress(lambda: report("Joining records", 1, 2))
    lazy_figures.BAR_AFTER = 2.0
    st.text("done")


def test_two_figures_of_one_page_may_take_long():
    at = AppTest.from_function(two_long_works).run()
    assert not at.exception and [text.value for text in at.text] == ["done"]
