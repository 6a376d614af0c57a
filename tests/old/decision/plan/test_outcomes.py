"""Outcomes: every plan told from masks against really doing it and resolving what is left; and the order of actions."""

import pytest
from hypothesis import given, settings

from leakage import Adversary, Record, Resolve, Shares
from leakage.old.decision.plan.actions import (
    Change,
    Erase,
    HeldRecord,
    Situation,
    StopSharing,
    Threat,
    Withhold,
    after_all,
)
from leakage.old.decision.plan.outcomes import Outcomes
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.plan import scenes

ALICE = Record.of(("N", "Alice"), ("P", "1"), ("C", "9"))


@settings(max_examples=15 * TIMES)
@given(kinds.seeds)
def test_every_plan_leaves_what_doing_it_and_resolving_leaves(chance):
    situation, measure = scenes.situation(chance), kinds.measure(chance)
    actions = [option.action for option in scenes.options(chance, situation)]
    threats = scenes.threats(chance)
    outcomes = Outcomes(situation, actions, threats, measure)
    plans = list(range(1 << len(actions)))
    leakages = outcomes.leakages(plans)
    for plan in plans:
        after = after_all(situation, scenes.chosen(actions, plan))
        for number, threat in enumerate(threats):
            expected = scenes.situation_leakage(after, threat, measure)
            assert leakages[plan, number] == pytest.approx(expected, abs=1e-11)


@settings(max_examples=15 * TIMES)
@given(kinds.seeds)
def test_the_order_of_actions_does_not_count_and_doing_one_twice_adds_nothing(chance):
    situation = scenes.situation(chance)
    actions = [option.action for option in scenes.options(chance, situation)]
    shuffled = chance.sample(actions, len(actions))
    assert after_all(situation, actions) == after_all(situation, shuffled)
    assert after_all(situation, [*actions, *actions]) == after_all(situation, actions)


def test_what_is_deleted_is_not_changed():
    situation = Situation.of(ALICE, [HeldRecord("Order", "Shop", ALICE)])
    assert after_all(situation, [Change(("P", "1")), Erase(("Order",))]).held == ()


def test_a_value_that_stays_known_is_true_no_longer_and_another_takes_its_place_in_the_truth():
    situation = Situation.of(ALICE, [HeldRecord("Order", "Shop", ALICE)])
    after = after_all(situation, [Change(("P", "1"), stays=True)])
    assert after.held == situation.held
    assert ("P", "1") not in after.reference and len(after.reference) == len(ALICE)
    assert scenes.situation_leakage(after, Threat("Eve", Adversary())) == pytest.approx(2 / 3)


def test_whoever_stops_sharing_knows_what_he_knows_alone():
    eve = Adversary((Resolve(Shares("N")),))
    holdings = [
        HeldRecord("Order", "Shop", Record.of(("N", "Alice"), ("P", "1"))),
        HeldRecord("Loan", "Bank", Record.of(("N", "Alice"), ("C", "9"))),
    ]
    situation = Situation.of(ALICE, holdings)
    after = after_all(situation, [StopSharing("Bank")])
    assert scenes.situation_leakage(situation, Threat("Eve", eve)) == 1.0
    assert scenes.situation_leakage(after, Threat("Eve", eve)) == pytest.approx(0.8)
    assert Threat("Eve", eve).pools(after) == (("Shop",), ("Bank",))


def test_what_one_adversary_alone_holds_tells_her_and_no_other():
    situation = Situation.of(ALICE, [HeldRecord("Order", "Shop", Record.of(("N", "Alice"), ("P", "1")))])
    by_name = Adversary((Resolve(Shares("N")),))
    alone = Threat("Eve", by_name, background=(Record.of(("N", "Alice"), ("C", "9")),))
    assert [scenes.situation_leakage(situation, threat) for threat in (alone, Threat("Eva", by_name))] == [
        1.0,
        pytest.approx(0.8),
    ]


def test_only_what_comes_can_be_withheld():
    situation = Situation.of(ALICE, [HeldRecord("Order", "Shop", ALICE)], coming=(HeldRecord("Next", "Shop", ALICE),))
    after = after_all(situation, [Withhold("Next", ("P", "1"))])
    assert after.held == situation.held
    assert ("P", "1") not in after.coming[0].record


def test_errors_say_what_is_wrong():
    situation = Situation.of(ALICE, [HeldRecord("Order", "Shop", ALICE)])
    with pytest.raises(ValueError, match="at least one adversary"):
        Outcomes(situation, [], [])
    with pytest.raises(ValueError, match="everywhere or not at all"):
        Change(("P", "1"), ("Shop",), stays=True)
    with pytest.raises(ValueError, match="same name"):
        Situation.of(ALICE, [HeldRecord("Order", "Shop", ALICE), HeldRecord("Order", "Bank", ALICE)])
