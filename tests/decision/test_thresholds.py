"""Leakage over how sure she must be: one sweep against one resolution for every threshold."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Comparison,
    Correct,
    FellegiSunter,
    Normalised,
    Normaliser,
    Record,
    Resolve,
    Shares,
    SingleLink,
    information_leakage,
    latest_wins_merge,
    noisy_or_merge,
    union_merge,
)
from leakage.decision.thresholds import threshold_curve
from tests.resolution import kinds
from tests.strategies import quick, references

LEAST = -6.0
tree = st.one_of(
    st.builds(SingleLink, kinds.evidence, kinds.merges),
    st.builds(Resolve, kinds.only_for, st.sampled_from([union_merge, noisy_or_merge])),
)


def at(operation, threshold):
    match = operation.match
    inner = replace(match.match, threshold=threshold) if isinstance(match, Normalised) else match
    told = replace(match, match=inner) if isinstance(match, Normalised) else replace(match, threshold=threshold)
    return replace(operation, match=told)


@quick
@given(kinds.word_databases, references, tree, st.booleans(), st.booleans())
def test_one_sweep_is_one_resolution_for_every_threshold(rows, reference, operation, overlooking, correcting):
    if overlooking:
        operation = replace(operation, match=Normalised(operation.match, Normaliser()))
    steps = [Correct({("N", "2"): "1"})] if correcting else []
    curve = threshold_curve(rows, reference, Adversary((*steps, operation)), least=LEAST)
    places = [step.threshold for step in curve.steps if step.threshold < math.inf]
    asked = [*places, *(place - 1e-6 for place in places), *(place + 1e-6 for place in places), LEAST, 3.21, 40.0]
    for threshold in (place for place in asked if place >= LEAST):
        known = information_leakage(rows, reference, Adversary((*steps, at(operation, threshold))))
        assert curve.leakage_at(threshold) == pytest.approx(known.leakage, abs=1e-12)
    levels = [step.leakage for step in curve.steps]
    assert all(a != b for a, b in itertools.pairwise(levels))
    assert all(a > b for a, b in zip([math.inf, *places], places, strict=False))


ROWS = [
    Record.of(("N", "Ann"), ("P", "1")),
    Record.of(("P", "1"), ("Z", "9")),
    Record.of(("N", "Ann"), ("P", "8"), ("W", "2"), ("X", "3"), ("Y", "4")),
]
ANN = Record.of(("N", "Ann"), ("P", "1"), ("Z", "9"))
COMPARED = (Comparison.by_odds("N", 16, 2), Comparison.by_odds("P", 64, 4))


def test_each_step_names_the_join_that_made_or_marred_it():
    eve = Adversary((SingleLink(FellegiSunter(0.5, COMPARED)),))
    curve = threshold_curve(ROWS, ANN, eve)
    told = [(step.threshold, round(step.leakage, 9), step.members, step.joins) for step in curve.steps]
    # Two facts of three; a phone in common is 64 to 1, and all are there; a name with another phone 16 to 4.
    assert told == [
        (math.inf, 0.8, (0,), ()),
        (6.0, 1.0, (0, 1), ((0, 1),)),
        (2.0, 0.6, (0, 1, 2), ((0, 2),)),
    ]


def test_what_has_no_tree_is_refused_and_so_is_what_was_not_looked_at():
    against = FellegiSunter(0.5, COMPARED)
    for operation in (Resolve(against), Resolve(against.relaxed, latest_wins_merge), SingleLink(Shares("N"))):
        with pytest.raises(TypeError, match="her one joining operation"):
            threshold_curve(ROWS, ANN, Adversary((operation,)))
    with pytest.raises(TypeError, match="her one joining operation"):
        threshold_curve(ROWS, ANN, Adversary())
    curve = threshold_curve(ROWS, ANN, Adversary((SingleLink(against),)), least=1.0)
    with pytest.raises(ValueError, match="from 1 bits on were looked at"):
        curve.leakage_at(0.5)
    assert threshold_curve([], ANN, Adversary((SingleLink(against),))).leakage_at(0.0) == 0.0
