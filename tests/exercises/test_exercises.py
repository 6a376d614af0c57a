"""Exercises: nice answers that the slow definition confirms, the same for a seed, and mistakes that are recognised."""

import hashlib
import re
from fractions import Fraction
from functools import cache
from html import unescape

import pytest

from leakage.exercises import DIFFICULTIES, TOPICS, ExerciseProblem, make_problem, topic_of
from leakage.exercises.problem import Draw
from leakage.exercises.topics import united
from leakage.exercises.worksheet import CUT, LARGEST, RIGHT, SEVERAL, UNKNOWN, worksheet
from leakage.lessons import grid_of, leakage_of
from leakage.scenarios.scenario import release
from leakage.workspace.workspace import Workspace
from tests.amount import TIMES
from tests.exercises.judging import judge, read_answer
from tests.oracles import exercises as students
from tests.oracles import papers as by_hand
from tests.oracles.lessons import joined, leakage, share

KINDS = [pytest.param(topic.key, level, id=f"{topic.key}-{level}") for topic in TOPICS for level in DIFFICULTIES]
OFFERED = range(120)
SEEDS = OFFERED[: 10 * TIMES]


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
            return by_hand.precision(set(own_cards[0]), truth, **weights)
        case "recall":
            return by_hand.recall(set(own_cards[0]), truth, **weights)
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
    for seed in SEEDS:
        problem = problem_of(topic, level, seed)
        assert problem.answer == slow_answer(topic, problem.workspace) == topic_of(topic).answer(problem.workspace)
        assert 0 < problem.answer < 1
        assert problem.answer.denominator <= LARGEST[level]
        assert float(problem.answer) == pytest.approx(problem.derivation.value, rel=1e-12)


@pytest.mark.parametrize(("topic", "level"), KINDS)
def test_right_is_right_however_it_is_typed_and_every_mistake_is_named(topic, level):
    for seed in SEEDS:
        problem = problem_of(topic, level, seed)
        top, under = problem.answer.numerator, problem.answer.denominator
        shown = f"{100 * float(problem.answer):.3f}"
        for typed in (f"{top}/{under}", f"{3 * top} / {3 * under}", f"{shown} %", f"{float(problem.answer):.5f}"):
            assert judge(problem, read_answer(typed)).right, typed
        assert len(problem.mistakes) >= 2
        for mistake in problem.mistakes:
            judged = judge(problem, read_answer(str(mistake.answer)))
            assert (judged.right, judged.sentence) == (False, mistake.sentence)


@pytest.mark.parametrize(("topic", "level"), KINDS)
def test_a_diagnosis_is_of_what_it_says_and_every_usual_mistake_has_one(topic, level):
    """Both ways: no sentence is said of another figure, or of a problem where it is not so; and no figure lacks one."""
    for seed in OFFERED[: 30 * TIMES]:
        problem = problem_of(topic, level, seed)
        usual = students.of_topic(topic, problem.workspace)
        assert len({mistake.answer for mistake in problem.mistakes}) == len(problem.mistakes)
        for mistake in problem.mistakes:
            assert mistake.answer != problem.answer
            (figures,) = (figures for words, figures in usual.items() if words in mistake.sentence)
            assert mistake.answer in figures, (seed, mistake)
        found = {figure for figures in usual.values() for figure in figures} - {problem.answer}
        assert {mistake.answer for mistake in problem.mistakes} == {figure for figure in found if figure > 0}, seed


@pytest.mark.parametrize(("topic", "level"), KINDS)
def test_a_rounded_mistake_is_never_taken_for_another(topic, level):
    for seed in SEEDS:
        problem = problem_of(topic, level, seed)
        for mistake in problem.mistakes:
            for typed in (f"{100 * float(mistake.answer):.0f} %", f"{float(mistake.answer):.1f}"):
                answer = read_answer(typed)
                judged = judge(problem, answer)
                others = {m.sentence for m in problem.mistakes if answer.means(m.answer)} - {mistake.sentence}
                own = SEVERAL if others else mistake.sentence
                assert judged.sentence == (RIGHT if answer.means(problem.answer) else own), (seed, typed)


def test_a_seed_gives_the_same_problem_on_every_machine():
    """A digest of many problems, taken once: any other random number, on any machine or version, would change it."""
    problems = [
        (problem.workspace.profile, cards(problem.workspace), problem.workspace.weights, str(problem.answer))
        for topic in TOPICS
        for level in DIFFICULTIES
        for problem in (make_problem(topic.key, level, seed) for seed in range(4))
    ]
    assert hashlib.sha256(repr(problems).encode()).hexdigest()[:16] == "4fba59c05deaccd3"


def test_seeds_and_numbers_differ():
    made = (make_problem("leakage", 2, seed, number) for seed in range(4) for number in (1, 2))
    assert len({repr(cards(problem.workspace)) for problem in made}) >= 7


def test_common_mistakes_of_a_known_card():
    """Two of three right, of five: precision 2/3, recall 2/5, leakage 1/2."""
    truth = (("Name", "Alice"), ("Phone", "123"), ("Card", "900"), ("Age", "20"), ("Job", "cook"))
    card = release("Record 1", "Eve", ("Name", "Alice"), ("Phone", "123"), ("Age", "31"))
    work = Workspace(truth, releases=(card,))
    topic = topic_of("leakage")
    problem = ExerciseProblem(topic.ask, work, leakage_of(0)(work), tuple(topic.mistakes(work)), topic.hint)
    assert judge(problem, read_answer("1/2")).right
    assert "precision alone" in judge(problem, read_answer("2/3")).sentence
    assert "recall alone" in judge(problem, read_answer("40 %")).sentence
    assert "ordinary mean" in judge(problem, read_answer("8/15")).sentence
    assert "2 was forgotten" in judge(problem, read_answer("25 %")).sentence
    assert judge(problem, read_answer("1/9")).sentence == f"{UNKNOWN} {topic.hint}"


