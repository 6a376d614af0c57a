"""Planned releases, and what asking would tell."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares, incremental_leakage, information_leakage
from leakage.resolution.rules import Conflicts, Unless
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.figures.requests import request_disclosure
from leakage.workspace.release import SubjectRequest
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import matches, records, references, thorough, weights
from tests.workspace.requests.helpers import stated_by, works

# Planning in a workspace: each plan against assessing the workspace with the plan among its releases.


KINDS = ("together", "alone", "coalitions", "releases")
NAME_AND_CARD_OR_PHONE = AnyOf(Shares("N", "C"), Shares("N", "P"))
recipients = st.sampled_from(["Shop", "Bank", "Gym"])
# With a bank in two coalitions, and a stranger named in one before anything was given to it.
coalitions = st.sampled_from(
    [
        (Coalition("Friends", ("Shop", "Bank")),),
        (Coalition("Friends", ("Shop", "Bank")), Coalition("Partners", ("Bank", "Stranger"))),
        (Coalition("Strangers", ("Stranger",)),),
        (),
    ]
)
# Where the order matters.
mixed = st.sampled_from([AnyOf(Shares("P"), SameKeySet("N")), Unless(Shares("N"), Conflicts("P"))])


@st.composite
def workspaces(draw):
    reference = draw(references)
    kind = draw(st.sampled_from(KINDS))
    # Before the first release there are no pools, and none is of some releases only.
    given = draw(st.lists(st.tuples(recipients, records(max_size=3)), min_size=kind == "releases", max_size=6))
    plans = draw(st.lists(st.tuples(recipients | st.just("Stranger"), records(max_size=3)), max_size=3))
    match = draw(st.one_of(matches, mixed))
    return Workspace(
        profile=tuple(a.pair for a in reference),
        weights=tuple(draw(weights).items()),
        releases=tuple(Release(f"r{n}", recipient, record) for n, (recipient, record) in enumerate(given)),
        background=tuple(draw(st.lists(records(max_size=3), max_size=3))),
        policies=draw(st.sampled_from([(Policy("E", Adversary((Resolve(match),))),), ()])),
        pooling=Pooling(kind, draw(coalitions), releases=("r0", "r2")),
        plans=tuple(Release(f"r{n}", recipient, record) for n, (recipient, record) in enumerate(plans)),
    )


def whole(workspace):
    most = worst(assess(workspace))
    return most.result.leakage if most else 0.0


def released(workspace, plan, record=None):
    """The slow, obvious way: the plan is the last of the releases."""
    chosen = replace(plan, name="the plan", record=plan.record if record is None else record)
    return replace(workspace, releases=(*workspace.releases, chosen))


@thorough
@given(workspaces())
def test_outcome_is_the_assessment_with_the_plan_released(workspace):
    outcomes = compare_plans(workspace)
    assert [outcome.plan for outcome in outcomes] == list(workspace.plans)
    lowest = min((outcome.after for outcome in outcomes), default=0)
    for outcome in outcomes:
        after = released(workspace, outcome.plan)
        assert outcome.before == pytest.approx(whole(workspace), rel=1e-13)
        assert outcome.after == pytest.approx(whole(after), abs=1e-13)
        assert outcome.increment == pytest.approx(whole(after) - whole(workspace), abs=1e-13)
        assert outcome.is_best == (outcome.after <= lowest + 1e-12)


@thorough
@given(workspaces())
def test_pool_bridges_and_fields(workspace):
    new = len(workspace.releases)
    for outcome in compare_plans(workspace):
        after = released(workspace, outcome.plan)
        landed = [leaked for leaked in assess(after) if new in leaked.pool.releases]
        if workspace.has_releases_only:
            assert not landed and not outcome.bridged and not outcome.evidence
            assert outcome.increment == 0.0
            continue
        (pool,) = {leaked.pool.name: leaked for leaked in landed if leaked.pool.name == outcome.pool.name}.values()
        assert pool.result.leakage == pytest.approx(max(leaked.result.leakage for leaked in landed), abs=1e-13)
        assert outcome.pool.releases == tuple(n for n in pool.pool.releases if n != new)
        place = pool.background + pool.pool.releases.index(new)
        resolution = pool.result.resolution
        others = [m for m in resolution.members[resolution.composite_of[place]] if m != place]
        joined = [pool.release_of(m) for m in others]
        assert outcome.bridged == tuple(workspace.releases[n].name for n in joined if n is not None)
        assert outcome.bridged_background == joined.count(None)
        for field in outcome.field_increments:
            blank = released(workspace, outcome.plan, outcome.plan.record.without(field.attribute.pair))
            assert field.increment == pytest.approx(outcome.after - whole(blank), abs=1e-13)


def stores(pooling):
    """2011, Section 3.1."""
    given = (
        Release("r", "S1", Record.of(("N", "n1"), ("C", "c1"), ("A", "a1"))),
        Release("s", "S2", Record.of(("N", "n1"), ("C", "c1"), ("P", "p1"))),
        Release("t", "S2", Record.of(("N", "n1"), ("C", "c2"), ("A", "a1"))),
    )
    u = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    return Workspace(
        profile=(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1")),
        releases=given,
        policies=(Policy("Name and card, or name and phone", Adversary((Resolve(NAME_AND_CARD_OR_PHONE),))),),
        pooling=pooling,
        plans=(Release("At S1", "S1", u), Release("At S2", "S2", u)),
    )


def test_2011_section_3_1_stores_that_do_not_collude():
    first, second = compare_plans(stores(Pooling("alone")))
    assert (first.before, first.after, first.increment) == pytest.approx((3 / 4, 3 / 4, 0))
    assert (second.before, second.after, second.increment) == pytest.approx((3 / 4, 1, 1 / 4))
    assert (first.pool.name, second.pool.name) == ("S1", "S2")
    assert (first.bridged, second.bridged) == ((), ("s", "t"))
    assert (first.is_best, second.is_best) == (True, False)
    assert second.joined_composites == 2
    assert {second.release_of(n) for join in second.evidence for n in join.records} == {1, 2, None}


@pytest.mark.parametrize("pooling", [Pooling(), Pooling("coalitions", (Coalition("Both", ("S1", "S2")),))])
def test_2011_section_3_1_stores_that_collude(pooling):
    first, second = compare_plans(stores(pooling))
    # Together they hold r + s (3/4 against 8/9) before, and everything afterwards, at whichever store.
    assert (first.before, first.after) == pytest.approx((8 / 9, 1))
    assert (second.before, second.after) == pytest.approx((8 / 9, 1))
    assert first.bridged == second.bridged == ("r", "s", "t")
    assert first.is_best and second.is_best


# What asking gives away, held against the definition: the incremental leakage after the request was done.


EVE = Adversary((Resolve(AnyOf(Shares("Name"), Shares("Email"))),))
PROFILE = (("Name", "Al"), ("Email", "al@x.example"), ("Date of birth", "1990"), ("Photo", "me"), ("Phone", "5"))


def person(*releases, pooling="together"):
    policies = (Policy("Eve", EVE),)
    return Workspace(PROFILE, releases=releases, policies=policies, pooling=Pooling(pooling))


def order_with(*pairs, name="Order", recipient="Shop"):
    return Release(name, recipient, Record.of(*pairs))


@thorough
@given(works())
def test_it_is_the_incremental_leakage_of_the_letter_after_the_erasure(case):
    work, request = case
    work = replace(work, policies=(Policy("Eve", EVE),), background=())
    request = replace(request, kind="erasure")
    now = [r.record for r in work.releases if r.erasure != "done"]
    left = [r.record for r in work.releases if r.erasure != "done" and r.recipient not in request.recipients]
    disclosure = request_disclosure(work, request)
    direct = incremental_leakage(left, Record.of(*stated_by(work, request)), work.reference, EVE)
    assert disclosure.before == pytest.approx(information_leakage(now, work.reference, EVE).leakage, abs=1e-12)
    assert disclosure.without == pytest.approx(direct.before, abs=1e-12)
    assert disclosure.letter - disclosure.without == pytest.approx(direct.increment, abs=1e-12)
    assert disclosure.letter_backfires == (direct.after > disclosure.before + 5e-7)


def test_a_letter_that_joins_what_was_apart_backfires_though_it_states_only_what_is_held():
    apart = (order_with(("Name", "Al"), ("Phone", "5")), order_with(("Email", "al@x.example"), name="Alias"))
    both = (("Name", "Al"), ("Email", "al@x.example"))
    disclosure = request_disclosure(person(*apart), SubjectRequest("a", "Shop", "access", stated=both))
    assert disclosure.letter_backfires
    one = request_disclosure(person(*apart), SubjectRequest("a", "Shop", "access", stated=both[:1]))
    assert not one.letter_backfires and one.letter == one.without


def test_a_correction_tells_what_is_right():
    wrong = order_with(("Name", "Al"), ("Phone", "6"))
    ask = SubjectRequest("a", "Shop", "correction", releases=("Order",), corrections=(("Phone", "6", "5"),))
    assert request_disclosure(person(wrong), ask).letter_backfires
    only_removed = request_disclosure(person(wrong), replace(ask, corrections=(("Phone", "6", ""),)))
    assert only_removed.without > only_removed.before
