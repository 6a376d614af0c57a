"""Leakage over how sure she must be: at each threshold that of an adversary who has it."""

import math
from dataclasses import replace

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
    Record,
    Resolve,
    Shares,
    SingleLink,
    Unless,
    information_leakage,
)
from leakage.old.decision.threshold import MOST_THRESHOLDS, evidence_of, threshold_curve
from leakage.old.resolution.adversary import ResolvePerSource
from leakage.old.resolution.operations import SourcedRecord
from tests.old.resolution import kinds
from tests.strategies import quick, references

beside = st.one_of(
    kinds.evidence,
    kinds.only_for,
    st.builds(AnyOf, kinds.evidence, kinds.equal),
    st.builds(Unless, kinds.evidence, st.just(Conflicts("P"))),
)
operations = st.one_of(
    st.builds(Resolve, kinds.normalised(beside), kinds.merges), st.builds(SingleLink, beside, kinds.merges)
)


def at(operation, threshold):
    if isinstance(operation, ResolvePerSource):
        return ResolvePerSource(at(operation.operation, threshold))
    return replace(operation, match=match_at(operation.match, threshold))


def match_at(match, threshold):
    if isinstance(match, FellegiSunter):
        return replace(match, threshold=threshold)
    if isinstance(match, Normalised | Unless):
        return replace(match, match=match_at(match.match, threshold))
    return AnyOf(*(match_at(rule, threshold) for rule in match.rules)) if isinstance(match, AnyOf) else match


@quick
@given(kinds.word_databases, references, operations, st.booleans(), st.booleans(), st.booleans())
def test_at_each_threshold_it_is_what_an_adversary_with_it_knows(
    rows, reference, operation, owners_first, correcting, told
):
    rows = [SourcedRecord(record, ("Shop", "Bank")[n % 2]) for n, record in enumerate(rows)]
    prepared = [Correct({("N", "2"): "1"})] if correcting else []
    stages = [ResolvePerSource(operation), operation] if owners_first else [operation]
    thresholds = [3.5, -2.0, 3.5, 40.0] if told else None
    curve = threshold_curve(rows, reference, Adversary((*prepared, *stages)), thresholds=thresholds)
    levels = [point.threshold for point in curve]
    assert levels == (sorted({*thresholds}) if told else sorted({*levels})) and len(levels) <= MOST_THRESHOLDS
    for threshold, leakage in curve:
        eve = Adversary((*prepared, *(at(stage, threshold) for stage in stages)))
        assert leakage == information_leakage(rows, reference, eve).leakage


ANN = Record.of(("N", "Ann"), ("P", "1"), ("Z", "9"))
COMPARED = (Comparison.by_odds("N", 16, 2), Comparison.by_odds("P", 64, 4))
EVE = Adversary((SingleLink(FellegiSunter(0.5, COMPARED)),))


def test_by_default_it_is_looked_at_where_pairs_begin_to_match():
    rows = [
        Record.of(("N", "Ann"), ("P", "1")),
        Record.of(("P", "1"), ("Z", "9")),
        Record.of(("N", "Ann"), ("P", "8"), ("W", "2"), ("X", "3"), ("Y", "4")),
    ]
    # Two facts of three; a phone in common is 64 to 1, and all are there; a name with another phone 16 to 4.
    points = [(round(threshold, 9), round(leakage, 9)) for threshold, leakage in threshold_curve(rows, ANN, EVE)]
    assert points == [(2.0, 0.6), (6.0, 1.0), (7.0, 0.8)]


def test_of_very_many_scores_some_are_looked_at():
    names = tuple((f"{n}", 1.0 / (n + 2)) for n in range(100))
    by_name = replace(Comparison.by_odds("N", 16, 2), frequencies=names)
    by_name = replace(by_name, levels=(replace(by_name.levels[0], by_frequency=1.0),))
    rows = [Record.of(("N", f"{n % 100}")) for n in range(200)]
    curve = threshold_curve(rows, ANN, Adversary((Resolve(FellegiSunter(0.5, (by_name,))),)))
    scores = [math.log2(by_name.levels[0].m * (n + 2)) for n in range(100)]
    scores = [score for score in scores if score > 0.01]
    assert len(curve) == MOST_THRESHOLDS
    assert all(any(abs(score - point.threshold) < 1e-8 for score in scores) for point in curve[:-1])
    assert curve[0].threshold == pytest.approx(min(scores)) and curve[-2].threshold == pytest.approx(max(scores))


def test_who_does_not_join_by_odds_is_refused_and_of_nothing_nothing_is_known():
    for operations in ((), (SingleLink(Shares("N")),)):
        assert evidence_of(Adversary(operations)) is None
        with pytest.raises(ValueError, match="by odds"):
            threshold_curve([ANN], ANN, Adversary(operations))
    assert threshold_curve([], ANN, EVE) == ((0.0, 0.0),)
