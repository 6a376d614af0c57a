"""A recipient under a new name; the measure of a work in every figure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    EditSimilarity,
    NumericCloseness,
    PrefixSimilarity,
    Record,
    Resolve,
    Shares,
    TableSimilarity,
    ValueCounts,
    record_leakage,
    weights_by_self_information,
)
from leakage.decision.shapley import release_shapley
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.figures.assessment import assess, evaluator
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.places.kinds import kind_of_recipient
from leakage.workspace.recipients import rename_recipient
from leakage.workspace.vocabulary import PRESETS
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import databases, quick, references

WHO = ("Shop", "Bank", "Gym")
EVE = Policy("Eve", Adversary((Resolve(Shares("N")),)))


def figures(workspace):
    """Every figure that depends on who a recipient is, by place and not by name."""
    return (
        [leaked.result.leakage for leaked in assess(workspace)],
        [(outcome.before, outcome.after) for outcome in compare_plans(workspace)],
    )


@st.composite
def workspaces(draw):
    def given_to(name, count):
        records = draw(databases(max_size=count))
        return tuple(Release(f"{name} {n}", draw(st.sampled_from(WHO)), record) for n, record in enumerate(records))

    allied = st.lists(st.sampled_from(WHO), min_size=1, unique=True).map(tuple)
    sites = st.sampled_from(["", "a.example"])
    return Workspace(
        profile=tuple(attribute.pair for attribute in draw(references)),
        releases=given_to("release", 5),
        plans=given_to("plan", 2),
        policies=(EVE, Policy("Other", EVE.adversary, Pooling("coalitions", (Coalition("Two", WHO[:2]),)))),
        pooling=Pooling(
            draw(st.sampled_from(["together", "alone", "coalitions"])),
            tuple(Coalition(f"c{n}", draw(allied)) for n in range(draw(st.integers(0, 2)))),
            draw(st.booleans()),
        ),
        recipients=tuple(Recipient(name, draw(sites)) for name in draw(allied)),
    )


@quick
@given(workspaces(), st.sampled_from(WHO))
def test_a_rename_keeps_every_figure_and_all_that_is_attached(workspace, old):
    after = rename_recipient(workspace, old, "Store")
    assert saved_copy(after) == saved_copy(workspace).replace(f'"{old}"', '"Store"')
    assert figures(after) == figures(workspace)
    assert rename_recipient(after, "Store", old) == workspace


def test_a_kind_is_found_by_the_site_of_a_recipient_and_else_by_its_name():
    work = Workspace(recipients=(Recipient("North Bank", site="grindr.com"), Recipient("My shop", site="x.example")))
    named = ("North Bank", "My shop", "South Bank", "https://www.verdi.de/login", "Robin")
    kinds = [kind_of_recipient(work, name) for name in named]
    assert kinds == ["Dating", "Online shop", "Bank", "Union", None]


PROFILE = (("Name", "Alice"), ("Age", "30"), ("Phone", "123"), ("Address", "Mill Lane"))
SIMILARITIES = (
    ("Age", NumericCloseness(10.0)),
    ("Post code", PrefixSimilarity()),
    ("Name", EditSimilarity("jaro_winkler", 0.8)),
    ("City", TableSimilarity((("Lyon", "Villeurbanne", 0.5),))),
)
GIVEN = (Release("Order", "Shop", Record.of(("Name", "Alice"), ("Age", "33"), ("Phone", "123"))),)
BY_NAME = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
WORK = Workspace(PROFILE, (("Name", 2.0),), GIVEN, policies=BY_NAME, similarities=SIMILARITIES)


def test_every_figure_is_by_the_measure():
    whole = record_leakage(GIVEN[0].record, WORK.reference, WORK.measure)
    assert whole != record_leakage(GIVEN[0].record, WORK.reference, WORK.weight_map)
    assert [leaked.result.leakage for leaked in assess(WORK)] == [whole]
    assert [one.alone for one in release_shapley(evaluator(WORK))] == [whole]
    plan = Release("Plan", "Shop", Record.of(("Name", "Alice"), ("Address", "Mill Lane")))
    planned = Workspace(PROFILE, WORK.weights, GIVEN, (), BY_NAME, plans=(plan,), similarities=SIMILARITIES)
    together = record_leakage(Record({*GIVEN[0].record, *plan.record}), planned.reference, planned.measure)
    assert compare_plans(planned)[0].after == pytest.approx(together)


def test_presets_name_only_labels_of_the_vocabulary():
    """Every heavy label named in a preset is found again: a misspelt one would weigh 1 and stay unseen."""
    heavy = {preset.name: sum(weight > 1.0 for _, weight in preset.weights) for preset in PRESETS}
    assert heavy["Identity theft"] == 6 + 3 + 5
    assert heavy["Stalking"] == 4 + 4 + 3 + 5
    assert heavy["Reputation and discrimination"] == 4 + 3 + 3 + 4


def test_rare_values_count_more_by_the_background_or_by_a_table():
    others = (Record.of(("Age", "30")), Record.of(("Age", "30")), Record.of(("Age", "80"), ("Name", "Bob")))
    plain = replace(WORK, background=others)
    by_background = replace(plain, statistics="background")
    counts = ValueCounts({"Age": {"30": 9, "80": 1}})
    by_table = replace(plain, statistics="table", value_counts=counts)
    assert by_background.measure == weights_by_self_information(WORK.reference, ValueCounts.of(others), plain.measure)
    assert by_table.measure == weights_by_self_information(WORK.reference, counts, plain.measure)
    assert replace(plain, value_counts=counts).measure == plain.measure
    for work in (by_background, by_table):
        assert opened(saved_copy(work)) == work
