"""Planned releases and decoys, each against assessing the workspace with them among its releases."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, SameKeySet, Shares
from leakage.decision.disinformation import Prices
from leakage.resolution.operations import MERGES
from leakage.resolution.rules import Conflicts, Unless
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.disinformation import (
    Terms,
    effects,
    made_up_values,
    outlets,
    plan_disinformation,
    with_plan,
)
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.starting import plain_person
from tests.strategies import alternatives, matches, quick, records, references, shares, thorough, weights
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


def joined_in(workspace, leaked):
    """The names of the releases that a pool joins with the new one, and how many background records."""
    place = leaked.background + leaked.pool.releases.index(len(workspace.releases))
    resolution = leaked.result.resolution
    joined = [leaked.release_of(m) for m in resolution.members[resolution.composite_of[place]] if m != place]
    return tuple(workspace.releases[n].name for n in joined if n is not None), joined.count(None)


@thorough
@given(workspaces())
def test_bridges_and_fields(workspace):
    new = len(workspace.releases)
    for outcome in compare_plans(workspace):
        after = released(workspace, outcome.plan)
        landed = [leaked for leaked in assess(after) if new in leaked.pool.releases]
        if workspace.has_releases_only:
            assert not landed and not outcome.bridged
            assert outcome.increment == 0.0
            continue
        most = max(leaked.result.leakage for leaked in landed)
        worst = [leaked for leaked in landed if leaked.result.leakage == pytest.approx(most, abs=1e-13)]
        assert (outcome.bridged, outcome.bridged_background) in [joined_in(workspace, leaked) for leaked in worst]
        for field in outcome.field_increments:
            blank = released(workspace, outcome.plan, outcome.plan.record.without(field.attribute.pair))
            assert field.increment == pytest.approx(outcome.after - figure_of(blank), abs=1e-13)


# Made-up values: nobody's in the workspace, under any label, and no reason for her rules to join anything.


REAL = plain_person().workspace


def in_use(workspace):
    released = [release.record for release in workspace.releases]
    records = [workspace.reference, *released, *workspace.background]
    return {attribute.value.casefold() for record in records for attribute in record}


def test_no_value_is_anybodys_whatever_its_label():
    values = made_up_values(REAL)
    used = in_use(REAL)
    for label in REAL.labels:
        made_up = values(label, 30)
        assert len({value.casefold() for value in made_up}) == 30
        assert not {value.casefold() for value in made_up} & used


BY_NAME = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
PROFILE = (("Name", "Alice"), ("Phone", "123"), ("Card", "main"))
ORDER = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123")))
LOAN = Release("Loan", "Bank", Record.of(("Card", "main")))
BOB = Record.of(("Name", "Bob"), ("Phone", "987"), ("Card", "his"))


DISINFORMATION_PLANS_WORK = Workspace(PROFILE, (), (ORDER, LOAN), (BOB,), BY_NAME, worked_example=True)
TERMS = Terms(Prices(1.0, 1.0), ("Shop", "Bank"), ("Name", "Phone", "Card"), 6.0)
prices = st.sampled_from([Prices(1.0, 1.0), Prices(0.0, 0.5), Prices(2.0, 0.7)])


@thorough
@given(workspaces(), prices, st.lists(st.sampled_from(["Shop", "Bank", "Gym", "Nobody"]), unique=True), st.data())
def test_every_plan_is_the_assessment_with_its_records_released(workspace, prices, recipients, data):
    expected = data.draw(st.sampled_from(["", *(plan.name for plan in workspace.plans)]))
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    terms = Terms(prices, tuple(recipients), labels, 5.0, expected=expected, records=2)
    found = plan_disinformation(workspace, terms)
    assert found.plans[0].decoys == ()
    # Nothing that is given out reaches who has only what leaked.
    assert not workspace.has_releases_only or (outlets(workspace, terms), len(found.plans)) == ((), 1)
    for plan in (*found.plans, *found.heuristic):
        assert plan.leakage == pytest.approx(figure_of(with_plan(workspace, plan, expected)), abs=1e-12)
        assert plan.cost == pytest.approx(sum(prices.cost(d.record) for d in plan.decoys))
        assert all(decoy.outlet.recipient in recipients for decoy in plan.decoys)


@quick
@given(workspaces())
def test_effects_are_those_of_leaving_a_decoy_out(workspace):
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    terms = Terms(Prices(1.0, 1.0), ("Shop", "Bank", "Gym"), labels, 6.0)
    found = plan_disinformation(workspace, terms)
    plan = found.plans[-1]
    found_effects = effects(workspace, found, plan)
    assert [effect.decoy for effect in found_effects] == list(plan.decoys)
    for effect in found_effects:
        others = tuple(decoy for decoy in plan.decoys if decoy is not effect.decoy)
        alone = figure_of(with_plan(workspace, replace(plan, decoys=(effect.decoy,))))
        without = figure_of(with_plan(workspace, replace(plan, decoys=others)))
        assert effect.alone == pytest.approx(found.plans[0].leakage - alone, abs=1e-12)
        assert effect.within == pytest.approx(without - plan.leakage, abs=1e-12)
        assert effect.within > -1e-12


def test_a_link_that_carries_true_values_is_told():
    carol = Record.of(("Name", "Carol"), ("Card", "main"), *((f"X{n}", "x") for n in range(6)))
    work, terms = replace(DISINFORMATION_PLANS_WORK, background=(carol,)), replace(TERMS, labels=(), budget=3.0)
    found = plan_disinformation(work, terms)
    (effect,) = effects(work, found, found.within(3.0))
    assert (effect.decoy.kind, effect.carried) == ("linkage", ("Card",))
    assert effect.shared == {("Name", "Alice")}


def test_a_bait_that_confirms_what_is_doubtful_is_told():
    order = Release("o", "Shop", Record.of(("Name", "Alice", 0.9), ("Phone", "123")))
    doubtful = replace(DISINFORMATION_PLANS_WORK, releases=(order,))
    found = plan_disinformation(doubtful, TERMS)
    (effect,) = effects(doubtful, found, found.within(6.0))
    assert effect.confirmed == ("Name",)
