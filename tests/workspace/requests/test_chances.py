"""The chance that an erasure is granted, against counting one's own requests one by one."""

import datetime
from fractions import Fraction

import pytest
from hypothesis import given

from leakage import Record
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.chances import (
    BROKER_OBJECTIONS,
    BROKERS,
    OBJECTIONS,
    SERVICES,
    finding_of,
    grant_chances,
)
from leakage.workspace.requests.states import deadline
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import seeds, thorough

TODAY = datetime.date(2026, 6, 15)


FINDINGS = {
    ("erasure", False): SERVICES,
    ("erasure", True): BROKERS,
    ("objection", False): OBJECTIONS,
    ("objection", True): BROKER_OBJECTIONS,
}


@thorough
@given(seeds)
def test_it_is_the_mean_of_what_was_found_and_ones_own_requests_of_that_kind(chance):
    releases, requests, counted = [], [], {finding: [0, 0] for finding in FINDINGS.values()}
    for number in range(chance.randint(0, 12)):
        outcome = chance.choice(["drafted", "waiting", "late", "done", "refused", "access", "no law"])
        broker = chance.random() < 0.4
        recipient = "acxiom.com" if broker else f"Shop {number}"
        sent = TODAY - datetime.timedelta(days={"late": 100, "no law": 400}.get(outcome, 20))
        kind = "access" if outcome == "access" else chance.choice(["erasure", "objection"])
        ended = outcome if kind == "erasure" and outcome in ("done", "refused") else None
        ground = "plain" if outcome == "no law" else "gdpr"
        steps = () if outcome == "drafted" else [("sent", str(sent))]
        if kind == "objection" and outcome in ("done", "refused"):
            steps.append((outcome, str(sent)))
        releases.append(Release(f"r{number}", recipient, Record(), erasure=ended))
        about = (f"r{number}",)
        requests.append(SubjectRequest(f"{number}", recipient, kind, ground, releases=about, steps=tuple(steps)))
        if kind != "access":
            counted[FINDINGS[kind, broker]][0] += outcome == "done"
            counted[FINDINGS[kind, broker]][1] += outcome in ("done", "refused", "late")
    work = Workspace(releases=tuple(releases), requests=tuple(requests))
    chances = grant_chances(work, TODAY)
    for (kind, broker), finding in FINDINGS.items():
        found = chances[finding_of(work, kind, ("Shop", "acxiom.com") if broker else ("Shop",))]
        assert (found.finding, found.granted, found.decided) == (finding, *counted[finding])
        mean = (Fraction(10) * Fraction(str(finding.probability)) + found.granted) / (10 + found.decided)
        assert found.probability == pytest.approx(float(mean), abs=1e-12)


def test_a_month_after_the_answer_was_due_it_counts_as_refused():
    ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    work, due = Workspace(requests=(ask,)), deadline(ask).last
    assert due == datetime.date(2026, 3, 2)
    assert [grant_chances(work, datetime.date(2026, 4, day))[SERVICES].decided for day in (2, 3)] == [0, 1]
