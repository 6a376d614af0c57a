"""Erasure, and frontiers of plans."""

import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Conflicts, Record, Resolve, Shares, Unless
from leakage.bits import mask_of
from leakage.decision.erasure import Block, erasure_frontier, frontier_of
from leakage.decision.frontier import Frontier, ParetoFront, Plan, bounds_of, plans_of, together
from leakage.decision.subsets import PoolSubsets, SubsetLeakage, pool_choices
from leakage.measure.gradient import TOLERANCE
from tests.amount import TIMES
from tests.decision import kinds
from tests.oracles import decisions as oracle
from tests.strategies import thorough

# Erasure: the plans against trying every set of requests, each resolved from scratch.


BY_NAME = Adversary((Resolve(Shares("N")),))
prices = st.sampled_from([0.5, 1.0, 1.0, 2.0, 3.5])


def is_monotone(frontier):
    steps = list(itertools.pairwise(frontier.plans))
    return all(before.cost < after.cost and before.leakage > after.leakage for before, after in steps)


@settings(max_examples=25 * TIMES)
@given(kinds.seeds)
def test_plans_are_optimal_by_definition_under_every_rule_merge_measure_and_pipeline(chance):
    releases, background, reference = kinds.scene(chance, 5)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    pools = chance.choice([[range(len(releases))], [[n for n in range(len(releases)) if chance.random() < 0.7]] * 2])
    owner = [chance.randint(-1, 3) for _ in releases]
    groups = [[n for n in range(len(releases)) if owner[n] == group] for group in range(4)]
    requests = chance.choice([[(n,) for n in range(len(releases))], [group for group in groups if group]])
    costs = [chance.choice([0.5, 1.0, 1.0, 2.0]) for _ in requests]
    slow = kinds.slow_subsets(releases, background, reference, adversary, measure)

    def left(chosen):
        erased = {number for request in chosen for number in requests[request]}
        return max((slow.leakage(set(pool) - erased) for pool in pools), default=0.0)

    arguments = (releases, background, pools, reference, adversary, measure)
    frontier = erasure_frontier(*arguments, requests=requests, costs=costs)
    assert frontier.optimal and is_monotone(frontier)
    searched = erasure_frontier(*arguments, requests=requests, costs=costs, node_limit=10_000)
    assert searched.optimal
    rough = erasure_frontier(*arguments, requests=requests, costs=costs, node_limit=chance.randint(0, 12))
    for budget in sorted({sum(costs[n] for n in chosen) for chosen in oracle.subsets(len(costs)) if chosen}):
        best = oracle.best_within(budget, costs, left)
        point = frontier.within(budget)
        assert point.optimal and point.leakage == pytest.approx(best, abs=1e-11)
        assert left(point.requests) == pytest.approx(best, abs=1e-11)
        assert searched.within(budget).leakage == pytest.approx(best, abs=1e-11)
        assert rough.within(budget).lowest <= best + 1e-11
    assert rough.plans[0].requests == ()
    for point in rough.plans:
        assert point.leakage == pytest.approx(left(point.requests), abs=1e-11)


def example(size, labels=12):
    """Releases that all hang together, each with a few of many facts, at confidences that differ."""
    chance = random.Random(size)
    reference = Record.of(("N", "a"), *((f"L{i}", "right") for i in range(labels)))

    def facts_of(number):
        some = chance.sample(range(labels), 4)
        return [(f"L{i}", chance.choice(["right", "right", f"wrong {number}"]), chance.random()) for i in some]

    return [Record.of(("N", "a"), *facts_of(number)) for number in range(size)], reference


def test_what_is_not_proved_is_bounded():
    releases, reference = example(14)
    pools = [range(len(releases))]
    exact = erasure_frontier(releases, (), pools, reference, BY_NAME)
    assert exact.optimal
    for node_limit in (1, 60, 200):
        rough = erasure_frontier(releases, (), pools, reference, BY_NAME, node_limit=node_limit)
        for budget in range(1, len(releases) + 1):
            plan, best = rough.within(budget), exact.within(budget).leakage
            assert plan.lowest - 1e-12 <= best <= plan.leakage + 1e-12
            assert not plan.optimal or plan.leakage == pytest.approx(best)
            assert plan.gap >= plan.leakage - best - 1e-12
        assert not rough.optimal


@pytest.mark.slow
def test_many_releases_are_planned_for_as_well():
    releases, reference = example(80)
    frontier = erasure_frontier(releases, (), [range(len(releases))], reference, BY_NAME, node_limit=1500)
    assert is_monotone(frontier)
    assert frontier.plans[-1].leakage == 0.0
    assert frontier.within(1).optimal or frontier.within(1).gap > 0.0


