"""Lessons: every answer by the slow definitions, every step with the figures that it states."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage.derivation import Derivation
from leakage.lessons import pictures
from leakage.lessons.answers import leakage, pooled
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.grid import WIDEST, Grid, GridValue, grid_of, html_of
from leakage.lessons.lesson import Choice, Number
from leakage.lessons.pictures import desk_of, picture_of, worlds_of
from leakage.scenarios import policy, release
from leakage.workspace.vocabulary import MEANINGS
from leakage.workspace.workspace import Workspace
from tests.oracles import measure as slow
from tests.oracles import resolution as slowly_resolved
from tests.strategies import databases, policies, references, thorough

STEPS = [pytest.param(lesson, n, id=f"{lesson.key}-{n}") for lesson in LESSONS for n in range(len(lesson.steps))]
WORK = Workspace(profile=(("Name", "Alice"),), releases=(release("Form", "Shop", ("Name", "Alice")),))
OF_STEPS = {
    **{"what-counts-as-knowing": "2/3 1/2 a 2/11 4/7 a:2/3", "not-sure": "4 1/5 3/4 b:13/20 a 13/21"},
    **{"connecting-the-dots": "2/3 3 3/4 b:3/4 1 d 8/9 1", "before-you-press-send": "3/4 a:0 5/36 2 d c:8/9 a"},
    **{"fighting-back": "1 8/9 b 8/11 2/3 a:8/9", "anonymised": "3 2/3 a:3/4 a 1/2 4/5"},
    **{"best-guess": "1/4 5/2 a 1/4 1/4 3 0.1887", "four-films": "4 2 1 3 i d i"},
}
"""Of every step the right option and the figure, as the papers, a calculation by hand or a slow program have it."""


def stated(written):
    """Every number with a unit in a sentence: percentages and fractions."""
    return {*re.findall(r"\d+(?:\.\d+)? %", written), *re.findall(r"\d+/\d+", written)}


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_every_step_has_its_answer_and_states_its_figure(lesson, place):
    step, (option, figure) = (
        lesson.steps[place],
        re.match(r"([a-i]?):?(.*)", OF_STEPS[lesson.key].split()[place]).groups(),
    )
    if option:
        assert step.truth == "abcdefghi".index(option)
    else:
        value = Fraction(figure) * (100 if step.question.is_share else 1)
        assert step.truth == pytest.approx(float(value), rel=2e-4 if "." in figure else 1e-12)
    if figure:
        value = float(Fraction(figure))
        percent = f"{100 * value:.1f}".removesuffix(".0") + " %"
        numbers = {*stated(step.explanation), *re.findall(r"[\d.]*\d|You alone", step.explanation)}
        assert {figure, percent, f"{value:.4g}", "You alone"} & numbers


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_a_right_guess_is_right_and_a_wrong_one_wrong(lesson, place):
    step = lesson.steps[place]
    question, truth = step.question, step.truth
    nearest = min(question.guesses, key=lambda guess: abs(guess - truth))
    assert step.is_right(nearest)
    if isinstance(question, Number):
        assert question.low <= truth <= question.high
        ends = [end for end in (question.low, question.high) if abs(end - truth) > question.tolerance]
    else:
        ends = [option for option in question.guesses if option != truth]
    assert ends, "a question to which every guess is right asks nothing"
    for wrong in ends:
        assert not step.is_right(wrong)
        assert question.in_words(truth) in step.verdict(wrong)


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_a_derivation_ends_in_the_very_answer(lesson, place):
    derivation = lesson.steps[place].answer
    if isinstance(derivation, Derivation):
        assert float(derivation.steps[-1].formula.rpartition("= ")[2]) == derivation.value
        assert float(derivation.exact) == pytest.approx(derivation.value, rel=1e-9)


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_facts_of_a_table_are_in_the_order_of_its_labels_and_fit_a_phone(lesson, place):
    subject = lesson.steps[place].subject
    grid = grid_of(subject)
    assert {len(row) for row in grid.cells} == {len(grid.columns) - 1}
    assert grid.width <= 1.25 * WIDEST, "too wide for a phone, in smaller type too"
    if isinstance(subject, Workspace):
        names = [dict(subject.names).get(label, label) for label in subject.labels]
        assert list(grid.columns[1:] if "The truth" in grid.names else grid.names) == names


def test_a_step_whose_picture_can_be_moved_before_the_answer_says_which_confidences_are_meant():
    step = next(step for lesson in LESSONS for step in lesson.steps if step.title == "One world")
    assert step.truth == pytest.approx(100 * math.prod(float(said[:-2]) / 100 for said in stated(step.text)))


# Tables.


def test_a_doubtful_fact_and_several_values_are_told_in_a_cell_and_each_is_marked_by_itself():
    given_ = release("Form", "Shop", ("Name", "Alice", 0.4), ("Name", "Bob"))
    work = Workspace(profile=(("Name", "Alice"),), releases=(given_,))
    assert [value.text for value in grid_of(work).cells[1][0]] == ["Alice (40 %)", "Bob"]
    assert [[value.meaning for value in row[0]] for row in grid_of(work).cells] == [[""], ["right", "wrong"]]


def test_a_table_means_every_text_literally():
    grid = Grid(("", "<i>"), ("<b>",), (((GridValue("<img src=x>", "wrong"),),),), ("<u>",))
    drawn = html_of(grid, '"<s>', coloured=True)
    assert [tag for tag in ("<i>", "<b>", "<img", "<u>", "<s>") if tag in drawn] == []


# Pictures: every number in them is that of the slow definitions, and the answer is what they come to.


def work_of(records, reference, match):
    releases = tuple(release(f"r{n}", "Eve", *((*a.pair, a.confidence) for a in r)) for n, r in enumerate(records))
    return Workspace(tuple(reference.confidences), releases=releases, policies=(policy("Eve", match),))


@given(databases(max_size=5, confidences=st.just(1.0)), policies, references)
@thorough
def test_cards_are_joined_as_records_are(records, match, reference):
    assume(records)
    work = work_of(records, reference, match)
    desk = desk_of(work)
    assert slow.near(desk.known[-1], pooled(work).value)
    for card in desk.cards:
        record = slowly_resolved.merged(records, list(card.members), pictures.union_merge)
        assert {fact.attribute for fact in card.facts} == set(record)
        assert slow.near(card.leakage, slow.leakage(record, reference))
    left = [card.members for card in desk.cards if len(desk.known) - 1 in card.frames]
    closure = slowly_resolved.closure(records, match, pictures.union_merge)
    assert sorted(map(sorted, left)) == sorted(map(sorted, closure))


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_a_picture_comes_to_the_answer_of_its_step(lesson, place):
    step = lesson.steps[place]
    if step.picture is None or isinstance(step.question, Choice):
        return
    html, truth = picture_of(step), step.truth_in_words
    shown = re.findall(r'class="meter">.*?<b>(.*?)</b>', html)
    if step.question.unit == "%" and isinstance(step.answer, Derivation):
        assert truth.endswith(shown[-1])
    elif step.question.unit == "cards":
        assert sum("hidden" not in card for card in re.findall(r'<div class="card[^>]*>', html)) == int(truth[0])
    if 'data-picture="worlds"' in html:
        assert sum(w.likelihood * w.leakage for w in worlds_of(step.subject)) == pytest.approx(
            leakage(step.subject).value
        )


def test_a_picture_means_every_text_literally_and_marks_have_the_words_of_the_charts():
    work = Workspace((("<b>", "<i>"),), releases=(release("<u>", "<s>", ("<b>", "<i>")), *WORK.releases))
    html = pictures.joined(work)
    assert [tag for tag in ("<i>", "<u>", "<s>") if tag in html] == [] and "&lt;u&gt;" in html
    assert set(pictures.MARKS) <= set(MEANINGS)
