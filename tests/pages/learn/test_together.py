"""A class predicts together: what whoever leads sees, and what a student sees."""

import sys

import pytest

from leakage.lessons.catalogue import LESSONS, Together
from pages.door import link
from pages.door.entrance import SWITCH
from pages.door.link import Keys
from pages.shell import class_board, examples
from tests.pages.helpers import go, press, run, start
from tests.pages.learn.test_lessons import page_text

LESSON = LESSONS[0]
FIRST = LESSON.question_places[0]


@pytest.fixture
def keys(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", SWITCH])
    monkeypatch.setattr(class_board, "_board", Together())
    monkeypatch.setattr(class_board, "_heard", {})
    keys = Keys(reusable=True)
    link.offer(keys)
    yield keys
    link.offer(Keys())


def student():
    return start(page="predict_together")


def leader(keys):
    return came_by(keys.lead)


def came_by(code):
    at = start()
    at.query_params[link.LEAD] = code
    return go(at, "predict_together")


def test_alone_it_says_how_a_class_is_begun():
    assert SWITCH in page_text(student())


def test_a_wrong_code_leads_nobody(keys):
    at = came_by(keys.lead[:-1] + "-")
    assert not any(button.key == f"lead-open-{LESSON.key}" for button in at.button)
    assert not link.leads("") and not link.leads("x")


def test_the_code_leaves_the_address(keys):
    assert link.LEAD not in leader(keys).query_params


def test_a_guess_is_seen_only_when_the_answer_is_shown(keys):
    teacher, pupil = leader(keys), student()
    assert "Nothing is open yet" in " ".join(box.value for box in pupil.info)
    teacher = press(teacher, f"lead-open-{LESSON.key}")
    while class_board.board().step < FIRST:
        teacher = press(teacher, examples.FORWARD)
    step = LESSON.steps[FIRST]
    pupil = run(pupil)
    assert step.question.ask in page_text(pupil)
    slider = pupil.slider(key=f"guess-together-{LESSON.key}-{FIRST}")
    pupil = run(slider.set_value(step.question.high))
    pupil = press(pupil, "together-send")
    assert len(class_board.board().guesses_of_step) == 1
    teacher = run(teacher)
    assert teacher.metric[0].value.startswith("1 of ")
    assert step.explanation not in page_text(teacher) + page_text(pupil)
    truth = step.question.in_words(step.question.truth(step.subject))
    teacher, pupil = press(teacher, examples.FORWARD), run(pupil)
    assert class_board.board().is_revealed
    assert step.explanation in page_text(teacher) and truth in " ".join(box.value for box in teacher.info)
    assert "takes no more guesses" in " ".join(caption.value for caption in pupil.caption)


def test_who_leads_ends_the_lesson(keys):
    teacher = press(leader(keys), f"lead-open-{LESSON.key}")
    press(teacher, "together-close")
    assert class_board.board() == Together()
