"""Long work: it says how far it is after little work, can be stopped there, and keeps within a budget.

How much work lies between two reports is counted in calls of functions, for no test asserts how long anything takes.
"""

import random
import sys
from collections.abc import Callable

import pytest

from leakage import Adversary, Conflicts, Record, Resolve, Shares, Unless
from leakage.decision.shapley import release_shapley
from leakage.decision.subsets import PoolSubsets, pool_choices
from leakage.progress import Budget, listening, within
from leakage.resolution import subsets
from leakage.resolution.match import Match
from leakage.resolution.rules.shared_values import AnyOf
from leakage.workspace.figures.assessment import assess, pool_together
from leakage.workspace.figures.contributions import (
    contributions_of_releases,
    recipient_shapley_values,
    release_shapley_values,
)
from leakage.workspace.figures.next_move import discover, natural_query
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.amount import cases

MOST_CALLS = 100_000
"""Of functions, about a tenth of a second of them."""

KEYS = AnyOf(Shares("N", "A"), Shares("N", "B"))
WARY = Unless(KEYS, Conflicts("C"))
MATCHES = [pytest.param(KEYS, id="by keys"), pytest.param(WARY, id="negative evidence", marks=pytest.mark.slow)]


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "match"),
    cases([(figure, (KEYS, WARY)[(n + turn) % 2]) for turn in (0, 1) for n, figure in enumerate(FIGURES)], usual=5),
)
def test_little_work_lies_between_two_reports(figure, match):
    made = work(match, 100)
    # What is imported at its first use is not counted.
    FIGURES[figure](work(match, 30))
    with Counting() as counting, listening(counting.note):
        FIGURES[figure](made)
    assert counting.reports > 1
    assert counting.longest < MOST_CALLS


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


@pytest.mark.slow
def test_with_no_time_there_are_fewest_draws_and_wider_margins():
    made = work(KEYS, 17)
    shares = advice(choices_among(made), 17)
    with within(Budget(seconds=0.0)):
        hasty = advice(choices_among(made), 17)
    assert sum(share.share for share in hasty) == pytest.approx(sum(share.share for share in shares))
    assert [share.alone for share in hasty] == pytest.approx([share.alone for share in shares], abs=1e-12)
    assert max(share.margin for share in hasty) > max(share.margin for share in shares) > 0.0


@pytest.mark.slow
@pytest.mark.parametrize("match", MATCHES)
def test_with_little_memory_the_same_is_worked_out_again(monkeypatch, match):
    made = work(match, 17)
    with monkeypatch.context() as patch:
        patch.setattr(subsets, "MOST_BYTES", 1_000)
        forgetful = advice(choices_among(made), 17)
    shares = advice(choices_among(made), 17)
    # What is measured together differs, and with it the last bits.
    assert [share.share for share in forgetful] == pytest.approx([share.share for share in shares], abs=1e-12)
