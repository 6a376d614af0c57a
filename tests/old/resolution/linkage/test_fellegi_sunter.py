"""Evidence: how it is weighed, resolved and explained."""

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Comparison,
    Database,
    FellegiSunter,
    Level,
    Normalised,
    Normaliser,
    Record,
    Resolve,
    Shares,
    Similar,
    SingleLink,
)
from leakage.old.decision.disinformation.matching_record import space_of, ways_to_match
from leakage.old.resolution import operations
from leakage.old.resolution.adversary import ResolvePerSource, owners_first
from leakage.old.resolution.candidates import Candidates, Everyone
from leakage.old.resolution.linkage.comparison import listed_frequencies, odds_sentence, probability_of, threshold_of
from leakage.old.resolution.linkage.explained_joins import joins_explained
from leakage.old.resolution.linkage.fellegi_sunter import EvidenceScorer, waterfall_of
from leakage.old.resolution.linkage.pairs import (
    CodedRecords,
    EncodedColumn,
    EvidencePairs,
    PatternCounts,
    weighs_alone,
)
from leakage.old.resolution.match_bitsets import views_of
from leakage.old.resolution.operations import SourcedRecord, owner_of
from leakage.old.resolution.resolve import resolve_by_evidence, resolve_by_pairs
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.old.resolution.rules.shared_values import AnyOf
from leakage.old.resolution.rules.similar_values import alike_pairs
from tests.old.resolution import kinds
from tests.oracles import matching
from tests.strategies import databases, quick, records, thorough

# The match weight against odds multiplied by hand, and its keys against comparing everybody.


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
    pairs = {a.pair for a in (*left.known, *more.known)}
    assert match.weight(Record.of(*pairs), right) >= match.weight(left.known, right)


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
    value_sets = [set(row.values("N")) for row in rows if row.values("N")]
    common, rare = listed_frequencies("N", rows)
    for value in "123":
        having = sum(value in values for values in value_sets)
        if having:
            assert Fraction(dict(common).get(value, rare)).limit_denominator(9) == Fraction(having, len(value_sets))


def test_the_words_of_a_rule():
    born = Comparison("B", (Level(0.9, 0.01),), Level(0.1, 0.99))
    match = FellegiSunter(0.5, (born,), threshold_of(0.75))
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


# Many pairs at once against one after the other: which values are alike, which level they reach, what it says.


LETTERS = st.text("abAB éè日@.", max_size=6)
VALUES = st.one_of(
    LETTERS,
    st.sampled_from(
        ["12", "12.5", "1*", "11", "[10-13]", "50+", "x 12", "2015-10-29", "30.10.2015", "12 Main", "Main 12"]
    ),
).filter(bool)
at_least, within = st.sampled_from([0.3, 0.5, 0.75, 0.85, 0.9, 1.0]), st.sampled_from([0.0, 0.5, 1.0, 2.0])
spelled, others = (
    st.sampled_from(["name", "damerau levenshtein"]),
    st.sampled_from(["text", "number", "date", "covers"]),
)
similars = st.one_of(
    st.builds(Similar, st.just("N"), at_least, spelled, within, st.booleans()),
    st.builds(Similar, st.just("N"), at_least, others, within, st.booleans()),
)
levels = st.builds(
    Level,
    st.sampled_from([0.9, 0.2]),
    st.sampled_from([0.5, 0.01]),
    st.none() | similars,
    st.sampled_from([0.0, 0.5, 1.0]),
)


@st.composite
def compared(draw):
    values = draw(st.lists(VALUES, unique=True, max_size=4))
    frequencies = tuple((value, draw(st.sampled_from([0.5, 0.01]))) for value in values)
    unlisted = draw(st.sampled_from([None, 0.05]))
    return Comparison(
        "N", tuple(draw(st.lists(levels, min_size=1, max_size=3))), Level(0.1, 0.9), frequencies, unlisted
    )


@thorough
@given(similars, st.lists(VALUES, min_size=1, max_size=8, unique=True))
def test_values_are_alike_as_one_by_one(similar, values):
    pairs = np.array(list(itertools.product(range(len(values)), repeat=2)), dtype=np.int64).T
    expected = [similar.alike(values[a], values[b]) for a, b in pairs.T.tolist()]
    assert alike_pairs(similar, values, *pairs).tolist() == expected


