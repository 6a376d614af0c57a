"""Erasure: the plans against trying every set of requests, each resolved from scratch."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Measure, Record, Resolve, Shares, information_leakage
from leakage.decision.erasure import erasure_frontier
from leakage.decision.subsets import pool_choices
from leakage.measure.similarity import NumericCloseness
from tests.decision.test_what_if import adversaries, settled_adversaries
from tests.strategies import databases, quick, references, thorough, weights

BY_NAME = Adversary((Resolve(Shares("N")),))
prices = st.sampled_from([0.5, 1.0, 1.0, 2.0, 3.5])


def whole_without(gone, releases, background, pools, reference, adversary, weights):
    """The slow, obvious way: resolve what is left from scratch, in every pool."""
    held = [[releases[n] for n in sorted(pool) if n not in gone] for pool in pools]
    known = (information_leakage([*own, *background], reference, adversary, weights).leakage for own in held)
    return max(known, default=0.0)


def all_plans(requests, costs, whole):
    """Every set of requests with its cost and what is left."""
    for size in range(len(requests) + 1):
        for chosen in itertools.combinations(range(len(requests)), size):
            gone = {number for request in chosen for number in requests[request]}
            yield sum(costs[request] for request in chosen), whole(gone), chosen


def agrees_with_exhaustive_search(frontier, requests, costs, whole):
    plans = list(all_plans(requests, costs, whole))
    for budget in sorted({cost for cost, _, _ in plans if cost}):
        best = min(left for cost, left, _ in plans if cost <= budget + 1e-9)
        point = frontier.within(budget)
        assert point.leakage == pytest.approx(best, abs=1e-11)
        assert point.cost <= budget + 1e-9
        assert point.optimal
    for point in frontier.points:
        gone = {number for request in point.requests for number in requests[request]}
        assert whole(gone) == pytest.approx(point.leakage, abs=1e-11)
        assert point.cost == pytest.approx(sum(costs[request] for request in point.requests))
    assert frontier.optimal


def is_monotone(frontier):
    steps = list(itertools.pairwise(frontier.points))
    return all(before.cost < after.cost and before.leakage > after.leakage for before, after in steps)


@st.composite
def poolings(draw, size):
    """Together, alone, or any pools, which may overlap."""
    everyone = list(range(size))
    some = st.lists(st.sets(st.sampled_from(everyone)), min_size=1, max_size=3) if size else st.just([()])
    return draw(st.one_of(st.just([everyone]), st.just([[n] for n in everyone] or [()]), some))


@st.composite
def grouped(draw, size):
    """Requests that delete several releases each; some releases cannot be erased."""
    owner = draw(st.lists(st.integers(-1, 3), min_size=size, max_size=size))
    groups = [tuple(n for n in range(size) if owner[n] == group) for group in range(4)]
    return [group for group in groups if group]


@thorough
@given(
    databases(max_size=6, values="123"), databases(max_size=4), references, settled_adversaries(), weights, st.data()
)
def test_no_set_of_requests_leaves_less(releases, background, reference, adversary, weights, data):
    pools = data.draw(poolings(len(releases)))
    requests = data.draw(st.one_of(st.just([(n,) for n in range(len(releases))]), grouped(len(releases))))
    costs = [data.draw(prices) for _ in requests]
    frontier = erasure_frontier(
        releases, background, pools, reference, adversary, weights, requests=requests, costs=costs
    )
    known = {}

    def whole(gone):
        key = frozenset(gone)
        if key not in known:
            known[key] = whole_without(gone, releases, background, pools, reference, adversary, weights)
        return known[key]

    agrees_with_exhaustive_search(frontier, requests, costs, whole)
    assert is_monotone(frontier)


@quick
@given(databases(max_size=5), databases(max_size=3), references, adversaries)
def test_any_adversary_is_searched_to_the_end_where_there_is_little(releases, background, reference, adversary):
    pools, requests = [range(len(releases))], [(n,) for n in range(len(releases))]
    frontier = erasure_frontier(releases, background, pools, reference, adversary)

    def whole(gone):
        return whole_without(gone, releases, background, pools, reference, adversary, None)

    agrees_with_exhaustive_search(frontier, requests, [1.0] * len(requests), whole)


@quick
@given(databases(max_size=5), databases(max_size=3), references, settled_adversaries())
def test_a_measure_that_goes_beyond_weights(releases, background, reference, adversary):
    measure = Measure({"P": 2.0}, {"P": NumericCloseness(3)})
    pools, requests = [range(len(releases))], [(n,) for n in range(len(releases))]
    frontier = erasure_frontier(releases, background, pools, reference, adversary, measure)

    def whole(gone):
        return whole_without(gone, releases, background, pools, reference, adversary, measure)

    agrees_with_exhaustive_search(frontier, requests, [1.0] * len(requests), whole)


@thorough
@given(databases(max_size=8, values="123"), databases(max_size=4), references, adversaries, weights, st.data())
def test_a_choice_leaks_what_resolving_it_leaks_and_no_less_than_its_floor(
    releases, background, reference, adversary, weights, data
):
    choices = pool_choices(dict(enumerate(releases)), background, reference, adversary, weights)
    possible = data.draw(st.integers(0, 2 ** len(releases) - 1))
    kept = possible & data.draw(st.integers(0, 2 ** len(releases) - 1))
    between = kept | possible & data.draw(st.integers(0, 2 ** len(releases) - 1))
    held = [record for number, record in enumerate(releases) if between >> number & 1]
    whole = information_leakage([*held, *background], reference, adversary, weights).leakage
    assert choices.leakage(between) == pytest.approx(whole, abs=1e-12)
    for part in choices.parts:
        inside = part.releases
        assert part.floor(kept & inside, possible & inside) <= part.leakages([between & inside])[0] + 1e-12


def example(size, labels=12):
    """Releases that all hang together, each with a few of many facts, at confidences that differ."""
    chance = random.Random(size)
    reference = Record.of(("N", "a"), *((f"L{i}", "right") for i in range(labels)))

    def told(number):
        some = chance.sample(range(labels), 4)
        return [(f"L{i}", chance.choice(["right", "right", f"wrong {number}"]), chance.random()) for i in some]

    return [Record.of(("N", "a"), *told(number)) for number in range(size)], reference


def test_what_is_not_proved_is_bounded():
    releases, reference = example(14)
    pools = [range(len(releases))]
    exact = erasure_frontier(releases, (), pools, reference, BY_NAME)
    assert exact.optimal
    for effort in (1, 60, 200):
        rough = erasure_frontier(releases, (), pools, reference, BY_NAME, effort=effort)
        for budget in range(1, len(releases) + 1):
            found, best = rough.within(budget), exact.within(budget).leakage
            assert found.lowest - 1e-12 <= best <= found.leakage + 1e-12
            assert not found.optimal or found.leakage == pytest.approx(best)
            assert found.gap >= found.leakage - best - 1e-12
        assert not rough.optimal


def test_many_releases_are_planned_for_as_well():
    releases, reference = example(80)
    frontier = erasure_frontier(releases, (), [range(len(releases))], reference, BY_NAME, effort=1500)
    assert is_monotone(frontier)
    assert frontier.points[-1].leakage == 0.0
    assert frontier.within(1).optimal or frontier.within(1).gap > 0.0


def test_a_release_that_protects_is_not_erased():
    """Erasing the confusing release would raise leakage: no plan does it for its own sake."""
    told = Record.of(("N", "a"), ("P", "1"))
    confusing = Record.of(("N", "a"), ("P", "wrong"), ("C", "wrong"))
    reference = Record.of(("N", "a"), ("P", "1"))
    frontier = erasure_frontier([told, confusing], (), [(0, 1)], reference, BY_NAME)
    assert [point.requests for point in frontier.points] == [(), (0,), (0, 1)]
    assert frontier.points[0].leakage < 1.0


def test_what_only_the_background_tells_stays():
    told = [Record.of(("P", "1"))]
    background = [Record.of(("N", "a"))]
    frontier = erasure_frontier(told, background, [(0,)], Record.of(("N", "a"), ("P", "1")), BY_NAME)
    assert [point.leakage for point in frontier.points] == pytest.approx([2 / 3])


def test_nothing_to_erase():
    frontier = erasure_frontier([], (), [], Record.of(("N", "a")), BY_NAME)
    assert [(point.requests, point.leakage, point.optimal) for point in frontier.points] == [((), 0.0, True)]
    kept = erasure_frontier([Record.of(("N", "a"))], (), [(0,)], Record.of(("N", "a")), BY_NAME, requests=[])
    assert [point.leakage for point in kept.points] == [1.0]
    assert kept.optimal


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
