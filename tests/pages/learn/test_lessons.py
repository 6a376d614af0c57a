"""Lessons and exercises."""

import re
from pathlib import Path

import pytest

from leakage.exercises import make_problem
from leakage.exercises.worksheet import NO_NUMBER
from leakage.lessons import Choice, Grid, Number
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.lessons.grid import GridValue, html_of
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from leakage.workspace.workspace import Workspace
from pages.catalogue import PAGES
from pages.shell import examples, vault_session
from pages.shell.words import error_text
from tests.amount import cases
from tests.pages.helpers import current, go, history, nodes, press, run, sound, start, texts
from tests.pages.shell.test_vault import VAULT_OWN as LESSON_PLACES_OWN
from tests.pages.shell.test_vault import directory, in_vault, made, rename_first, type_into, unlock, unlocked_now

# Lessons: predict, then reveal; forward and back; nothing of the person's work is touched.


KNOWING = lesson_of("what-counts-as-knowing")
OWN = Workspace(profile=(("Name", "Somebody"),), title="Mine")


def open_lesson(key, workspace=None):
    return press(start(workspace, "lessons"), f"open-lesson-{key}")


def test_the_pages_that_lessons_speak_of_are_called_so():
    told = [text for lesson in LESSONS for step in lesson.steps for text in (step.text, step.explanation)]
    named = [name for text in told for name in re.findall(r"page \*([^*]+)\*", text)]
    assert len(named) == 5 and set(named) <= {page.title for page in PAGES}


def page_text(at):
    """Everything that can be read on the page."""
    return " ".join(
        str(getattr(node.proto, "body", "")) for node in nodes(at.main) if getattr(node, "proto", None) is not None
    )


def place(at, key):
    return next(place for place in at.session_state[examples._PLACES] if place.lesson == key)


def test_the_list_has_every_lesson():
    at = start(page="lessons")
    for lesson in LESSONS:
        assert lesson.title in page_text(at)
        assert at.button(key=f"open-lesson-{lesson.key}").label == "Begin"


def test_the_class_is_offered_as_one_page():
    (button,) = start(page="lessons").main.get("download_button")
    assert button.proto.label == "Save the class as one page" and "720 exercises" in button.proto.help


@pytest.mark.parametrize("lesson", cases(LESSONS, usual=3, slow=len(LESSONS)), ids=lambda lesson: lesson.key)
def test_a_lesson_is_walked_to_its_end(lesson):
    at = open_lesson(lesson.key)
    for number, step in enumerate(lesson.steps):
        assert step.title in [heading.value for heading in at.subheader]
        key = f"{lesson.key}-{number}"
        if step.question is not None:
            assert step.explanation not in page_text(at)
            guess(at, step, key)
            at = press(at, f"check-{key}")
            assert step.explanation in page_text(at)
            assert step.question.in_words(step.question.truth(step.subject)) in page_text(at) + str(
                [box.value for box in (*at.success, *at.info)]
            )
        assert (lesson.take_home in page_text(at)) == (number + 1 == len(lesson.steps))
        if number + 1 < len(lesson.steps):
            at = press(at, examples.FORWARD)
    assert at.button(key=examples.FORWARD).disabled
    answered = place(at, lesson.key)
    assert (answered.step, tuple(dict(answered.answers))) == (len(lesson.steps) - 1, lesson.question_places)


def guess(at, step, key):
    """The right option, or the far end of the slider."""
    if isinstance(step.question, Choice):
        assert at.button(key=f"check-{key}").disabled
        at.radio(key=f"guess-{key}").set_value(step.question.truth(step.subject))
    elif isinstance(step.question, Number):
        at.slider(key=f"guess-{key}").set_value(step.question.high)
    run(at)


def test_a_lesson_remembers_where_one_was():
    at = press(open_lesson(KNOWING.key), examples.FORWARD)
    at = press(at, f"show-{KNOWING.key}-1")
    at = press(press(at, examples.FORWARD), examples.BACK)
    assert place(at, KNOWING.key).step == 1
    at = press(go(go(at, "start"), "lessons"), "lesson-close")
    assert at.button(key=f"open-lesson-{KNOWING.key}").label == "Go on"
    at = press(at, f"open-lesson-{KNOWING.key}")
    assert KNOWING.steps[1].explanation in page_text(at)
    at = press(at, f"again-{KNOWING.key}-1")
    assert KNOWING.steps[1].explanation not in page_text(at)


