"""Moments to stop between two reports: what is told there, and that what takes long has them."""

from types import SimpleNamespace

import pandas as pd
import pytest

from leakage import progress
from leakage.database import Database
from leakage.decision.contribution import release_contributions
from leakage.decision.frontier import ParetoFront, together
from leakage.measure.gradient import weight_sensitivity
from leakage.measure.record_leakage import record_leakages
from leakage.progress import LOOK, cancellable, check_cancelled, listening, report, reported_as
from leakage.record import Record
from leakage.reidentification import SparseTable, uniqueness
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.shared_values import Shares
from leakage.tables import PublishedTable, k_anonymity
from leakage.workspace.figures.disinformation import usual_recipients
from leakage.workspace.workspace import Release, Workspace

PERSON = Record.of(("N", "Alice"), ("P", "123"), ("C", "999"))
RECORDS = [Record.of(("N", "Alice", 0.5), ("P", "123")), Record.of(("N", "Alice"), ("C", "998", 0.5))]
BY_NAME = Adversary((Resolve(Shares("N")),))
UNLESS = Adversary((Resolve(Unless(Shares("N"), Conflicts(("C",)))),))

RATINGS = SparseTable.from_columns(["Ann", "Ann", "Bob"], ["Film", "Play", "Film"], [4, 1, 4])
GIVEN = Workspace(releases=tuple(Release(name, name, PERSON) for name in ("Bank", "Shop")))
GAPS = pd.DataFrame({"Q": ["a", None], "S": ["v", "w"]})


def fronts(count):
    """Of parts that leak less and less, at a cost of 1."""
    found = [ParetoFront(0.0) for _ in range(count)]
    for number, front in enumerate(found):
        front.add(0.0, 1.0 / (1 + number), "nothing")
        front.add(1.0, 0.0, "erased")
    return found


def test_between_two_reports_what_was_told_last_is_told_again_once_it_is_a_while_ago(monkeypatch):
    clock = SimpleNamespace(now=10.0)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock.now))
    heard = []
    with listening(lambda *told: heard.append(told)):
        check_cancelled()
        clock.now += 2 * LOOK
        check_cancelled()
        report("Joining records", 1, 2)
        assert list(cancellable("ab")) == ["a", "b"] and len(heard) == 2
        clock.now += 2 * LOOK
        assert list(cancellable("ab")) == ["a", "b"]
        with reported_as("Trying", 0, 3):
            report("Joining records", 0, 9)
        clock.now += 2 * LOOK
        check_cancelled()
    check_cancelled()
    joining, trying = ("Joining records", 1, 2), ("Trying", 0, 3)
    assert heard == [("Working it out", 0, 0), joining, joining, trying, trying]


@pytest.mark.parametrize(
    "work",
    [
        lambda: Database.from_records(RECORDS),
        lambda: record_leakages(RECORDS, PERSON),
        lambda: record_leakages(Database.from_records(RECORDS), PERSON),
        lambda: weight_sensitivity(RECORDS, PERSON),
        lambda: BY_NAME.resolve(RECORDS),
        lambda: UNLESS.resolve(RECORDS),
        lambda: release_contributions(RECORDS, [0, 1], PERSON, BY_NAME),
        lambda: release_contributions(RECORDS, [0, 1], PERSON, UNLESS),
        lambda: together(fronts(3), 0.0, 9.0),
        lambda: uniqueness(RATINGS, 0, orders=2),
        lambda: usual_recipients(GIVEN),
        lambda: k_anonymity(PublishedTable(GAPS, ["Q"], "S", "anything")),
    ],
)
def test_it_can_be_stopped_between_its_reports(work, monkeypatch):
    assert len(moments(work, -1.0, monkeypatch)) > len(moments(work, 1e9, monkeypatch))


def moments(work, seconds, monkeypatch):
    """All that a work lets its listener hear, with so many seconds between two looks."""
    monkeypatch.setattr(progress, "LOOK", seconds)
    heard = []
    with listening(lambda *told: heard.append(told)):
        work()
    return heard
