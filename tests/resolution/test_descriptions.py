"""What operations say of themselves is held against what they do; one that says nothing is slow, and right."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from leakage import Adversary, Attribute, Record, Resolve
from leakage.decision import (
    Baseline,
    compare_releases,
    erasure_frontier,
    field_trade_off,
    incremental_leakage,
    information_leakage,
    pool_choices,
    release_contributions,
    release_shapley,
)
from leakage.resolution.operations import Operation
from tests.decision import kinds
from tests.strategies import quick, thorough

APART = "kept apart"


@dataclass(frozen=True)
class Mute(Operation):
    """An operation of one's own that says nothing of itself."""

    inner: Operation

    def apply(self, records):
        return self.inner.apply(records)


def operation(chance):
    return chance.choice([kinds.resolution, kinds.resolution, kinds.correction])(chance)


def known(step, records):
    """The values that each composite knows, whatever their order; confidences are added up in another one."""
    return sorted(sorted(known_pairs([composite])) for composite in step.apply(records).composites)


def together(step, records):
    """The pairs of records that end up in one composite."""
    return {(m, n) for members in step.apply(records).members for m in members for n in members}


def known_pairs(records):
    return {a.pair for record in records for a in record if a.confidence > 0}


@thorough
@given(kinds.seeds)
def test_what_is_said_of_an_operation_holds(chance):
    releases, background, _ = kinds.scene(chance, 5)
    records, step = [Record(record) for record in (*releases, *background)], operation(chance)
    if step.record_by_record:
        apart = [composite for record in records for composite in step.apply([record]).composites]
        assert list(step.apply(records).composites) == apart
    if step.unique:
        assert known(step, chance.sample(records, len(records))) == known(step, records)
    if step.is_incremental:
        some = chance.randint(0, len(records))
        assert known(step, [*step.apply(records[:some]).composites, *records[some:]]) == known(step, records)
    if step.never_splits and records:
        assert together(step, records[:-1]) <= together(step, records)
    widest = {pair for record in records for pair in step.reachable_pairs(frozenset(a.pair for a in record.known))}
    assert known_pairs(step.apply(records).composites) <= widest


@thorough
@given(kinds.seeds)
def test_no_records_end_together_that_the_relaxed_match_keeps_apart(chance):
    releases, background, _ = kinds.scene(chance, 5)
    records, eve = [*releases, *background], kinds.adversary(chance)
    widest = [eve.reachable_pairs(record) for record in records]
    bound = Adversary((Resolve(eve.relaxed),) if eve.relaxed else ()).resolve(widest).composite_of
    for members in eve.resolve(records).members:
        assert len({int(bound[number]) for number in members}) == 1
    chosen = [record for record in records if chance.random() < 0.7]
    if eve.pipeline and eve.pipeline.analysis:
        ready = eve.pipeline.prepared(records)
        wide = eve.pipeline.analysis.bounding.apply(ready).composites
        for composite in eve.resolve(chosen).composites:
            assert any(known_pairs([composite]) <= known_pairs([whole]) for whole in wide)


@thorough
@given(kinds.seeds)
def test_a_value_that_nobody_minds_changes_nothing_else(chance):
    releases, background, _ = kinds.scene(chance, 5)
    records, eve = [*releases, *background], kinds.adversary(chance)
    if not records:
        return
    label, place = chance.choice("NPCX"), chance.randrange(len(records))
    if eve.depends_on(label):
        return
    new = Attribute(label, "4711 0815")
    more = [r.with_attribute(new) if n == place else r for n, r in enumerate(records)]
    before, after = eve.resolve(records), eve.resolve(more)
    assert before.members == after.members
    if eve.is_additive:
        changed = int(before.composite_of[place])
        expected = [c.with_attribute(new) if n == changed else c for n, c in enumerate(before.composites)]
        assert list(after.composites) == expected


@quick
@given(kinds.seeds)
def test_records_are_kept_apart(chance):
    releases, background, _ = kinds.scene(chance, 5)
    records, eve = [*releases, *background], kinds.adversary(chance)
    if len(records) < 2:
        return
    sides = {number: str(place) for place, number in enumerate(chance.sample(range(len(records)), 2))}
    told = [r.with_attribute(Attribute(APART, sides[n])) if n in sides else r for n, r in enumerate(records)]
    first, second = sides
    resolution = eve.blocked_on(APART).resolve(told)
    assert resolution.composite_of[first] != resolution.composite_of[second]


def figures(releases, background, e, eve, weights):
    """What every function of the decision layer says that takes an adversary."""
    new, *others = releases
    everything = [tuple(range(len(releases)))]
    pool = pool_choices(dict(enumerate(releases)), background, e, eve, weights)
    baseline = Baseline.of((*background, *others), e, eve, weights)
    optional = [Attribute("P", "1"), Attribute("C", "2")]
    trade_off = field_trade_off([baseline], new, [a for a in optional if a.label not in {b.label for b in new}])
    return [
        information_leakage((*background, *releases), e, eve, weights).leakage,
        incremental_leakage((*background, *others), new, e, eve, weights).after,
        compare_releases(background, {"it": new}, e, eve, weights)[0].after,
        baseline.add(new).leakage,
        *release_contributions((*releases, *background), range(len(releases)), e, eve, weights),
        *(share.share for share in release_shapley([pool], [(number,) for number in everything[0]])),
        *(point.leakage for point in erasure_frontier(releases, background, everything, e, eve, weights).plans),
        *(choice.leakage for choice in trade_off.plans),
    ]


@settings(max_examples=15)
@given(kinds.seeds)
def test_an_operation_that_says_nothing_gets_the_same_figures(chance):
    releases, background, e = kinds.scene(chance, 4, 2)
    if not releases:
        return
    eve, weights = kinds.adversary(chance), kinds.measure(chance)
    mute = Adversary(tuple(Mute(step) if chance.random() < 0.7 else step for step in eve.operations))
    assert figures(releases, background, e, mute, weights) == pytest.approx(
        figures(releases, background, e, eve, weights), abs=1e-12
    )
