"""A class predicts together: what whoever leads sees, and what a student sees."""

import sys

import pytest
import streamlit as st

from leakage.lessons.catalogue import LESSONS, ROUTE
from leakage.lessons.together import Phase, Together
from pages.app import door
from pages.app.door import COOKIE, LEADER, SWITCH
from pages.kit import class_board
from pages.learn.together import text
from tests.pages.helpers import go, nodes, press, run, start

LESSON = LESSONS[0]
FIRST = LESSON.question_places[0]
COOKIES = "test.cookies"


def page_text(at):
    """Everything that can be read on the page."""
    return " ".join(
        str(getattr(node.proto, "body", "")) for node in nodes(at.main) if getattr(node, "proto", None) is not None
    )


@pytest.fixture(autouse=True)
def class_meets(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", SWITCH])
    monkeypatch.setattr(class_board, "_board", Together())
    monkeypatch.setattr(class_board, "_heard", {})
    monkeypatch.setattr(type(st.context), "cookies", property(lambda _: st.session_state.get(COOKIES, {})))


def student():
    return start(page="predict_together")


def cookie(seat):
    return {f"{COOKIE}8501": door._signed(seat)}


def leader():
    return came_with(cookie(f"{LEADER}1"))


def came_with(cookies):
    """A session whose browser has these cookies; any other has none."""
    at = start()
    at.session_state[COOKIES] = cookies
    return go(at, "predict_together")


def test_only_the_leaders_cookie_leads():
    [(name, good)] = cookie(f"{LEADER}1").items()
    for cookies in ({}, {name: ""}, {name: good[:-1]}, {name: f"{LEADER}1"}, {f"other-{name}": good}, cookie("1")):
        at = came_with(cookies)
        assert not any(button.key == f"lead-open-{LESSON.key}" for button in at.button)


def test_a_session_begun_anew_leads_on():
    press(leader(), f"lead-open-{LESSON.key}")
    anew = leader()
    assert class_board.board().lesson == LESSON.key and anew.button(key=class_board.FORWARD)


def test_a_guess_is_seen_only_when_the_answer_is_shown():
    teacher, pupil = leader(), student()
    assert text.WAITING in " ".join(box.value for box in pupil.info)
    teacher = press(teacher, f"lead-open-{LESSON.key}")
    while class_board.board().step < FIRST:
        teacher = press(teacher, class_board.FORWARD)
    step = LESSON.steps[FIRST]
    pupil = run(pupil)
    assert step.question.ask in page_text(pupil)
    assert pupil.button(key="together-send").disabled, "nobody has moved the slider"
    slider = pupil.slider(key=f"guess-together-{LESSON.key}-{FIRST}-0")
    pupil = run(slider.set_value(step.question.high))
    pupil = press(pupil, "together-send")
    assert len(class_board.board().guesses_of_step) == 1
    teacher = run(teacher)
    assert teacher.metric[0].value.startswith("1 of ")
    assert step.explanation not in page_text(teacher) + page_text(pupil)
    truth = step.question.in_words(step.question.truth(step.subject))
    teacher, pupil = press(teacher, class_board.FORWARD), run(pupil)
    assert class_board.board().is_revealed
    for device in (teacher, pupil):
        assert step.explanation in page_text(device) and "✓" in page_text(device)
        assert truth in " ".join(box.value for box in device.info)
    assert any(text.LATE in caption.value for caption in pupil.caption)


def test_who_leads_ends_the_lesson():
    teacher = press(leader(), f"lead-open-{LESSON.key}")
    press(teacher, "together-close")
    assert class_board.board() == Together()


def test_leaving_a_lesson_asks_before_it_drops_guesses():
    teacher = press(leader(), f"lead-open-{LESSON.key}")
    class_board.change(lambda board: board.guessed("seat", 1.0))
    teacher = press(run(teacher), "together-close")
    assert class_board.board().has_votes
    teacher = press(teacher, "together-stay")
    assert class_board.board().has_votes and "together-drop" not in {button.key for button in teacher.button}
    press(press(teacher, "together-close"), "together-drop")
    assert class_board.board() == Together()


def test_a_class_votes_talks_and_votes_again():
    teacher, pupil = press(leader(), f"lead-open-{ROUTE.key}"), student()
    step, key = ROUTE.steps[0], f"guess-together-{ROUTE.key}-0"
    assert pupil.button(key="together-send").disabled
    run(pupil.radio(key=f"{key}-0").set_value(3))
    pupil = press(pupil, "together-send")
    teacher = press(run(teacher), class_board.FORWARD)
    assert class_board.board().phase is Phase.TALK
    pupil = run(pupil)
    for device in (teacher, pupil):
        assert 'class="votes"' in page_text(device)
        assert "✓" not in page_text(device) and step.explanation not in page_text(device)
    teacher, pupil = press(teacher, class_board.FORWARD), run(pupil)
    assert pupil.button(key="together-send").disabled and pupil.button(key="together-keep")
    run(pupil.radio(key=f"{key}-1").set_value(0))
    pupil = press(pupil, "together-send")
    teacher, pupil = press(run(teacher), class_board.FORWARD), run(pupil)
    assert class_board.board().rounds_of_step == ((3.0,), (0.0,))
    for device in (teacher, pupil):
        assert "First vote" in page_text(device) and "Second vote" in page_text(device)
        assert "✓" in page_text(device) and step.explanation in page_text(device)


def test_who_does_not_change_the_mind_keeps_the_answer():
    press(leader(), f"lead-open-{ROUTE.key}")
    pupil = came_with(cookie("Ann"))
    class_board.change(lambda board: board.guessed("Ann", 2.0).talked().voting_again())
    press(run(pupil), "together-keep")
    assert class_board.board().rounds_of_step == ((2.0,), (2.0,))


def test_the_answer_can_be_shown_without_the_talk_and_the_talk_had_where_none_was_planned():
    teacher = press(leader(), f"lead-open-{ROUTE.key}")
    class_board.change(lambda board: board.guessed("seat", 1.0))
    press(run(teacher), "together-reveal")
    assert class_board.board().is_revealed
    teacher = press(run(teacher), "together-close")
    teacher = press(press(teacher, "together-drop"), f"lead-open-{LESSON.key}")
    class_board.change(lambda board: board.guessed("seat", 1.0))
    press(run(teacher), "together-talk")
    assert class_board.board().phase is Phase.TALK
