"""The steps of a lesson, turned like pages."""

from __future__ import annotations

import streamlit as st

from leakage.class_page import class_page
from leakage.lessons import Lesson, LessonStep, Number, grid_of, outcome_of, within
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.lesson import Odds, Ratings
from leakage.scenarios.published import PublishedExample
from leakage.workspace.lesson_place import LessonPlace
from leakage.workspace.vocabulary import MISSING, RIGHT
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.kit import lesson_handoff
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, show_picture
from pages.kit.lesson_views import (
    show_closing,
    show_picture_of,
    style_projector,
    table_beside,
    verdict,
    with_closing,
)
from pages.kit.questions import guess as asked
from pages.kit.questions import why_not
from pages.kit.shared_figures import how_worked_out
from pages.kit.tables import show_grid
from pages.learn.lessons import text
from pages.shell import examples
from pages.shell.words import count

# The guess and the truth on one line.


HEIGHT = 110


def show_guess(question: Number, truth: float, guess: float, key: str) -> None:
    """Draw it; the sentence above it says what it answers."""
    show_picture(guess_chart(question, truth, guess), key)


def guess_chart(question: Number, truth: float, guess: float) -> Chart:
    """A line as long as the slider, with the truth and the guess on it."""
    room = 0.04 * (question.high - question.low)
    low, high = min(question.low, truth), max(question.high, truth)
    return spec.draw(
        "How far off?",
        [
            spec.line("", [(guess, 0), (truth, 0)], MISSING, None, width=4),
            _mark("your guess", guess, MISSING, question, above=False),
            _mark("the truth", truth, RIGHT, question, above=True),
        ],
        spec.axis(ends=(low - room, high + room), ticksuffix=f" {question.unit}".rstrip(), zeroline=False),
        spec.axis(ends=(-1.5, 1.5), visible=False, fixedrange=True),
        f"The truth is {question.in_words(truth)}. The guess was {question.in_words(guess)}.",
        height=HEIGHT,
        margin={"l": 24, "r": 24, "t": 0, "b": 24},
        showlegend=False,
    )


def _mark(name: str, place: float, colour: str, question: Number, above: bool) -> spec.Mark:
    return spec.dots(
        name,
        [(place, 0)],
        colour,
        None,
        size=16,
        text=[f"{name} {question.in_words(place)}"],
        textposition="top center" if above else "bottom center",
        textfont={"size": 14},
    )


# Forward and back through a lesson, and the view for a class.


def style() -> None:
    """How lessons look in front of a class."""
    if examples.presented():
        style_projector()


def bar(lesson: Lesson, place: LessonPlace) -> None:
    """The buttons that turn the pages, always at the same place, and how far it is."""
    last = len(lesson.steps) - 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lesson-bar"):
        st.button(
            "Back",
            key=examples.BACK,
            icon=":material/arrow_back:",
            on_click=examples.hold,
            args=(place.moved(-1, len(lesson.steps)),),
            disabled=place.step == 0,
            help=_help("Also by Page Up or the left arrow key." if place.step else "This is the first step."),
        )
        st.progress((place.step + 1) / len(lesson.steps), _place_text(lesson, place))
        st.button(
            "Next",
            key=examples.FORWARD,
            icon=":material/arrow_forward:",
            icon_position="right",
            on_click=examples.hold,
            args=(following(lesson, place),),
            disabled=place.step == last and following(lesson, place) == place,
            help=_help("Also by Page Down or the right arrow key." if place.step < last else "This is the last step."),
        )
        _leave()


def _help(sentence: str) -> str | None:
    """In front of a class it would lie over the step."""
    return None if examples.presented() else sentence


def _place_text(lesson: Lesson, place: LessonPlace) -> str:
    step = f"Step {place.step + 1} of {len(lesson.steps)}"
    return f"{lesson.title} · {step}" if examples.presented() else step


def following(lesson: Lesson, place: LessonPlace) -> LessonPlace:
    """What comes next: in front of a class the answer first, where it was not shown yet."""
    asks = lesson.steps[place.step].question is not None
    if examples.presented() and asks and not place.is_answered(place.step):
        return place.answered(None)
    return place.moved(1, len(lesson.steps))


def _leave() -> None:
    presented = examples.presented()
    st.button(
        "Leave the view for a class" if presented else "Show to a class",
        key="lesson-present",
        icon=":material/close_fullscreen:" if presented else ":material/present_to_all:",
        on_click=examples.present,
        args=(not presented,),
        help="Large type, nothing else on the screen. Page Down shows the answer, then goes on.",
    )
    st.button("All lessons", key="lesson-close", icon=":material/list:", on_click=examples.open_lesson, args=("",))


# The list of lessons, and how far one has come.


def show_contents() -> None:
    """Every lesson with its question, and a button that opens it; all of them as one page."""
    st.markdown(text.LESSONS)
    show_class_page()
    for number, lesson in enumerate(LESSONS, 1):
        with st.container(border=True, key=f"lesson-{lesson.key}"):
            about, way_in = st.columns((3, 1), vertical_alignment="center")
            about.markdown(f"**{number}. {lesson.title}**  \n{lesson.question}")
            with way_in.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right"):
                _way_in(lesson, within(lesson, examples.place_in(lesson.key)))


