"""Leakage over how sure she must be: one sweep against one resolution for every threshold."""

import itertools
import math
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Comparison,
    Conflicts,
    Correct,
    FellegiSunter,
    Normalised,
    Normaliser,
    Record,
    Resolve,
    Shares,
    SingleLink,
    Unless,
    information_leakage,
    noisy_or_merge,
    union_merge,
)
from leakage.decision.thresholds import threshold_curve, tree_of_joins
from leakage.progress import Budget, within
from leakage.resolution.adversary import ResolvePerSource
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer
from leakage.resolution.merge import merged
from leakage.resolution.operations import Operation, SourcedRecord
from tests.resolution import kinds
from tests.strategies import quick, records, references, thorough

LEAST = -6.0
trees = st.one_of(
    st.builds(SingleLink, kinds.evidence, kinds.merges),
    st.builds(Resolve, kinds.only_for, st.sampled_from([union_merge, noisy_or_merge])),
)


beside = st.one_of(
    kinds.evidence,
    st.builds(AnyOf, kinds.evidence, kinds.equal),
    st.builds(AnyOf, kinds.equal, kinds.only_for),
    st.builds(Unless, kinds.evidence, st.sampled_from([Conflicts("P"), Conflicts("C", "P")])),
)
no_trees = st.one_of(
    st.builds(Resolve, kinds.evidence, kinds.merges),
    st.builds(Resolve, kinds.normalised(beside), kinds.merges),
    st.builds(SingleLink, kinds.normalised(beside), kinds.merges),
)


def at(operation, threshold):
    if isinstance(operation, ResolvePerSource):
        return ResolvePerSource(at(operation.operation, threshold))
    return replace(operation, match=match_at(operation.match, threshold)) if hasattr(operation, "match") else operation


def match_at(match, threshold):
    if isinstance(match, FellegiSunter):
        return replace(match, threshold=threshold)
    if isinstance(match, Normalised | Unless):
        return replace(match, match=match_at(match.match, threshold))
    return AnyOf(*(match_at(rule, threshold) for rule in match.rules)) if isinstance(match, AnyOf) else match


class OfHerOwn(Operation):
    def apply(self, records):
        return Resolve(Shares("N")).apply(records)


@quick
@given(kinds.word_databases, references, trees, st.booleans(), st.booleans())
def test_one_sweep_is_one_resolution_for_every_threshold(rows, reference, operation, overlooking, correcting):
    if overlooking:
        operation = replace(operation, match=Normalised(operation.match, Normaliser()))
    steps = [Correct({("N", "2"): "1"})] if correcting else []
    assert tree_of_joins(Adversary((*steps, operation))) is operation
    curve = threshold_curve(rows, reference, Adversary((*steps, operation)), least=LEAST)
    places = [step.threshold for step in curve.steps if step.threshold < math.inf]
    tried = [*places, *(place - 1e-6 for place in places), *(place + 1e-6 for place in places), LEAST, 3.21, 40.0]
    for threshold in (place for place in tried if place >= LEAST):
        result = information_leakage(rows, reference, Adversary((*steps, at(operation, threshold))))
        assert curve.leakage_at(threshold) == pytest.approx(result.leakage, abs=1e-12)
    levels = [step.leakage for step in curve.steps]
    assert all(a != b for a, b in itertools.pairwise(levels))
    assert all(a > b for a, b in zip([math.inf, *places], places, strict=False))


def all_weights(rows, operation):
    """What any two composites of other records may weigh."""
    numbers = range(len(rows))
    groups = [group for size in numbers for group in itertools.combinations(numbers, size + 1)]
    apart = [pair for pair in itertools.combinations(groups, 2) if set(pair[0]).isdisjoint(pair[1])]
    weighing = EvidenceScorer.among(operation.match)
    composite_of = partial(merged, rows, merge=operation.merge)
    return {round(weighing.weight(*map(composite_of, pair)), 9) for pair in apart}


colliding = records(values=["1", "2", "2*"], confidences=st.sampled_from([1.0, 0.6]), min_size=1, max_size=4)


