"""Many pairs at once against one after the other: which values are alike, which level they reach, what it says."""

import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Database, FellegiSunter, Level, Normalised, Normaliser, Record, Shares, Similar
from leakage.resolution.evaluation import match_weights
from leakage.resolution.linkage.comparison import Comparison, listed_frequencies
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer
from leakage.resolution.linkage.pairs import EncodedColumn, pairs_among, pattern_of, patterns_of
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.shared_values import AnyOf
from leakage.resolution.rules.similar_values import SPELLINGS, alike_pairs
from tests.resolution import kinds
from tests.strategies import quick, records, thorough

LETTERS = st.text("abAB éè日@.", max_size=6)
VALUES = st.one_of(
    LETTERS,
    st.sampled_from(
        ["12", "12.5", "1*", "11", "[10-13]", "50+", "x 12", "2015-10-29", "30.10.2015", "12 Main", "Main 12"]
    ),
).filter(bool)
at_least, within = st.sampled_from([0.3, 0.5, 0.75, 0.85, 0.9, 1.0]), st.sampled_from([0.0, 0.5, 1.0, 2.0])
spelled, others = st.sampled_from(["name", *SPELLINGS]), st.sampled_from(["text", "number", "date", "covers"])
similars = st.one_of(
    st.builds(Similar, st.just("N"), at_least, spelled, within, st.booleans(), st.booleans()),
    st.builds(Similar, st.just("N"), at_least, others, within, st.booleans()),
)
levels = st.builds(
    Level,
    st.sampled_from([0.9, 0.2]),
    st.sampled_from([0.5, 0.01]),
    st.none() | similars,
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([0.0, 0.1]),
)


@st.composite
def compared(draw):
    held = draw(st.lists(VALUES, unique=True, max_size=4))
    frequencies = tuple((value, draw(st.sampled_from([0.5, 0.01]))) for value in held)
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


named = st.lists(VALUES, max_size=3, unique=True).map(lambda held: Record.of(*(("N", value) for value in held)))


@thorough
@given(compared(), st.lists(named, min_size=2, max_size=6))
def test_levels_and_weights_are_those_of_record_by_record(comparison, rows):
    left, right = pairs_among(rows)
    coded = EncodedColumn.of(comparison, rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    assert coded.levels(left, right).tolist() == [pattern_of([comparison], *pair)[0] for pair in pairs]
    said = [comparison.evidence(*pair) for pair in pairs]
    assert coded.weights(left, right) == pytest.approx([part.weight if part else 0.0 for part in said], abs=1e-12)


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
    left, right = pairs_among(rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    reached = [pattern_of([comparison], *pair)[0] for pair in pairs]
    assert EncodedColumn.of(comparison, rows).levels(left, right).tolist() == reached


@thorough
@given(st.lists(records(labels="NP", values=(*"ab", "2015-10-29", "x")), max_size=6), st.booleans())
def test_of_a_database_the_same_is_read_as_of_its_records(rows, only_days):
    comparison = replace(Comparison.by_odds("N", 9, 3), only_days=only_days)
    of_rows, of_database = (EncodedColumn.of(comparison, given) for given in (rows, Database.from_records(rows)))
    assert of_database.starts.tolist() == of_rows.starts.tolist()
    read, again = (
        [sorted(of.values[c] for c in of.codes[a:b]) for a, b in itertools.pairwise(of.starts)]
        for of in (of_rows, of_database)
    )
    assert read == again == [sorted(comparison.known(record)) for record in rows]
    frame = pd.DataFrame({"N": [next(iter(record.values("N")), None) for record in rows]}, dtype=object)
    of_table = EncodedColumn.of(comparison, Database.from_frame(frame))
    given = [rows, Database.from_records(rows)], [list(Database.from_frame(frame)), Database.from_frame(frame)]
    assert all(listed_frequencies("N", plain) == listed_frequencies("N", columns) for plain, columns in given)
    held = [[value] if value and (not only_days or value[0] == "2") else [] for value in frame["N"]]
    assert [[of_table.values[c] for c in of_table.codes[a:b]] for a, b in itertools.pairwise(of_table.starts)] == held


@quick
@given(st.lists(named, min_size=2, max_size=8), st.integers(1, 9))
def test_some_pairs_at_a_time_have_the_patterns_of_all(rows, size):
    comparison = Comparison.by_odds("N", 9, 3, ((Similar("N", 0.5), 5),))
    whole = patterns_of([comparison], rows, pairs_among(rows))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("leakage.resolution.linkage.pairs.PAIRS_AT_ONCE", size)
        assert patterns_of([comparison], rows, pairs_among(rows)) == whole


@quick
@given(st.one_of(kinds.evidence, kinds.only_for), st.lists(records(values=kinds.WORDS), min_size=2, max_size=8))
def test_match_weights_and_patterns_are_those_of_pair_by_pair(match, rows):
    left, right = pairs_among(rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    counts = patterns_of(match.comparisons, rows, (left, right))
    assert sorted(counts.elements()) == sorted(pattern_of(match.comparisons, *pair) for pair in pairs)
    weighing = EvidenceScorer.among(Unless(AnyOf(Shares("P"), Normalised(match, Normaliser())), Conflicts("C")))
    expected = [weighing.weight(*pair) for pair in pairs]
    assert match_weights(weighing, rows, (left, right)) == pytest.approx(expected, abs=1e-12)


def test_where_no_rule_weighs_evidence_there_is_nothing_to_weigh_with():
    assert EvidenceScorer.among(AnyOf(Shares("N"), Shares("P"))) is None
    assert isinstance(EvidenceScorer.among(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))), EvidenceScorer)
