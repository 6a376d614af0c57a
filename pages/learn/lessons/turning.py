"""Forward and back through a lesson, and the view for a class."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from leakage.lessons import Lesson
from leakage.workspace.lesson_place import LessonPlace
from pages.shell import lesson_places

STYLES = Path(__file__).parent


def style() -> None:
    """How lessons look; larger and alone on the screen in front of a class."""
    if lesson_places.presented():
        st.html(STYLES / "presented.css")


def bar(lesson: Lesson, place: LessonPlace) -> None:
    """The buttons that turn the pages, always at the same place, and how far it is."""
    last = len(lesson.steps) - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson-bar"):
        st.button(
            "Back",
            key=lesson_places.BACK,
            icon=":material/arrow_back:",
            on_click=lesson_places.hold,
            args=(place.moved(-1, len(lesson.steps)),),
            disabled=place.step == 0,
            help="Also by Page Up or the left arrow key." if place.step else "This is the first step.",
        )
        st.progress((place.step + 1) / len(lesson.steps), _told(lesson, place))
        st.button(
            "Next",
            key=lesson_places.FORWARD,
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=lesson_places.hold,
            args=(following(lesson, place),),
            disabled=place.step == last and following(lesson, place) == place,
            help="Also by Page Down or the right arrow key." if place.step < last else "This is the last step.",
        )
        _leave()


def _told(lesson: Lesson, place: LessonPlace) -> str:
    step = f"Step {place.step + 1} of {len(lesson.steps)}"
    return f"{lesson.title} · {step}" if lesson_places.presented() else step


def following(lesson: Lesson, place: LessonPlace) -> LessonPlace:
    """What comes next: in front of a class the answer first, where it was not shown yet."""
    asks = lesson.steps[place.step].question is not None
    if lesson_places.presented() and asks and not place.is_answered(place.step):
        return place.answered(None)
    return place.moved(1, len(lesson.steps))


def _leave() -> None:
    presented = lesson_places.presented()
    st.button(
        "Leave the view for a class" if presented else "Show to a class",
        key="lesson-present",
        icon=":material/close_fullscreen:" if presented else ":material/present_to_all:",
        on_click=lesson_places.present,
        args=(not presented,),
        help="Large type, nothing else on the screen. Page Down shows the answer, then goes on.",
    )
    st.button("All lessons", key="lesson-close", icon=":material/list:", on_click=lesson_places.open_lesson, args=("",))
