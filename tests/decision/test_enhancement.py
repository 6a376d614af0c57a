"""Enhancement: gains against making the source certain and merging anew."""

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Measure, Record, union_merge
from leakage.decision.enhancement import certainty, doubt, enhancements
from leakage.measure.weights import NumericCloseness
from leakage.record import certain
from tests.oracles import measure as oracle
from tests.oracles.resolution import present
from tests.strategies import quick, records, thorough, weights

sources_of = st.lists(records(max_size=4), min_size=1, max_size=4)


def merged(sources):
    return functools.reduce(union_merge, sources)


def gain_from_scratch(sources, number, attribute, weights):
    sources = [present(source) for source in sources]
    verified = list(sources)
    verified[number] = sources[number].with_attribute(Attribute(*attribute.pair))
    believed = certain(merged(sources))
    now, then = merged(sources), merged(verified)
    if isinstance(weights, Measure):
        given = (believed, dict(weights.weights), dict(weights.similarities))
        return float(oracle.leakage_by_similarity(then, *given) - oracle.leakage_by_similarity(now, *given))
    return float(oracle.leakage(then, believed, weights) - oracle.leakage(now, believed, weights))


@thorough
@given(sources_of, weights)
def test_a_gain_is_what_merging_anew_gains(sources, weights):
    listed = enhancements(sources, merged(sources), weights)
    assert len(listed) == sum(0.0 < a.confidence < 1.0 for source in sources for a in source)
    for entry in listed:
        assert entry.gain == pytest.approx(
            gain_from_scratch(sources, entry.source, entry.attribute, weights), abs=1e-12
        )
        assert entry.cost == doubt(entry.attribute)
        assert entry.gain >= 0.0
    assert [one.ratio for one in listed] == sorted((entry.ratio for entry in listed), reverse=True)


@quick
@given(sources_of)
def test_by_a_measure_that_goes_beyond_weights(sources):
    measure = Measure({"P": 2.0}, {"P": NumericCloseness(3)})
    for entry in enhancements(sources, merged(sources), measure):
        assert entry.gain == pytest.approx(
            gain_from_scratch(sources, entry.source, entry.attribute, measure), abs=1e-12
        )


def test_the_papers_example():
    """2012, Section 4.3: 0 for the name, 1/7 for the phone (printed 1/28)."""
    r1 = Record.of(("N", "Alice"), ("A", "20"))
    r2 = Record.of(("N", "Alice", 0.9), ("P", "123", 0.5), ("C", "987"))
    by_label = {entry.attribute.label: entry for entry in enhancements([r1, r2], merged([r1, r2]))}
    assert (by_label["P"].gain, by_label["P"].cost, by_label["P"].ratio) == pytest.approx((1 / 14, 1 / 2, 1 / 7))
    assert by_label["N"].ratio == 0.0
    assert set(by_label) == {"N", "P"}


def test_ones_own_costs_change_the_order():
    source = Record.of(("N", "Alice", 0.5), ("P", "123", 0.5))
    cheap = enhancements([source], source, cost=lambda attribute: 0.1 if attribute.label == "P" else 1.0)
    assert [entry.attribute.label for entry in cheap] == ["P", "N"]
    assert cheap[0].ratio == pytest.approx(10 * cheap[1].ratio)


def test_certain_is_certain():
    assert certainty(Record.of(("N", "Alice"))) == 1.0
    assert enhancements([Record.of(("N", "Alice"))], Record.of(("N", "Alice"))) == ()
    assert enhancements([], Record()) == ()


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan")])
def test_a_cost_that_is_not_positive_is_refused(cost):
    source = Record.of(("N", "Alice", 0.5))
    with pytest.raises(ValueError, match="must be more than 0"):
        enhancements([source], source, cost=lambda _: cost)


def test_a_source_the_composite_was_not_made_of_is_refused():
    with pytest.raises(ValueError, match="lacks an attribute"):
        enhancements([Record.of(("canary", "4711"))], Record())
