"""Choices of releases against an analysis of each from scratch."""

import random

import pytest

from leakage.decision.evaluator import Evaluator, mask_of
from leakage.decision.leakage import Presumed
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import MERGES, Resolve
from leakage.resolution.rules import AnyOf, Shares
from tests.decision.works import drawn_work
from tests.resolution import kinds


def alike(draw):
    """By equal and alike values, of which there may be many records."""
    rule = AnyOf(kinds.shares(draw), kinds.at_least(draw))
    return Adversary(Resolve(rule, MERGES[draw.choice(["union", "noisy or"])]))


@pytest.mark.parametrize(("works", "most", "adversary"), [(300, 6, kinds.adversary), (150, 14, alike)])
def test_every_choice_leaks_what_its_worst_pool_finds(works, most, adversary):
    draw = random.Random(1)
    for _ in range(works):
        work = drawn_work(draw, most)
        work.adversary = adversary(draw)
        size = len(work.releases)
        masks = [draw.getrandbits(size) if size else 0 for _ in range(6)]
        expected = [work.leakage([n for n in range(size) if mask >> n & 1]) for mask in masks]
        assert work.evaluator.leakages(masks).tolist() == pytest.approx(expected, abs=1e-13)


def test_joins_are_the_composites_of_every_pool_each_in_one_part():
    draw = random.Random(3)
    for _ in range(300):
        work = drawn_work(draw)
        evaluator, first, expected = work.evaluator, len(work.strangers), set()
        mask = draw.getrandbits(8) & evaluator.everything
        for pool in work.all_pools:
            held = [n for n in sorted(set(pool)) if mask >> n & 1]
            resolution = work.adversary.resolve([*work.strangers, *(work.releases[n] for n in held)])
            expected |= {tuple(held[n - first] for n in some if n >= first) for some in resolution.members}
        assert set(evaluator.joins(mask)) == expected - {()}
        assert sum(evaluator.parts) == evaluator.everything
        assert all(any(not mask_of(some) & ~part for part in evaluator.parts) for some in expected - {()})


def test_the_worst_part_is_what_a_choice_leaks():
    draw = random.Random(4)
    for _ in range(200):
        work = drawn_work(draw)
        work.pools = None
        evaluator = work.evaluator
        mask = draw.getrandbits(8) & evaluator.everything
        parts = list(evaluator.parts_held(mask))
        leaks = evaluator.part_leakages(parts)
        assert max(leaks) == evaluator.leakage(mask)


def test_one_more_release_is_the_last():
    e = Record.of(("N", "n"), ("P", "p"))
    before = Evaluator([Record.of(("N", "n"))], (), e, Adversary(Resolve(Shares("N"))), pools=[(0,), ()])
    after = before.with_record(e, pools=[1], presumed=Presumed("Shop", ((("Z", "z"), 0.5),)))
    assert after.pools == [(0,), (1,)]
    assert after.leakages([0b11, 0b01]).tolist() == pytest.approx([(1.0 + 0.8) / 2, 2 / 3])


def test_what_is_refused():
    with pytest.raises(ValueError, match="0 to 0"):
        Evaluator([Record()], (), Record(), Adversary(), pools=[(1,)])
    with pytest.raises(TypeError):
        Evaluator([Record()], (), Record(), Shares("N"))