@thorough
@given(
    st.lists(st.tuples(colliding, st.sampled_from(["Shop", "Bank", None])), min_size=3, max_size=5),
    references,
    no_trees,
    st.booleans(),
    st.booleans(),
)
def test_where_joins_come_and_go_every_outcome_is_found(owned, reference, operation, owners_first, correcting):
    """At every weight that any two composites may have, and just below."""
    rows = [record if owner is None else SourcedRecord(record, owner) for record, owner in owned]
    prepared = [Correct({("N", "2"): "1"})] if correcting else []
    stages = [ResolvePerSource(operation), operation] if owners_first else [operation]
    curve = threshold_curve(rows, reference, Adversary((*prepared, *stages)), least=LEAST)
    places = {step.threshold for step in curve.steps[1:]} | all_weights(rows, operation) | {LEAST, 40.0}
    for threshold in {place - beside for place in places for beside in (0.0, 1e-6)}:
        if threshold >= LEAST:
            eve = Adversary((*prepared, *(at(stage, threshold) for stage in stages)))
            assert curve.leakage_at(threshold) == pytest.approx(
                information_leakage(rows, reference, eve).leakage, abs=1e-12
            )
    levels = [step.leakage for step in curve.steps]
    assert all(a != b for a, b in itertools.pairwise(levels))


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
    steps = [(step.threshold, round(step.leakage, 9), step.members, step.joins) for step in curve.steps]
    # Two facts of three; a phone in common is 64 to 1, and all are there; a name with another phone 16 to 4.
    assert steps == [
        (math.inf, 0.8, (0,), ()),
        (6.0, 1.0, (0, 1), ((0, 1),)),
        (2.0, 0.6, (0, 1, 2), ((0, 2),)),
    ]


AGAINST = Adversary((Resolve(FellegiSunter(0.5, COMPARED)),))


def test_joins_that_fall_away_are_named():
    """A phone joins Ann's two at 6 bits; at 3 a street joins one of them with Bob, who came before, and is no Ann."""
    rows = [
        Record.of(("N", "Bob"), ("S", "Elm")),
        Record.of(("S", "Elm"), ("P", "1"), ("Z", "9")),
        Record.of(("N", "Ann"), ("P", "1")),
    ]
    compared = (Comparison.by_odds("N", 16, 1024), *COMPARED[1:], Comparison.by_odds("S", 8, 2))
    curve = threshold_curve(rows, ANN, Adversary((Resolve(FellegiSunter(0.5, compared)),)))
    steps = [(step.threshold, round(step.leakage, 9), step.members, step.joins, step.parted) for step in curve.steps]
    assert steps == [
        (math.inf, 0.8, (2,), (), ()),
        (6.0, round(6 / 7, 9), (1, 2), ((1, 2),), ()),
        (3.0, 0.8, (2,), ((0, 1),), ((1, 2),)),
        (-4.0, 0.75, (0, 1, 2), ((0, 2),), ()),
    ]


def test_where_time_is_over_the_curve_ends_and_says_where():
    with within(Budget(seconds=0.0)):
        curve = threshold_curve(ROWS, ANN, AGAINST)
    assert [step.threshold for step in curve.steps] == [math.inf] and not curve.complete
    assert curve.leakage_at(curve.least) == 0.8 and 6.0 < curve.least < 6.0 + 1e-6
    with pytest.raises(ValueError, match="from 6 bits on were looked at"):
        curve.leakage_at(6.0)


def test_who_weighs_nothing_is_refused_and_so_is_what_was_not_looked_at():
    against = FellegiSunter(0.5, COMPARED)
    for operations in ((), (SingleLink(Shares("N")),), (Resolve(against), OfHerOwn())):
        with pytest.raises(TypeError, match="must weigh evidence"):
            threshold_curve(ROWS, ANN, Adversary(operations))
    curve = threshold_curve(ROWS, ANN, Adversary((SingleLink(against),)), least=1.0)
    with pytest.raises(ValueError, match="from 1 bits on were looked at"):
        curve.leakage_at(0.5)
    assert threshold_curve([], ANN, Adversary((SingleLink(against),))).leakage_at(0.0) == 0.0
