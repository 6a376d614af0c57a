"""The match weight against odds multiplied by hand, and its keys against comparing everybody."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Comparison, FellegiSunter, Level, Normalised, Normaliser, Record, Resolve, Similar
from leakage.decision.disinformation.matching_record import space_of, ways_to_match
from leakage.resolution.candidates import Candidates
from leakage.resolution.linkage.comparison import listed_frequencies, odds_sentence, probability_of, threshold_of
from leakage.resolution.match_bitsets import views_of
from tests.oracles import matching
from tests.resolution import kinds
from tests.strategies import quick, records, thorough

ANY_RECORD = records(values=kinds.WORDS)
either = st.one_of(kinds.evidence, kinds.only_for)


def test_a_weight_adds_up_by_hand():
    """Names: equal 0.9 against the value's own 1/1000, alike 0.08 against 1/50; birthday: 0.96 against 1/300."""
    names = Comparison(
        "N", (Level(0.9, 0.01, None, 1.0), Level(0.08, 0.02, Similar("N"))), Level(0.02, 0.97), (("Ann", 0.001),)
    )
    born = Comparison("B", (Level(0.96, 1 / 300),), Level(0.04, 299 / 300))
    match = FellegiSunter(1e-4, (names, born))
    prior = math.log2(1e-4 / (1 - 1e-4))
    pairs = {
        ("Ann", "Ann", "1", "1"): prior + math.log2(0.9 / 0.001) + math.log2(0.96 * 300),
        ("Bea", "Bea", "1", "1"): prior + math.log2(0.9 / 0.01) + math.log2(0.96 * 300),
        ("Ann", "Anna", "1", "2"): prior + math.log2(0.08 / 0.02) + math.log2(0.04 * 300 / 299),
        ("Ann", "Bob", "1", "1"): prior + math.log2(0.02 / 0.97) + math.log2(0.96 * 300),
    }
    for (name, other, day, second), weight in pairs.items():
        left, right = Record.of(("N", name), ("B", day)), Record.of(("N", other), ("B", second))
        assert match.weight(left, right) == pytest.approx(weight, abs=1e-12)
    assert match.weight(Record.of(("N", "Ann")), Record.of(("B", "1"))) == pytest.approx(prior, abs=1e-12)


def test_weights_far_beyond_what_a_probability_can_tell_are_told_apart():
    many = tuple(Comparison(f"L{n}", (Level(1.0, 1e-9),), Level(1e-9, 1.0)) for n in range(20))
    everything = Record.of(*((f"L{n}", "v") for n in range(20)))
    match = FellegiSunter(0.5, many)
    fewer = Record.of(*((f"L{n}", "v" if n else "w") for n in range(20)))
    high, less = match.weight(everything, everything), match.weight(everything, fewer)
    assert probability_of(high) == probability_of(less) == 1.0
    assert high - less == pytest.approx(2 * 9 * math.log2(10))
    assert FellegiSunter(0.5, many, high - 1).matches(everything, everything)
    assert not FellegiSunter(0.5, many, high - 1).matches(everything, fewer)


@thorough
@given(either, ANY_RECORD, ANY_RECORD)
def test_it_matches_whom_the_odds_say_and_its_keys_find_them(match, left, right):
    expected = matching.same_person(match, left, right)
    assert match.matches(left, right) == match.matches(right, left) == expected
    assert match.weight(left, right) == match.weight(right, left)
    assert not expected or 0 in Candidates.of(match, [left, right]).near(right)
    read = views_of(match, [left, right])
    assert read.matches(*read.of) == expected
    assert not expected or read.touching[0] >> 1 & 1
    assert not expected or match.relaxed.matches(left, right)


@quick
@given(kinds.only_for, ANY_RECORD, ANY_RECORD, ANY_RECORD)
def test_without_evidence_against_more_is_only_more_likely(match, left, right, more):
    known = {a.pair for a in (*left.known, *more.known)}
    assert match.weight(Record.of(*known), right) >= match.weight(left.known, right)


@quick
@given(st.one_of(kinds.evidence, kinds.only_for), kinds.word_databases)
def test_whatever_matches_within_a_space_holds_a_way_to_match(match, rows):
    targets = [row.known for row in rows if row.known]
    for match_read in (match, Normalised(match, Normaliser())):
        for target in targets[:2]:
            space = space_of(match_read, targets)
            ways = list(ways_to_match(match_read, target, space))
            for row in targets:
                inside = all(value in space.get(label, (value,)) for label, value in (a.pair for a in row))
                if inside and match_read.matches(row, target):
                    assert any(way <= {a.pair for a in row} for way in ways)


@given(st.floats(1.01, 1e6), st.floats(1.01, 1e6), st.floats(1.01, 1e4))
@quick
def test_odds_by_hand_are_chances_that_sum_to_one(agree, near, differ):
    comparison = Comparison.by_odds("N", agree, differ, ((Similar("N"), near),))
    levels = (*comparison.levels, comparison.otherwise)
    assert sum(level.m for level in levels) == pytest.approx(1)
    assert sum(level.u for level in levels) == pytest.approx(1)
    assert [2**level.weight for level in levels] == pytest.approx([agree, near, 1 / differ])


@quick
@given(st.lists(records(labels="N", values="123"), max_size=6))
def test_frequencies_are_shares_of_the_records_that_know_the_label(rows):
    held = [set(row.values("N")) for row in rows if row.values("N")]
    common, rare = listed_frequencies("N", rows)
    for value in "123":
        having = sum(value in values for values in held)
        if having:
            assert Fraction(dict(common).get(value, rare)).limit_denominator(9) == Fraction(having, len(held))


def test_days_only_and_the_words_of_a_rule():
    born = Comparison("B", (Level(0.9, 0.01),), Level(0.1, 0.99), only_days=True)
    match = FellegiSunter(0.5, (born,), threshold_of(0.75))
    day, none = Record.of(("B", "2001-02-03")), Record.of(("B", "unknown"))
    assert match.matches(day, day) and not match.matches(none, none) and match.weight(none, none) == 0.0
    assert match.sentence() == "evidence of B at odds of 3 to 1 or better"
    assert match.relaxed.sentence().endswith("3 to 1 or better, counting nothing against it")
    assert odds_sentence(20.0) == "1,048,576 to 1"
    assert match.conflict_labels == ("B",) and match.relaxed.conflict_labels == ()


def test_who_is_found_by_evidence_alone_leaks_through_the_same_adversary():
    match = FellegiSunter(0.01, (Comparison.by_odds("N", 50, 4), Comparison.by_odds("P", 400, 6)))
    rows = [[("N", "n"), ("P", "p")], [("N", "m"), ("P", "p")], [("N", "n"), ("P", "q")], [("P", "p")]]
    resolution = Adversary((Resolve(match),)).resolve([Record.of(*row) for row in rows])
    # 400 to 1 makes up for 99 to 1 and a name that differs, 50 to 1 does not even for 99 to 1.
    assert resolution.members == ((0, 1, 3), (2,))
