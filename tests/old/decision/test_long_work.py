"""Long work: it says how far it is after little work, can be stopped there, and keeps within a budget.

How much work lies between two reports is counted in calls of functions, for no test asserts how long anything takes.
"""

import random
import sys
from collections.abc import Callable

import pytest

from leakage import Adversary, Conflicts, Record, Resolve, Shares, Unless
from leakage.old.decision.shapley import release_shapley
from leakage.old.decision.subsets import PoolSubsets, pool_choices
from leakage.old.resolution.match import Match
from leakage.old.resolution.rules.shared_values import AnyOf
from leakage.progress import Budget, listening, within
from leakage.workspace.figures.assessment import assess, pool_together
from leakage.workspace.figures.contributions import (
    contributions_of_releases,
    recipient_shapley_values,
    release_shapley_values,
)
from leakage.workspace.figures.next_move import discover, natural_query
from leakage.workspace.workspace import Policy, Release, Workspace

KEYS = AnyOf(Shares("N", "A"), Shares("N", "B"))
WARY = Unless(KEYS, Conflicts("C"))
MATCHES = [pytest.param(KEYS, id="by keys"), pytest.param(WARY, id="negative evidence")]


def work(match: Match, size: int) -> Workspace:
    chance = random.Random(size)
    labels = "ABCDEFGH"

    def record() -> Record:
        some = chance.sample(labels, 4)
        wrong = ("right",) * 6 + ("wrong",)
        return Record.of(("N", "n"), *((label, chance.choice(wrong), round(chance.random(), 2)) for label in some))

    given = tuple(Release(f"R{n}", f"S{n % 40}", record()) for n in range(size))
    profile = (("N", "n"), *((label, "right") for label in labels))
    return Workspace(profile, releases=given, policies=(Policy("made up", Adversary((Resolve(match),))),))


def hastily(figure: Callable[[Workspace], object]) -> Callable[[Workspace], object]:
    """With the fewest draws: what lies between two reports is the same in all of them."""

    def drawn(made: Workspace) -> object:
        with within(Budget(seconds=0.0)):
            return figure(made)

    return drawn


FIGURES: dict[str, Callable[[Workspace], object]] = {
    "assessment": assess,
    "contributions": contributions_of_releases,
    "Shapley values of releases": hastily(release_shapley_values),
    "Shapley values of recipients": hastily(recipient_shapley_values),
    "discovery": lambda made: discover(made, pool_together(made), natural_query(made)),
}


class Counting:
    """How many functions are called between two reports, at most."""

    def __init__(self) -> None:
        self.longest, self.reports, self._calls = 0, 0, 0

    def __enter__(self):
        sys.setprofile(self._called)
        return self

    def __exit__(self, *failure: object) -> None:
        sys.setprofile(None)
        self.note()

    def note(self, what: str = "", done: int = 0, total: int = 0) -> None:
        self.longest, self.reports, self._calls = max(self.longest, self._calls), self.reports + 1, 0

    def _called(self, frame: object, event: str, argument: object) -> None:
        self._calls += event in ("call", "c_call")


class StoppedError(Exception):
    pass


def advice(choices, size):
    return release_shapley(choices, [(n,) for n in range(size)])


def choices_among(made: Workspace) -> list[PoolSubsets]:
    releases = {n: release.record for n, release in enumerate(made.releases)}
    return [pool_choices(releases, (), made.reference, made.adversary)]


@pytest.mark.parametrize("match", MATCHES)
def test_what_was_stopped_anywhere_begins_anew_as_if_nothing_had_been(match):
    """The choices remember what they worked out: stopped at any report, they go on to give the same."""
    made = work(match, 17)
    expected, choices = advice(choices_among(made), 17), choices_among(made)
    for stop in (1, 2, 3, 8, 20, 100):
        with pytest.raises(StoppedError), listening(_stopping(stop)):
            advice(choices, 17)
    assert advice(choices, 17) == expected


def _stopping(stop: int):
    left = [stop]

    def listener(what: str, done: int, total: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise StoppedError

    return listener
