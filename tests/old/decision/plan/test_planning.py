"""Plans: against every set of actions really done and resolved from scratch, for every budget of minutes."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares
from leakage.old.decision.plan import planning
from leakage.old.decision.plan.actions import (
    Change,
    Erase,
    HeldRecord,
    Option,
    Situation,
    Threat,
    Together,
    after_all,
)
from leakage.old.decision.plan.planning import plan_frontier, steps_of, thinned
from leakage.progress import Budget, within
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.plan import scenes


def worst(situation, threats, measure):
    """What the adversary knows who knows most, resolved from scratch."""
    return max(scenes.situation_leakage(situation, threat, measure) for threat in threats)


def every_plan(situation, options, threats, measure):
    """(minutes, leakage) of every set of actions, done one after the other and resolved from scratch."""
    for mask in range(1 << len(options)):
        done = scenes.chosen(options, mask)
        after = after_all(situation, [option.action for option in done])
        yield math.fsum(option.minutes for option in done), worst(after, threats, measure)


@settings(max_examples=15 * TIMES)
@given(kinds.seeds)
def test_plans_are_the_best_of_all_under_every_rule_merge_pipeline_and_measure(chance):
    situation, measure = scenes.situation(chance, 4), kinds.measure(chance)
    options, threats = scenes.options(chance, situation), scenes.threats(chance, 2)
    tried = list(every_plan(situation, options, threats, measure))
    frontier = plan_frontier(situation, options, threats, measure)
    assert frontier.all_tried and frontier.plans[0].actions == ()
    assert all(a.cost < b.cost and a.leakage > b.leakage for a, b in itertools.pairwise(frontier.plans))
    for budget in sorted({minutes for minutes, _ in tried if minutes}):
        best = min(leakage for minutes, leakage in tried if minutes <= budget + 1e-9)
        plan = frontier.within(budget)
        assert plan.leakage == pytest.approx(best, abs=1e-11)
        done = after_all(situation, [options[number].action for number in plan.actions])
        for threat, leakage in zip(threats, plan.leakages, strict=True):
            assert leakage == pytest.approx(scenes.situation_leakage(done, threat, measure), abs=1e-11)


@settings(max_examples=8 * TIMES)
@given(kinds.seeds)
def test_against_one_adversary_alone_no_set_of_actions_leaves_her_less(chance):
    situation, measure = scenes.situation(chance, 4), kinds.measure(chance)
    options, threats = scenes.options(chance, situation, 4), scenes.threats(chance, 3)
    budget = chance.choice([1.0, 2.0, 4.5])
    frontier = plan_frontier(situation, options, threats, measure)
    for number, threat in enumerate(threats):
        tried = every_plan(situation, options, [threat], measure)
        best = min(leakage for minutes, leakage in tried if minutes <= budget + 1e-9)
        assert frontier.against(number, budget)[number] == pytest.approx(best, abs=1e-11)


@settings(max_examples=15 * TIMES)
@given(kinds.seeds, st.integers(0, 60))
def test_what_is_found_beyond_is_really_left(chance, limit):
    situation, measure = scenes.situation(chance, 5), kinds.measure(chance)
    options, threats = scenes.options(chance, situation), scenes.threats(chance, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "EXACT", -1)
        frontier = plan_frontier(situation, options, threats, measure, limit=limit)
    for plan in frontier.plans:
        after = after_all(situation, [options[number].action for number in plan.actions])
        assert plan.leakage == pytest.approx(worst(after, threats, measure), abs=1e-11)


@settings(max_examples=15 * TIMES)
@given(kinds.seeds)
def test_steps_are_the_plan_in_sittings_each_of_which_changes_the_figure(chance):
    told, measure = scenes.situation(chance, 4), kinds.measure(chance)
    options, threats = scenes.options(chance, told, 6), scenes.threats(chance, 2)
    numbers = list(range(len(options)))
    chance.shuffle(numbers)
    cut = chance.randint(0, len(numbers))
    groups = [group for group in (numbers[:cut], numbers[cut : cut + 2]) if group]
    frontier = plan_frontier(told, options, threats, measure, groups=groups)
    for plan in frontier.plans:
        steps = steps_of(frontier, plan.actions)
        assert sorted(number for step in steps for number in step.numbers) == sorted(plan.actions)
        for group in groups:
            parts = [[number for number in step.numbers if number in group] for step in steps]
            assert [part for part in parts if part] in ([], [[n for n in group if n in plan.actions]])
        done, before = [], frontier.plans[0].leakage
        for step in steps:
            done += [options[number].action for number in step.numbers]
            after = after_all(told, done)
            leakages = tuple(scenes.situation_leakage(after, threat, measure) for threat in threats)
            assert step.before == pytest.approx(before, abs=1e-11)
            before = max(leakages)
            assert step.after == pytest.approx(before, abs=1e-11)
            assert step.leakages == pytest.approx(leakages, abs=1e-11)
            assert len(steps) == 1 or abs(step.before - step.after) > 1e-13
            others = [options[number].action for number in plan.actions if number not in step.numbers]
            left_out = after_all(told, others)
            without = worst(left_out, threats, measure)
            assert step.missed == pytest.approx(without - plan.leakage, abs=1e-11)


@settings(max_examples=15 * TIMES)
@given(kinds.seeds, st.floats(0.0, 0.3))
def test_a_thinned_plan_is_a_part_that_leaves_hardly_more(chance, slack):
    told, measure = scenes.situation(chance, 4), kinds.measure(chance)
    options, threats = scenes.options(chance, told, 6), scenes.threats(chance, 2)
    frontier = plan_frontier(told, options, threats, measure, limit=30)
    plan = replace(frontier.plans[-1], actions=tuple(range(len(options))))
    every = after_all(told, [option.action for option in options])
    whole = max(scenes.situation_leakage(every, threat, measure) for threat in threats)
    thin = thinned(frontier, replace(plan, leakage=whole), slack)
    assert set(thin.actions) <= set(plan.actions)

    def left(actions):
        after = after_all(told, [options[number].action for number in actions])
        return max(scenes.situation_leakage(after, threat, measure) for threat in threats)

    assert left(thin.actions) <= whole + slack + 1e-11
    if thin.actions != plan.actions:
        assert thin.leakage == pytest.approx(left(thin.actions), abs=1e-11)
        assert thin.cost == pytest.approx(sum(options[number].minutes for number in thin.actions))


def test_a_plan_without_what_it_can_spare():
    told, eve = shops(4)
    options = [Option(Erase((holding.name,)), 15.0) for holding in told.held]
    options += [Option(Change(("E", "a@b"), (holding.recipient,)), 5.0) for holding in told.held]
    frontier = plan_frontier(told, options, [eve])
    everything = replace(frontier.plans[-1], actions=tuple(range(8)), leakage=0.0)
    assert thinned(frontier, everything, 0.0).actions == (0, 1, 2, 3)
    assert thinned(frontier, everything, 1.0).actions == ()


def test_the_beginnings_of_a_group_are_tried_as_one_step():
    """One password at many shops: no portion but all of it helps, and single steps alone would find nothing."""
    e = Record.of(("P", "p"), *((f"{n}", "x") for n in range(40)))
    held = [HeldRecord(f"{n}", f"Shop {n}", Record.of(("P", "p"), (f"{n}", "x"))) for n in range(40)]
    told, eve = Situation.of(e, held), Threat("Eve", Adversary((Resolve(Shares("P")),)))
    each = [Change(("P", "p"), (holding.recipient,)) for holding in held]
    parts = [slice(0, 1), slice(1, 2), slice(2, 4), slice(4, 8), slice(8, 16), slice(16, 32), slice(32, 40)]
    options = [Option(Together(tuple(each[part])), 3.0 * len(each[part])) for part in parts]
    others = [Option(Erase((holding.name,)), 15.0) for holding in held]
    frontier = plan_frontier(told, [*options, *others], [eve], minutes=120.0, groups=[range(len(parts))])
    plan = frontier.within(120.0)
    assert set(plan.actions) <= set(range(len(parts))) and plan.leakage == pytest.approx(2 / 42)
    [step] = steps_of(frontier, plan.actions)
    assert step.numbers == plan.actions and step.cut == (("P", "p"),)


def shops(count):
    """One person known to many shops by one address, one of which knows the card."""
    e = Record.of(("E", "a@b"), ("N", "Alice"), ("C", "9"))
    holdings = [HeldRecord(f"Order {n}", f"Shop {n}", e if n == 0 else e.without(("C", "9"))) for n in range(count)]
    return Situation.of(e, holdings), Threat("Eve", Adversary((Resolve(Shares("E")),)))


def test_the_card_is_taken_where_an_address_known_to_many_stays_known():
    situation, eve = shops(40)
    options = [Option(Erase((holding.name,)), 15.0) for holding in situation.held]
    frontier = plan_frontier(situation, options, [eve], minutes=60.0)
    plan = frontier.within(60.0)
    assert plan.actions == (0,) and plan.leakage == pytest.approx(0.8)
    assert not frontier.all_tried


def test_of_many_accounts_those_are_moved_first_that_the_address_ties_in():
    situation, eve = shops(40)
    options = [Option(Change(("E", "a@b"), (holding.recipient,)), 5.0) for holding in situation.held]
    frontier = plan_frontier(situation, options, [eve], minutes=100.0)
    assert frontier.within(100.0).actions == (0,)


def test_a_search_that_is_out_of_time_says_that_not_all_was_tried():
    situation, eve = shops(10)
    options = [Option(Erase((holding.name,)), 15.0) for holding in situation.held]
    with within(Budget(seconds=0.0)):
        frontier = plan_frontier(situation, options, [eve])
    assert frontier.looked == 1 and not frontier.all_tried
    assert plan_frontier(situation, options, [eve]).all_tried


def test_errors_say_what_is_wrong():
    situation, eve = shops(2)
    with pytest.raises(ValueError, match="minutes"):
        plan_frontier(situation, [], [eve], minutes=0.0)
    with pytest.raises(ValueError, match="at least one"):
        Together(())