def test_a_digit_cut_off_is_named():
    problem = problem_of("leakage", 1, 1)
    digits = f"{float(problem.answer):.12f}"
    for typed in (digits[:n] for n in range(3, 9)):
        answer = read_answer(typed)
        own = [mistake for mistake in problem.mistakes if answer.means(mistake.answer)]
        assert answer.means(problem.answer) or own or judge(problem, answer).sentence == CUT
    assert not read_answer("1/3").is_cut(Fraction(1, 2)) and not read_answer("0.5").is_cut(Fraction(1, 2))


def test_the_average_of_f1_is_not_the_f1_of_averages():
    """2012, Section 2.3: 13/20; by averages 2/3."""
    work = Workspace(
        (("Name", "Alice"), ("Age", "20"), ("Phone", "123")),
        releases=(release("r", "Eve", ("Name", "Alice", 0.5), ("Age", "20")),),
    )
    topic = topic_of("doubt")
    problem = ExerciseProblem(topic.ask, work, topic.worked(work), tuple(topic.mistakes(work)), topic.hint)
    assert problem.answer == Fraction(13, 20)
    assert "F1 of the averages" in judge(problem, read_answer("2/3")).sentence


@pytest.mark.parametrize(
    ("typed", "value", "half"),
    [
        ("3/4", Fraction(3, 4), 0),
        (" 10 / 20 ", Fraction(1, 2), 0),
        ("75 %", Fraction(3, 4), Fraction(1, 200)),
        ("66,7%", Fraction(667, 1000), Fraction(1, 2000)),
        ("0.75", Fraction(3, 4), Fraction(1, 200)),
        ("0,667", Fraction(667, 1000), Fraction(1, 2000)),
        (".5", Fraction(1, 2), Fraction(1, 20)),
        ("66.7", Fraction(667, 1000), Fraction(1, 2000)),
        ("67", Fraction(67, 100), Fraction(1, 200)),
        ("100", Fraction(1), Fraction(1, 200)),
        ("66,7\u202f%", Fraction(667, 1000), Fraction(1, 2000)),
        ("66.7 per cent", Fraction(667, 1000), Fraction(1, 2000)),
        ("13.9 Points", Fraction(139, 1000), Fraction(1, 2000)),
        ("200/3 %", Fraction(2, 3), 0),
        ("2\u20443", Fraction(2, 3), 0),
        ("1", Fraction(1), 0),
        ("1.0", Fraction(1), Fraction(1, 20)),
        ("0", Fraction(0), 0),
    ],
)
def test_answers_are_read(typed, value, half):
    assert (read_answer(typed).value, read_answer(typed).half) == (value, half)


@pytest.mark.parametrize(
    "typed",
    ["", "a half", "1/0", "-1/2", "1/2/3", "1e3", "50 % of it", "９/１０", "9/10 x", "1" * 30, "75.", "% %", "..", "½"],
)
def test_what_is_no_answer_is_refused_in_a_sentence_that_repeats_nothing(typed):
    with pytest.raises(ValueError, match=r"^(type a fraction|nothing can be divided)[^\n]*$") as refused:
        read_answer(typed)
    assert not typed.strip() or typed not in str(refused.value)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: make_problem("none", 1, 1),
        lambda: make_problem("leakage", 3, 1),
        lambda: make_problem("leakage", 1, -1),
        lambda: make_problem("leakage", 1, 10**6),
        lambda: make_problem("leakage", 1, 1, 0),
        lambda: worksheet([], 1, 1, 1),
        lambda: worksheet(["leakage"], 1, 31, 1),
        lambda: topic_of("none"),
    ],
)
def test_what_there_is_not_is_refused(wrong):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        wrong()


def test_chance_is_even():
    draw = Draw("even")
    drawn = [draw.below(4) for _ in range(4000)]
    assert {n: 900 < drawn.count(n) < 1100 for n in range(4)} == dict.fromkeys(range(4), True)
    assert all(len(set(draw.some_of(range(6), 3))) == 3 for _ in range(100))


def test_a_worksheet_has_every_problem_its_answer_and_the_seed():
    topics = [topic.key for topic in TOPICS]
    page = unescape(worksheet(topics, 2, 12, 7))
    questions, _, key = page.partition('<div class="key">')
    assert questions.count("<section>") == key.count("<section>") == 12
    for number in range(1, 13):
        problem = make_problem(topics[(number - 1) % 6], 2, 7, number)
        assert f": {problem.answer} (" in key
        assert problem.text in questions
        assert all(name in questions for name in grid_of(problem.workspace).columns)
    # In the margin of every page, and at the beginning of both parts.
    assert page.count("Worksheet 7, difficulty 2") == 3 and "@bottom-left" in page
    assert not re.search(r"\d\.\d{5,}", page), "a result that is a fraction is written as one"
    assert "<math" in key
    assert "<math" not in questions


def test_a_worksheet_loads_and_runs_nothing():
    page = unescape(worksheet(["leakage"], 1, 1, 1))
    assert "default-src 'none'" in page
    assert [word for word in ("<script", "http:", "https:", "src=", "url(") if word in page] == []


def test_records_in_one_hold_each_fact_once():
    first, second = (release(n, "Eve", ("Name", "Alice"), ("Age", n)).record for n in ("1", "2"))
    assert len(united([first, second])) == 3