def test_a_workspace_is_taken_along_and_undo_leads_back_to_ones_own():
    at = press(open_lesson(KNOWING.key, OWN), f"take-{KNOWING.key}-0")
    assert current(at) == KNOWING.steps[0].subject
    at = press(at, "undo")
    assert current(at) == OWN


def test_in_front_of_a_class_next_shows_the_answer_first():
    at = press(press(open_lesson(KNOWING.key), examples.FORWARD), "lesson-present")
    at = press(at, examples.FORWARD)
    assert place(at, KNOWING.key).step == 1
    assert KNOWING.steps[1].explanation in page_text(at)
    at = press(at, examples.FORWARD)
    assert place(at, KNOWING.key).step == 2


def test_what_is_right_and_wrong_is_marked_only_with_the_answer():
    at = press(open_lesson(KNOWING.key), examples.FORWARD)
    assert "✗" not in page_text(at)
    assert "✗" in page_text(press(at, f"show-{KNOWING.key}-1"))


def test_the_marks_have_the_colours_of_the_charts():
    style = Path(examples.__file__).with_name("style.css").read_text()
    assert all(colour in style for colour in (RIGHT, WRONG, MISSING))


def test_a_table_means_every_text_literally():
    grid = Grid(("", "<i>"), ("<b>",), (((GridValue("<img src=x>", "wrong"),),),), ("<u>",))
    drawn = html_of(grid, '"<s>', coloured=True)
    assert [tag for tag in ("<i>", "<b>", "<img", "<u>", "<s>") if tag in drawn] == []


# A place in a lesson is in the vault: no edit, no version, no question between two tabs.


__all__ = ["directory"]
FIRST, SECOND = (lesson.key for lesson in LESSONS[:2])


@pytest.fixture
def tab(directory):
    """A tab that has unlocked a vault."""
    made()
    return unlock(start())


def begin(at, lesson):
    return press(go(at, "lessons"), f"open-lesson-{lesson}")


def forward(at, steps=1):
    for _ in range(steps):
        at = press(at, examples.FORWARD)
    return at


def places_in_vault():
    return {place.lesson: place.step for place in in_vault().lessons}


def test_after_locking_one_goes_on_where_one_was(tab):
    at = forward(begin(tab, FIRST), 2)
    assert places_in_vault() == {FIRST: 2}
    assert history(at) == ["unlock the vault"] and unlocked_now().generations() == ()
    at = unlock(press(go(at, "vault"), "vault-lock"))
    at = go(at, "lessons")
    assert at.button(key=f"open-lesson-{FIRST}").label == "Go on"
    at = press(at, f"open-lesson-{FIRST}")
    assert LESSONS[0].steps[2].title in [heading.value for heading in at.subheader]


@pytest.mark.slow
def test_undo_takes_no_place_back_and_an_example_beside_it_keeps_it_too(tab):
    at = rename_first(tab, "Bea")
    at = forward(begin(at, FIRST), 2)
    at = press(at, "undo")
    assert current(at) == LESSON_PLACES_OWN and places_in_vault() == {FIRST: 2}
    at = press(at, examples.BACK)
    at = press(go(at, "start"), "open-realistic")
    at = forward(go(at, "lessons"), 3)
    assert places_in_vault() == {FIRST: 4} and in_vault() == LESSON_PLACES_OWN


@pytest.mark.slow
def test_two_tabs_ask_nothing_and_lose_no_place(tab):
    other = unlock(start())
    lesson = forward(begin(tab, FIRST), 2)
    # An edit elsewhere does not write over the place, nor a place over the edit.
    other = rename_first(other, "Bea")
    assert places_in_vault() == {FIRST: 2} and in_vault().profile[0] == ("Name", "Bea")
    assert history(other) == ["unlock the vault", "edit the profile"]
    lesson = forward(lesson)
    assert places_in_vault() == {FIRST: 3} and in_vault().profile[0] == ("Name", "Bea")
    other = forward(begin(other, SECOND))
    assert places_in_vault() == {FIRST: 3, SECOND: 1}
    lesson = type_into(go(lesson, "profile"), "profile", {1: {"value": "2"}})
    assert in_vault().profile == (("Name", "Bea"), ("Phone", "2")) == current(lesson).profile
    assert places_in_vault() == {FIRST: 3, SECOND: 1}
    assert not any(button.key == "conflict-merge" for button in (*lesson.button, *other.button))


