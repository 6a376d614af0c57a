"""What is declared of a policy holds on any records, and what fails is shown by records for which it fails."""

import pytest
from hypothesis import given

from leakage import AnyOf, Record, SameKeySet, Shares, union_merge
from leakage.resolution.merge import latest_wins_merge, noisy_or_merge
from leakage.resolution.properties import check_properties, declared_properties
from leakage.resolution.rules.negative import Conflicts, Unless
from tests.resolution import kinds
from tests.strategies import quick, records


def failing(database, match, merge, **bounds):
    return {report.name: report for report in check_properties(database, match, merge, **bounds) if not report.held}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_declared_properties_hold_on_any_records(database, match, merge):
    for report in check_properties(database, match, merge, cases=400):
        assert report.held or not report.declared
        assert report.declared == (report.name in declared_properties(match, merge))
        assert report.held == (report.counterexample == ())
        assert report.tried <= 400


@quick
@given(records(), records())
def test_noisy_or_is_the_chance_that_either_source_is_right(r, s):
    merged = noisy_or_merge(r, s)
    for attribute in merged:
        p, q = r.confidence_of(attribute.pair), s.confidence_of(attribute.pair)
        assert attribute.confidence == pytest.approx(1 - (1 - p) * (1 - q), abs=1e-12)
        assert max(p, q) <= attribute.confidence <= 1.0
    assert {a.pair for a in merged} == {a.pair for a in r} | {a.pair for a in s}


@quick
@given(records(), records())
def test_the_latest_value_wins_label_by_label(r, s):
    merged = latest_wins_merge(r, s)
    for label in "NPC":
        assert merged.values(label) == (s.values(label) or r.values(label))


R, S, U = Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("P", "2")), Record.of(("N", "n"), ("C", "9"))


def test_negative_evidence_costs_representativity():
    match = Unless(Shares("N"), Conflicts("P"))
    failures = failing([R, S, U], match, union_merge)
    assert set(failures) == {"representativity", "monotonicity"}
    r, s, u = failures["representativity"].counterexample
    assert match.matches(r, s) and (match.matches(r, u) or match.matches(s, u))
    assert not match.matches(union_merge(r, s), u)


def test_latest_wins_is_neither_commutative_nor_increasing_and_costs_representativity():
    failures = failing([R, S, Record.of(("P", "1"))], Shares("P"), latest_wins_merge)
    assert not failures
    match = AnyOf(Shares("N"), Shares("P"))
    failures = failing([R, S, Record.of(("P", "1"))], match, latest_wins_merge)
    assert set(failures) == {"commutativity", "increasing", "representativity", "negative representativity"}
    r, s = failures["commutativity"].counterexample
    assert match.matches(r, s) and latest_wins_merge(r, s) != latest_wins_merge(s, r)
    r, s = failures["increasing"].counterexample
    assert any(a.pair not in latest_wins_merge(r, s) for a in (*r, *s))


def test_a_match_that_is_not_symmetric_is_found_out():
    class Younger(Shares):
        def common_key(self, left, right):
            return super().common_key(left, right) if left.values("P") <= right.values("P") else None

    report = failing([R, S], Younger("N"), union_merge)["commutativity"]
    assert set(report.counterexample) == {R, S}


def test_a_merge_that_averages_is_not_associative():
    def average(r, s):
        pairs = {a.pair for a in (*r, *s)}
        return Record.of(*((*pair, (r.confidence_of(pair) + s.confidence_of(pair)) / 2) for pair in pairs))

    failures = failing([Record.of(("N", "n", c)) for c in (0.1, 0.5, 0.9)], Shares("N"), average)
    assert set(failures) == {"associativity", "increasing"}


def test_a_few_cases_find_a_counterexample_among_thousands_of_records():
    strangers = [Record.of(("N", f"stranger {number}")) for number in range(3_000)]
    match = Unless(Shares("N"), Conflicts("P"))
    report = failing([*strangers, R, S, U], match, union_merge, cases=200)["representativity"]
    assert set(report.counterexample) == {R, S, U}
    assert report.tried <= 200


def test_key_sets_have_both_representativities_on_records_that_match():
    database = [Record.of(("N", "n"), ("P", str(number))) for number in range(4)] + [Record.of(("N", "m"))]
    assert not {"representativity", "negative representativity"} & set(failing(database, SameKeySet("N"), union_merge))


def test_cases_must_be_one_at_least():
    with pytest.raises(ValueError, match="cases"):
        check_properties([], Shares("N"), union_merge, cases=0)


def test_nothing_fails_on_no_records():
    assert all(report.held and report.tried == 0 for report in check_properties([], Shares("N"), union_merge))


def test_a_key_set_beside_another_rule_has_neither_representativity():
    match = AnyOf(SameKeySet("N"), Shares("P"))
    assert not {"representativity", "negative representativity"} & declared_properties(match, union_merge)
    joined = [Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("P", "2")), Record.of(("P", "2"), ("N", "m"))]
    assert "negative representativity" in failing(joined, match, union_merge)
