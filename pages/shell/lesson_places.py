"""Where the person is in every lesson, kept with their work; which lesson is open, and whether it is presented."""

from __future__ import annotations

from leakage.workspace.lesson_place import LessonPlace, Places, with_place
from pages.door.lesson_keys import BACK, FORWARD
from pages.shell import session, steps

__all__ = [
    "BACK",
    "FORWARD",
    "hold",
    "open_lesson",
    "opened",
    "place_in",
    "present",
    "presented",
]

_PLACES = "lessons.places"
_OPEN = "lessons.open"
_PRESENTED = "lessons.presented"


def _places() -> Places:
    """Where this session is, and where it has not been, where the work says that the person was."""
    places = getattr(steps.own(), "lessons", ())
    for place in session.get(_PLACES, ()):
        places = with_place(places, place)
    return places


def place_in(lesson: str) -> LessonPlace:
    """Where the person is in a lesson; at its beginning, where it was not opened yet."""
    return next((place for place in _places() if place.lesson == lesson), LessonPlace(lesson))


def hold(place: LessonPlace) -> None:
    """This is where the person is now, in that lesson; that is no edit of their work."""
    session.put(_PLACES, with_place(session.get(_PLACES, ()), place))
    steps.hold(steps.held().with_lessons(_places()))


def opened() -> str:
    """The key of the lesson that is open; empty where the list of lessons is."""
    return str(session.get(_OPEN, ""))


def open_lesson(lesson: str) -> None:
    """Open a lesson where it was left; without one, the list."""
    session.put(_OPEN, lesson)


def presented() -> bool:
    """Whether lessons are shown in front of a class."""
    return bool(session.get(_PRESENTED, False))


def present(wanted: bool) -> None:
    """Show lessons in front of a class, or for one reader."""
    session.put(_PRESENTED, wanted)