def nearest(comparison, left, right):
    """The nearest level that values of two records reach; -1 where either lacks the label."""
    pairs = itertools.product(left.values(comparison.label), right.values(comparison.label))
    return min((comparison.level_of(*pair) for pair in pairs), default=-1)


def patterns_of(comparisons, rows):
    """How many pairs of records reach the same levels."""
    columns = [EncodedColumn.of(comparison, rows) for comparison in comparisons]
    seen = PatternCounts.among(columns, np.triu_indices(len(rows), 1))
    return dict(zip(map(tuple, seen.reached.tolist()), seen.counts.tolist(), strict=True))


named = st.lists(VALUES, max_size=3, unique=True).map(lambda values: Record.of(*(("N", value) for value in values)))


@thorough
@given(compared(), st.lists(named, min_size=2, max_size=6))
def test_levels_and_weights_are_those_of_record_by_record(comparison, rows):
    left, right = np.triu_indices(len(rows), 1)
    coded = EncodedColumn.of(comparison, rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    assert coded.levels(left, right).tolist() == [nearest(comparison, *pair) for pair in pairs]
    evidence = [comparison.evidence(*pair) for pair in pairs]
    assert coded.weights(left, right) == pytest.approx([part.weight if part else 0.0 for part in evidence], abs=1e-12)


@st.composite
def of_one_kind(draw):
    """A comparison by several thresholds of one measure, in any order."""
    first = draw(similars)
    others = draw(st.lists(st.tuples(st.sampled_from([0.3, 0.75, 1.0]), st.sampled_from([0.0, 1.0, 2.0])), min_size=1))
    kin = [first, *(Similar("N", at_least, first.kind, within, first.blocked) for at_least, within in others)]
    return Comparison("N", tuple(Level(0.9, 0.1, similar) for similar in kin), Level(0.1, 0.9))


@thorough
@given(of_one_kind(), st.lists(named, min_size=2, max_size=6))
def test_several_thresholds_of_one_measure_are_as_one_after_the_other(comparison, rows):
    left, right = np.triu_indices(len(rows), 1)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    reached = [nearest(comparison, *pair) for pair in pairs]
    assert EncodedColumn.of(comparison, rows).levels(left, right).tolist() == reached


@thorough
@given(st.lists(records(labels="NP", values=(*"ab", "2015-10-29", "x")), max_size=6))
def test_of_a_database_the_same_is_read_as_of_its_records(rows):
    comparison = Comparison.by_odds("N", 9, 3)
    of_rows, of_database = (EncodedColumn.of(comparison, given) for given in (rows, Database.from_records(rows)))
    assert of_database.starts.tolist() == of_rows.starts.tolist()
    read, again = (
        [sorted(of.values[c] for c in of.codes[a:b]) for a, b in itertools.pairwise(of.starts)]
        for of in (of_rows, of_database)
    )
    assert read == again == [sorted(record.values("N")) for record in rows]
    frame = pd.DataFrame({"N": [next(iter(record.values("N")), None) for record in rows]}, dtype=object)
    of_table = EncodedColumn.of(comparison, Database.from_frame(frame))
    given = [rows, Database.from_records(rows)], [list(Database.from_frame(frame)), Database.from_frame(frame)]
    assert all(listed_frequencies("N", plain) == listed_frequencies("N", columns) for plain, columns in given)
    cells = [[value] if value else [] for value in frame["N"]]
    assert [[of_table.values[c] for c in of_table.codes[a:b]] for a, b in itertools.pairwise(of_table.starts)] == cells


@quick
@given(st.lists(named, min_size=2, max_size=8), st.integers(1, 9))
def test_some_pairs_at_a_time_have_the_patterns_of_all(rows, size):
    comparison = Comparison.by_odds("N", 9, 3, ((Similar("N", 0.5), 5),))
    whole = patterns_of([comparison], rows)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("leakage.old.resolution.linkage.pairs.PAIRS_AT_ONCE", size)
        assert patterns_of([comparison], rows) == whole


@quick
@given(st.one_of(kinds.evidence, kinds.only_for), st.lists(records(values=kinds.WORDS), min_size=2, max_size=8))
def test_match_weights_and_patterns_are_those_of_pair_by_pair(match, rows):
    left, right = np.triu_indices(len(rows), 1)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    reached = Counter(tuple(nearest(comparison, *pair) for comparison in match.comparisons) for pair in pairs)
    assert patterns_of(match.comparisons, rows) == reached
    weighing = EvidenceScorer.among(Unless(AnyOf(Shares("P"), Normalised(match, Normaliser())), Conflicts("C")))
    expected = [weighing.weight(*pair) for pair in pairs]
    coded = CodedRecords.of(weighing.match, [weighing.as_compared(row) for row in rows])
    assert coded.weights(left, right) == pytest.approx(expected, abs=1e-12)


def test_where_no_rule_weighs_evidence_there_is_nothing_to_weigh_with():
    assert EvidenceScorer.among(AnyOf(Shares("N"), Shares("P"))) is None
    assert isinstance(EvidenceScorer.among(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))), EvidenceScorer)


