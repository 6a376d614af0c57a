"""Shapley values against all orders, and what draws may be off by."""

import random

import numpy as np
import pytest

from leakage.decision import shapley
from leakage.decision.evaluator import Evaluator
from leakage.decision.shapley import Z, release_shapley, shapley_values
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from tests.decision.works import drawn_work
from tests.oracles import decisions


def near(found, expected):
    assert found == pytest.approx(expected, abs=1e-12)


def test_shares_of_releases_are_the_mean_over_all_orders():
    draw = random.Random(1)
    for _ in range(120):
        work = drawn_work(draw, 6)
        numbers = list(range(len(work.releases)))
        draw.shuffle(numbers)
        players = [numbers[n : n + 2] for n in range(0, min(len(numbers), 5), 2)] if draw.random() < 0.5 else None
        groups = [[n] for n in range(len(numbers))] if players is None else players
        if len(groups) > 5:
            continue
        always = set(numbers) - {n for group in groups for n in group}
        known = {}

        def worth(some, work=work, groups=groups, always=always, known=known):
            if some not in known:
                known[some] = work.leakage(always | {n for player in some for n in groups[player]})
            return known[some]

        found = release_shapley(work.evaluator, players)
        near([one.share for one in found], decisions.shapley(len(groups), worth))
        everyone = frozenset(range(len(groups)))
        near([one.alone for one in found], [worth(everyone) - worth(everyone - {n}) for n in range(len(groups))])
        near(sum(one.share for one in found), worth(everyone) - worth(frozenset()))
        assert all(one.margin == 0.0 for one in found)


def test_drawn_shares_add_up_and_are_within_their_margins(monkeypatch):
    draw, off, count = random.Random(3), 0, 0
    for seed in range(150):
        players = draw.randint(2, 8)
        table = np.random.default_rng(seed).random(1 << players) ** draw.choice([1, 8])
        exact = shapley_values(lambda some, table=table: table[list(some)], players)
        monkeypatch.setattr(shapley, "EXACT", 0)
        monkeypatch.setattr(shapley, "MOST_DRAWN", players * draw.choice([8, 20, 100]))
        found = shapley_values(lambda some, table=table: table[list(some)], players, seed=seed)
        monkeypatch.undo()
        near(sum(one.share for one in found), table[-1] - table[0])
        assert [one.alone for one in found] == [one.alone for one in exact]
        assert all(one.margin > 0.0 for one in found)
        off += sum(abs(one.share - drawn.share) > drawn.margin for one, drawn in zip(exact, found, strict=True))
        count += players
    assert off < 0.05 * count


def test_of_300_equal_releases_none_is_told_that_it_is_responsible_for_nothing():
    found = shapley_values(lambda some: np.array([float(mask > 0) for mask in some]), 300)
    assert all(abs(one.share - 1 / 300) <= one.margin for one in found)
    whole = Evaluator([Record.of(("N", "Alice"))] * 30, (), Record.of(("N", "Alice")), Adversary(Resolve(Shares("N"))))
    found = release_shapley(whole)
    assert all(abs(one.share - 1 / 30) <= one.margin for one in found)
    near(sum(one.share for one in found), 1.0)


@pytest.mark.parametrize(("each", "reach"), [(0.25, 20 * 0.25), (0.0, 1.0)])
def test_where_all_draws_agree_there_is_a_margin(each, reach):
    found = shapley_values(lambda some: np.array([each * mask.bit_count() for mask in some]), 20)
    near([one.share for one in found], [each] * 20)
    near([one.margin for one in found], [reach * Z**2 / (400 + Z**2)] * 20)
