"""Erasing: a workspace's plans in every pooling, against resolving what is left."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.assessment import assess, worst
from leakage.workspace.erasing import erasing, marked, requests_of
from leakage.workspace.shares import release_shares
from leakage.workspace.work_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.decision.test_what_if import settled_adversaries
from tests.strategies import databases, quick, references

REAL = realistic_person().workspace


@st.composite
def workspaces(draw):
    """A small person in any pooling; coalitions may overlap."""
    told = draw(databases(max_size=6, values="123"))
    who = [draw(st.sampled_from("xyz")) for _ in told]
    releases = tuple(Release(f"r{n}", to, record) for n, (record, to) in enumerate(zip(told, who, strict=True)))
    kind = draw(st.sampled_from(["together", "alone", "coalitions"]))
    return Workspace(
        profile=tuple(a.pair for a in draw(references)),
        releases=releases,
        background=tuple(draw(databases(max_size=3))),
        policies=(Policy("eve", draw(settled_adversaries())),),
        pooling=Pooling(kind, (Coalition("A", ("x", "y")), Coalition("B", ("y", "z")))),
        erasures=tuple((release.name, draw(st.sampled_from(["asked", "done", "refused"]))) for release in releases[:2]),
    )


def whole(workspace):
    found = worst(assess(workspace))
    return found.result.leakage if found else 0.0


@quick
@given(workspaces(), st.sampled_from(["release", "recipient"]))
def test_no_choice_of_requests_leaves_less(workspace, by):
    plans = erasing(workspace, by)
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
        after = whole(done(workspace, [requests[one] for one in point.requests]))
        assert after == pytest.approx(point.leakage, abs=1e-11)
        shows_the_effects(workspace, plans, point)


def done(workspace, requests):
    return marked(workspace, [workspace.releases[n] for request in requests for n in request.releases], "done")


def shows_the_effects(workspace, plans, point):
    chosen = [plans.requests[one] for one in point.requests]
    effects = plans.effects(point.requests)
    assert {effect.request for effect in effects} == set(chosen)
    for effect in effects:
        others = [request for request in chosen if request != effect.request]
        assert effect.alone == pytest.approx(whole(workspace) - whole(done(workspace, [effect.request])), abs=1e-11)
        assert effect.within == pytest.approx(whole(done(workspace, others)) - point.leakage, abs=1e-11)


def test_the_realistic_person_is_planned_for_at_once():
    for policy in REAL.policies:
        plans = erasing(replace(REAL, chosen=policy.name))
        assert plans.frontier.optimal
        assert plans.frontier.points[-1].cost <= 15


def test_a_done_erasure_is_as_if_the_release_had_never_been():
    for release in REAL.releases:
        less = replace(REAL, releases=tuple(one for one in REAL.releases if one != release))
        assert whole(marked(REAL, [release], "done")) == whole(less)
        assert whole(marked(REAL, [release], "asked")) == whole(REAL)
        assert whole(marked(REAL, [release], "refused")) == whole(REAL)


def test_what_is_erased_adds_nothing():
    after = marked(REAL, REAL.releases[:3], "done")
    shares = release_shares(after)
    assert shares[:3].tolist() == [0.0, 0.0, 0.0]
    assert shares[3:].tolist() == pytest.approx(release_shares(replace(REAL, releases=REAL.releases[3:])).tolist())


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
    assert erasing(REAL, costs={first: 2.5}).frontier.total == 16.5


@pytest.mark.parametrize("cost", [0.0, -1.0])
def test_an_effort_that_is_not_positive_is_refused(cost):
    with pytest.raises(ValueError, match=r"^the cost of every request must be more than 0$"):
        erasing(REAL, costs={REAL.releases[0].name: cost})


def test_a_status_that_there_is_not_is_refused_without_saying_it():
    with pytest.raises(ValueError, match=r"^the status of an erasure must be asked, done or refused$"):
        Workspace(erasures=(("canary", "canary"),))
    saved = workspace_to_json(marked(REAL, REAL.releases[:1], "asked"))
    for bad in ('"canary"', "7", "[]", "null"):
        with pytest.raises(ValueError, match=r"^the status of an erasure must be asked, done or refused$"):
            workspace_from_json(saved.replace('"asked"', bad))


def test_statuses_are_saved():
    work = marked(marked(REAL, REAL.releases[:2], "asked"), REAL.releases[1:3], "done")
    assert workspace_from_json(workspace_to_json(work)) == work


def test_nothing_released_is_nothing_to_erase():
    plans = erasing(Workspace(profile=(("N", "a"),)))
    assert plans.requests == ()
    assert [point.leakage for point in plans.frontier.points] == [0.0]
    assert plans.leakage_without(()) == 0.0
