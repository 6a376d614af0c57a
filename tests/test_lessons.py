"""Lessons, exercises and the class page: every figure by the slow definitions, and what is in the file."""

import hashlib
import json
import math
import re
from fractions import Fraction
from functools import cache
from html import unescape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import record_leakage
from leakage.class_page import class_page, script_source, step_id
from leakage.derivation import Derivation
from leakage.exercises import LEVELS, TOPICS, make_problem
from leakage.exercises.topics import LARGEST
from leakage.lessons import pictures
from leakage.lessons.answers import pooled
from leakage.lessons.grid import WIDEST, Grid, grid_of, html_of
from leakage.lessons.lesson import LESSONS
from leakage.lessons.pictures import desk_of, worlds_of
from leakage.scenarios import policy, release
from leakage.workspace.vocabulary import MEANINGS
from leakage.workspace.workspace import Workspace
from tests.amount import TIMES
from tests.oracles import exercises as students
from tests.oracles import measure
from tests.oracles import resolution as slowly_resolved
from tests.oracles.exercises import joined, leakage, share
from tests.strategies import databases, policies, references, thorough

# Lessons: every answer by the slow definitions, every step with the figures that it states.


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
        value = Fraction(figure) * (100 if step.is_share else 1)
        assert step.truth == pytest.approx(float(value), rel=2e-4 if "." in figure else 1e-12)
    if figure:
        value = float(Fraction(figure))
        percent = f"{100 * value:.1f}".removesuffix(".0") + " %"
        numbers = {*stated(step.explanation), *re.findall(r"[\d.]*\d|You alone", step.explanation)}
        assert {figure, percent, f"{value:.4g}", "You alone"} & numbers


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_a_right_guess_is_right_and_a_wrong_one_wrong(lesson, place):
    step = lesson.steps[place]
    truth = step.truth
    assert step.is_right(min(step.guesses, key=lambda guess: abs(guess - truth)))
    assert step.options or step.low <= truth <= step.high
    far = 0 if step.options else step.tolerance
    wrongs = [guess for guess in step.guesses if abs(guess - truth) > far + 1e-9]
    assert wrongs, "a question to which every guess is right asks nothing"
    for wrong in wrongs:
        assert not step.is_right(wrong)
        assert step.in_words(truth) in step.verdict(wrong)


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
    assert [row[0] for row in grid_of(work).cells] == [
        (("Alice", ""),),
        (("Alice (40 %)", "right"), ("Bob", "wrong")),
    ]


def test_a_table_means_every_text_literally():
    grid = Grid(("", "<i>"), ("<b>",), (((("<img src=x>", "wrong"),),),), ("<u>",))
    drawn = html_of(grid, '"<s>')
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
    assert measure.near(desk.known[-1], pooled(work).value)
    for card in desk.cards:
        record = slowly_resolved.merged(records, list(card.members), pictures.union_merge)
        assert {fact.attribute for fact in card.facts} == set(record)
        assert measure.near(card.leakage, measure.leakage(record, reference))
    left = [card.members for card in desk.cards if len(desk.known) - 1 in card.frames]
    closure = slowly_resolved.closure(records, match, pictures.union_merge)
    assert sorted(map(sorted, left)) == sorted(map(sorted, closure))


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_a_picture_comes_to_the_answer_of_its_step(lesson, place):
    step = lesson.steps[place]
    if not step.picture or step.options:
        return
    html, truth = step.picture, step.truth_in_words
    shown = re.findall(r'class="meter">.*?<b>(.*?)</b>', html)
    if step.unit == "%" and isinstance(step.answer, Derivation):
        assert truth.endswith(shown[-1])
    elif step.unit == "cards":
        assert sum("hidden" not in card for card in re.findall(r'<div class="card[^>]*>', html)) == int(truth[0])
    if 'data-picture="worlds"' in html:
        known = record_leakage(step.subject.releases[0].record, step.subject.reference)
        assert sum(w.likelihood * w.leakage for w in worlds_of(step.subject)) == pytest.approx(known)


def test_a_picture_means_every_text_literally_and_marks_have_the_words_of_the_charts():
    work = Workspace((("<b>", "<i>"),), releases=(release("<u>", "<s>", ("<b>", "<i>")), *WORK.releases))
    html = pictures.joined(work)
    assert [tag for tag in ("<i>", "<u>", "<s>") if tag in html] == [] and "&lt;u&gt;" in html
    assert set(pictures.MARKS) <= set(MEANINGS)


