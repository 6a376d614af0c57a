"""The list of lessons, and how far one has come."""

from __future__ import annotations

import streamlit as st

from leakage.lessons import Lesson, outcome_of, within
from leakage.lessons.catalogue import LESSONS
from leakage.workspace.lesson_place import LessonPlace
from pages.learn.lessons import text
from pages.shell import lesson_places
from pages.shell.words import count


def show() -> None:
    """Every lesson with its question, and a button that opens it."""
    st.markdown(text.LESSONS)
    for number, lesson in enumerate(LESSONS, 1):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"lesson-{lesson.key}"):
            st.markdown(f"**{number}. {lesson.title}**  \n{lesson.question}", width="stretch")
            _way_in(lesson, within(lesson, lesson_places.place_in(lesson.key)))


def _way_in(lesson: Lesson, place: LessonPlace) -> None:
    begun = place != LessonPlace(lesson.key)
    if begun:
        st.caption(_progress(lesson, place), width="content")
    st.button(
        "Go on" if begun else "Begin",
        key=f"open-lesson-{lesson.key}",
        on_click=lesson_places.open_lesson,
        args=(lesson.key,),
        help=f"{lesson.title}: {count(len(lesson.steps), 'step')}",
    )


def _progress(lesson: Lesson, place: LessonPlace) -> str:
    guesses = [(step, guess) for step, guess in place.answers if guess is not None]
    right = sum(outcome_of(lesson.steps[step], guess).right for step, guess in guesses)
    told = f"Step {place.step + 1} of {len(lesson.steps)}"
    return f"{told}; {right} of {count(len(guesses), 'guess', 'guesses')} right" if guesses else told
