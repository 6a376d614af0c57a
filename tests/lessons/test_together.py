"""A class that predicts together: where it is, what it votes, and how the votes are spread."""

import csv
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import leakage.lessons
from leakage.lessons import Choice, LessonStep, Number, leakage_of, outcome_of
from leakage.lessons.catalogue import LESSONS, MINUTES_EACH, ROUTE, lesson_of
from leakage.lessons.together import MOST_SEATS, TALK_SECONDS, Phase, Together, distribution, right_of
from leakage.lessons.together_results import COLUMNS, results_csv, results_svg
from leakage.scenarios.scenario import release
from leakage.workspace.workspace import Workspace

# A class at one step: whoever guesses guesses once, and not after the answer is out.


LESSON = LESSONS[0]


def test_a_guess_counts_for_the_step_it_was_made_at():
    at_first = Together().opened(LESSON.key).guessed("a", 1.0, 0)
    later = at_first.turned(1, LESSON).guessed("a", 2.0, 0).guessed("b", 3.0, 1)
    assert (later.guesses_of_step, later.turned(-1, LESSON).guesses_of_step) == ((3.0,), (1.0,))
    assert later.guess_of("a") is None


def test_nothing_is_guessed_before_a_lesson_is_open():
    assert Together().guessed("a", 1.0) == Together()


def test_a_new_lesson_forgets_the_guesses():
    assert Together().opened(LESSON.key).guessed("a", 1.0).opened(LESSONS[1].key) == Together(LESSONS[1].key)


def test_there_are_only_so_many_seats():
    full = Together().opened(LESSON.key)
    for number in range(MOST_SEATS + 5):
        full = full.guessed(f"seat {number}", 1.0)
    assert len(full.guesses_of_step) == MOST_SEATS
    assert full.guessed("seat 0", 7.0).guess_of("seat 0") == 7.0


def test_next_shows_the_answer_first_and_ends_at_the_last_step():
    class_, shown = Together().opened(LESSON.key), []
    for _ in range(4 * len(LESSON.steps)):
        class_ = class_.next_of(LESSON)
        shown.append((class_.step, class_.is_revealed))
    questions = set(LESSON.question_places)
    assert class_.step == len(LESSON.steps) - 1 and set(class_.phases) == questions
    assert all((step, True) in shown for step in questions)


@given(st.integers(0, 2**32))
def test_as_one_table_of_guesses_would_have_it(number):
    """Against a dictionary that is told the same, in any order of turning, guessing and showing."""
    seed = random.Random(number)
    class_, table, out, step = Together().opened(LESSON.key), {}, set(), 0
    for _ in range(seed.randint(0, 60)):
        act, seat, guess = seed.choice("gggtbr"), seed.choice("abcd"), float(seed.randint(0, 100))
        if act == "g":
            class_ = class_.guessed(seat, guess, step)
            if step not in out:
                table[step, seat] = guess
        elif act in "tb":
            by = 1 if act == "t" else -1
            class_, step = class_.turned(by, LESSON), min(max(step + by, 0), len(LESSON.steps) - 1)
        else:
            class_ = class_.shown()
            out.add(step)
        assert class_.step == step and class_.is_revealed == (step in out)
        assert {seat: class_.guess_of(seat) for seat in "abcd"} == {seat: table.get((step, seat)) for seat in "abcd"}
        assert sorted(class_.guesses_of_step) == sorted(guess for (at, _), guess in table.items() if at == step)


# Peer instruction: two votes with talk between them.


def test_a_class_that_talks_votes_twice():
    class_ = Together().opened(LESSON.key, talks=True).turned(1, LESSON).guessed("a", 1.0).guessed("b", 2.0)
    talk = class_.next_of(LESSON, now=100.0)
    assert (talk.phase, talk.is_revealed, talk.seconds_left(100.0)) == (Phase.TALK, False, TALK_SECONDS)
    assert talk.seconds_left(100.0 + 2 * TALK_SECONDS) == 0
    assert talk.guessed("a", 9.0) == talk, "no vote is open while neighbours talk"
    again = talk.next_of(LESSON).guessed("a", 3.0)
    assert again.rounds_of_step == ((1.0, 2.0), (3.0,)) and again.guess_of("a", 0) == 1.0
    assert again.guess_of("b") == 2.0 and again.guess_of("b", 1) is None
    shown = again.next_of(LESSON)
    assert shown.is_revealed and shown.rounds_of_step == again.rounds_of_step
    assert shown.next_of(LESSON).step == class_.step + 1


def test_a_vote_for_the_first_round_is_none_for_the_second():
    again = Together().opened(LESSON.key, talks=True).guessed("a", 1.0, 0, 0).talked().voting_again()
    assert again.guessed("a", 5.0, 0, 0) == again
    assert again.guessed("a", 5.0, 0, 1).guess_of("a", 1) == 5.0


def test_where_nobody_voted_nobody_talks():
    assert Together().opened(LESSON.key, talks=True).turned(1, LESSON).next_of(LESSON).is_revealed


