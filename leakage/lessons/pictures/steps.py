"""The pictures of the lessons' steps."""

from __future__ import annotations

from collections.abc import Callable

from leakage.lessons.lesson import LessonStep
from leakage.lessons.pictures.desk import desk_of_pool, joining
from leakage.lessons.pictures.possible_worlds import doubt_of_release, worlds
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.workspace import Workspace


def picture_of(step: LessonStep) -> str:
    """The picture of a step, as HTML; an empty text where it has none."""
    return "" if step.picture is None else step.picture(step.subject)


def joined(work: Workspace) -> str:
    """What the pool that knows most joins."""
    desk = desk_of_pool(work)
    return "" if desk is None or not desk.joins else joining(desk)


def joined_with(plan: int) -> Callable[[Workspace], str]:
    """The same with a plan released."""
    return lambda work: joined(with_release(work, work.plans[plan]))


def in_worlds(work: Workspace) -> str:
    """The worlds of the first release."""
    return worlds(doubt_of_release(work))
