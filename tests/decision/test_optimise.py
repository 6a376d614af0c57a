"""The search for the best sets of actions against trying all of them."""

import itertools
import math
import random

import numpy as np
import pytest

from leakage.decision import optimise
from leakage.decision.evaluator import bits, mask_of
from leakage.decision.optimise import Choice, best_of, minimise, subsets, together


def drawn_costs(draw, size):
    return [draw.choice([1.0, 2.0, 5.0, 0.1]) for _ in range(size)]


def facts_left(draw, size):
    """What a person would lose: facts each of which several actions take from some of its holders."""
    takers = [[draw.sample(range(size), draw.randint(1, 3)) for _ in range(draw.randint(1, 3))] for _ in range(6)]
    masks = [[mask_of(some) for some in holders] for holders in takers]
    weights = [draw.choice([1.0, 2.0, 3.0]) for _ in takers]

    def figures(plans):
        given = np.array(plans, dtype=np.int64)
        held = [np.any([given & mask == 0 for mask in holders], axis=0) for holders in masks]
        return sum(w * h for w, h in zip(weights, held, strict=True)) / sum(weights)

    return figures


def best_within(found, budget):
    return [one for one in found.choices if one.cost <= budget + 1e-9][-1]


def best(figures, costs, budget, among=None):
    plans = range(1 << len(costs)) if among is None else subsets(among)
    payable = [plan for plan in plans if sum(costs[a] for a in bits(plan)) <= budget + 1e-9]
    return float(figures(payable).min())


def test_few_actions_are_tried_in_every_set():
    draw = random.Random(1)
    for _ in range(60):
        size = draw.randint(0, 7)
        costs, table = drawn_costs(draw, size), [draw.choice([0.2, 0.5, draw.random()]) for _ in range(1 << size)]
        most = draw.choice([math.inf, 4.0])

        def figures(plans, table=table):
            return np.array([table[plan] for plan in plans])

        among = draw.getrandbits(size) if size else 0
        for chosen in (None, among):
            found = minimise(figures, costs, most, among=chosen)
            assert found.every_set_tried
            assert [one.cost for one in found.choices] == sorted(one.cost for one in found.choices)
            for budget in (0.0, 1.0, 3.3, 9.0):
                expected = best(figures, costs, min(budget, most), chosen)
                assert best_within(found, budget).figure == pytest.approx(expected, abs=1e-12)


def test_of_more_actions_the_best_found_is_the_best_or_near_it():
    draw, gaps = random.Random(2), []
    for _ in range(12):
        figures, costs = facts_left(draw, 15), drawn_costs(draw, 15)
        looked = []
        found = minimise(
            lambda plans, f=figures, looked=looked: (looked.extend(plans), f(plans))[1], costs, limit=1_500
        )
        assert not found.every_set_tried and len(looked) <= 1_500 + optimise.BLOCK
        plans = np.arange(1 << 15)
        sums = sum(np.where(plans >> action & 1, cost, 0.0) for action, cost in enumerate(costs))
        left = figures(plans.tolist())
        gaps += [best_within(found, b).figure - left[sums <= b + 1e-9].min() for b in (1.0, 3.0, 6.0, 12.0)]
    assert min(gaps) > -1e-12
    assert max(gaps) <= 0.1 and sum(gap > 1e-9 for gap in gaps) <= 2


def test_what_helps_only_together_is_taken_in_one_step():
    needed = 0b111 << 10
    found = minimise(
        lambda plans: np.array([1.0 - (plan & needed == needed) for plan in plans]), [1.0] * 20, steps=[needed]
    )
    assert found.choices == (Choice(0.0, 1.0, 0), Choice(3.0, 0.0, needed))


def test_of_equal_figures_the_next_row_leads_on():
    def figures(plans):
        counts = [plan.bit_count() for plan in plans]
        return np.array([[0.0 if count == 18 else 1.0 for count in counts], [1.0 - count / 18 for count in counts]])

    assert minimise(figures, [1.0] * 18).choices[-1].figure == 0.0


def test_parts_are_put_together_without_loss():
    draw = random.Random(3)
    for _ in range(60):
        sizes = [draw.randint(1, 3) for _ in range(draw.randint(0, 3))]
        first = [sum(sizes[:n]) for n in range(len(sizes))]
        costs, constant = drawn_costs(draw, sum(sizes)), draw.choice([0.0, 0.3])
        tables = [[round(draw.random(), 1) for _ in range(1 << size)] for size in sizes]
        within = [((1 << size) - 1) << start for size, start in zip(sizes, first, strict=True)]
        each = [
            lambda plans, t=t, s=s: np.array([t[plan >> s] for plan in plans])
            for t, s in zip(tables, first, strict=True)
        ]

        def whole(plans, each=each, within=within, constant=constant):
            rows = [part([plan & mask for plan in plans]) for part, mask in zip(each, within, strict=True)]
            return np.max([np.full(len(plans), constant), *rows], axis=0)

        budget = draw.choice([math.inf, 5.0])
        found = together(
            [minimise(part, costs, budget, among=mask) for part, mask in zip(each, within, strict=True)],
            constant,
            budget,
        )
        assert found.every_set_tried
        for most in (0.0, 1.0, 2.2, 6.0):
            assert best_within(found, most).figure == pytest.approx(best(whole, costs, min(most, budget)), abs=1e-12)
        for one in found.choices:
            assert float(whole([one.actions])[0]) == pytest.approx(one.figure)


def test_a_frontier_has_what_nothing_else_beats():
    draw = random.Random(4)
    for _ in range(100):
        given = [Choice(float(draw.randint(0, 5)), draw.randint(0, 5) / 5, n) for n in range(draw.randint(1, 9))]
        kept = best_of(given)
        assert all(any(k.cost <= one.cost and k.figure <= one.figure for k in kept) for one in given)
        assert all(a.cost < b.cost and a.figure > b.figure for a, b in itertools.pairwise(kept))


def test_what_is_refused():
    with pytest.raises(ValueError):
        minimise(lambda plans: np.zeros(len(plans)), [0.0])
