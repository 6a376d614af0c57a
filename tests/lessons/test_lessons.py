"""Lessons, and a class that predicts together."""

import re

import pytest

from leakage.lessons import Choice, Grid, Lesson, LessonStep, Number, grid_of, leakage_of, outcome_of, pooled
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.lessons.grid import WIDEST, GridValue, html_of
from leakage.scenarios.scenario import release
from leakage.workspace.workspace import Workspace
from tests.lessons.slow_answers import SLOW

# Every lesson is walked to its end, answered right and wrong, and every answer recomputed by the slow definition.


QUESTIONS = [
    pytest.param(lesson, place, id=f"{lesson.key}-{place}") for lesson in LESSONS for place in lesson.question_places
]
STEPS = [pytest.param(step, id=f"{lesson.key}-{n}") for lesson in LESSONS for n, step in enumerate(lesson.steps)]
WORK = Workspace(profile=(("Name", "Alice"),), releases=(release("Form", "Shop", ("Name", "Alice")),))


def test_every_question_has_a_slow_answer():
    assert {lesson.key: lesson.question_places for lesson in LESSONS} == {
        key: tuple(slow()) for key, slow in SLOW.items()
    }


@pytest.mark.parametrize(("lesson", "place"), QUESTIONS)
def test_every_answer_is_that_of_the_slow_definition(lesson, place):
    question, slow = lesson.steps[place].question, SLOW[lesson.key]()[place]
    truth = question.truth(lesson.steps[place].subject)
    if isinstance(question, Choice):
        assert truth == slow
    else:
        shown = float(slow) * (100 if question.unit in ("%", "points") else 1)
        assert truth == pytest.approx(shown, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("lesson", "place"), QUESTIONS)
def test_a_right_guess_is_right_and_a_wrong_one_wrong(lesson, place):
    step = lesson.steps[place]
    truth = step.question.truth(step.subject)
    assert outcome_of(step, truth).right
    for wrong in wrong_guesses(step, truth):
        outcome = outcome_of(step, wrong)
        assert not outcome.right
        assert step.question.in_words(truth) in outcome.sentence


def wrong_guesses(step, truth):
    """Every other option; of a slider both ends, as far as they are no good guess."""
    if isinstance(step.question, Choice):
        return [n for n in range(len(step.question.options)) if n != truth]
    ends = [end for end in (step.question.low, step.question.high) if abs(end - truth) > step.question.tolerance]
    assert ends, "a slider on which every guess is right asks nothing"
    return ends


@pytest.mark.parametrize(("lesson", "place"), QUESTIONS)
def test_the_truth_can_be_guessed(lesson, place):
    step = lesson.steps[place]
    if isinstance(step.question, Number):
        question, truth = step.question, step.question.truth(step.subject)
        assert question.low <= truth <= question.high
        nearest = question.low + round((truth - question.low) / question.step) * question.step
        assert outcome_of(step, nearest).right


@pytest.mark.parametrize("step", STEPS)
def test_a_derivation_ends_in_the_very_answer(step):
    if step.derivation is not None:
        last = step.derivation.steps[-1].formula
        assert float(last.rpartition("= ")[2]) == step.derivation.value
        if step.derivation.exact is not None:
            assert float(step.derivation.exact) == pytest.approx(step.derivation.value, rel=1e-9)
    if isinstance(step.question, Number):
        assert step.derivation is not None


@pytest.mark.parametrize("step", STEPS)
def test_what_a_step_is_about_makes_a_table(step):
    if step.subject is not None:
        grid = grid_of(step.subject)
        assert {len(row) for row in grid.rows} == {len(grid.columns)}
        assert grid.width <= 1.25 * WIDEST, "too wide for a phone, in smaller type too"


NO_ROWS = {
    *("Eve", "Eves", "AIDS", "Google", "Scoreboard", "Laboratory", "Re-identification", "Influenza", "Section"),
    *("Figure", "Timid", "Middling", "Boastful", "Alices", "Before", "Decoys"),
}
"""Words with a capital inside a sentence that are no name of what a table shows."""


@pytest.mark.parametrize("step", STEPS)
def test_every_name_in_a_sentence_stands_in_the_table(step):
    if step.subject is None:
        return
    grid = grid_of(step.subject)
    options = step.question.options if isinstance(step.question, Choice) else ()
    sentences = ". ".join([step.text, step.explanation, getattr(step.question, "ask", ""), *options])
    shown = " ".join([*grid.columns, *(text for row in grid.rows for text in row), *grid.notes])
    names = set(re.findall(r"(?<=[a-z,] )\*?([A-Z][\w-]{2,})", sentences)) - NO_ROWS
    assert {name for name in names if name not in shown} == set()


def test_lessons_are_found_by_their_keys():
    assert lesson_of("four-films").title == "Four films"
    assert lesson_of("none") is None


def test_a_doubtful_fact_and_several_values_are_told_in_a_cell_and_each_is_marked_by_itself():
    given = release("Form", "Shop", ("Name", "Alice", 0.4), ("Name", "Bob"))
    work = Workspace(profile=(("Name", "Alice"),), releases=(given,))
    assert grid_of(work).rows[1] == ("Form", "Alice (40 %) · Bob")
    assert [[value.meaning for value in row[0]] for row in grid_of(work).cells] == [[""], ["right", "wrong"]]


def test_a_wide_table_has_facts_as_rows():
    labels = tuple(f"A long heading {number}" for number in range(9))
    work = Workspace(profile=tuple((label, "true") for label in labels))
    assert grid_of(work).rows == tuple((label, "true") for label in labels)


def test_a_table_means_every_text_literally():
    grid = Grid(("", "<i>"), ("<b>",), (((GridValue("<img src=x>", "wrong"),),),), ("<u>",))
    drawn = html_of(grid, '"<s>', coloured=True)
    assert [tag for tag in ("<i>", "<b>", "<img", "<u>", "<s>") if tag in drawn] == []


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Number("?", pooled, low=1.0, high=1.0),
        lambda: Number("?", pooled, step=0.0),
        lambda: Number("?", pooled, tolerance=-1.0),
        lambda: Choice("?", ("one",), lambda work: 0),
        lambda: LessonStep("t", "t", WORK, Number("?", pooled)),
        lambda: LessonStep("t", "t", None, Number("?", pooled), "because"),
        lambda: Lesson("", "t", "?", (LessonStep("t", "t"),)),
        lambda: Lesson("key", "t", "?", ()),
        lambda: outcome_of(LessonStep("t", "t"), 1.0),
        lambda: pooled(Workspace(profile=(("Name", "Alice"),))),
    ],
)
def test_what_makes_no_lesson_is_refused_in_one_sentence(wrong):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        wrong()


def test_a_guess_is_told_how_far_off_it_is():
    step = LessonStep("t", "t", WORK, Number("?", leakage_of(0)), "because")
    assert outcome_of(step, 100.0).sentence == "100 %: that is it."
    assert outcome_of(step, 97.0).sentence == "100 %. Your guess was close enough, 3 points too low."
    assert outcome_of(step, 40.0).sentence == "100 %. Your guess was 60 points too low."