def show_class_page() -> None:
    """A button that saves the class as one page, which is made when it is pressed."""
    st.download_button(
        "Save the class as one page",
        lambda: class_page().encode(),
        file_name="class.html",
        mime="text/html",
        key="class-page-save",
        on_click="ignore",
        icon=":material/download:",
        help=text.CLASS_PAGE,
    )


def _way_in(lesson: Lesson, place: LessonPlace) -> None:
    begun = place != LessonPlace(lesson.key)
    if begun:
        st.caption(_progress(lesson, place), width="content")
    st.button(
        "Go on" if begun else "Begin",
        key=f"open-lesson-{lesson.key}",
        on_click=examples.open_lesson,
        args=(lesson.key,),
        help=f"{lesson.title}: {count(len(lesson.steps), 'step')}",
    )


def _progress(lesson: Lesson, place: LessonPlace) -> str:
    guesses = [(step, guess) for step, guess in place.answers if guess is not None]
    right = sum(outcome_of(lesson.steps[step], guess).right for step, guess in guesses)
    progress = f"Step {place.step + 1} of {len(lesson.steps)}"
    return f"{progress}; {right} of {count(len(guesses), 'guess', 'guesses')} right" if guesses else progress


# One step of a lesson: what it is about, the question, and once predicted the answer.


def show_lesson(lesson: Lesson, place: LessonPlace) -> None:
    """The step on the screen."""
    step = lesson.steps[place.step]
    shown = place.is_answered(place.step)
    key = f"{lesson.key}-{place.step}"
    with st.container(key="lesson-step"):
        st.subheader(step.title, anchor=False)
        if examples.presented():
            _presented(lesson, place, key, shown)
        else:
            _read(lesson, place, key, shown)


def _read(lesson: Lesson, place: LessonPlace, key: str, shown: bool) -> None:
    step = lesson.steps[place.step]
    st.markdown(step.text)
    if step.subject is not None:
        show_grid(grid_of(step.subject), step.title, coloured=shown or step.question is None)
    if step.question is not None:
        st.markdown(f"**{step.question.ask}**")
        if shown:
            _reveal(step, place, key)
            st.markdown(step.explanation)
        else:
            _ask(step, place, key)
    if shown or step.question is None:
        show_picture_of(step)
        show_closing(lesson, place.step)
        _afterwards(step, place, key)


def _presented(lesson: Lesson, place: LessonPlace, key: str, shown: bool) -> None:
    """The explanation takes the place of the text, and the table stands beside the question."""
    step = lesson.steps[place.step]
    revealed = shown or step.question is None
    words = step.explanation if shown else step.text
    st.markdown(with_closing(words, lesson, place.step) if revealed else words)
    with table_beside(step, revealed=revealed):
        if step.question is None:
            return
        st.markdown(f"**{step.question.ask}**")
        if not shown:
            _ask(step, place, key)
            return
        _reveal(step, place, key)
        if step.derivation is not None:
            how_worked_out(step.derivation, key)


def _ask(step: LessonStep, place: LessonPlace, key: str) -> None:
    guess = asked(step, key)
    with st.container(horizontal=True):
        st.button(
            "Check my guess",
            key=f"check-{key}",
            type="primary",
            on_click=examples.hold,
            args=(place if guess is None else place.answered(guess),),
            disabled=guess is None,
            help=why_not(step, guess),
        )
        st.button("Show me", key=f"show-{key}", on_click=examples.hold, args=(place.answered(None),))


def _reveal(step: LessonStep, place: LessonPlace, key: str) -> None:
    guess = place.guess_at(place.step)
    verdict(step, guess)
    if isinstance(step.question, Number) and step.subject is not None and guess is not None:
        show_guess(step.question, step.question.truth(step.subject), guess, f"guess-chart-{key}")


def _afterwards(step: LessonStep, place: LessonPlace, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-afterwards"):
        derivation = step.derivation
        if derivation is not None:
            how_worked_out(derivation, key)
        if step.question is not None:
            st.button(
                "Guess again",
                key=f"again-{key}",
                icon=":material/replay:",
                on_click=examples.hold,
                args=(place.forgotten(),),
            )
        _take_along(step, key)


def _take_along(step: LessonStep, key: str) -> None:
    match step.subject:
        case Workspace() as work:
            if st.button(
                "Take this into my own workspace",
                key=f"take-{key}",
                icon=":material/open_in_new:",
                help=text.UNTOUCHED,
                on_click=examples.open_workspace,
                args=(work, key),
            ):
                st.switch_page(catalogue.LEAKAGE.path)
        case PublishedExample() as table:
            if _link_pressed("Try this table on its own page", key):
                lesson_handoff.hand_table(table)
                st.switch_page(catalogue.PUBLISHED_TABLE.path)
        case Ratings() as ratings:
            if _link_pressed("Try these ratings on their own page", key):
                lesson_handoff.hand_ratings(ratings)
                st.switch_page(catalogue.RE_IDENTIFICATION.path)
        case Odds() as odds if lesson_handoff.settings_of(odds):
            if _link_pressed("Try these odds on their own page", key):
                lesson_handoff.hand_odds(odds)
                st.switch_page(catalogue.ATTACKERS_ERROR.path)


def _link_pressed(label: str, key: str) -> bool:
    return st.button(label, key=f"take-{key}", icon=":material/open_in_new:", help=text.BESIDE)
