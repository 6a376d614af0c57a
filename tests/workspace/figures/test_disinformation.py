"""Disinformation of a work: values that are nobody's, plans against their records released, what each decoy does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares
from leakage.decision.disinformation import Prices
from leakage.workspace.figures.disinformation import (
    Terms,
    effects,
    made_up_values,
    outlets,
    plan_disinformation,
    with_plan,
)
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.starting import plain_person
from tests.strategies import quick, thorough
from tests.workspace.figures.test_planned_releases import workspaces
from tests.workspace.test_person import figure_of

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
