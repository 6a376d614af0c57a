"""Of the pairs that evidence makes so likely one person, so many are: counted by hand, and on labelled records."""

import csv
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leakage import Comparison, Record, Similar
from leakage.reidentification import Share
from leakage.resolution.evaluation import EDGES, calibration
from leakage.resolution.linkage.comparison import probability_of
from leakage.resolution.linkage.fellegi_sunter import EvidenceScorer
from leakage.resolution.linkage.learning import LabelledPairs, learned_from_people
from leakage.resolution.linkage.unlabelled import learned_from_records
from tests.resolution import kinds
from tests.strategies import quick, records

SAMPLE = Path(__file__).parents[2] / "data" / "fake_1000.csv"
COMPARED = tuple(
    Comparison.by_odds(label, agree, differ, ((similar, near),))
    for label, agree, differ, near, similar in (
        ("first_name", 50, 4, 20, Similar("first_name", 0.85)),
        ("surname", 50, 4, 20, Similar("surname", 0.85)),
        ("dob", 100, 4, 20, Similar("dob", kind="damerau levenshtein", within=1)),
        ("city", 10, 2, 5, Similar("city", 0.85)),
        ("email", 100, 4, 20, Similar("email", 0.85)),
    )
)


def sample():
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    row_pairs = [[(c.label, row[c.label].strip()) for c in COMPARED if row[c.label].strip()] for row in rows]
    return [Record.of(*pairs) for pairs in row_pairs], [row["cluster"] for row in rows]


def bin_of(probability, bins):
    return next(entry for entry in bins if entry.low == probability)


def test_of_the_pairs_given_nine_in_ten_about_nine_in_ten_are_right():
    """Learned without being told whose the 1,000 public records are, and held against whose they are.

    The margin is Wilson's: were nine in ten right in truth, 95 of 100 such samples would lie within it.
    """
    rows, people = sample()
    learned = learned_from_records(rows, COMPARED)
    bins = calibration(EvidenceScorer(learned.match(0.0), ()), rows, people)
    assert sum(entry.pairs for entry in bins) == 499_500
    near = bin_of(0.85, bins)
    low, high = Share(near.right, near.pairs).interval()
    assert near.pairs >= 50 and low < near.expected < high and low < 0.9 < high
    assert bin_of(0.95, bins).right / bin_of(0.95, bins).pairs > 0.99
    assert bin_of(0.0, bins).right / bin_of(0.0, bins).pairs < 0.001


def test_what_half_of_the_people_teach_holds_for_the_other_half():
    rows, people = sample()
    halves = [[n for n, person in enumerate(people) if int(person) % 2 == half] for half in (0, 1)]
    teaching, trying = ([(rows[n], people[n]) for n in half] for half in halves)
    learned = learned_from_people(*zip(*teaching, strict=True), COMPARED)
    bins = calibration(EvidenceScorer(learned.match(0.0), ()), *zip(*trying, strict=True))
    near = bin_of(0.85, bins)
    low, high = Share(near.right, near.pairs).interval()
    assert near.pairs >= 20 and low < 0.9 < high


@quick
@given(kinds.evidence, st.lists(st.tuples(records(values=kinds.WORDS), st.sampled_from("ab")), min_size=2, max_size=8))
def test_pairs_are_counted_one_by_one(match, labelled):
    rows, people = [row for row, _ in labelled], [who for _, who in labelled]
    expected = {edge: [0, 0, 0.0] for edge in EDGES[:-1]}
    for a in range(len(rows)):
        for b in range(a):
            likely = probability_of(match.weight(rows[a], rows[b]))
            # On an edge it is rounding that tells the bin.
            assume(all(abs(likely - edge) > 1e-12 for edge in EDGES[1:-1]))
            counts = expected[max(edge for edge in EDGES[:-1] if edge <= likely)]
            counts[0], counts[1], counts[2] = counts[0] + 1, counts[1] + (people[a] == people[b]), counts[2] + likely
    for entry in calibration(EvidenceScorer(match, ()), rows, people):
        pairs, right, likely = expected[entry.low]
        assert (entry.pairs, entry.right) == (pairs, right)
        assert entry.expected == pytest.approx(likely / max(1, pairs))


@quick
@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=9))
def test_labelled_pairs_are_all_or_drawn_alike(people):
    every = LabelledPairs.of(people)
    of_one = sum(math.comb(count, 2) for count in Counter(people).values())
    assert (every.of_one, every.of_all) == (of_one, math.comb(len(people), 2))
    assert (len(every.same[0]), len(every.different[0])) == (of_one, every.of_all - of_one)
    drawn = LabelledPairs.of(people, most=0 if every.of_all == 1 else every.of_all - 1)
    for pairs, alike in ((every, True), (drawn, True), (every, False), (drawn, False)):
        left, right = pairs.same if alike else pairs.different
        assert all((people[a] == people[b]) == alike and a != b for a, b in zip(left, right, strict=True))


def test_every_pair_of_a_kind_is_drawn_as_often():
    people = "aaabbc"
    drawn = LabelledPairs.of(people * 1, most=14)
    assert (drawn.of_one, drawn.of_all) == (4, 15)
    seen = Counter()
    for seed in range(3_000):
        pairs = LabelledPairs.of(people, most=14, seed=seed)
        seen.update(frozenset(pair) for pair in zip(*(side.tolist() for side in pairs.different), strict=True))
    share = np.array(list(seen.values())) / sum(seen.values())
    # Of 33,000 draws among 11 pairs each has a share of 1/11, give or take 0.0016; this is five times that.
    assert len(seen) == 11 and abs(share - 1 / 11).max() < 0.008
