"""What is released next arrives after all that Eve holds: what-ifs and plans against resolving in that order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares
from leakage.decision.disinformation import Prices
from leakage.resolution.operations import MERGES
from leakage.resolution.rules import Conflicts, Unless
from leakage.workspace.figures.assessment import assess, pools, worst
from leakage.workspace.figures.disinformation import Terms, plan_disinformation, with_plan
from leakage.workspace.figures.planned_releases import compare_plans, with_release
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.oracles.disinformation import Definition, by_weights
from tests.strategies import alternatives, quick, records, references, shares

names = st.sampled_from(["Shop", "Bank"])
unless = st.builds(Unless, st.one_of(shares, alternatives), st.sampled_from([Conflicts("P"), Conflicts("C", "P")]))


@st.composite
def workspaces(draw):
    match = draw(st.one_of(unless, st.just(AnyOf(Shares("P"), SameKeySet("N")))))
    given_away = draw(st.lists(st.tuples(names, records(max_size=3)), min_size=1, max_size=3))
    planned = draw(st.lists(st.tuples(names, records(max_size=3)), min_size=1, max_size=2))
    return Workspace(
        profile=tuple(a.pair for a in draw(references)),
        releases=tuple(Release(f"r{n}", name, record) for n, (name, record) in enumerate(given_away)),
        background=tuple(draw(st.lists(records(max_size=3), max_size=3))),
        policies=(Policy("E", Adversary((Resolve(match, draw(st.sampled_from([*MERGES.values()]))),))),),
        plans=tuple(Release(f"p{n}", name, record) for n, (name, record) in enumerate(planned)),
    )


def obvious(workspace, *arrived):
    """One after the other: the background, what was released, and what arrives."""
    definition = Definition(workspace.reference, workspace.adversary.operations, by_weights({}))
    return definition.of((*workspace.background, *(r.record for r in workspace.releases), *arrived))


@quick
@given(workspaces())
def test_a_planned_release_is_read_last(workspace):
    for outcome in compare_plans(workspace):
        assert outcome.before == pytest.approx(obvious(workspace), abs=1e-12)
        assert outcome.after == pytest.approx(obvious(workspace, outcome.plan.record), abs=1e-12)
        for field in outcome.field_increments:
            blank = obvious(workspace, outcome.plan.record.without(field.attribute.pair))
            assert field.increment == pytest.approx(outcome.after - blank, abs=1e-12)


@quick
@given(workspaces(), st.booleans())
def test_the_records_of_a_plan_are_read_last_but_for_a_release_that_is_expected(workspace, expecting):
    coming = workspace.plans[0]
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    terms = Terms(Prices(1.0, 1.0), ("Shop", "Bank"), labels, 4.0, expected=coming.name if expecting else "", records=2)
    later = [coming.record] if expecting else []
    for plan in plan_disinformation(workspace, terms).plans:
        records = [decoy.record for decoy in plan.decoys]
        assert plan.leakage == pytest.approx(obvious(workspace, *records, *later), abs=1e-12)


def test_what_eve_has_joined_with_her_background_no_plan_takes_apart():
    eve = Adversary((Resolve(Unless(Shares("Name"), Conflicts("Phone"))),))
    work = Workspace(
        profile=(("Name", "Alice"), ("Age", "30"), ("Phone", "123"), ("Card", "9")),
        releases=(Release("Order", "Shop", Record.of(("Name", "Alice"), ("Age", "30"))),),
        background=(Record.of(("Name", "Alice"), ("Phone", "123"), ("Card", "9")),),
        policies=(Policy("E", eve),),
    )
    plans = plan_disinformation(work, Terms(Prices(1.0, 1.0), ("Shop",), ("Phone",), 9.0))
    assert plans.baits
    assert [(plan.leakage, plan.decoys) for plan in plans.plans] == [(1.0, ())]
    assert len(pools(work)) == 1
    blocking = Release("d", "Shop", Record.of(("Name", "Alice"), ("Phone", "666")))
    assert worst(assess(with_release(work, blocking))).result.leakage == 1.0
    assert with_plan(work, plans.plans[0]) == work
