"""How long a work will take, told by how far it gets: from what it reports while it runs, against a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SHARE = 0.25
"""Of the time so far that a stage must have gone on for, to tell anything of the time to come."""

PREPARING = ("Reading", "Joining", "Comparing", "Telling", "Looking through", "Looking at")
"""How the names of stages begin that any figure may begin with: they tell when it can begin, not when it ends."""


@dataclass(slots=True)
class _Stage:
    """From when and from where a stage is followed, and how far it is."""

    begun: float
    began_with: int
    heard: float
    done: int
    total: int

    @property
    def end(self) -> float | None:
        """When it ends if it goes on like that; None where it has not moved."""
        moved = self.done - self.began_with
        if moved <= 0:
            return None
        return self.heard + (self.heard - self.begun) * max(0, self.total - self.done) / moved


class Outlook:
    """What the reports of a work foretell: the latest end of any of its stages, each going on as it went so far.

    A stage that begins anew, as a loop inside another, is followed anew; stages to come are not foreseen.

    Arguments:
        clock: tells seconds, of which only differences matter.

    >>> seconds = iter([0.0, 0.0, 1.0])
    >>> outlook = Outlook(lambda: next(seconds))
    >>> outlook.hear("Trying", 0, 10), outlook.hear("Trying", 2, 10), outlook.seconds
    (None, None, 5.0)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._begun = clock, clock()
        self.heard = 0.0
        """Seconds from the beginning to the last report."""
        self._stages: dict[str, _Stage] = {}

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._begun

    def hear(self, what: str, done: int, total: int) -> None:
        """A report, as ``leakage.progress`` hands it on."""
        self.heard = now = self.elapsed
        stage = self._stages.get(what)
        if stage is None or done < stage.done:
            self._stages[what] = _Stage(now, done, now, done, total)
        elif done > stage.done:
            # What is told again, so that the work can be stopped, says nothing of how fast it goes.
            stage.heard, stage.done, stage.total = now, done, total

    @property
    def seconds(self) -> float | None:
        """How long the whole takes as it looks; None where no stage has gone on long enough to tell."""
        return self._latest(preparing=False)

    @property
    def least(self) -> float:
        """How long it takes at least, with what it is only preparing; what it took so far, where nothing tells more."""
        return max(self.heard, self._latest(preparing=True) or 0.0, self.seconds or 0.0)

    def _latest(self, preparing: bool) -> float | None:
        least = SHARE * self.heard
        ends = [
            stage.end
            for what, stage in self._stages.items()
            if what.startswith(PREPARING) == preparing and stage.heard - stage.begun >= least
        ]
        return max((end for end in ends if end is not None), default=None)
