"""Disinforming in a workspace: every point against assessing the workspace with its record released."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Augment, Correct, Record, Resolve, SameKeySet, Shares, record_leakage, union_merge
from leakage.workspace.figures.disinformation import (
    WEIGHED,
    believable_attributes,
    disinformation_outcome,
    link_candidates,
    resolving_match,
)
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import quick, thorough
from tests.workspace.figures.test_planned_releases import released, whole, workspaces

BY_NAME = (Policy("By name", Adversary((Resolve(Shares("Name")),))),)
PROFILE = (("Name", "Alice"), ("Phone", "123"), ("Card", "main"))
ORDER = Release("Order", "Shop", Record.of(("Name", "Alice"), ("Phone", "123")))
LOAN = Release("Loan", "Bank", Record.of(("Card", "main")))
BOB = Record.of(("Name", "Bob"), ("Phone", "987"), ("Card", "his"))
CAROL = Record.of(("Name", "Carol"))
WORK = Workspace(PROFILE, (("Card", 2.0),), (ORDER, LOAN), (CAROL, BOB), BY_NAME)
recipients = st.sampled_from(["Shop", "Bank", "Stranger"])


@thorough
@given(workspaces(), recipients, st.sampled_from(["self", "linkage"]))
def test_every_point_is_the_assessment_with_its_record_released(workspace, recipient, mode):
    outcome = disinformation_outcome(workspace, recipient, mode, most=2)
    assert outcome.before == whole(workspace)
    for point in outcome.points:
        obvious = whole(released(workspace, Release("d", recipient, point.record)))
        assert point.leakage == pytest.approx(obvious, abs=1e-13)
        assert point.increment == pytest.approx(obvious - outcome.before, abs=1e-13)
        assert point.overtaken == (point.own < point.leakage)


@thorough
@given(workspaces(), recipients)
def test_a_point_joins_the_target_and_adds_only_what_is_wrong(workspace, recipient):
    outcome = disinformation_outcome(workspace, recipient, most=3)
    match = resolving_match(workspace.adversary)
    for point in outcome.points:
        assert match.matches(point.record, outcome.target)
        added = set(point.record) - set(outcome.points[0].record)
        assert len(added) == point.count
        assert not any(a.pair in workspace.reference for a in added)


@quick
@given(workspaces(), recipients)
def test_candidates_lower_the_leakage_best_first(workspace, recipient):
    candidates = link_candidates(workspace, recipient)
    outcome = disinformation_outcome(workspace, recipient)
    assert [c.leakage for c in candidates] == sorted(c.leakage for c in candidates)
    for candidate in candidates:
        merged = union_merge(outcome.target, candidate.record)
        obvious = record_leakage(merged, workspace.reference, workspace.weight_map)
        assert candidate.leakage == pytest.approx(obvious, abs=1e-13)
        assert candidate.fall == pytest.approx(outcome.pool_before - obvious, abs=1e-13)
        assert candidate.fall > 0
        tied = disinformation_outcome(workspace, recipient, "linkage", candidate, most=0)
        match = resolving_match(workspace.adversary)
        assert match.matches(tied.points[0].record, outcome.target)
        assert match.matches(tied.points[0].record, candidate.record)


def test_self_disinformation_where_all_pool():
    outcome = disinformation_outcome(WORK, "Bank", most=2)
    # {Name, Phone} and {Card} leak 2 * 2 / (4 + 2) each; only the first is aimed at.
    assert outcome.members == (2,)
    assert [point.leakage for point in outcome.points] == pytest.approx([2 / 3, 2 / 3, 2 / 3])
    assert [point.overtaken for point in outcome.points] == [False, True, True]
    assert outcome.best is None


def test_self_disinformation_alone_reaches_only_the_recipients_pool():
    alone = replace(WORK, pooling=Pooling("alone"), weights=())
    at_shop, at_bank = (disinformation_outcome(alone, name, most=2) for name in ("Shop", "Bank"))
    # By name nothing joins the card at the bank.
    assert at_bank.points == ()
    assert (at_bank.pool.name, at_bank.pool_before, at_bank.before) == (
        "Bank",
        pytest.approx(1 / 2),
        pytest.approx(0.8),
    )
    assert [point.leakage for point in at_shop.points] == pytest.approx([4 / 5, 4 / 6, 4 / 7])
    assert at_shop.best is at_shop.points[2]
    deeper = disinformation_outcome(alone, "Shop", most=9)
    assert deeper.points[9].leakage == pytest.approx(1 / 2)
    assert deeper.points[9].overtaken
    assert deeper.best.count == 3


def test_a_coalition_is_reached_through_any_of_its_members():
    allied = replace(WORK, weights=(), pooling=Pooling("coalitions", (Coalition("Ring", ("Shop", "Bank")),)))
    outcome = disinformation_outcome(allied, "Bank", most=1)
    assert (outcome.pool.name, outcome.members) == ("Ring", (2,))
    assert outcome.points[1].leakage == pytest.approx(4 / 6)


def test_a_recipient_in_two_coalitions_spreads_it_to_both():
    ring = (Coalition("One", ("Shop", "Gym")), Coalition("Two", ("Bank", "Gym")))
    work = replace(WORK, weights=(), pooling=Pooling("coalitions", ring), background=())
    outcome = disinformation_outcome(work, "Gym", most=9)
    assert outcome.pool.name == "One"
    assert outcome.points[1].leakage == pytest.approx(4 / 6)
    # The bank still knows the card, which the record does not reach.
    assert (outcome.points[9].leakage, outcome.points[9].overtaken) == (pytest.approx(1 / 2), True)


def test_a_composite_that_carries_true_values_is_no_candidate():
    dave = Record.of(("Name", "Dave"), ("Card", "main"))
    candidates = link_candidates(replace(WORK, background=(dave, BOB)), "Shop")
    assert [candidate.record for candidate in candidates] == [BOB]


def test_linkage_takes_the_candidate_that_buys_most():
    work = replace(WORK, weights=())
    bob, carol = link_candidates(work, "Shop")
    assert (bob.record, carol.record) == (BOB, CAROL)
    assert (bob.leakage, carol.leakage) == pytest.approx((4 / 8, 4 / 6))
    assert (bob.members, carol.members) == ((1,), (0,))
    best, other = (
        disinformation_outcome(work, "Shop", "linkage", most=1),
        disinformation_outcome(work, "Shop", "linkage", carol, most=1),
    )
    assert best.link.record == BOB
    assert best.points[0].record == Record.of(("Name", "Alice"), ("Name", "Bob"))
    assert best.points[0].own == pytest.approx(4 / 8)
    assert other.points[0].own == pytest.approx(4 / 6)


def test_the_best_of_more_composites_than_are_weighed_is_found():
    crowd = tuple(Record.of(("Name", f"person {n}")) for n in range(WEIGHED + 50))
    work = replace(WORK, background=(*crowd, BOB))
    assert link_candidates(work, "Shop")[0].record == BOB
    assert len(link_candidates(work, "Shop")) == 20


def test_nothing_to_link_under_a_key_set():
    work = replace(WORK, policies=(Policy("E", Adversary((Resolve(SameKeySet("Name")),))),))
    assert link_candidates(work, "Shop") == ()
    outcome = disinformation_outcome(work, "Shop", "linkage")
    assert (outcome.link, outcome.points) == (None, ())
    assert disinformation_outcome(work, "Shop", most=1).points


@pytest.mark.parametrize(
    "work",
    [
        Workspace(),
        replace(WORK, policies=()),
        replace(WORK, profile=()),
        replace(WORK, releases=()),
        replace(WORK, policies=(Policy("E", Adversary((Resolve(Shares("Nobody's label")),))),)),
    ],
    ids=["empty", "no policy", "no profile", "no release", "a rule nobody uses"],
)
@pytest.mark.parametrize("mode", ["self", "linkage"])
def test_nothing_can_be_done_yet(work, mode):
    outcome = disinformation_outcome(work, "Shop", mode)
    assert outcome.points == ()
    assert outcome.best is None


def test_believable_labels_cycle_by_falling_weight():
    assert [a.label for a in believable_attributes(WORK, 5)] == ["Card", "Name", "Phone", "Card", "Name"]
    assert len(set(believable_attributes(WORK, 30))) == 30
    assert believable_attributes(WORK, 5, 1) == believable_attributes(WORK, 5, 1) != believable_attributes(WORK, 5, 2)
    assert believable_attributes(Workspace(), 5) == ()


@pytest.mark.parametrize("match", [SameKeySet("Name"), AnyOf(SameKeySet("Name"), Shares("Card"))])
def test_labels_of_rules_that_a_further_value_may_break_are_left_alone(match):
    work = replace(WORK, policies=(Policy("E", Adversary((Resolve(match),))),))
    labels = {a.label for a in believable_attributes(work, 9)}
    assert labels == {"Name", "Phone", "Card"} - set(match.labels)


def test_no_value_in_use_is_taken_for_believable():
    faiths = ["none", "faith B", "faith C"]
    tables = Adversary(
        (
            Correct({("Religion", "faith D"): "faith E"}),
            Augment("Religion", "Pet", {"faith F": "Rex"}),
            Resolve(Shares("Religion")),
        )
    )
    given = Release("Given", "Shop", Record.of(("Religion", faiths[1])))
    work = Workspace(
        (("Religion", faiths[0]),),
        releases=(given,),
        background=(Record.of(("Religion", faiths[2])),),
        policies=(Policy("E", tables),),
    )
    values = {a.value for a in believable_attributes(work, 20)}
    assert len(values) == 20
    assert not values & {*faiths, "faith D", "faith E", "faith F"}


def test_display_names_say_what_a_letter_means():
    work = replace(WORK, profile=(("P", "p1"),), weights=(), names=(("P", "Phone"),))
    assert all(a.value.startswith("555-01") for a in believable_attributes(work, 5))


def test_bad_input():
    with pytest.raises(ValueError, match="mode must be self or linkage, got 'both'"):
        disinformation_outcome(WORK, "Shop", "both")
    with pytest.raises(ValueError, match="count must not be negative, got -1"):
        disinformation_outcome(WORK, "Shop", most=-1)
    with pytest.raises(ValueError, match="a release needs a recipient"):
        disinformation_outcome(WORK, "")
    (candidate, *_) = link_candidates(WORK, "Shop")
    with pytest.raises(ValueError, match=r"composite number must be in \[0, 4\), got 99"):
        disinformation_outcome(WORK, "Shop", "linkage", replace(candidate, composite=99))
