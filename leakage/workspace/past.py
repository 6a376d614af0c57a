"""Past figures: what each adversary would have known on the days on which it was looked at."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leakage.tabular.rows import redacted_repr

MOST_PAST = 1_000
"""Figures kept; beyond that the oldest go, but for the first of every adversary."""


@dataclass(frozen=True, slots=True)
class PastFigure:
    """The leakage under one adversary, as it last stood on one day.

    Arguments:
        date: the day, as 2026-01-31.
        adversary: the policy's name.
        leakage: in [0, 1].

    Raises:
        ValueError: for what is no day, or a leakage out of range.

    >>> PastFigure("2026-02-30", "Same name", 0.5)
    Traceback (most recent call last):
    ValueError: a day is written like 2026-01-31
    """

    date: str
    adversary: str
    leakage: float

    __repr__ = redacted_repr

    def __post_init__(self) -> None:
        if not 0.0 <= self.leakage <= 1.0:
            raise ValueError("a past figure must be in [0, 1]")
        try:
            datetime.date.fromisoformat(self.date)
        except ValueError:
            raise ValueError("a day is written like 2026-01-31") from None


Past = tuple[PastFigure, ...]
"""By their days; of one day and adversary there is one."""


def recorded(past: Past, today: datetime.date, leakages: Mapping[str, float]) -> Past:
    """The past with what is known today: one figure a day and adversary, the last of the day.

    A figure between two others that are the same says nothing, and goes.

    Arguments:
        past: what was recorded before.
        today: the day.
        leakages: by the names of the adversaries; of the others nothing is recorded.

    >>> days = [datetime.date(2026, 1, day) for day in (1, 2, 3, 3)]
    >>> past = ()
    >>> for day, leakage in zip(days, (0.5, 0.5, 0.5, 0.4)):
    ...     past = recorded(past, day, {"Eve": leakage})
    >>> [(figure.date, figure.leakage) for figure in past]
    [('2026-01-01', 0.5), ('2026-01-03', 0.4)]
    """
    fresh = [PastFigure(today.isoformat(), adversary, leakage) for adversary, leakage in leakages.items()]
    return _tidy({**_by_key(past), **_by_key(fresh)}.values())


def merged_past(base: Past, mine: Past, theirs: Past) -> Past:
    """What was recorded on either side since both were one; of one day mine, where both recorded something else.

    >>> base = PastFigure("2026-01-01", "Eve", 0.5)
    >>> mine, theirs = PastFigure("2026-01-02", "Eve", 0.4), PastFigure("2026-01-02", "Eve", 0.3)
    >>> [figure.leakage for figure in merged_past((base,), (base, mine), (base, theirs))]
    [0.5, 0.4]
    """
    before, own, other = _by_key(base), _by_key(mine), _by_key(theirs)
    merged = (_of_a_day(before.get(key), own.get(key), other.get(key)) for key in {**other, **own})
    return _tidy(figure for figure in merged if figure is not None)


def _of_a_day(base: PastFigure | None, mine: PastFigure | None, theirs: PastFigure | None) -> PastFigure | None:
    """What the side says that changed it; what is gone said nothing any more."""
    if mine == base:
        return theirs
    return theirs if mine is None and theirs != base else mine


def renamed(past: Past, old: str, new: str) -> Past:
    """The past of an adversary under her new name; whoever had that name before keeps what is known of the day.

    >>> [figure.adversary for figure in renamed((PastFigure("2026-01-01", "Eve", 0.5),), "Eve", "Mallory")]
    ['Mallory']
    """
    moved = [PastFigure(figure.date, new, figure.leakage) for figure in past if figure.adversary == old]
    return _tidy({**_by_key(moved), **_by_key(figure for figure in past if figure.adversary != old)}.values())


def _by_key(past: Iterable[PastFigure]) -> dict[tuple[str, str], PastFigure]:
    return {(figure.date, figure.adversary): figure for figure in past}


def _tidy(figures: Iterable[PastFigure]) -> Past:
    """By their days, without what says nothing, and not too many."""
    by_adversary: dict[str, list[PastFigure]] = {}
    for figure in sorted(figures, key=lambda figure: (figure.date, figure.adversary)):
        earlier = by_adversary.setdefault(figure.adversary, [])
        if len(earlier) > 1 and earlier[-2].leakage == earlier[-1].leakage == figure.leakage:
            earlier.pop()
        earlier.append(figure)
    first = [earlier[0] for earlier in by_adversary.values()][-MOST_PAST:]
    later = sorted(
        (figure for earlier in by_adversary.values() for figure in earlier[1:]), key=lambda figure: figure.date
    )
    kept = later[max(0, len(later) + len(first) - MOST_PAST) :]
    return tuple(sorted((*first, *kept), key=lambda figure: (figure.date, figure.adversary)))
