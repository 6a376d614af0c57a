"""Places in lessons: part of what is kept, and no part of what a work says."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.lessons import within
from leakage.lessons.catalogue import LESSONS
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.lesson_place import LessonPlace, merged_places
from leakage.workspace.merging.merge import merge
from leakage.workspace.workspace import Workspace

PLACES = st.dictionaries(st.sampled_from("abc"), st.integers(0, 3)).map(
    lambda steps: tuple(LessonPlace(lesson, step) for lesson, step in steps.items())
)
WORK = Workspace(title="Mine").with_lessons((LessonPlace("a", 2, ((0, 50.0), (1, None))),))


def step_in(places, lesson):
    return next((place.step for place in places if place.lesson == lesson), None)


@given(PLACES, PLACES, PLACES)
def test_a_merge_keeps_where_either_side_went_on(base, mine, theirs):
    merged = merged_places(base, mine, theirs)
    assert len({place.lesson for place in merged}) == len(merged)
    for lesson in "abc":
        before, own, other = (step_in(places, lesson) for places in (base, mine, theirs))
        went_on = own is not None and own != before
        expected = own if went_on or other is None else other
        assert step_in(merged, lesson) == expected


def test_works_that_differ_in_nothing_else_are_equal_and_merge_without_a_question():
    base = replace(WORK, lessons=())
    assert base == WORK and WORK.fingerprint == base.fingerprint and not WORK.has_asides_of(base)
    theirs = replace(base, title="Yours").with_lessons((LessonPlace("b", 1),))
    merged = merge(base, WORK, theirs)
    assert merged.contradictions == () and merged.workspace.title == "Yours"
    assert {place.lesson: place.step for place in merged.workspace.lessons} == {"a": 2, "b": 1}


def test_a_saved_copy_holds_them_and_an_older_one_has_none():
    text = workspace_to_json(WORK)
    assert workspace_from_json(text).lessons == WORK.lessons
    older = {name: part for name, part in json.loads(text).items() if name != "lessons"}
    assert workspace_from_json(json.dumps(older)).lessons == ()


@pytest.mark.parametrize(
    "places",
    [
        [{"lesson": "canary", "step": -1, "answers": []}],
        [{"lesson": "canary", "step": 0, "answers": [[0, "canary"]]}],
        [{"lesson": "canary", "step": 0, "answers": [[0, 1.0], [0, 2.0]]}],
        2 * [{"lesson": "canary", "step": 0, "answers": []}],
    ],
    ids=["step", "answer", "two answers", "twice"],
)
def test_what_is_no_place_is_refused_in_a_sentence(places):
    whole = {**json.loads(workspace_to_json(WORK)), "lessons": places}
    with pytest.raises(ValueError) as refused:
        workspace_from_json(json.dumps(whole))
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_of_a_place_in_another_lesson_than_today_only_what_fits_is_left(lesson):
    every = tuple((step, guess) for step, guess in enumerate([-1e308, 1e308, 0.5, None] * 3))
    place = within(lesson, LessonPlace(lesson.key, 99, every))
    assert place.step == len(lesson.steps) - 1
    for step, guess in place.answers:
        assert step in lesson.asked
        assert guess is None or lesson.steps[step].question.told(guess)
    fitting = LessonPlace(lesson.key, 1, tuple((step, 1.0) for step in lesson.asked))
    assert within(lesson, fitting) == fitting
