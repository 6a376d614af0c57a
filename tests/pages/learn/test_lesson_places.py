"""A place in a lesson is in the vault: no edit, no version, no question between two tabs."""

import pytest

from leakage.lessons.catalogue import LESSONS
from pages.shell import examples, vault_session
from tests.pages.helpers import current, go, history, press, start
from tests.pages.shell.test_vault import (
    OWN,
    directory,
    in_vault,
    made,
    rename_first,
    type_into,
    unlock,
    unlocked_now,
)

__all__ = ["directory"]
FIRST, SECOND = (lesson.key for lesson in LESSONS[:2])


@pytest.fixture
def tab(directory):
    """A tab that has unlocked a vault."""
    made()
    return unlock(start())


def begin(at, lesson):
    return press(go(at, "lessons"), f"open-lesson-{lesson}")


def forward(at, steps=1):
    for _ in range(steps):
        at = press(at, examples.FORWARD)
    return at


def kept():
    return {place.lesson: place.step for place in in_vault().lessons}


def test_after_locking_one_goes_on_where_one_was(tab):
    at = forward(begin(tab, FIRST), 2)
    assert kept() == {FIRST: 2}
    assert history(at) == ["unlock the vault"] and unlocked_now().generations() == ()
    at = unlock(press(go(at, "vault"), "vault-lock"))
    at = go(at, "lessons")
    assert at.button(key=f"open-lesson-{FIRST}").label == "Go on"
    at = press(at, f"open-lesson-{FIRST}")
    assert LESSONS[0].steps[2].title in [heading.value for heading in at.subheader]


def test_undo_takes_no_place_back_and_an_example_beside_it_keeps_it_too(tab):
    at = rename_first(tab, "Bea")
    at = forward(begin(at, FIRST), 2)
    at = press(at, "undo")
    assert current(at) == OWN and kept() == {FIRST: 2}
    at = press(at, examples.BACK)
    at = press(go(at, "start"), "open-realistic")
    at = forward(go(at, "lessons"), 3)
    assert kept() == {FIRST: 4} and in_vault() == OWN


def test_two_tabs_ask_nothing_and_lose_no_place(tab):
    other = unlock(start())
    lesson = forward(begin(tab, FIRST), 2)
    # An edit elsewhere does not write over the place, nor a place over the edit.
    other = rename_first(other, "Bea")
    assert kept() == {FIRST: 2} and in_vault().profile[0] == ("Name", "Bea")
    assert history(other) == ["unlock the vault", "edit the profile"]
    lesson = forward(lesson)
    assert kept() == {FIRST: 3} and in_vault().profile[0] == ("Name", "Bea")
    other = forward(begin(other, SECOND))
    assert kept() == {FIRST: 3, SECOND: 1}
    lesson = type_into(go(lesson, "profile"), "profile", {1: {"value": "2"}})
    assert in_vault().profile == (("Name", "Bea"), ("Phone", "2")) == current(lesson).profile
    assert kept() == {FIRST: 3, SECOND: 1}
    assert not any(button.key == "conflict-merge" for button in (*lesson.button, *other.button))


def test_a_work_that_takes_long_to_save_is_saved_less_often_and_before_it_is_locked(tab, monkeypatch):
    monkeypatch.setattr(vault_session, "SOON", -1.0)
    monkeypatch.setattr(vault_session, "SHARE", 1e9)
    at = forward(begin(tab, FIRST), 2)
    assert kept() == {FIRST: 1}
    press(go(at, "vault"), "vault-lock")
    assert kept() == {FIRST: 2}
