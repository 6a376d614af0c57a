"""Contribution: what attributes, releases and recipients add, against leaving them out and starting again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, Shares, information_leakage
from leakage.decision.contribution import (
    attribute_contributions,
    group_contributions,
    missing_gains,
    release_contributions,
)
from tests.decision.test_what_if import adversaries
from tests.oracles import measure as oracle
from tests.strategies import databases, quick, records, references, thorough, weights

BY_NAME = Adversary((Resolve(Shares("N")),))


def leakage_less(earlier, group, reference, adversary, weights=None):
    """The slow, obvious way: resolve what is left from scratch."""
    left = [record for number, record in enumerate(earlier) if number not in group]
    return information_leakage(left, reference, adversary, weights).leakage


@thorough
@given(records(max_size=6), references, weights)
def test_attribute_contribution_is_what_leaving_it_out_loses(record, reference, weights):
    whole = oracle.leakage(record, reference, weights)
    contributions = attribute_contributions(record, reference, weights)
    assert {entry.attribute for entry in contributions} == {a for a in record if a.confidence > 0.0}
    for entry in contributions:
        without = oracle.leakage(record.without(entry.attribute.pair), reference, weights)
        assert entry.contribution == pytest.approx(float(whole - without), abs=1e-12)
        assert entry.right == (entry.attribute.pair in reference)
        assert entry.contribution >= 0 if entry.right else entry.contribution <= 0
    assert [e.contribution for e in contributions] == sorted((e.contribution for e in contributions), reverse=True)


@quick
@given(records(max_size=6), references, weights)
def test_missing_gain_is_what_learning_it_gains(record, reference, weights):
    whole = oracle.leakage(record, reference, weights)
    gains = missing_gains(record, reference, weights)
    assert {gain.pair for gain in gains} == {a.pair for a in reference if not record.confidence_of(a.pair)}
    for gain in gains:
        learnt = oracle.leakage(record.with_attribute(Attribute(*gain.pair)), reference, weights)
        assert gain.gain == pytest.approx(float(learnt - whole), abs=1e-12)
        assert gain.gain >= -1e-15
    assert [g.gain for g in gains] == sorted((g.gain for g in gains), reverse=True)


def test_nothing_is_told_of_nothing():
    assert attribute_contributions(Record(), Record()) == ()
    assert missing_gains(Record.of(("N", "Alice")), Record()) == ()
    assert release_contributions([], [], Record(), BY_NAME).tolist() == []
    assert group_contributions([Record()], [(0,)], Record(), BY_NAME).tolist() == [0.0]


@thorough
@given(databases(max_size=9), references, adversaries, weights)
def test_release_contribution_is_resolving_without_it(earlier, reference, adversary, weights):
    whole = information_leakage(earlier, reference, adversary, weights).leakage
    contributions = release_contributions(earlier, range(len(earlier)), reference, adversary, weights)
    obvious = [whole - leakage_less(earlier, {n}, reference, adversary, weights) for n in range(len(earlier))]
    assert contributions.tolist() == pytest.approx(obvious, abs=1e-12)


@thorough
@given(databases(max_size=10, values="1234"), references, adversaries, st.data())
def test_group_contribution_is_resolving_without_the_group(earlier, reference, adversary, data):
    numbers = st.sets(st.integers(0, max(0, len(earlier) - 1)), max_size=len(earlier))
    groups = [tuple(group) for group in data.draw(st.lists(numbers, max_size=4))]
    whole = information_leakage(earlier, reference, adversary).leakage
    contributions = group_contributions(earlier, groups, reference, adversary)
    obvious = [whole - leakage_less(earlier, set(group), reference, adversary) for group in groups]
    assert contributions.tolist() == pytest.approx(obvious, abs=1e-12)


def test_a_bridge_takes_the_composite_apart():
    """2012, Section 4.1: without v, s and t come apart, and 8/9 falls to 3/4."""
    s = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1"))
    t = Record.of(("N", "n1"), ("C", "c2"))
    v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    e = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))
    eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
    contributions = release_contributions([s, t, v], [2, 1, 0], e, eve)
    # Without s: {n1, c2, p1} leaks 3/4 as well. Without t nothing is lost.
    assert contributions.tolist() == pytest.approx([8 / 9 - 3 / 4, 0.0, 8 / 9 - 3 / 4])


def test_a_record_outside_the_worst_composite_can_count():
    """Taking the confusing record out of another composite makes that one the worst."""
    e = Record.of(("N", "a"), ("P", "1"), ("C", "1"))
    worst = Record.of(("N", "a"))
    better, wrong = Record.of(("P", "1"), ("C", "1")), Record.of(("P", "1"), *((x, "wrong") for x in "ABDEFG"))
    eve = Adversary((Resolve(Shares("P")),))
    assert information_leakage([worst, better, wrong], e, eve).members == (0,)
    assert release_contributions([worst, better, wrong], [2], e, eve).tolist() == pytest.approx([1 / 2 - 4 / 5])


def test_of_two_equally_bad_composites_neither_is_missed():
    e = Record.of(("N", "a"), ("P", "1"))
    twins = [Record.of(("N", "a")), Record.of(("P", "1"))]
    contributions = group_contributions(twins, [(0,), (1,), (0, 1)], e, BY_NAME)
    assert contributions.tolist() == pytest.approx([0.0, 0.0, 2 / 3])


def test_pieces_that_only_composites_join():
    """{a, b} and {c, d} match as composites only (a's name, b's card): the pieces are resolved again."""
    a, b = Record.of(("N", "n"), ("P", "1")), Record.of(("C", "c"), ("P", "1"))
    c, d = Record.of(("N", "n"), ("P", "2")), Record.of(("C", "c"), ("P", "2"))
    x = Record.of(("P", "2"), ("Z", "z"))
    e = Record.of(("N", "n"), ("C", "c"), ("P", "1"), ("P", "2"), ("Z", "z"))
    eve = Adversary((Resolve(AnyOf(Shares("P"), Shares("N", "C"))),))
    contributions = release_contributions([a, b, c, d, x], range(5), e, eve)
    assert contributions[4] == pytest.approx(1 - 8 / 9)
    assert contributions[0] == pytest.approx(1 - leakage_less([a, b, c, d, x], {0}, e, eve))
    assert contributions[0] == pytest.approx(1 - 8 / 9)


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_out_of_range_is_named(number):
    with pytest.raises(ValueError, match=rf"record number must be in \[0, 2\), got {number}"):
        release_contributions([Record(), Record()], [number], Record(), BY_NAME)


def test_a_weight_that_is_not_positive_is_refused():
    for call in (attribute_contributions, missing_gains):
        with pytest.raises(ValueError, match="weight must be a positive number, got 0"):
            call(Record.of(("N", "Alice")), Record.of(("N", "Alice")), {"N": 0})


def test_many_releases_in_one_composite():
    reference = Record.of(*((f"L{i}", "right") for i in range(25)))
    given = [
        Record.of(("L0", "right"), (f"L{1 + n % 24}", "right", 0.5 + n / 4000), (f"L{1 + n % 7}", f"wrong {n}"))
        for n in range(300)
    ]
    eve = Adversary((Resolve(Shares("L0")),))
    whole = information_leakage(given, reference, eve).leakage
    contributions = release_contributions(given, range(300), reference, eve)
    for number in (0, 299):
        assert contributions[number] == pytest.approx(whole - leakage_less(given, {number}, reference, eve), abs=1e-12)
