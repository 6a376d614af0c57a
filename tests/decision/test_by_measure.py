"""Decisions by a Measure: near values and related labels, against measuring and resolving from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Equivalent,
    Joint,
    Measure,
    NumericCloseness,
    Record,
    Resolve,
    Shares,
    TableSimilarity,
    database_leakage,
    incremental_leakage,
    information_leakage,
    query_leakage,
    record_leakage,
)
from leakage.decision.contribution import attribute_contributions, group_contributions, missing_gains
from leakage.decision.disinformation.curve import bait_for
from leakage.decision.incremental import Baseline
from leakage.decision.leakage import leakages_of
from leakage.decision.planned_release import compare_releases
from tests.decision.test_what_if import adversaries
from tests.strategies import databases, quick, records, references, weights

HALF_RIGHT = TableSimilarity((("1", "2", 0.5),))
similarities = st.sampled_from([{}, {"N": NumericCloseness(3)}, {"N": NumericCloseness(3), "P": HALF_RIGHT}])
relations = st.sampled_from([(), (Joint(("P", "C"), "J"),), (Equivalent(("N", "C")),)])
measures = st.builds(Measure, weights, similarities, relations)

AGED = Measure({}, {"A": NumericCloseness(10)})
REFERENCE = Record.of(("N", "Alice"), ("A", "30"))
BY_ID = Adversary((Resolve(Shares("I")),))


@quick
@given(databases(), references, adversaries, measures)
def test_information_leakage_is_the_worst_composite(many, reference, adversary, measure):
    result = information_leakage(many, reference, adversary, measure)
    every = [record_leakage(c, reference, measure) for c in result.resolution.composites]
    assert result.leakage == pytest.approx(max(every, default=0.0), rel=1e-14)
    assert leakages_of(result.resolution, reference, measure).tolist() == pytest.approx(every, rel=1e-14, abs=0)


@quick
@given(databases(max_size=5), references, adversaries, measures, st.data())
def test_leaving_out_is_resolving_what_is_left(many, reference, adversary, measure, data):
    numbers = st.lists(st.integers(0, max(0, len(many) - 1)), max_size=2, unique=True)
    groups = data.draw(st.lists(numbers if many else st.just([]), max_size=3))
    contributions = group_contributions(many, groups, reference, adversary, measure)
    whole = information_leakage(many, reference, adversary, measure).leakage
    for group, contribution in zip(groups, contributions.tolist(), strict=True):
        left = [record for number, record in enumerate(many) if number not in group]
        without = information_leakage(left, reference, adversary, measure).leakage
        assert contribution == pytest.approx(whole - without, abs=1e-12)


@quick
@given(databases(max_size=5), records(max_size=3), references, adversaries, measures)
def test_landing_is_resolving_with_the_release(many, release, reference, adversary, measure):
    outcome = Baseline.of(many, reference, adversary, measure).add(release)
    after = incremental_leakage(many, release, reference, adversary, measure).after
    assert outcome.leakage == pytest.approx(after, abs=1e-12)
    compared = compare_releases(many, {"it": release}, reference, adversary, measure)
    assert compared[0].after == pytest.approx(after, abs=1e-12)


@quick
@given(records(max_size=5), references, measures)
def test_contributions_and_gains_are_differences(record, reference, measure):
    whole = record_leakage(record, reference, measure)
    for entry in attribute_contributions(record, reference, measure):
        without = record_leakage(record.without(entry.attribute.pair), reference, measure)
        assert entry.contribution == pytest.approx(whole - without, abs=1e-14)
    for gain in missing_gains(record, reference, measure):
        learnt = record_leakage(record.with_attribute(Attribute(*gain.pair)), reference, measure)
        assert gain.gain == pytest.approx(learnt - whole, abs=1e-14)


def test_a_composite_that_holds_near_values_only_is_telling():
    near = Record.of(("A", "31"))
    leakage = record_leakage(near, REFERENCE, AGED)
    assert leakage == pytest.approx(2 * 0.9 / 3)
    result = information_leakage([Record.of(("A", "80")), near], REFERENCE, BY_ID, AGED)
    assert (result.leakage, result.members) == (leakage, (1,))
    assert query_leakage(near, [], REFERENCE, BY_ID, AGED) == leakage
    assert database_leakage([near], REFERENCE, BY_ID, AGED) == leakage
    assert [entry.right for entry in attribute_contributions(near, REFERENCE, AGED)] == [True]


def test_a_part_of_a_composite_may_tell_more_than_its_near_values_together():
    """Of two near values the worse one dilutes: leaving its record out raises the leakage."""
    pieces = [Record.of(("I", "1"), ("A", "30")), Record.of(("I", "1"), ("A", "38"))]
    contributions = group_contributions(pieces, [(1,), (0,)], REFERENCE, BY_ID, AGED)
    assert contributions[0] < 0.0 < contributions[1]


def test_a_composite_without_anything_right_may_become_the_worst():
    """Its near value is no more than near, and without the wrong one beside it tells more than the other composite."""
    near, wrong = Record.of(("I", "1"), ("A", "31")), Record.of(("I", "1"), *(("Z", str(n)) for n in range(9)))
    other = Record.of(("N", "Alice"), *(("Z", str(n)) for n in range(10, 16)))
    contributions = group_contributions([near, wrong, other], [(1,)], REFERENCE, BY_ID, AGED)
    after = record_leakage(near, REFERENCE, AGED)
    assert (
        contributions.tolist() == pytest.approx([record_leakage(other, REFERENCE, AGED) - after])
        and contributions[0] < 0.0
    )


def test_the_exact_value_may_gain_nothing_where_a_near_one_is_known():
    by_table = Measure({}, {"A": TableSimilarity((("31", "30", 1.0),))})
    gains = {g.pair[0]: g.gain for g in missing_gains(Record.of(("A", "31")), REFERENCE, by_table)}
    assert gains["A"] < 0.0 < gains["N"]


def test_an_equivalent_that_is_known_gains_nothing():
    reference = Record.of(("Age", "20"), ("Born", "2006"), ("N", "Alice"))
    same = Measure({}, {}, (Equivalent(("Age", "Born")),))
    gains = {g.pair[0]: g.gain for g in missing_gains(Record.of(("Age", "20")), reference, same)}
    assert gains["Born"] == pytest.approx(0.0, abs=1e-15) and gains["N"] > 0.0


def test_bait_confirms_as_little_of_what_is_near_as_it_can():
    held = Record.of(("A", "31", 0.5), ("Z", "1", 0.5))
    match = AnyOf(Shares("A"), Shares("Z"))
    baseline = Baseline.of([held], REFERENCE, Adversary((Resolve(match),)), AGED)
    assert [a.label for a in bait_for(baseline, match, 0)] == ["Z"]
