"""Erasure: a workspace's plans in every pooling, against resolving what is left."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.leakage import information_leakage
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules.shared_values import Shares
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.contributions import contributions_of_releases
from leakage.workspace.figures.erasure import plan_erasure, requests_of
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.decision.test_incremental import settled_adversaries
from tests.strategies import databases, quick, references

REAL = person_of_2026().workspace


@st.composite
def workspaces(draw):
    """A small person in any pooling; coalitions may overlap."""
    records = draw(databases(max_size=6, values="123"))
    who = [draw(st.sampled_from("xyz")) for _ in records]
    status = st.sampled_from([None, "asked", "done", "refused"])
    releases = tuple(
        Release(f"r{n}", to, record, erasure=draw(status) if n < 2 else None)
        for n, (record, to) in enumerate(zip(records, who, strict=True))
    )
    kind = draw(st.sampled_from(["together", "alone", "coalitions", "releases"]))
    return Workspace(
        profile=tuple(a.pair for a in draw(references)),
        releases=releases,
        background=tuple(draw(databases(max_size=3))),
        policies=(Policy("eve", draw(settled_adversaries())),),
        pooling=Pooling(kind, (Coalition("A", ("x", "y")), Coalition("B", ("y", "z"))), releases=("r1", "r2", "r4")),
    )


def whole(workspace):
    leaked = worst(assess(workspace))
    return leaked.result.leakage if leaked else 0.0


@quick
@given(workspaces(), st.sampled_from(["release", "recipient"]))
def test_no_choice_of_requests_leaves_less(workspace, by):
    plans = plan_erasure(workspace, by)
    requests = requests_of(workspace, by)
    assert plans.requests == requests
    least = {0: whole(workspace)}
    for size in range(1, len(requests) + 1):
        chosen = itertools.combinations(requests, size)
        least[size] = min(whole(done(workspace, some)) for some in chosen)
    for size in range(1, len(requests) + 1):
        point = plans.frontier.within(size)
        assert point.leakage == pytest.approx(min(least[n] for n in range(size + 1)), abs=1e-11)
        assert point.optimal
        after = whole(done(workspace, [requests[number] for number in point.requests]))
        assert after == pytest.approx(point.leakage, abs=1e-11)
        shows_the_effects(workspace, plans, point)


def done(workspace, requests):
    return marked(workspace, [workspace.releases[n] for request in requests for n in request.releases], "done")


def shows_the_effects(workspace, plans, point):
    chosen = [plans.requests[number] for number in point.requests]
    effects = plans.effects(point.requests)
    assert {effect.request for effect in effects} == set(chosen)
    for effect in effects:
        others = [request for request in chosen if request != effect.request]
        assert effect.alone == pytest.approx(whole(workspace) - whole(done(workspace, [effect.request])), abs=1e-11)
        assert effect.within == pytest.approx(whole(done(workspace, others)) - point.leakage, abs=1e-11)


def test_the_realistic_person_is_planned_for_at_once():
    for policy in REAL.policies:
        plans = plan_erasure(replace(REAL, chosen=policy.name))
        assert plans.frontier.optimal
        assert plans.frontier.plans[-1].cost <= 15


def test_a_done_erasure_is_as_if_the_release_had_never_been():
    for release in REAL.releases:
        less = replace(REAL, releases=tuple(other for other in REAL.releases if other != release))
        assert whole(marked(REAL, [release], "done")) == whole(less)
        assert whole(marked(REAL, [release], "asked")) == whole(REAL)
        assert whole(marked(REAL, [release], "refused")) == whole(REAL)


@pytest.mark.parametrize("kind", ["together", "alone"])
def test_what_the_background_tells_stays_once_all_is_erased(kind):
    """Eve holds it besides what was released (2012, Section 3.1), and nobody is asked to delete it."""
    releases = (Release("r", "Shop", Record.of(("N", "Alice"), ("P", "1"))),)
    book = (Record.of(("N", "Alice"), ("C", "wrong")),)
    work = Workspace((("N", "Alice"), ("P", "1")), releases=releases, background=book, pooling=Pooling(kind))
    alone = information_leakage(book, work.reference, work.adversary).leakage
    assert 0.0 < alone < whole(work)
    assert whole(marked(work, releases, "done")) == alone
    assert plan_erasure(work).frontier.plans[-1].leakage == pytest.approx(alone)


def test_what_is_erased_adds_nothing():
    after = marked(REAL, REAL.releases[:3], "done")
    shares = contributions_of_releases(after)
    assert shares[:3].tolist() == [0.0, 0.0, 0.0]
    assert shares[3:].tolist() == pytest.approx(
        contributions_of_releases(replace(REAL, releases=REAL.releases[3:])).tolist()
    )


def test_requests_leave_out_what_is_done_or_refused():
    states = dict(zip(("asked", "done", "refused"), REAL.releases, strict=False))
    work = REAL
    for status, release in states.items():
        work = marked(work, [release], status)
    names = {request.name for request in requests_of(work)}
    assert names == {release.name for release in REAL.releases} - {states["done"].name, states["refused"].name}
    assert marked(work, states.values(), None) == REAL


def test_efforts_are_the_costs():
    first = REAL.releases[0].name
    assert [r.cost for r in requests_of(REAL, costs={first: 2.5})] == [2.5] + [1.0] * 14
    assert plan_erasure(REAL, costs={first: 2.5}).frontier.budget == 16.5


@pytest.mark.parametrize("cost", [0.0, -1.0])
def test_an_effort_that_is_not_positive_is_refused(cost):
    with pytest.raises(ValueError, match=r"^the cost of every request must be more than 0$"):
        plan_erasure(REAL, costs={REAL.releases[0].name: cost})


def test_a_status_that_there_is_not_is_refused_without_saying_it():
    with pytest.raises(ValueError, match=r"^the status of an erasure must be asked, done or refused$"):
        Release("canary", "canary", Record(), erasure="canary")
    saved = workspace_to_json(marked(REAL, REAL.releases[:1], "asked"))
    for bad in ('"canary"', "7", "[]", "{}"):
        with pytest.raises(ValueError, match=r"^erasure of entry 1 of releases "):
            workspace_from_json(saved.replace('"asked"', bad))


def test_statuses_are_saved():
    work = marked(marked(REAL, REAL.releases[:2], "asked"), REAL.releases[1:3], "done")
    assert workspace_from_json(workspace_to_json(work)) == work


def test_nothing_released_is_nothing_to_erase():
    plans = plan_erasure(Workspace(profile=(("N", "a"),)))
    assert plans.requests == ()
    assert [point.leakage for point in plans.frontier.plans] == [0.0]
    assert plans.leakage_without(()) == 0.0


@pytest.mark.parametrize("kind", ["together", "alone", "releases"])
def test_the_effects_of_requests_among_many_parts_are_what_is_left_leaks(kind):
    """So many that parts are found by the releases in them, none of which hang together."""
    count = 70
    profile = tuple((f"Fact {number}", "right") for number in range(12))
    names = [Attribute("Name", f"Alias {number}") for number in range(count)]
    attributes = [Attribute(*profile[number % 12], (1 + number % 7) / 7) for number in range(count)]
    releases = tuple(Release(f"r{n}", f"to {n}", Record([names[n], attributes[n]])) for n in range(count))
    policy = Policy("by name", Adversary((Resolve(Shares("Name")),)))
    workspace = Workspace(
        profile, releases=releases, policies=(policy,), chosen="by name", pooling=Pooling(kind, releases=("r6", "r13"))
    )
    plans = plan_erasure(workspace)
    chosen = [6, 13, 20]
    requests = [plans.requests[number] for number in chosen]
    for effect in plans.effects(chosen):
        others = [request for request in requests if request != effect.request]
        assert effect.alone == pytest.approx(whole(workspace) - whole(done(workspace, [effect.request])), abs=1e-12)
        assert effect.within == pytest.approx(
            whole(done(workspace, others)) - whole(done(workspace, requests)), abs=1e-12
        )
    for left_out in ([], [0], [69], range(count)):
        erased = [request for n, request in enumerate(plans.requests) if n in left_out]
        assert plans.leakage_without(left_out) == pytest.approx(whole(done(workspace, erased)), abs=1e-12)