@settings(max_examples=20 * TIMES)
@given(kinds.seeds)
def test_what_hundreds_of_requests_leave_is_what_none_of_them_deletes(chance):
    size = chance.choice([1, 30, 300])
    requests = [[] for _ in range(size)]
    for number in range(2 * size):
        # Some releases no request deletes, and some are not held.
        chance.choice([[], *requests]).append(number)
    held = {number: Record() for number in range(2 * size) if chance.random() < 0.8}
    choices = SubsetLeakage(held, (), Record(), BY_NAME, None, in_bits=True)
    masks = tuple(mask_of(request) for request in requests)
    block = Block(tuple(range(size)), masks, (1.0,) * size, (choices,))
    for share in (0.0, 0.5, 1.0):
        erased = {place for place in range(size) if chance.random() < share}
        left = set(held) - {number for place in erased for number in requests[place]}
        assert block.releases_left(mask_of(erased)) == mask_of(left)


def test_a_release_that_protects_is_not_erased():
    """Erasing the confusing release would raise leakage: no plan does it for its own sake."""
    record = Record.of(("N", "a"), ("P", "1"))
    confusing = Record.of(("N", "a"), ("P", "wrong"), ("C", "wrong"))
    reference = Record.of(("N", "a"), ("P", "1"))
    frontier = erasure_frontier([record, confusing], (), [(0, 1)], reference, BY_NAME)
    assert [point.requests for point in frontier.plans] == [(), (0,), (0, 1)]
    assert frontier.plans[0].leakage < 1.0


def test_what_only_the_background_tells_stays():
    releases = [Record.of(("P", "1"))]
    background = [Record.of(("N", "a"))]
    frontier = erasure_frontier(releases, background, [(0,)], Record.of(("N", "a"), ("P", "1")), BY_NAME)
    assert [point.leakage for point in frontier.plans] == pytest.approx([2 / 3])


def test_nothing_to_erase():
    frontier = erasure_frontier([], (), [], Record.of(("N", "a")), BY_NAME)
    assert [(point.requests, point.leakage, point.optimal) for point in frontier.plans] == [((), 0.0, True)]
    unchanged = erasure_frontier([Record.of(("N", "a"))], (), [(0,)], Record.of(("N", "a")), BY_NAME, requests=[])
    assert [point.leakage for point in unchanged.plans] == [1.0]
    assert unchanged.optimal


@pytest.mark.parametrize("budget", [0, -1, math.nan, -math.inf])
def test_a_budget_that_is_not_positive_is_refused(budget):
    frontier = erasure_frontier([], (), [], Record(), BY_NAME)
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        frontier.within(budget)


@pytest.mark.parametrize("cost", [0, -1, math.nan, math.inf])
def test_a_cost_that_is_not_positive_is_refused(cost):
    with pytest.raises(ValueError, match=r"^the cost of every request must be more than 0$"):
        erasure_frontier([Record()], (), [(0,)], Record(), BY_NAME, costs=[cost])


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ({"requests": [(0,), (0, 1)]}, "no release may be in two requests"),
        ({"requests": [(2,)]}, "release numbers must be in"),
        ({"costs": [1.0]}, "one cost for each request"),
    ],
)
def test_requests_that_make_no_sense_are_refused(kinds, sentence):
    with pytest.raises(ValueError, match=sentence):
        erasure_frontier([Record(), Record()], (), [(0, 1)], Record(), BY_NAME, **kinds)


class Counted:
    """Choices that count how many of them are looked at."""

    def __init__(self, choices):
        self.choices, self.plans = choices, 0
        self.releases, self.grows, self.in_bits = choices.releases, choices.grows, choices.in_bits
        self.bounded = False

    def leakages(self, kept):
        self.plans += len(kept)
        return self.choices.leakages(kept)

    def floor(self, kept, possible):
        return self.choices.floor(kept, possible)


@pytest.mark.parametrize("effort", [1, 40, 200])
def test_hardly_more_plans_are_looked_at_than_the_effort_allows(effort):
    size = 60
    releases, reference = example(size)
    (part,) = pool_choices(dict(enumerate(releases)), (), reference, BY_NAME).parts
    counted = Counted(part)
    frontier = frontier_of([PoolSubsets(0.0, (counted,))], [(n,) for n in range(size)], [1.0] * size, effort)
    # To put the requests in order each is looked at once; the last look goes at most at all there is to erase next.
    assert counted.plans <= size + effort + size
    assert frontier.plans[0].requests == ()


def greedy(leakage, size):
    """What is left of erasing what helps most, again and again."""
    left, erased = [], set()
    while len(erased) < size:
        erased.add(min(set(range(size)) - erased, key=lambda number: leakage(erased | {number})))
        left.append(leakage(erased))
    return left


