"""The chance that an erasure is granted, against counting one's own requests one by one."""

import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.chances import PRIOR, STUDIED, GrantChance, grant_chance
from leakage.workspace.requests.states import deadline
from leakage.workspace.workspace import Release, Workspace
from tests.decision import kinds
from tests.strategies import quick, thorough

TODAY = datetime.date(2026, 6, 15)


@thorough
@given(kinds.seeds)
def test_it_is_the_mean_of_the_study_and_ones_own_requests(chance):
    releases, requests, granted, refused = [], [], 0, 0
    for number in range(chance.randint(0, 8)):
        outcome = chance.choice(["drafted", "waiting", "late", "done", "refused", "access", "no law"])
        sent = TODAY - datetime.timedelta(days={"late": 100, "no law": 400}.get(outcome, 20))
        ended = outcome if outcome in ("done", "refused") else None
        releases.append(Release(f"r{number}", f"Shop {number}", Record(), erasure=ended))
        steps = () if outcome == "drafted" else (("sent", str(sent)),)
        kind, ground = "access" if outcome == "access" else "erasure", "plain" if outcome == "no law" else "gdpr"
        about = (f"r{number}",)
        requests.append(SubjectRequest(f"{number}", f"Shop {number}", kind, ground, releases=about, steps=steps))
        granted += outcome == "done"
        refused += outcome in ("refused", "late")
    found = grant_chance(Workspace(releases=tuple(releases), requests=tuple(requests)), TODAY)
    assert (found.granted, found.decided) == (granted, granted + refused)
    mean = (Fraction(10) * Fraction(73, 100) + granted) / (10 + granted + refused)
    assert found.probability == pytest.approx(float(mean), abs=1e-12)


def test_a_month_after_the_answer_was_due_it_counts_as_refused():
    ask = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-30"),))
    work, due = Workspace(requests=(ask,)), deadline(ask).last
    assert due == datetime.date(2026, 3, 2)
    assert [grant_chance(work, datetime.date(2026, 4, day)).decided for day in (2, 3)] == [0, 1]


@quick
@given(st.integers(0, 50), st.integers(0, 50))
def test_it_stays_a_probability_and_rises_with_what_is_granted(granted, refused):
    probability = GrantChance(granted, granted + refused).probability
    assert 0.0 < probability < 1.0 and (PRIOR, STUDIED) == (10.0, 0.73)
    assert GrantChance(granted + 1, granted + refused + 1).probability > probability
    assert GrantChance(granted, granted + refused + 1).probability < probability
