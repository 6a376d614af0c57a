"""The test before and after a class: its answers by the slow definitions, and what a class gains."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

import leakage.lessons
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.quiz import ITEMS, Gain, Quiz, gain_of
from leakage.lessons.together import Together
from leakage.lessons.together_results import QUIZ_COLUMNS, quiz_csv
from tests.oracles import papers as by_hand
from tests.oracles.lessons import card, joined, share, worst
from tests.oracles.lessons import leakage as slow_leakage

BEA = [("N", "Bea"), ("T", "Bonn"), ("A", "41"), ("J", "baker")]
HALF = Fraction(1, 2)


def greater(first, second):
    return 2 if first == second else 0 if first > second else 1


def slow_answers():
    """Every item from its facts as its text tells them."""
    few, many = set(BEA[:2]), {*BEA, ("T", "Kiel"), ("A", "30"), ("A", "52"), ("J", "nurse")}
    sure = card(("N", "Bea"), ("J", "nurse"))
    library, pharmacy = card(("N", "Bea"), ("M", "b@x")), card(("P", "77"), ("I", "asthma"))
    left = joined([library, pharmacy, card(("M", "b@x"), ("P", "77"))], share("M", "P"))
    [delivery] = [each for each in left if {("M", "b@x"), ("P", "77")} <= set(each)]
    shopper = [("N", "Bea"), ("M", "b@x"), ("P", "77"), ("T", "Bonn")]
    orders = [card(*shopper[:2]), card(("N", "Bea"), ("P", "77"), ("T", "Bonn"))]
    rule = share("NM", "NP")
    before = worst(orders, shopper, rule)
    form, made_up = card(*shopper[:3]), card(("N", "Zed"), ("P", "00"))
    ward = ["flu", "flu", "flu"]  # as the text has them
    return [
        greater(by_hand.f1(few, set(BEA)), by_hand.f1(many, set(BEA))),
        greater(slow_leakage(sure, BEA), slow_leakage({**sure, ("J", "nurse"): HALF}, BEA)),
        (("N", "Bea") in delivery) + 2 * (("I", "asthma") in delivery),
        greater(worst([*orders, form], shopper, rule), before),
        greater(worst([*orders, made_up], shopper, rule), before),
        0 if len(set(ward)) == 1 else 1,
    ]


def test_the_answers_are_those_of_the_slow_definitions():
    assert [item.right for item in ITEMS] == slow_answers()


def test_each_of_six_items_says_what_it_tests_and_asks_what_no_lesson_asks():
    assert len({item.aim for item in ITEMS}) == len(ITEMS) == 6
    works = [step.subject for lesson in LESSONS for step in lesson.steps]
    for item in ITEMS:
        assert item.step.subject not in works
        assert max(len(part.split()) for part in (item.step.text, item.step.explanation)) <= 55
        # What is tested gives nothing away.
        assert item.question.in_words(item.right) not in item.step.text
    assert len({item.right for item in ITEMS}) > 2, "always the same place is no test"


def test_the_outline_for_the_teacher_says_what_each_item_tests():
    outline = (Path(leakage.lessons.__file__).parent / "README.md").read_text()
    table = outline.partition("| Item | Tests |")[2].partition("\n\n")[0]
    assert [line.split("|")[2].strip() for line in table.splitlines()[2:]] == [item.aim for item in ITEMS]


RIGHT = tuple(item.right for item in ITEMS)


def wrong(number):
    """All right but the first so many."""
    return tuple((right + 1) % 2 if place < number else right for place, right in enumerate(RIGHT))


def sat_twice():
    quiz = Quiz().opened("before").answered("Ann", wrong(6)).answered("Bob", wrong(3)).answered("Early", RIGHT)
    return quiz.closed().opened("after").answered("Ann", wrong(3)).answered("Bob", RIGHT).answered("Late", wrong(6))


def test_wrong_is_wrong():
    assert [sum(a != b for a, b in zip(wrong(number), RIGHT, strict=True)) for number in range(7)] == list(range(7))


def test_the_gain_is_of_those_who_answered_both_times():
    gain = gain_of(sat_twice())
    assert (gain.students, gain.before, gain.after) == (2, 3 / 12, 9 / 12)
    assert gain.normalised == pytest.approx((9 - 3) / (12 - 3))
    assert gain_of(Quiz().opened("after").answered("Ann", RIGHT)) is None
    assert Gain(1, 1.0, 1.0).normalised is None


def test_an_answer_counts_once_whole_and_while_the_test_is_open():
    quiz = Quiz().opened("before").answered("Ann", wrong(6)).answered("Ann", RIGHT).answered("Bob", RIGHT[:5])
    assert quiz.count("before") == 1 and quiz.right("before", 0) == 1
    assert quiz.has_answered("Ann") and not quiz.has_answered("Bob")
    assert quiz.closed().answered("Bob", RIGHT) == quiz.closed()
    assert quiz.answered("Cem", RIGHT, most=1) == quiz


def test_it_stays_when_another_lesson_is_opened():
    board = Together(quiz=sat_twice())
    assert board.opened(LESSONS[0].key).guessed("Ann", 1.0).opened("").quiz == sat_twice()


def test_results_name_nobody():
    written = quiz_csv(sat_twice()).decode()
    assert not any(seat in written for seat in ("Ann", "Bob", "Early", "Late"))
    header, *rows = csv.reader(written.splitlines())
    assert header == list(QUIZ_COLUMNS) and len(rows) == 8
    for number, row in enumerate(rows[:6]):
        assert row[1] == ITEMS[number].aim
        assert row[3:] == [str(sat_twice().right("before", number)), "3", str(sat_twice().right("after", number)), "3"]
    assert (rows[6][1], rows[6][3], rows[6][5]) == ("2", "0.25", "0.75")
