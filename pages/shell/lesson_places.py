"""Where this session is in every lesson, which lesson is open, and whether it is presented."""

from __future__ import annotations

from leakage.workspace.lesson_place import LessonPlace
from pages.door.lesson_keys import BACK, FORWARD
from pages.shell import session

__all__ = [
    "BACK",
    "FORWARD",
    "hold",
    "open_lesson",
    "opened",
    "place_in",
    "places",
    "present",
    "presented",
]

_PLACES = "lessons.places"
_OPEN = "lessons.open"
_PRESENTED = "lessons.presented"


def places() -> dict[str, LessonPlace]:
    """Where this session is, by lesson."""
    held: dict[str, LessonPlace] = session.get(_PLACES, {})
    return held


def place_in(lesson: str) -> LessonPlace:
    """Where this session is in a lesson; at its beginning, where it was not opened yet."""
    return places().get(lesson) or LessonPlace(lesson)


def hold(place: LessonPlace) -> None:
    """This is where the session is now, in that lesson."""
    session.put(_PLACES, {**places(), place.lesson: place})


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
