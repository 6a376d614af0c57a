"""Timeline: how the leakage came about, release by release."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator

NOTHING = 5e-7
"""A change of the leakage below this is none."""


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """What was released on one day, and what it did to the leakage.

    Arguments:
        date: the day; None for what has none.
        releases: their numbers, ascending.
        before, after: the leakage, in [0, 1].
    """

    date: datetime.date | None
    releases: tuple[int, ...]
    before: float
    after: float

    @property
    def change(self) -> float:
        """after - before; above 0 the adversary learned something."""
        return self.after - self.before

    @property
    def year(self) -> int | None:
        """Of the day; None where there is none."""
        return self.date.year if self.date else None


@dataclass(frozen=True, slots=True)
class Timeline:
    """How the leakage came about.

    Arguments:
        start: what strangers tell by themselves, before anything was released.
        steps: by their days; what has no day comes last, at once.
    """

    start: float
    steps: tuple[TimelineStep, ...]

    @property
    def end(self) -> float:
        """The leakage after the last step."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def highest(self) -> float:
        """The highest that it ever was."""
        return max([self.start, *(step.after for step in self.steps)])

    @property
    def jumps(self) -> tuple[TimelineStep, ...]:
        """The steps that raised it, the greatest rise first."""
        return tuple(sorted((step for step in self.steps if step.change >= NOTHING), key=lambda step: -step.change))

    @property
    def years(self) -> dict[int | None, float]:
        """How far it rose or fell in each year; under None with what has no day."""
        steps = itertools.groupby(self.steps, key=lambda step: step.year)
        return {year: sum(step.change for step in some) for year, some in steps}

    @property
    def main_years(self) -> tuple[int | None, ...]:
        """The years in which it rose, the greatest rise first."""
        rises = {year: change for year, change in self.years.items() if change >= NOTHING}
        return tuple(sorted(rises, key=lambda year: -rises[year]))


def timeline(evaluator: Evaluator, dates: Sequence[datetime.date | None]) -> Timeline:
    """The leakage after each day on which something was released, replayed.

    ``L_t = max over pools of L({r in R_pool : date(r) <= t} + strangers, e, E)``: what the adversary would know of all
    that was out by then, with the values and the pools of today.
    Source: Whang & Garcia-Molina 2012, Definition 2 and Section 4.1 (incremental leakage).

    Arguments:
        evaluator: the releases and the pools.
        dates: of each release the day; None where it is not known.

    Raises:
        ValueError: unless there is one date for each release.

    >>> from leakage.record import Record
    >>> from leakage.resolution.adversary import Adversary
    >>> given = [Record.of(("P", "1")), Record.of(("N", "Alice"))]
    >>> came = timeline(Evaluator(given, (), given[1], Adversary()), [None, datetime.date(2020, 1, 31)])
    >>> [(step.year, step.releases, step.after) for step in came.steps]
    [(2020, (1,), 1.0), (None, (0,), 1.0)]
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
