"""Pairwise precision, recall and F1: against counting pairs, and on labelled records."""

from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Database, Resolve, Shares
from leakage.resolution.evaluation import JoinQuality, join_quality
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.similar_values import Similar
from tests.strategies import quick

LABELLED = Path(__file__).resolve().parents[1] / "data" / "fake_1000.csv"


@quick
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc")), max_size=12))
def test_pairs_are_counted_as_one_by_one(rows):
    quality = join_quality([number for number, _ in rows], [person for _, person in rows])
    pairs = [(left[0] == right[0], left[1] == right[1]) for left, right in combinations(rows, 2)]
    assert quality.joined == sum(joined for joined, _ in pairs)
    assert quality.true == sum(true for _, true in pairs)
    assert quality.right == sum(joined and true for joined, true in pairs)
    if quality.precision + quality.recall:
        harmonic = 2 * quality.precision * quality.recall / (quality.precision + quality.recall)
        assert quality.f1 == pytest.approx(harmonic) or not quality.joined or not quality.true


def test_joining_nothing_is_precise_and_finds_nothing():
    quality = join_quality([0, 1, 2], [7, 7, 8])
    assert (quality.precision, quality.recall, quality.f1) == (1.0, 0.0, 0.0)
    assert JoinQuality(0, 0, 0).f1 == JoinQuality(0, 0, 0).recall == 1.0


@pytest.mark.parametrize("truth", [["a"], ["a", None]])
def test_every_record_needs_a_truth(truth):
    with pytest.raises(ValueError, match="truth"):
        join_quality([0, 1], truth)


@pytest.fixture(scope="module")
def labelled():
    frame = pd.read_csv(LABELLED, dtype=str)
    return Database.from_frame(frame.drop(columns=["unique_id", "cluster"])), frame["cluster"]


WRITTEN_ALIKE = Normaliser(emails=("email",), nicknames=("first_name",))
EQUAL = AnyOf(Shares("email"), Shares("surname", "dob"), Shares("first_name", "dob"))
ALIKE = AnyOf(
    Shares(Similar("email", 0.93)),
    Shares(Similar("first_name", 0.85), Similar("surname", 0.85), Similar("dob", 0.93)),
    Shares("first_name", "surname", "city"),
    Shares("surname", "dob"),
    Shares("first_name", "dob"),
)


@pytest.mark.parametrize(
    ("operation", "precision", "recall", "f1"),
    [
        (Resolve(Shares("email")), 1.0, 0.539, 0.700),
        (Resolve(Normalised(EQUAL, WRITTEN_ALIKE)), 1.0, 0.847, 0.917),
        (SingleLink(Normalised(ALIKE, WRITTEN_ALIKE)), 1.0, 0.948, 0.973),
    ],
)
def test_labelled_records(labelled, operation, precision, recall, f1):
    """1,000 misspelt records of 181 people: F1 0.70 by email alone, 0.92 by equal values, 0.97 by values alike."""
    records, truth = labelled
    quality = join_quality(Adversary((operation,)).resolve(records).composite_of, truth)
    assert quality.precision == pytest.approx(precision, abs=5e-4)
    assert quality.recall == pytest.approx(recall, abs=5e-4)
    assert quality.f1 == pytest.approx(f1, abs=5e-4)
