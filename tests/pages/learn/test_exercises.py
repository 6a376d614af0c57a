"""Exercises: type an answer and be told; a worksheet to save."""

import pytest

from leakage.exercises import make_problem
from tests.pages.helpers import press, run, sound, start, texts


def told(at):
    return " ".join(box.value for box in (*at.success, *at.info, *at.warning))


def type_answer(at, key, answer):
    at.text_input(key=f"exercise-answer-{key}").set_value(answer)
    return press(at, f"exercise-check-{key}")


def test_a_right_answer_is_right_and_a_usual_mistake_is_named():
    problem = make_problem("precision", 1, 1)
    at = start(page="exercises")
    assert str(problem.answer) not in told(at)
    at = type_answer(at, "precision-1-1", str(problem.mistakes[0].answer))
    assert problem.mistakes[0].sentence in told(at)
    at = type_answer(at, "precision-1-1", str(problem.answer))
    assert "Right." in told(at)
    assert any(problem.derivation.steps[0].sentence in text for text in texts(at))


def test_what_is_no_answer_is_said():
    at = type_answer(start(page="exercises"), "precision-1-1", "<b>much</b>")
    assert "a fraction such as 3/4" in told(at)
    assert "much" not in told(at)


def grids(at):
    return " ".join(grid.proto.body for grid in at.main.get("html"))


@pytest.mark.parametrize("answer", ["", "  ", "much"])
def test_what_is_no_answer_gives_nothing_away(answer):
    at = type_answer(start(page="exercises"), "precision-1-1", answer)
    assert "a fraction such as 3/4" in told(at) and "✗" not in grids(at)
    assert "✗" in grids(type_answer(at, "precision-1-1", "1/7"))


def test_show_me_and_another_problem():
    at = press(start(page="exercises"), "exercise-show-precision-1-1")
    assert str(make_problem("precision", 1, 1).answer) in told(at)
    at = press(at, "exercise-next")
    assert at.number_input(key="exercise-number").value == 2
    assert told(at) == ""


def test_topic_and_difficulty_are_chosen():
    at = start(page="exercises")
    at.selectbox(key="exercise-topic").set_value("doubt")
    at.selectbox(key="exercise-level").set_value(3)
    at = type_answer(run(at), "doubt-3-1", str(make_problem("doubt", 3, 1).answer))
    assert "Right." in told(at)


def test_a_worksheet_is_offered():
    at = start(page="exercises")
    at.session_state["exercises-tab"] = "A worksheet to print"
    at = sound(at.run())
    assert at.number_input(key="sheet-problems").value == 6
