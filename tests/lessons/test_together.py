"""A class at one step: whoever guesses guesses once, and not after the answer is out."""

import random

from hypothesis import given
from hypothesis import strategies as st

from leakage.lessons.catalogue import LESSONS, MOST_SEATS, Together

LESSON = LESSONS[0]


def test_a_guess_counts_for_the_step_it_was_made_at():
    at_first = Together().opened(LESSON.key).guessed("a", 1.0, 0)
    later = at_first.turned(1, LESSON).guessed("a", 2.0, 0).guessed("b", 3.0, 1)
    assert (later.here, later.turned(-1, LESSON).here) == ((3.0,), (1.0,))
    assert later.guess_of("a") is None


def test_nothing_is_guessed_before_a_lesson_is_open():
    assert Together().guessed("a", 1.0) == Together()


def test_a_new_lesson_forgets_the_guesses():
    assert Together().opened(LESSON.key).guessed("a", 1.0).opened(LESSONS[1].key) == Together(LESSONS[1].key)


def test_there_are_only_so_many_seats():
    full = Together().opened(LESSON.key)
    for number in range(MOST_SEATS + 5):
        full = full.guessed(f"seat {number}", 1.0)
    assert len(full.here) == MOST_SEATS
    assert full.guessed("seat 0", 7.0).guess_of("seat 0") == 7.0


def test_next_shows_the_answer_first_and_ends_at_the_last_step():
    class_, shown = Together().opened(LESSON.key), []
    for _ in range(4 * len(LESSON.steps)):
        class_ = class_.next_of(LESSON)
        shown.append((class_.step, class_.is_revealed))
    asked = set(LESSON.asked)
    assert class_.step == len(LESSON.steps) - 1 and class_.revealed == asked
    assert all((step, True) in shown for step in asked)


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
        assert sorted(class_.here) == sorted(guess for (at, _), guess in table.items() if at == step)
