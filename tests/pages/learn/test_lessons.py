"""Lessons: predict, then reveal; forward and back; nothing of the person's work is touched."""

from pathlib import Path

import pytest

from leakage.lessons import Choice, Grid, Number
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.workspace.vocabulary import RIGHT, WRONG
from leakage.workspace.workspace import Workspace
from pages.kit.tables import html_of
from pages.shell import examples
from tests.pages.helpers import current, go, nodes, press, run, start

KNOWING = lesson_of("what-counts-as-knowing")
OWN = Workspace(profile=(("Name", "Somebody"),), title="Mine")


def open_lesson(key, workspace=None):
    return press(start(workspace, "lessons"), f"open-lesson-{key}")


def said(at):
    """Everything that can be read on the page."""
    return " ".join(
        str(getattr(node.proto, "body", "")) for node in nodes(at.main) if getattr(node, "proto", None) is not None
    )


def place(at, key):
    return next(place for place in at.session_state[examples._PLACES] if place.lesson == key)


def test_the_list_has_every_lesson():
    at = start(page="lessons")
    for lesson in LESSONS:
        assert lesson.title in said(at)
        assert at.button(key=f"open-lesson-{lesson.key}").label == "Begin"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_is_walked_to_its_end(lesson):
    at = open_lesson(lesson.key)
    for number, step in enumerate(lesson.steps):
        assert step.title in [heading.value for heading in at.subheader]
        key = f"{lesson.key}-{number}"
        if step.question is not None:
            assert step.explanation not in said(at)
            guess(at, step, key)
            at = press(at, f"check-{key}")
            assert step.explanation in said(at)
            assert step.question.told(step.question.truth(step.subject)) in said(at) + str(
                [box.value for box in (*at.success, *at.info)]
            )
        if number + 1 < len(lesson.steps):
            at = press(at, examples.FORWARD)
    assert at.button(key=examples.FORWARD).disabled
    answered = place(at, lesson.key)
    assert (answered.step, tuple(dict(answered.answers))) == (len(lesson.steps) - 1, lesson.asked)


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
    assert KNOWING.steps[1].explanation in said(at)
    at = press(at, f"again-{KNOWING.key}-1")
    assert KNOWING.steps[1].explanation not in said(at)


def test_a_workspace_is_taken_along_and_undo_leads_back_to_ones_own():
    at = press(open_lesson(KNOWING.key, OWN), f"take-{KNOWING.key}-0")
    assert current(at) == KNOWING.steps[0].subject
    at = press(at, "undo")
    assert current(at) == OWN


def test_in_front_of_a_class_next_shows_the_answer_first():
    at = press(press(open_lesson(KNOWING.key), examples.FORWARD), "lesson-present")
    at = press(at, examples.FORWARD)
    assert place(at, KNOWING.key).step == 1
    assert KNOWING.steps[1].explanation in said(at)
    at = press(at, examples.FORWARD)
    assert place(at, KNOWING.key).step == 2


def test_what_is_right_and_wrong_is_marked_only_with_the_answer():
    at = press(open_lesson(KNOWING.key), examples.FORWARD)
    assert "✗" not in said(at)
    assert "✗" in said(press(at, f"show-{KNOWING.key}-1"))


def test_the_marks_have_the_colours_of_the_charts():
    style = Path(examples.__file__).with_name("style.css").read_text()
    assert RIGHT in style
    assert WRONG in style


def test_a_table_means_every_text_literally():
    grid = Grid(("", "<i>"), (("<b>", "<img src=x>"),), ("<u>",), (("wrong",),))
    drawn = html_of(grid, '"<s>', coloured=True)
    assert [tag for tag in ("<i>", "<b>", "<img", "<u>", "<s>") if tag in drawn] == []
