"""Any choice among releases, against analysing it from scratch."""

import random
from functools import reduce

import pytest
from hypothesis import example, given, settings

from leakage import (
    Adversary,
    AnyOf,
    Record,
    Resolve,
    Shares,
)
from leakage.old.bits import bits
from leakage.old.decision import subsets
from leakage.old.decision.composite_table import COLUMN_MERGES, FEW, PROBED, CompositeTable
from leakage.old.decision.subsets import SubsetEvaluator, after_each, pool_choices
from tests.amount import TIMES
from tests.old.decision import kinds
from tests.strategies import thorough

# Any choice of releases against the definitions: every rule, merge, measure and pipeline.


@settings(max_examples=50 * TIMES)
@given(kinds.seeds)
@example(random.Random(528))  # Whose a record is outlasts its correction and look-up.
def test_a_choice_leaks_what_analysing_it_leaks(chance):
    """In bits or from scratch, with what all kinds of adversaries allow."""
    releases, background, reference = kinds.scene(chance, 6)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    slow = kinds.slow_subsets(releases, background, reference, adversary, measure)
    with pytest.MonkeyPatch.context() as patch:
        if chance.random() < 0.3:
            patch.setattr(subsets, "single_resolution", lambda adversary: None)
        choices = pool_choices(dict(enumerate(releases)), background, reference, adversary, measure)
    for choice in range(2 ** len(releases)):
        assert choices.leakage(choice) == pytest.approx(slow.leakage(bits(choice)), abs=1e-12)


@settings(max_examples=25 * TIMES)
@given(kinds.seeds)
def test_releases_that_come_and_are_left_out_leak_what_the_choices_do(chance):
    """Who comes or is left out only touches his part: both are told choice by choice here."""
    releases, background, reference = kinds.scene(chance, 9)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    slow = kinds.slow_subsets(releases, background, reference, adversary, measure)
    everyone = list(range(len(releases)))
    choices = pool_choices(dict(enumerate(releases)), background, reference, adversary, measure)
    order = chance.sample(everyone, len(everyone))
    start = sum(1 << n for n in order[: chance.randint(0, 2)])
    steps = [sum(1 << n for n in order[first : first + 2]) for first in range(2, len(order), 2)]
    there = after_each(start, steps)
    assert choices.prefix_leakages(start, steps) == pytest.approx([choices.leakage(kept) for kept in there], abs=1e-12)
    everything = (1 << len(releases)) - 1
    left_out = [0, *(1 << n for n in everyone), chance.randint(0, everything)]
    expected = [choices.leakage(everything & ~mask) for mask in left_out]
    assert choices.leakages_without(left_out) == pytest.approx(expected, abs=1e-12)
    assert choices.leakages([0, *there]) == pytest.approx([slow.leakage(bits(k)) for k in [0, *there]], abs=1e-12)


@settings(max_examples=38 * TIMES)
@given(kinds.seeds)
def test_what_is_held_before_is_the_same_for_every_pool_that_holds_it(chance):
    """Of many records the clusters of the first pool are told from all of them, and later ones from the keys."""
    releases, background, reference = kinds.scene(chance, 5, most_background=8)
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    slow = kinds.slow_subsets(releases, background, reference, adversary, measure)
    before = SubsetEvaluator(background, reference, adversary, measure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsets, "MANY", chance.choice([-1, 200]))
        for _ in range(3):
            pool = [n for n in range(len(releases)) if chance.random() < 0.6]
            choices = before.choices({n: releases[n] for n in pool})
            for kept in (pool, [n for n in pool if chance.random() < 0.5]):
                mask = sum(1 << n for n in kept)
                assert choices.leakage(mask) == pytest.approx(slow.leakage(kept), abs=1e-12)


def test_what_is_met_through_something_else_held_before_is_met():
    """The release and a name in common make phone and city, by which a third record joins; that tells the rest."""
    match = AnyOf(Shares("N"), Shares("P", "C"))
    background = [Record.of(("N", "a"), ("C", "2")), Record.of(("P", "1"), ("C", "2"), ("Z", "z"))]
    reference, release = Record.of(("N", "a"), ("Z", "z")), Record.of(("N", "a"), ("P", "1"))
    before = SubsetEvaluator(background, reference, Adversary((Resolve(match),)))
    assert before.choices({0: release}).leakage(1) == pytest.approx(4 / 6)
    assert before.choices({0: Record.of(("N", "b"))}).leakage(1) == pytest.approx(1 / 2)


# Composites of many records, told in columns, against merging them one after the other.


@thorough
@given(kinds.seeds)
def test_composites_of_few_and_of_many_records_are_those_of_the_merge(chance):
    size = chance.choice([0, 1, 9, FEW, 3 * max(FEW, PROBED)])
    records = tuple(kinds.record(chance, ("12", "3", "4")) for _ in range(size))
    merge = chance.choice(COLUMN_MERGES)
    table = CompositeTable(records, merge, Record.of(("N", "1")))
    # None, one, few, half, all but one, and all of them.
    half, one = chance.getrandbits(size) if size else 0, 1 << chance.randrange(size) if size else 0
    few = half & (1 << size // 8) - 1
    masks = [0, one, few, half, (1 << size) - 1 ^ one, (1 << size) - 1]
    for mask, row in zip(masks, table.confidences(masks), strict=True):
        merged = reduce(merge, (records[number] for number in bits(mask)), Record())
        assert row.tolist() == pytest.approx([merged.confidence_of(pair) for pair in table.pairs], abs=1e-12)
