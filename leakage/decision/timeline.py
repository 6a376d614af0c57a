"""Timeline: how the leakage came about, release by release."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """The releases of one day, None for what has none, and the leakage before and after it."""

    date: datetime.date | None
    releases: tuple[int, ...]
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """How the leakage came about, from what strangers tell by themselves; what has no day comes last, at once."""

    start: float
    steps: tuple[TimelineStep, ...]


def timeline(evaluator: Evaluator, dates: Sequence[datetime.date | None]) -> Timeline:
    """The leakage after each day on which something was released, replayed.

    ``L_t = max over pools of L({r in R_pool : date(r) <= t} + strangers, e, E)``: what the adversary would know of all
    that was out by then, with the values and the pools of today.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1 (incremental leakage).

    >>> from leakage import Adversary, Record
    >>> given = [Record.of(("P", "1")), Record.of(("N", "Alice"))]
    >>> came = timeline(Evaluator(given, (), given[1], Adversary()), [None, datetime.date(2020, 1, 31)])
    >>> [(step.date, step.releases, step.after) for step in came.steps]
    [(datetime.date(2020, 1, 31), (1,), 1.0), (None, (0,), 1.0)]
    """
    if len(dates) != len(evaluator.releases):
        raise ValueError(f"there must be a date for each of {len(evaluator.releases)} releases, got {len(dates)}")
    by_day: dict[datetime.date | None, list[int]] = {}
    for number, date in enumerate(dates):
        by_day.setdefault(date, []).append(number)
    days = sorted(by_day, key=lambda day: (day is None, day or datetime.date.min))
    masks = itertools.accumulate((sum(1 << number for number in by_day[day]) for day in days), initial=0)
    found = evaluator.leakages(masks).tolist()
    steps = zip(days, itertools.pairwise(found), strict=True)
    return Timeline(found[0], tuple(TimelineStep(day, tuple(by_day[day]), *around) for day, around in steps))
