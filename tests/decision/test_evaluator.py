"""Choices of releases against an analysis of each from scratch."""

import random

import pytest

from leakage.decision.evaluator import Evaluator
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import Shares
from tests.decision.works import drawn_work


def test_every_choice_leaks_what_its_worst_pool_finds():
    draw = random.Random(1)
    for _ in range(300):
        work = drawn_work(draw)
        size = len(work.releases)
        masks = [draw.getrandbits(size) if size else 0 for _ in range(6)]
        expected = [work.leakage([n for n in range(size) if mask >> n & 1]) for mask in masks]
        assert work.evaluator.leakages(masks).tolist() == pytest.approx(expected, abs=1e-13)


def test_a_release_that_joins_a_stranger_takes_back_what_the_stranger_tells():
    stranger, release = Record.of(("N", "Al"), ("P", "1")), Record.of(("N", "Al"), ("P", "2"), ("C", "9"))
    known = Evaluator([release], [stranger], stranger, Adversary(Resolve(Shares("N"))))
    assert known.leakages([0, 1, 0]).tolist() == pytest.approx([1.0, 2 / 3, 1.0])
