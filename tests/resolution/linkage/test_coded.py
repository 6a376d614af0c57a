"""Many pairs at once against one after the other: which values are alike, which level they reach, what it says."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import FellegiSunter, Level, Normalised, Normaliser, Record, Shares, Similar
from leakage.resolution.alike_pairs import alike_pairs
from leakage.resolution.linkage.calibration import match_weights
from leakage.resolution.linkage.coded import Coded
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.patterns import pairs_among, pattern_of, patterns_of
from leakage.resolution.linkage.weighing import Weighing
from leakage.resolution.rules import AnyOf
from leakage.resolution.spelling import SPELLINGS
from leakage.resolution.unless import Conflicts, Unless
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
    coded = Coded.of(comparison, rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    assert coded.levels(left, right).tolist() == [pattern_of([comparison], *pair)[0] for pair in pairs]
    said = [comparison.evidence(*pair) for pair in pairs]
    assert coded.weights(left, right) == pytest.approx([part.weight if part else 0.0 for part in said], abs=1e-12)


@quick
@given(st.one_of(kinds.evidence, kinds.only_for), st.lists(records(values=kinds.WORDS), min_size=2, max_size=8))
def test_match_weights_and_patterns_are_those_of_pair_by_pair(match, rows):
    left, right = pairs_among(rows)
    pairs = [(rows[a], rows[b]) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    counts = patterns_of(match.comparisons, rows, (left, right))
    assert sorted(counts.elements()) == sorted(pattern_of(match.comparisons, *pair) for pair in pairs)
    weighing = Weighing.among(Unless(AnyOf(Shares("P"), Normalised(match, Normaliser())), Conflicts("C")))
    expected = [weighing.weight(*pair) for pair in pairs]
    assert match_weights(weighing, rows, (left, right)) == pytest.approx(expected, abs=1e-12)


def test_where_no_rule_weighs_evidence_there_is_nothing_to_weigh_with():
    assert Weighing.among(AnyOf(Shares("N"), Shares("P"))) is None
    assert isinstance(Weighing.among(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))), Weighing)
