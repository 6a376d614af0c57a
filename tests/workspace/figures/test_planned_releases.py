"""Planned releases, and what asking would tell."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import matches, records, references, thorough, weights

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
mixed = st.just(AnyOf(Shares("P"), SameKeySet("N")))


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
            assert not landed and not outcome.bridged
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


@pytest.mark.parametrize("pooling", [Pooling(), Pooling("coalitions", (Coalition("Both", ("S1", "S2")),))])
def test_2011_section_3_1_stores_that_collude(pooling):
    first, second = compare_plans(stores(pooling))
    # Together they hold r + s (3/4 against 8/9) before, and everything afterwards, at whichever store.
    assert (first.before, first.after) == pytest.approx((8 / 9, 1))
    assert (second.before, second.after) == pytest.approx((8 / 9, 1))
    assert first.bridged == second.bridged == ("r", "s", "t")
    assert first.is_best and second.is_best
