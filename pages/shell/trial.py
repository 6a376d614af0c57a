"""Trying a work out: one that may be quick is begun, and left alone once it shows that it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pages.shell.outlook import Outlook

GLANCE = 0.25
"""Seconds before which nothing is concluded from how far a work is."""

SMALL = 1.0
"""Seconds that a work may take without being asked for."""

LIKE = 2.0
"""How many times as long as another a work may be estimated, for what that one took to tell how long this one takes."""


class TooLong(Exception):  # noqa: N818
    """A work that shows that it takes long.

    Arguments:
        seconds: it takes as it looks; None where nothing tells.
    """

    def __init__(self, seconds: float | None) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Trial:
    """Listens to a work that is tried out, and stops it where it takes long.

    Arguments:
        clock: as ``Outlook``.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.outlook = Outlook(clock)

    def __call__(self, what: str, done: int, total: int) -> None:
        """A report of the work.

        Raises:
            TooLong: where the work takes more than it may.
        """
        self.outlook.hear(what, done, total)
        elapsed, seconds = self.outlook.heard, self.outlook.seconds
        if elapsed > SMALL:
            # What should have ended by now has more to come than it says.
            raise TooLong(seconds if seconds is not None and seconds > 1.5 * elapsed else None)
        if elapsed > GLANCE and self.outlook.least > SMALL:
            raise TooLong(seconds)


@dataclass(frozen=True)
class Taken:
    """What a work took, or looked like, and what it had been estimated at.

    Arguments:
        estimated: seconds, >= 0.
        seconds: likewise.
    """

    estimated: float
    seconds: float

    def for_one_of(self, estimated: float) -> float | None:
        """Seconds for the same with other inputs, estimated in the same way; None where they are too different.

        >>> Taken(100.0, 1.5).for_one_of(150.0), Taken(100.0, 1.5).for_one_of(1000.0)
        (2.25, None)
        """
        if estimated == self.estimated:
            return self.seconds
        if not self.estimated / LIKE <= estimated <= self.estimated * LIKE:
            return None
        return self.seconds * estimated / self.estimated
