"""Expected figures: against every outcome enumerated, each plan really done and resolved from scratch."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Record
from leakage.old.bits import bits
from leakage.old.decision.plan import planning
from leakage.old.decision.plan.actions import (
    Change,
    Erase,
    HeldRecord,
    Option,
    Situation,
    StopSharing,
    Threat,
    after_all,
)
from leakage.old.decision.plan.expectation import Expectation, expected_of_all
from leakage.old.decision.plan.planning import plan_frontier, steps_of
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.old.decision.plan import scenes

CHANCES = (0.0, 0.3, 0.73, 1.0)


def outcomes(plan, chances):
    """Every outcome of a plan, and how probable it is."""
    for done in range(1 << len(chances)):
        if done & ~plan == 0:
            yield done, math.prod(chances[n] if done >> n & 1 else 1.0 - chances[n] for n in bits(plan))


def asked_once(plan, options, told):
    """A plan without the doubtful requests that ask for nothing more beside a doubtful deletion of it."""
    kept = []

    def doubtful_at(number):
        return options[number].chance < 1.0

    for number in sorted(bits(plan), key=lambda n: (-len(set(getattr(options[n].action, "names", ()))), n)):
        names = set(getattr(options[number].action, "names", ()))
        doubtful = names and options[number].chance < 1.0
        others = (n for n in kept if options[n].chance < 1.0)
        if not doubtful or not any(names <= set(getattr(options[n].action, "names", ())) for n in others):
            kept.append(number)
    deleted = [set(options[n].action.names) for n in kept if isinstance(options[n].action, Erase) and doubtful_at(n)]
    for number in list(kept):
        action = options[number].action
        if isinstance(action, StopSharing) and doubtful_at(number):
            held = {holding.name for holding in told.held if holding.recipient == action.recipient}
            if held and any(held <= names for names in deleted):
                kept.remove(number)
    return sum(1 << number for number in kept)


def expected(plan, chances, figures):
    return sum(chance * figures[done] for done, chance in outcomes(plan, chances))


def scene(chance):
    """A situation with options that succeed with a chance, and what every set of them leaves if it succeeds."""
    told, measure = scenes.situation(chance, 4), kinds.measure(chance)
    options = [
        Option(option.action, option.minutes, chance.choice(CHANCES)) for option in scenes.options(chance, told, 6)
    ]
    threats = scenes.threats(chance, 2)
    figures = []
    for mask in range(1 << len(options)):
        after = after_all(told, [option.action for option in scenes.chosen(options, mask)])
        figures.append(max(scenes.situation_leakage(after, threat, measure) for threat in threats))
    chances = [option.chance for option in options]
    every = [expected(asked_once(mask, options, told), chances, figures) for mask in range(len(figures))]
    return (told, options, threats, measure), every


@given(kinds.seeds, st.integers(0, 6))
def test_the_expectation_of_every_set_is_that_of_its_outcomes(chance, count):
    figures = [chance.random() for _ in range(1 << count)]
    chances = [chance.choice(CHANCES) for _ in range(count)]
    every = [expected(mask, chances, figures) for mask in range(len(figures))]
    assert expected_of_all(np.array([figures, figures]), chances).tolist() == [pytest.approx(every)] * 2
    whole = Expectation(lambda plans: np.array([[figures[plan] for plan in plans]]), chances)
    assert whole.of(range(len(figures)), 6)[0].tolist() == pytest.approx(every)
    for plan in chance.sample(range(len(figures)), min(3, len(figures))):
        outlook = whole.outlook(plan)
        low, high = outlook.range
        inside = sum(share for done, share in outcomes(plan, chances) if low <= figures[done] <= high)
        below = sum(share for done, share in outcomes(plan, chances) if figures[done] < low)
        above = sum(share for done, share in outcomes(plan, chances) if figures[done] > high)
        assert (outlook.margin, outlook.drawn) == (0.0, False) and outlook.expected[0] == pytest.approx(every[plan])
        assert inside >= 0.8 - 1e-9 and below <= 0.1 + 1e-9 and above <= 0.1 + 1e-9


def test_sets_that_all_succeed_are_as_they_were_to_the_last_bit():
    figures = np.random.default_rng(1).random(8)
    certain = Expectation(lambda plans: np.array([figures[list(plans)]]), [1.0, 1.0, 1.0])
    assert certain.of(range(8))[0].tolist() == figures.tolist()
    assert certain.outlook(5).range == (figures[5], figures[5]) and certain.outlook(5).expected[0] == figures[5]


@settings(max_examples=12 * TIMES)
@given(kinds.seeds)
def test_plans_are_the_best_in_expectation_under_every_rule_merge_pipeline_and_measure(chance):
    asked, every = scene(chance)
    options = asked[1]
    frontier = plan_frontier(*asked)
    assert frontier.all_tried
    costs = [math.fsum(option.minutes for option in scenes.chosen(options, mask)) for mask in range(len(every))]
    for budget in sorted({cost for cost in costs if cost}):
        best = min(figure for figure, cost in zip(every, costs, strict=True) if cost <= budget + 1e-9)
        plan = frontier.within(budget)
        assert plan.leakage == pytest.approx(best, abs=1e-11)
        assert plan.leakage == pytest.approx(every[sum(1 << number for number in plan.actions)], abs=1e-11)


@settings(max_examples=12 * TIMES)
@given(kinds.seeds, st.integers(0, 60))
def test_what_is_found_beyond_is_really_expected(chance, limit):
    asked, every = scene(chance)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "EXACT", -1)
        frontier = plan_frontier(*asked, limit=limit)
    for plan in frontier.plans:
        assert not plan.drawn
        assert plan.leakage == pytest.approx(every[sum(1 << number for number in plan.actions)], abs=1e-11)


@settings(max_examples=12 * TIMES)
@given(kinds.seeds)
def test_steps_say_what_is_expected_after_each(chance):
    asked, every = scene(chance)
    frontier = plan_frontier(*asked)
    for plan in frontier.plans:
        done = 0
        for step in steps_of(frontier, plan.actions):
            assert step.before == pytest.approx(every[done], abs=1e-11)
            done |= sum(1 << number for number in step.numbers)
            assert step.after == pytest.approx(every[done], abs=1e-11)
            others = sum(1 << number for number in plan.actions if number not in step.numbers)
            assert step.missed == pytest.approx(every[others] - plan.leakage, abs=1e-11)
        assert done == sum(1 << number for number in plan.actions)


def test_what_helps_only_where_a_letter_is_refused_says_so():
    facts = Record.of(("N", "Alice"), ("E", "a@b"))
    told = Situation.of(facts, [HeldRecord("a", "Shop", facts)])
    letter, change = Erase(("a",)), Change(("E", "a@b"), ("Shop",))
    for chance in (0.73, 1.0):
        options = [Option(letter, 15.0, chance=chance), Option(change, 5.0)]
        frontier = plan_frontier(told, options, [Threat("Eve", Adversary())])
        steps = steps_of(frontier, (0, 1))
        assert steps[0].freed == tuple(facts.confidences) and not steps[0].if_refused
        if chance < 1.0:
            assert steps[1].numbers == (1,) and steps[1].freed == (("E", "a@b"),) and steps[1].if_refused


def test_margins_of_what_is_drawn_hold_in_19_cases_of_20():
    random, right, drawn = np.random.default_rng(7), 0, []
    chances = [0.73] * 8
    for _ in range(300):
        figures = random.random(1 << 8)
        whole = Expectation(lambda plans, figures=figures: np.array([figures[list(plans)]]), chances)
        outlook = whole.outlook(255, 5)
        drawn.append(outlook.drawn)
        right += abs(float(outlook.expected[0]) - expected(255, chances, figures)) <= outlook.margin
    # A margin that were too wide would hold in every case.
    assert all(drawn) and 0.93 * 300 <= right <= 0.985 * 300


def test_who_asks_twice_has_no_second_chance():
    facts = Record.of(("N", "Alice"))
    told = Situation.of(facts, [HeldRecord("a", "Shop", facts), HeldRecord("b", "Shop", facts)])
    options = [Option(Erase(names), 1.0, chance=0.5) for names in (("a", "b"), ("a",), ("a", "b"))]
    frontier = plan_frontier(told, options, [Threat("Eve", Adversary())])
    assert [(plan.actions, plan.leakage) for plan in frontier.plans] == [((), 1.0), ((0,), 0.5)]


def test_far_more_actions_than_a_number_has_bits():
    chances = [0.5] * 70
    whole = Expectation(lambda plans: np.array([[float(plan.bit_count()) for plan in plans]]), chances)
    everything = (1 << 70) - 1
    assert whole.of([everything])[0, 0] == pytest.approx(35.0)
    assert whole.outlook(everything).range[0] < 35.0 < whole.outlook(everything).range[1]


@pytest.mark.parametrize("chance", [-0.1, 1.1, math.nan])
def test_a_chance_is_between_0_and_1(chance):
    with pytest.raises(ValueError, match=r"chance must be in \[0, 1\]"):
        Option(StopSharing("Shop"), 1.0, chance=chance)
