"""How far requests are: one truth with the erasures of releases, and what each step changes."""

import datetime
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.workspace.figures.erasure import marked
from leakage.workspace.release import STEPS, SubjectRequest
from leakage.workspace.requests.states import (
    overdue,
    state_of,
    with_effect,
    with_request,
    with_step,
    without_request,
    without_sharing,
)
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from tests.strategies import quick
from tests.workspace.requests.helpers import works

DAY = datetime.date(2026, 1, 31)
ORDER = Release("Order", "Shop", Record.of(("Name", "Al"), ("City", "Ulm", 0.5)))
CARD = Release("Card", "Shop", Record.of(("Name", "Al")))
LOAN = Release("Loan", "Bank", Record.of(("Name", "Al")))
ASK = SubjectRequest("Ask", "Shop", "erasure", "gdpr", releases=("Order", "Card"), steps=(("drafted", "2026-01-30"),))
WORK = Workspace(releases=(ORDER, CARD, LOAN), requests=(ASK,))


def erasures(work):
    return [release.erasure for release in work.releases]


def after(work, *steps):
    for step in steps:
        work = with_step(work, "Ask", step, DAY)
    return work


@pytest.mark.parametrize(
    ("steps", "status", "state"),
    [
        ((), None, "drafted"),
        (("sent",), "asked", "sent"),
        (("sent", "extended"), "asked", "extended"),
        (("sent", "answered"), "asked", "answered"),
        (("sent", "refused"), "refused", "refused"),
        (("sent", "answered", "done"), "done", "done"),
    ],
)
def test_a_step_marks_the_releases_it_is_about_and_no_other(steps, status, state):
    work = after(WORK, *steps)
    assert erasures(work) == [status, status, None]
    assert state_of(work, work.requests[0]) == state
    assert dict(work.requests[0].steps) == {"drafted": "2026-01-30", **dict.fromkeys(steps, "2026-01-31")}


def test_what_is_marked_on_the_erasure_page_is_what_the_request_says():
    work = after(WORK, "sent")
    done = marked(work, work.releases[:2], "done")
    assert state_of(done, done.requests[0]) == "done"
    undone = marked(after(work, "done"), work.releases[:2], None)
    assert state_of(undone, undone.requests[0]) == "sent"
    half = marked(work, work.releases[:1], "done")
    assert state_of(half, half.requests[0]) == "sent"
    partly_refused = marked(half, work.releases[1:2], "refused")
    assert state_of(partly_refused, partly_refused.requests[0]) == "refused"


def test_sending_takes_back_nothing_that_was_settled():
    settled = marked(WORK, [ORDER], "refused")
    assert erasures(after(settled, "sent")) == ["refused", "asked", None]


@pytest.mark.parametrize("kind", ["access", "objection", "correction"])
def test_other_requests_leave_erasures_alone(kind):
    work = replace(WORK, requests=(replace(ASK, kind=kind),))
    assert erasures(after(work, "sent", "done")) == [None] * 3
    assert state_of(after(work, "sent"), after(work, "sent").requests[0]) == "sent"
    assert state_of(after(work, "done"), after(work, "done").requests[0]) == "done"


def test_an_objection_that_is_done_ends_the_sharing():
    work = replace(WORK, requests=(replace(ASK, kind="objection"),))
    assert after(work, "sent").pooling == WORK.pooling
    assert after(work, "done").pooling == without_sharing(work, "Shop").pooling
    three = replace(work, releases=(*work.releases, replace(LOAN, name="Club", recipient="Gym")))
    assert after(three, "done").pooling.coalitions == (Coalition("All others", ("Bank", "Gym")),)
    allied = Pooling("coalitions", (Coalition("A", ("Shop", "Bank")), Coalition("B", ("Shop", "Bank", "Gym"))))
    assert after(replace(three, pooling=allied), "done").pooling.coalitions == (Coalition("B", ("Bank", "Gym")),)
    assert after(replace(three, pooling=Pooling("alone")), "done").pooling == Pooling("alone")


def test_a_correction_that_is_done_corrects_what_the_recipient_holds():
    wrong = (("City", "Ulm", "Bonn"), ("Name", "Al", ""))
    work = replace(WORK, requests=(replace(ASK, kind="correction", corrections=wrong),))
    held = [release.record for release in after(work, "done").releases]
    assert held == [Record.of(("City", "Bonn", 0.5)), Record(), LOAN.record]


def test_only_what_was_sent_and_not_answered_is_overdue():
    late = after(WORK, "sent")
    # The last day of February 2026 is a Saturday.
    assert overdue(late, datetime.date(2026, 3, 2)) == ()
    assert overdue(late, datetime.date(2026, 3, 3)) == late.requests
    assert overdue(after(late, "extended"), datetime.date(2026, 3, 3)) == ()
    for step in ("answered", "refused", "done"):
        assert overdue(after(late, step), datetime.date(2027, 1, 1)) == ()
    assert overdue(WORK, datetime.date(2027, 1, 1)) == ()
    assert overdue(marked(late, late.releases[:2], "done"), datetime.date(2027, 1, 1)) == ()


def test_requests_have_names_of_their_own_and_can_be_removed():
    twice = with_request(WORK, ASK)
    assert [request.name for request in twice.requests] == ["Ask", "Ask 2"]
    assert without_request(twice, "Ask").requests == (replace(ASK, name="Ask 2"),)


@quick
@given(works(), st.lists(st.sampled_from(STEPS), max_size=4))
def test_once_done_nothing_more_is_to_be_done(held, steps):
    work, request = held
    for step in steps:
        work = with_step(work, request.name, step, DAY)
    done = with_step(work, request.name, "done", DAY)
    assert with_effect(done, request) == done
    assert with_step(done, request.name, "done", DAY) == done