def test_a_work_that_takes_long_to_save_is_saved_less_often_and_before_it_is_locked(tab, monkeypatch):
    monkeypatch.setattr(vault_session, "SOON", -1.0)
    monkeypatch.setattr(vault_session, "SHARE", 1e9)
    at = forward(begin(tab, FIRST), 2)
    assert places_in_vault() == {FIRST: 1}
    press(go(at, "vault"), "vault-lock")
    assert places_in_vault() == {FIRST: 2}


# As in a browser: what was handed over stands in the tab that opens.

FILMS, GUESS = lesson_of("four-films"), lesson_of("best-guess")


# Exercises: type an answer and be told; a worksheet to save.


def verdict(at):
    return " ".join(box.value for box in (*at.success, *at.info, *at.warning))


def type_answer(at, key, answer):
    at.text_input(key=f"exercise-answer-{key}").set_value(answer)
    return press(at, f"exercise-check-{key}")


def test_a_right_answer_is_right_and_a_usual_mistake_is_named():
    problem = make_problem("precision", 1, 1)
    at = start(page="exercises")
    assert str(problem.answer) not in verdict(at)
    at = type_answer(at, "precision-1-1", str(problem.mistakes[0].answer))
    assert problem.mistakes[0].sentence in verdict(at)
    assert f"answer is {problem.answer}" not in verdict(at) and "✗" not in grids(at)
    at = type_answer(at, "precision-1-1", str(problem.answer))
    assert "Right." in verdict(at)
    assert any(problem.derivation.steps[0].sentence in text for text in texts(at))


def test_the_second_wrong_answer_shows_the_right_one():
    problem = make_problem("precision", 1, 1)
    at = start(page="exercises")
    for typed in (str(problem.mistakes[0].answer), "much", str(problem.mistakes[0].answer)):
        at = type_answer(at, "precision-1-1", typed)
        assert f"answer is {problem.answer}" not in verdict(at)
    at = type_answer(at, "precision-1-1", str(problem.mistakes[1].answer))
    assert problem.mistakes[1].sentence in verdict(at) and f"answer is {problem.answer}" in verdict(at)


def test_what_is_no_answer_is_said():
    at = type_answer(start(page="exercises"), "precision-1-1", "<b>much</b>")
    assert error_text(NO_NUMBER) in verdict(at)
    assert "much" not in verdict(at)


def grids(at):
    return " ".join(grid.proto.body for grid in at.main.get("html"))


@pytest.mark.parametrize("answer", ["", "  ", "much"])
def test_what_is_no_answer_gives_nothing_away(answer):
    at = type_answer(start(page="exercises"), "precision-1-1", answer)
    assert error_text(NO_NUMBER) in verdict(at) and "✗" not in grids(at)
    assert "✗" in grids(press(at, "exercise-show-precision-1-1"))


def test_show_me_and_another_problem():
    at = press(start(page="exercises"), "exercise-show-precision-1-1")
    assert str(make_problem("precision", 1, 1).answer) in verdict(at)
    at = press(at, "exercise-next")
    assert at.number_input(key="exercise-number").value == 2
    assert verdict(at) == ""


def test_topic_and_difficulty_are_chosen():
    at = start(page="exercises")
    at.selectbox(key="exercise-topic").set_value("doubt")
    at.selectbox(key="exercise-level").set_value(3)
    at = type_answer(run(at), "doubt-3-1", str(make_problem("doubt", 3, 1).answer))
    assert "Right." in verdict(at)


def test_a_worksheet_is_offered():
    at = start(page="exercises")
    at.session_state["exercises-tab"] = "A worksheet to print"
    at = sound(at.run())
    assert at.number_input(key="sheet-problems").value == 6