def test_a_class_that_does_not_talk_may_and_one_that_does_need_not():
    class_ = Together().opened(LESSON.key).turned(1, LESSON).guessed("a", 1.0)
    assert class_.next_of(LESSON).is_revealed
    assert class_.talked(5.0).next_of(LESSON).phase is Phase.SECOND
    assert class_.shown().talked() == class_.shown()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_vote_is_in_one_bar_and_the_truth_in_one(lesson):
    chance = random.Random(lesson.key)
    for step in (step for step in lesson.steps if step.question is not None):
        question = step.question
        if isinstance(question, Choice):
            every = [float(place) for place in range(len(question.options))]
        else:
            places = round((question.high - question.low) / question.step)
            every = [question.low + place * question.step for place in range(places + 1)]
        rounds = (tuple(every), tuple(chance.choices(every, k=7)))
        bars = distribution(step, rounds)
        assert tuple(map(sum, zip(*(bar.counts for bar in bars), strict=True))) == tuple(map(len, rounds))
        assert [bar.holds_truth for bar in bars].count(True) == 1
        assert len({bar.label for bar in bars}) == len(bars) <= 11


def test_bars_of_a_slider_are_its_parts():
    work = Workspace(profile=(("Name", "Alice"),), releases=(release("Form", "Shop", ("Name", "Alice")),))
    step = LessonStep("t", "t", work, Number("?", leakage_of(0)), "because")
    bars = distribution(step, ((0.0, 9.0, 10.0, 95.0, 100.0),))
    assert [(bar.label, bar.counts, bar.holds_truth) for bar in (bars[0], bars[1], bars[-1])] == [
        ("0 – 10 %", (2,), False),
        ("10 – 20 %", (1,), False),
        ("90 – 100 %", (2,), True),
    ]
    assert right_of(step, (95.0, 96.0, 10.0)) == sum(outcome_of(step, guess).right for guess in (95.0, 96.0, 10.0)) == 2
    with pytest.raises(ValueError, match="asks nothing"):
        distribution(LessonStep("t", "t"), ((),))


# The route of fifty minutes.


def test_the_route_is_ten_questions_of_the_lessons_in_fifty_minutes():
    assert len(ROUTE.steps) * MINUTES_EACH == 50 and lesson_of(ROUTE.key) is ROUTE
    asked = [step.question for lesson in LESSONS for step in lesson.steps if step.question is not None]
    places = [next(n for n, question in enumerate(asked) if question is step.question) for step in ROUTE.steps]
    assert places == sorted(places) and len(set(places)) == 10


# Results to keep: as a table and as a picture, without names.


def a_class_that_voted_twice():
    class_ = Together().opened(ROUTE.key, talks=True).guessed("Zoe's seat", 3.0).guessed("Ann's seat", 0.0)
    class_ = class_.talked().voting_again().guessed("Ann's seat", 0.0).guessed("Zoe's seat", 0.0).shown()
    return class_.turned(1, ROUTE).guessed("Zoe's seat", 55.0).guessed("Ann's seat", 20.0).shown()


def test_results_are_a_table_without_names_and_without_an_order_that_tells_them():
    class_ = a_class_that_voted_twice()
    written = results_csv(ROUTE, class_).decode()
    assert "seat" not in written
    header, *rows = csv.reader(written.splitlines())
    assert header == list(COLUMNS)
    first, second = (ROUTE.steps[place].question for place in (0, 1))
    assert [(row[1], row[2], row[3], row[4], row[5]) for row in rows] == [
        ("1", first.ask, "1", first.options[0], "yes"),
        ("1", first.ask, "1", first.options[3], "no"),
        ("1", first.ask, "2", first.options[0], "yes"),
        ("1", first.ask, "2", first.options[0], "yes"),
        ("2", second.ask, "1", "20 %", "yes"),
        ("2", second.ask, "1", "55 %", "no"),
    ]
    others = Together().opened(ROUTE.key).guessed("Ann's seat", 0.0).guessed("Zoe's seat", 3.0)
    turned = Together().opened(ROUTE.key).guessed("Ann's seat", 3.0).guessed("Zoe's seat", 0.0)
    assert results_csv(ROUTE, others) == results_csv(ROUTE, turned)


def test_results_are_a_picture_that_needs_nothing_else():
    drawn = results_svg(ROUTE, a_class_that_voted_twice()).decode()
    root = ElementTree.fromstring(drawn)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "seat" not in drawn and "href" not in drawn and "script" not in drawn
    for place in (0, 1):
        step = ROUTE.steps[place]
        assert any(step.question.ask[:40] in text for text in texts)
        assert any(step.question.truth_in_words(step.subject) in text for text in texts)
    bars = root.findall("{http://www.w3.org/2000/svg}rect")[1:]
    assert sum(float(bar.get("width")) > 0 for bar in bars) == 2 + 1 + 2
    # Nothing stands outside of the picture.
    width, height = (float(root.get(side)) for side in ("width", "height"))
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(element.get("x")) < width and 0 < float(element.get("y")) < height
    assert results_svg(ROUTE, Together()).decode().count("<text") == 1


def test_the_outline_for_the_teacher_is_the_route_minute_by_minute():
    outline = (Path(leakage.lessons.__file__).parent / "README.md").read_text()
    by_question = outline.partition("| Minutes | Question |")[2]
    rows = re.findall(r"^\| (\d+)–(\d+) \| (.+?) \|", by_question, re.MULTILINE)
    minutes = [(MINUTES_EACH * place, MINUTES_EACH * (place + 1)) for place in range(len(ROUTE.steps))]
    assert [(int(begin), int(end)) for begin, end, _ in rows] == minutes
    assert [ask for _, _, ask in rows] == [step.question.ask for step in ROUTE.steps]
