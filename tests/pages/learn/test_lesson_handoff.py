"""What is taken along from lessons 8 to 10 stands on its page, with the lesson's figures, and the work is untouched."""

import pytest

from leakage.lessons import Odds
from leakage.lessons.best_guess import CROWDS, EVEN, RARE, entropy_of_first, error_of_answers
from leakage.lessons.catalogue import LESSONS, lesson_of
from leakage.lessons.four_films import NOBODY, who_stands_out
from leakage.scenarios.published import PublishedExample
from pages.kit import lesson_handoff
from pages.shell.words import percent
from tests.amount import cases
from tests.pages.helpers import PAGES, current, go, press, sound, start, texts
from tests.pages.learn.test_lessons import OWN

# As in a browser: what was handed over stands in the tab that opens.
pytestmark = pytest.mark.tabs()

FILMS, GUESS = lesson_of("four-films"), lesson_of("best-guess")


@pytest.fixture(scope="module")
def session():
    """One session for all: what was handed over before is written over."""
    return start(OWN, "lessons")


def taken(at, lesson, number):
    """On the page where a step's example is opened."""
    at.switch_page(PAGES["lessons"]).run()
    if not any(button.key == f"open-lesson-{lesson.key}" for button in at.button):
        at = press(at, "lesson-close")
    at = press(at, f"open-lesson-{lesson.key}")
    while (step := shown(at, lesson)) != number:
        at = press(at, "lesson-forward" if step < number else "lesson-back")
    if lesson.steps[number].question is not None and any(b.key == f"show-{lesson.key}-{number}" for b in at.button):
        at = press(at, f"show-{lesson.key}-{number}")
    at.button(key=f"take-{lesson.key}-{number}").click()
    return sound(at.run())


def shown(at, lesson):
    titles = [heading.value for heading in at.subheader]
    return next(number for number, step in enumerate(lesson.steps) if step.title in titles)


def headline(at):
    return at.header[0].value


def steps_with(kind):
    return [
        (lesson, number)
        for lesson in LESSONS
        for number, step in enumerate(lesson.steps)
        if isinstance(step.subject, kind)
    ]


@pytest.mark.parametrize("number", cases(range(len(FILMS.steps)), usual=2, slow=len(FILMS.steps)))
def test_the_robust_eve_answers_there_as_in_the_lesson(session, number):
    ratings = FILMS.steps[number].subject
    at = taken(session, FILMS, number)
    expected = who_stands_out(ratings)
    if expected == NOBODY:
        assert headline(at) == "Eve names nobody"
    else:
        assert headline(at).startswith("Eve finds you" if ratings.table.people[expected] == ratings.me else "Eve picks")
    assert current(at) == OWN


def test_other_facts_are_drawn_when_they_are_asked_for(session):
    at = go(taken(session, FILMS, 2), "re_identification")
    assert headline(at).endswith("with 1 fact")
    assert not headline(press(at, "reid-other-facts")).endswith("with 1 fact")


@pytest.mark.slow
def test_a_papers_table_is_the_one_that_is_open(session):
    for lesson, number in steps_with(PublishedExample):
        at = taken(session, lesson, number)
        assert at.selectbox(key="published-choice").value == lesson.steps[number].subject.key
    assert current(at) == OWN


@pytest.mark.slow
def test_odds_stand_on_the_page_about_errors(session):
    at = taken(session, GUESS, number_of(EVEN))
    assert f"Her guess is wrong {percent(error_of_answers(EVEN).value)} of the time" in subheadings(at)
    at = taken(session, GUESS, number_of(RARE))
    assert f"Her guess is wrong {percent(error_of_answers(RARE).value)} of the time" in subheadings(at)
    at = taken(session, GUESS, number_of(CROWDS))
    assert any(f"{entropy_of_first(CROWDS).value:.3f} bits" in text for text in texts(at))
    assert current(at) == OWN


def test_odds_that_the_page_cannot_show_are_not_claimed_to_be_shown():
    for odds in (
        Odds("", "", ("yes", "no"), (("a", (0.9, 0.1)), ("b", (0.3, 0.7))), (0.5, 0.5)),
        Odds("", "", ("1", "2", "3"), (("Eve", (0.5, 0.3, 0.2)),)),
    ):
        assert not lesson_handoff.settings_of(odds)


def number_of(odds):
    return next(number for number, step in enumerate(GUESS.steps) if step.subject is odds)


def subheadings(at):
    return [heading.value for heading in at.subheader]
