"""Exercises: nice answers that the slow definition confirms, the same for a seed, and mistakes that are recognised."""

import hashlib
from fractions import Fraction
from functools import cache

import pytest

from leakage.exercises import LEVELS, TOPICS, make_problem
from leakage.exercises.making import LARGEST
from leakage.exercises.problem import Draw
from tests.amount import TIMES
from tests.oracles import exercises as students
from tests.oracles import measure
from tests.oracles.exercises import joined, leakage, share

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
        assert problem.answer == slow_answer(topic, problem.workspace) == TOPICS[topic].answer(problem.workspace)
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


def test_chance_is_even():
    draw = Draw("even")
    drawn = [draw.below(4) for _ in range(4000)]
    assert {n: 900 < drawn.count(n) < 1100 for n in range(4)} == dict.fromkeys(range(4), True)
    assert all(len(set(draw.some_of(range(6), 3))) == 3 for _ in range(100))
