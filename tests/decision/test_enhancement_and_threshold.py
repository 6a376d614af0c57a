"""What verifying a fact gains, and leakage over the threshold of odds: run anew for each."""

import random
from dataclasses import replace

import pytest

from leakage.decision.enhancement import doubt, enhancements
from leakage.decision.leakage import worst_of
from leakage.decision.threshold import MOST_THRESHOLDS, threshold_curve
from leakage.measure.leakage import record_leakage
from leakage.record import Attribute, Record, certain
from leakage.resolution.adversary import Adversary
from leakage.resolution.evidence import FellegiSunter, odds_of
from leakage.resolution.operations import Resolve, ResolvePerSource, SingleLink
from leakage.resolution.rules import AnyOf, Normalised, Unless
from tests.decision.works import drawn_work
from tests.resolution import kinds


def test_verifying_gains_what_a_resolution_with_it_finds():
    draw, seen = random.Random(1), 0
    for _ in range(250):
        work = drawn_work(draw)
        resolution = work.adversary.resolve([*work.strangers, *work.releases])
        for number, members in enumerate(resolution.members):
            whole = resolution.composites[number].known
            found = enhancements(resolution, number, work.weights)
            assert [(one.ratio, one.gain) for one in found] == sorted(
                ((one.ratio, one.gain) for one in found), reverse=True
            )
            doubtful = [(n, a) for n in members for a in resolution.records[n].known if a.confidence < 1.0]
            assert sorted((one.record, one.attribute) for one in found) == sorted(doubtful)
            for one in found:
                seen += 1
                records = list(resolution.records)
                records[one.record] = records[one.record].with_attribute(Attribute(*one.attribute.pair))
                then = work.adversary.resolve(records)
                surer = record_leakage(then.composites[then.composite_of[one.record]], certain(whole), work.weights)
                assert one.gain == pytest.approx(surer - record_leakage(whole, certain(whole), work.weights), abs=1e-12)
                assert one.cost == doubt(one.attribute)
    assert seen > 300


def test_a_cost_of_ones_own_changes_what_is_best():
    record = Record.of(("N", "Al", 0.5), ("P", "1", 0.5), ("P", "2", 0.9))
    known = Adversary().resolve([record])
    costs = {"1": 0.01, "2": 1.0, "Al": 1.0}
    found = enhancements(known, 0, cost=lambda a: costs[a.value])
    assert [one.attribute.value for one in found] == ["1", "Al", "2"]
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="must be more than 0"):
            enhancements(known, 0, cost=lambda _, wrong=wrong: wrong)


def at(threshold, part):
    """An operation or a rule with every threshold of odds changed."""
    if isinstance(part, FellegiSunter):
        return replace(part, threshold=threshold)
    if isinstance(part, ResolvePerSource):
        return ResolvePerSource(at(threshold, part.operation))
    if isinstance(part, AnyOf):
        return AnyOf(*(at(threshold, rule) for rule in part.rules))
    if isinstance(part, Unless | Normalised | Resolve | SingleLink):
        return replace(part, match=at(threshold, part.match))
    return part


def test_at_each_threshold_it_is_what_an_adversary_with_it_knows():
    draw, seen = random.Random(2), 0
    for _ in range(400):
        work = drawn_work(draw)
        records = [*work.strangers, *work.releases]
        rule = odds_of(work.adversary.matches)
        if rule is None:
            with pytest.raises(ValueError, match="join records by odds"):
                threshold_curve(records, work.person, work.adversary)
            continue
        seen += 1
        first = len(work.strangers)
        presumed = {first + number: one for number, one in work.presumed.items()}
        curve = threshold_curve(records, work.person, work.adversary, work.weights, presumed=presumed)
        levels = [point.threshold for point in curve]
        assert levels == sorted(set(levels)) and 1 <= len(levels) <= MOST_THRESHOLDS
        for threshold, leakage in curve:
            eve = Adversary(*(at(threshold, step) for step in work.adversary.operations))
            assert leakage == worst_of(eve.resolve(records), work.person, work.weights, presumed).leakage
    assert seen > 60


def test_by_default_thresholds_are_the_scores_of_pairs_and_one_above():
    draw = random.Random(3)
    for _ in range(100):
        rule, records = kinds.evidence(draw), kinds.drawn_records(draw)
        least = max(min(0.0, rule.threshold), rule.prior_weight + 0.01)
        pairs = [(a, b) for n, a in enumerate(records) for b in records[:n]]
        scores = sorted({round(w, 9) for a, b in pairs if (w := rule.weight(a, b)) >= least - 1e-9})
        curve = threshold_curve(records, {"N": "Ann"}, Adversary(Resolve(rule)))
        assert [point.threshold for point in curve] == pytest.approx(
            [*scores, scores[-1] + 1] if scores else [rule.threshold]
        )
