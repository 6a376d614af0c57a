"""Planned releases, each against assessing the workspace with it among its releases."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares
from leakage.resolution.operations import MERGES
from leakage.resolution.rules import Conflicts, Unless
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import alternatives, matches, records, references, shares, thorough, weights
from tests.workspace.test_person import figure_of

KINDS = ("together", "alone", "coalitions", "releases")
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
unless = st.builds(Unless, st.one_of(shares, alternatives), st.sampled_from([Conflicts("P"), Conflicts("C", "P")]))
merges = st.sampled_from([*MERGES.values()])


@st.composite
def workspaces(draw):
    reference = draw(references)
    kind = draw(st.sampled_from(KINDS))
    # Before the first release there are no pools, and none is of some releases only.
    given = draw(st.lists(st.tuples(recipients, records(max_size=3)), min_size=kind == "releases", max_size=6))
    plans = draw(st.lists(st.tuples(recipients | st.just("Stranger"), records(max_size=3)), max_size=3))
    resolve = Resolve(draw(st.one_of(matches, mixed, unless)), draw(merges))
    return Workspace(
        profile=tuple(a.pair for a in reference),
        weights=tuple(draw(weights).items()),
        releases=tuple(Release(f"r{n}", recipient, record) for n, (recipient, record) in enumerate(given)),
        background=tuple(draw(st.lists(records(max_size=3), max_size=3))),
        policies=draw(st.sampled_from([(Policy("E", Adversary((resolve,))),), ()])),
        pooling=Pooling(kind, draw(coalitions), draw(st.booleans()), ("r0", "r2")),
        plans=tuple(Release(f"r{n}", recipient, record) for n, (recipient, record) in enumerate(plans)),
    )


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
        assert outcome.before == pytest.approx(figure_of(workspace), rel=1e-13)
        assert outcome.after == pytest.approx(figure_of(after), abs=1e-13)
        assert outcome.increment == pytest.approx(figure_of(after) - figure_of(workspace), abs=1e-13)
        assert outcome.is_best == (outcome.after <= lowest + 1e-12)
        for point in choose_fields(workspace, outcome.plan).choices:
            told = Record(a for a in outcome.plan.record if a.pair in {field.pair for field in point.given})
            assert point.leakage == pytest.approx(figure_of(released(workspace, outcome.plan, told)), abs=1e-12)


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
            assert field.increment == pytest.approx(outcome.after - figure_of(blank), abs=1e-13)