@pytest.mark.slow
def test_no_plan_is_worse_than_erasing_greedily():
    size, adversary = 12, Adversary((Resolve(Unless(Shares("N"), Conflicts("L0"))),))
    releases, reference = example(size)
    choices = pool_choices(dict(enumerate(releases)), (), reference, adversary)
    # So many that the greedy search weighs all requests at every step.
    limit = 4 * size * size
    frontier = erasure_frontier(releases, (), [range(size)], reference, adversary, node_limit=limit)
    everything = (1 << size) - 1
    greedily = greedy(lambda erased: choices.leakage(everything - sum(1 << number for number in erased)), size)
    for budget, left in enumerate(greedily, 1):
        assert frontier.within(budget).leakage <= left + 1e-12


# Frontiers: what is best within every budget, against all plans and all combinations of parts.


costs = st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0, 4.0])
leakages = st.sampled_from([0.0, 0.1, 0.3, 0.35, 0.6, 0.9, 1.0])
plans = st.lists(st.tuples(costs, leakages), max_size=8).map(lambda some: [(0.0, 0.9), *some])


def front_of(plans):
    front = ParetoFront(1e-9)
    for number, plan in enumerate(plans):
        front.add(*plan, number)
    return front


class Searched:
    """A search that found some of the plans there are, and knows that the others leave no less than a share of it."""

    def __init__(self, every, found, share):
        self.front = front_of(found)
        self._lower = [(cost, leakage * share) for cost, leakage in every]

    def bounds(self):
        front = ParetoFront(0.0)
        for plan in sorted(self._lower):
            front.add(*plan, None)
        return front


@thorough
@given(plans, st.floats(0.0, 5.0))
def test_a_front_holds_the_best_plan_for_every_budget(every, budget):
    front = front_of(every)
    assert front.best(budget) == oracle.best_listed(every, budget)
    for cost, leakage, number in front:
        assert every[number] == (cost, leakage)
    for before, after in itertools.pairwise(front):
        assert before[0] < after[0] and before[1] > after[1] + TOLERANCE


@thorough
@given(st.lists(plans, max_size=3), st.sampled_from([0.0, 0.2, 0.95]), st.sampled_from([0.0, 1.0, 3.5, 20.0]))
def test_parts_together_are_the_best_of_all_combinations(parts, constant, most):
    combined = oracle.in_all_combinations(parts, constant)
    listed = together([front_of(part) for part in parts], constant, most)
    assert all(cost <= most for cost, _, _ in listed)
    for cost, leakage, chosen in listed:
        picked = [part[number] for part, number in zip(parts, chosen, strict=True)]
        assert (cost, leakage) == (sum(c for c, _ in picked), max([constant, *(left for _, left in picked)]))
    for budget in {cost for cost, _ in combined if cost <= most}:
        assert oracle.best_listed([plan[:2] for plan in listed], budget) == pytest.approx(
            oracle.best_listed(combined, budget)
        )


@thorough
@given(st.lists(plans, min_size=1, max_size=2), st.integers(1, 9), st.sampled_from([0.5, 0.9, 1.0]))
def test_a_plan_is_called_optimal_only_where_none_is_better_and_its_gap_is_wide_enough(parts, kept, share):
    every = oracle.in_all_combinations(parts)
    searches = [Searched(part, part[:kept], share) for part in parts]
    bounds = bounds_of(searches, 0.0, 20.0)
    found = tuple(plan for plan, _ in plans_of(searches, bounds, 0.0, 20.0, 1e-9))
    frontier = Frontier(found, bounds, 20.0, 1e-9)
    for plan in found:
        assert plan == frontier.within(plan.cost) if plan.cost else plan.cost == 0.0
    for budget in {cost for cost, _ in every if cost}:
        plan, least = frontier.within(budget), oracle.best_listed(every, budget)
        assert plan.lowest <= least + TOLERANCE and plan.leakage >= least
        assert plan.gap >= plan.leakage - least - TOLERANCE
        assert not plan.optimal or plan.leakage == pytest.approx(least)
        assert not frontier.optimal or plan.leakage == pytest.approx(least)
    if share == 1.0 and all(len(part) <= kept for part in parts):
        assert frontier.optimal and all(plan.optimal and plan.gap == 0.0 for plan in found)


def test_a_frontier_whose_last_plan_can_be_beaten_with_more_is_not_proved():
    frontier = Frontier((Plan(0.0, 0.9, 0.9),), ((0.0, 0.9), (2.0, 0.4)), 3.0, 0.0)
    assert frontier.within(1.0).optimal and not frontier.within(2.0).optimal and not frontier.optimal
    assert frontier.within(2.0).gap == pytest.approx(0.5)


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan")])
def test_a_budget_that_buys_nothing_is_refused(budget):
    with pytest.raises(ValueError, match=r"^the budget must be more than 0$"):
        Frontier((Plan(0.0, 0.9, 0.9),), ((0.0, 0.9),), 3.0, 0.0).within(budget)