# Exercises: nice answers that the slow definition confirms, the same for a seed, and mistakes that are recognised.


KINDS = [pytest.param(topic, level, id=f"{topic}-{level}") for topic in TOPICS for level in LEVELS]
SEEDS = range(30 * TIMES)


@cache
def problem_of(topic, level, seed):
    """A problem, which several tests look at."""
    return make_problem(topic, level, seed)


def cards(workspace):
    """The releases as facts with their confidences, as fractions of what was typed."""
    return [{a.pair: Fraction(repr(a.confidence)) for a in given.record} for given in workspace.releases]


def slow_answer(topic, workspace):
    truth, weights = set(workspace.profile), {label: int(weight) for label, weight in workspace.weights}
    own_cards = cards(workspace)
    same = share(["Phone"], ["Card"])

    def worst(of):
        return max(leakage(card, truth, weights) for card in joined(of, same))

    match topic:
        case "precision":
            return measure.precision(set(own_cards[0]), truth, weights)
        case "recall":
            return measure.recall(set(own_cards[0]), truth, weights)
        case "leakage" | "doubt":
            return leakage(own_cards[0], truth, weights)
        case "joining":
            return worst(own_cards)
        case "increment":
            plan = {a.pair: Fraction(1) for a in workspace.plans[0].record}
            return worst([*own_cards, plan]) - worst(own_cards)
    raise AssertionError("every topic has a slow answer")


@pytest.mark.parametrize(("topic", "level"), KINDS)
def test_an_answer_is_nice_and_that_of_the_slow_definition(topic, level):
    for seed in SEEDS[: 10 * TIMES]:
        problem = problem_of(topic, level, seed)
        assert problem.answer == slow_answer(topic, problem.workspace)
        assert 0 < problem.answer < 1
        assert problem.answer.denominator <= LARGEST[level]
        assert float(problem.answer) == pytest.approx(problem.derivation.value, rel=1e-12)


@pytest.mark.parametrize(("topic", "level"), KINDS)
def test_a_diagnosis_is_of_what_it_says_and_every_usual_mistake_has_one(topic, level):
    """Both ways: no sentence is said of another figure, or of a problem where it is not so; and no figure lacks one."""
    for seed in SEEDS:
        problem = problem_of(topic, level, seed)
        usual = students.of_topic(topic, problem.workspace)
        assert len({mistake.answer for mistake in problem.mistakes}) == len(problem.mistakes) >= 2
        for mistake in problem.mistakes:
            assert mistake.answer != problem.answer
            (figures,) = (figures for words, figures in usual.items() if words in mistake.sentence)
            assert mistake.answer in figures, (seed, mistake)
        found = {figure for figures in usual.values() for figure in figures} - {problem.answer}
        assert {mistake.answer for mistake in problem.mistakes} == {figure for figure in found if figure > 0}, seed


def test_a_seed_gives_the_same_problem_on_every_machine():
    """A digest of many problems, taken once: any other random number, on any machine or version, would change it."""
    problems = [
        (problem.workspace.profile, cards(problem.workspace), problem.workspace.weights, str(problem.answer))
        for topic in TOPICS
        for level in LEVELS
        for problem in (make_problem(topic, level, seed) for seed in range(4))
    ]
    assert hashlib.sha256(repr(problems).encode()).hexdigest()[:16] == "4fba59c05deaccd3"


# The class as one page: what is in the file, before a browser opens it.


MOST = 1_500_000


@pytest.fixture(scope="module")
def page():
    return class_page()


def test_it_is_small_and_has_its_exercises(page):
    assert len(page.encode()) < MOST
    (data,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert len(json.loads(data)["exercises"]) == 240


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_step_has_the_rules_of_its_subject_beside_it(page, lesson):
    for place, step in enumerate(lesson.steps):
        article = page.partition(f'<article class="view step asks" id="{step_id(lesson, place)}"')[2]
        shown = unescape(article.partition("</article>")[0])
        assert all(note in shown for note in grid_of(step.subject).notes), step.title


def test_it_names_no_address(page):
    assert re.findall(r"https?:|//[a-z]+\.|url\(|@import|\bsrc=(?![\"']data:)|\bon[a-z]+=", page) == []


def test_its_policy_lets_nothing_but_its_own_script_run(page):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.replace("&#39;", "'").startswith("default-src 'none'; ")
    assert policy.replace("&#39;", "'").endswith(f"; script-src {script_source()}")
    assert page.count("<script") == 2 and page.count('<script type="application/json"') == 1
