"""Opening worked examples, one's own work, and places in lessons."""

from __future__ import annotations

import streamlit as st

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.scenarios.scenario import Scenario
from leakage.workspace.everyday import new_work
from leakage.workspace.lesson_place import LessonPlace, Places, with_place
from leakage.workspace.workspace import Workspace
from pages.door.index_html import BACK, FORWARD
from pages.shell import cache, history, session, undo_stack, vault_session

# Where the person is in every lesson, kept with their work; which lesson is open, and whether it is presented.


__all__ = [
    "BACK",
    "FORWARD",
    "hold",
    "open_lesson",
    "opened",
    "place_in",
    "present",
    "presented",
]

_PLACES = "lessons.places"
_OPEN = "lessons.open"
_PRESENTED = "lessons.presented"


def _places() -> Places:
    """Where this session is, and where it has not been, where the work says that the person was."""
    places = getattr(undo_stack.own(), "lessons", ())
    for place in session.get(_PLACES, ()):
        places = with_place(places, place)
    return places


def place_in(lesson: str) -> LessonPlace:
    """Where the person is in a lesson; at its beginning, where it was not opened yet."""
    return next((place for place in _places() if place.lesson == lesson), LessonPlace(lesson))


def hold(place: LessonPlace) -> None:
    """This is where the person is now, in that lesson; that is no edit of their work."""
    session.put(_PLACES, with_place(session.get(_PLACES, ()), place))
    undo_stack.hold(undo_stack.edit_history().with_lessons(_places()))


def opened() -> str:
    """The key of the lesson that is open; empty where the list of lessons is."""
    return str(session.get(_OPEN, ""))


def open_lesson(lesson: str) -> None:
    """Open a lesson where it was left; without one, the list."""
    session.put(_OPEN, lesson)


def presented() -> bool:
    """Whether lessons are shown in front of a class."""
    return bool(session.get(_PRESENTED, False))


def present(wanted: bool) -> None:
    """Show lessons in front of a class, or for one reader."""
    session.put(_PRESENTED, wanted)


# Opening worked examples and one's own work.


def begin_own() -> None:
    """Start one's own work, keeping it where it is open already, or in the vault."""
    if vault_session.current() is not None:
        if history.example():
            vault_session.leave_example()
    elif history.example() or not history.current().profile:
        history.open_workspace(new_work(), "begin my own work")


def open_realistic() -> None:
    """Open the realistic person."""
    open_example(realistic_person())


def choose() -> Scenario:
    """A list of the papers' examples; returns the one picked."""
    titles = {scenario.key: f"{scenario.title} ({scenario.source})" for scenario in PAPER_SCENARIOS}
    key = st.selectbox(
        "Example",
        list(titles),
        format_func=lambda key: titles[key],
        key="example-choice",
        persist_state="session",
        label_visibility="collapsed",
    )
    return next(scenario for scenario in PAPER_SCENARIOS if scenario.key == key)


def describe(scenario: Scenario) -> None:
    """What an example shows, and the figure to expect."""
    st.text(scenario.question)
    st.text(scenario.expected)


def open_example(scenario: Scenario) -> None:
    """Open a worked example; undo leads back."""
    cache.publish(scenario.workspace)
    history.open_workspace(scenario.workspace, f"open the example {scenario.title}", scenario.key)


def open_workspace(workspace: Workspace, key: str) -> None:
    """Open a workspace of the program's own that is no paper's example; undo leads back.

    Arguments:
        workspace: not the person's.
        key: a slug, not empty.
    """
    cache.publish(workspace)
    history.open_workspace(workspace, f"open {workspace.title or 'a lesson'}", key)
