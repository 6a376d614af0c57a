"""The pictures of the lessons' steps."""

from __future__ import annotations

from collections.abc import Callable

from leakage.lessons.lesson import LessonStep, Ratings
from leakage.lessons.pictures.crowds import crowd, crowd_of_ratings, crowd_of_table
from leakage.lessons.pictures.desk import Desk, desk_of_pool, joining
from leakage.lessons.pictures.lies import change_by_plan, lie
from leakage.lessons.pictures.possible_worlds import doubt_of_release, worlds
from leakage.lessons.pictures.precision_recall import marks_of, square
from leakage.scenarios.published import PublishedExample
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Workspace


def picture_of(step: LessonStep) -> str:
    """The picture of a step, as HTML; an empty text where it has none."""
    return "" if step.picture is None else step.picture(step.subject)


def _drawn(desk: Desk | None) -> str:
    return "" if desk is None or not desk.joins else joining(desk)


def joined(work: Workspace) -> str:
    """What the pool that knows most joins."""
    return _drawn(desk_of_pool(work))


def joined_with(plan: int) -> Callable[[Workspace], str]:
    """The same with a plan released."""
    return lambda work: joined(with_release(work, work.plans[plan]))


def in_square(work: Workspace) -> str:
    """How correct and how complete the releases are."""
    return square(marks_of(work))


def in_worlds(work: Workspace) -> str:
    """The worlds of the first release."""
    return worlds(doubt_of_release(work))


def rated(ratings: Ratings) -> str:
    """Who fits what Eve knows of the ratings."""
    return crowd(crowd_of_ratings(ratings))


def published(table: PublishedExample) -> str:
    """Which rows of a table the person in it may be."""
    return crowd(crowd_of_table(table, table.person))


def published_in(table: PublishedExample) -> Callable[[Workspace], str]:
    """Which rows of a table may be the person of a workspace."""
    return lambda work: crowd(crowd_of_table(table, work.reference))


def lied(plan: int) -> Callable[[Workspace], str]:
    """What a plan that tells something wrong changes."""
    return lambda work: lie(change_by_plan(work, plan))