# Pairs weighed all at once against pairs compared one by one, and what is resolved by them.


weighing_rules = kinds.normalised(st.one_of(kinds.evidence, kinds.only_for)).filter(weighs_alone)
rows_of_words = databases(max_size=12, values=kinds.WORDS)


@thorough
@given(rows_of_words, weighing_rules, kinds.merges)
def test_the_outcome_is_that_of_comparing_everybody_with_everybody(rows, match, merge):
    found = resolve_by_evidence(rows, match, weighs_alone(match), merge)
    expected = resolve_by_pairs(rows, match, merge)
    assert (found.members, found.composites) == (expected.members, expected.composites)
    assert list(found.evidence) == list(expected.evidence) and found.comparisons == expected.comparisons


@thorough
@given(rows_of_words, weighing_rules)
def test_the_pairs_that_match_are_those_whose_odds_say_so(rows, match):
    left, right = EvidencePairs.of(weighs_alone(match), rows).matching()
    expected = [
        (a, b)
        for b, a in itertools.product(range(len(rows)), repeat=2)
        if a < b and matching.same_person(match, rows[a], rows[b])
    ]
    assert list(zip(left.tolist(), right.tolist(), strict=True)) == expected


def people(count, seed):
    """Names of which some are misspelt, phones and cities of some; namesakes, and values that several share."""
    draw = random.Random(seed)
    rows = []
    for _ in range(count):
        who = draw.randrange(count // 2)
        name = "".join(random.Random(who).choices("abcde", k=5))
        spelled = name if draw.random() < 0.8 else f"{name[:3]}x{name[4:]}"
        facts = [("N", spelled), ("P", str(who * 2 // 3)), ("C", str(who % 7))]
        rows.append(Record.of(*(pair for pair in facts if draw.random() < 0.8)))
    return rows


ALIKE = Similar("N", 0.8)
NAMES = Comparison("N", (Level(0.8, 0.01, None, 1.0), Level(0.15, 0.03, ALIKE)), Level(0.05, 0.96), (), 0.005)
MATCH = FellegiSunter(0.01, (Comparison.by_odds("C", 5, 3), NAMES, Comparison.by_odds("P", 200, 4)))


def test_single_links_are_the_same(monkeypatch):
    rows = people(300, seed=5)
    found = SingleLink(MATCH).apply(rows)
    monkeypatch.setattr(operations.Candidates, "of", lambda match, records: everyone(records))
    monkeypatch.setattr(operations, "FEWEST", 301)
    expected = SingleLink(MATCH).apply(rows)
    assert found == expected and len(found.members) < 280


def everyone(records):
    candidates = Everyone()
    for number, record in enumerate(records):
        candidates.add(number, record)
    return candidates


# Joins explained: the sum of what is told is the weight by which they were made.


match = FellegiSunter(
    1 / 17, (Comparison.by_odds("N", 64, 4, ((Similar("N", 0.8), 8),)), Comparison.by_odds("P", 1024, 2)), 1.0
)


def test_a_waterfall_by_hand():
    waterfall = waterfall_of(match, Record.of(("N", "Anna"), ("P", "1")), Record.of(("N", "Anne"), ("P", "2")))
    assert [(s.label, s.agreement, round(s.weight, 9)) for s in waterfall.steps] == [
        ("N", "alike", 3.0),
        ("P", "different", -1.0),
    ]
    assert (waterfall.prior, waterfall.weight) == (pytest.approx(-4), pytest.approx(-2))
    assert waterfall.probability == pytest.approx(1 / 5) and not waterfall.joined
    assert waterfall.sentence() == "odds of 1 to 4 for one person: N speaks for it; P speaks against it and prevails"
    assert [step.sentence() for step in waterfall.steps] == [
        "N is alike: 8 times as likely one person",
        "P is different: 2 times less likely one person",
    ]
    made = waterfall_of(match, Record.of(("N", "Bob"), ("P", "1")), Record.of(("N", "Zoe"), ("P", "1")))
    assert "N speaks against it and is outweighed" in made.sentence()
    assert "nothing speaks for it" in waterfall_of(match, Record(), Record()).sentence()


@thorough
@given(kinds.word_databases, kinds.normalised(st.one_of(kinds.evidence, kinds.only_for)), kinds.merges, st.booleans())
def test_every_join_adds_up_to_at_least_the_threshold(rows, rule, merge, single):
    eve = Adversary(((SingleLink if single else Resolve)(rule, merge),))
    resolution = eve.resolve(rows)
    for number, members in enumerate(resolution.members):
        explained = list(joins_explained(rows, eve, resolution, number))
        # A chain of single links may be told by more links than it needs; a resolution by one fewer than its records.
        assert len(explained) == len(members) - 1
        for join, waterfall, owner in explained:
            assert waterfall.joined and owner is None
            assert waterfall.weight == pytest.approx(
                math.fsum((waterfall.prior, *(step.weight for step in waterfall.steps)))
            )
            assert waterfall.probability == probability_of(waterfall.weight)
            assert set(join.records) <= set(members)
            if single:
                left, right = (rows[side[0]] for side in (join.left, join.right))
                assert matching.same_person(rule, left, right)


@thorough
@given(
    kinds.word_databases,
    st.lists(st.sampled_from(["Shop", "Bank", None]), min_size=8, max_size=8),
    kinds.normalised(st.one_of(kinds.evidence, kinds.only_for)),
    kinds.merges,
    st.booleans(),
)
def test_joins_of_each_owner_come_first_and_add_up_as_well(rows, owners, rule, merge, single):
    owned = [SourcedRecord(row, owner) if owner else row for row, owner in zip(rows, owners, strict=False)]
    operation = (SingleLink if single else Resolve)(rule, merge)
    eve = Adversary((ResolvePerSource(operation), operation))
    alone = ResolvePerSource(operation).apply(owned)
    resolution = eve.resolve(owned)
    for number, members in enumerate(resolution.members):
        explained = list(joins_explained(owned, eve, resolution, number))
        before = [join for join in explained if join.owner]
        assert len(explained) == len(members) - 1 and explained[: len(before)] == before
        assert len(before) == sum(len(part) - 1 for part in alone.members if set(part) <= set(members))
        for join in explained:
            assert join.waterfall.joined
            assert not join.owner or {owner_of(owned[n]) for n in join.evidence.records} == {join.owner}


def test_what_was_put_together_before_is_compared_as_a_whole():
    """The shop knows the name and, from another order, the phone; each alone would not convince the bank."""
    weigh = FellegiSunter(
        1 / 101, (Comparison.by_odds("N", 20, 4), Comparison.by_odds("P", 30, 4), Comparison.by_odds("C", 400, 4))
    )
    rows = [
        SourcedRecord(Record.of(("N", "Ann"), ("C", "7")), "Shop"),
        SourcedRecord(Record.of(("P", "1"), ("C", "7")), "Shop"),
        SourcedRecord(Record.of(("N", "Ann"), ("P", "1")), "Bank"),
    ]
    for eve, owners in (
        (owners_first(Adversary((Resolve(weigh),))), ["Shop", None]),
        (Adversary((Resolve(weigh),)), [None, None]),
    ):
        explained = list(joins_explained(rows, eve, eve.resolve(rows), 0))
        assert [join.owner for join in explained] == owners
        assert [2**join.waterfall.weight for join in explained] == pytest.approx([400 / 100, 20 * 30 / 100])


def test_other_joins_are_passed_over_and_several_operations_refused():
    rows = [Record.of(("C", "1")), Record.of(("C", "1"))]
    eve = Adversary((Resolve(AnyOf(match, Shares("C"))),))
    assert list(joins_explained(rows, eve, eve.resolve(rows), 0)) == []
    assert list(joins_explained(rows, Adversary(), Adversary().resolve(rows), 0)) == []
    twice = Adversary((Resolve(match), Resolve(match)))
    with pytest.raises(ValueError, match="not of several"):
        list(joins_explained(rows, twice, twice.resolve(rows), 0))
