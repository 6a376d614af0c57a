"""Pairs weighed all at once against pairs compared one by one, and what is resolved by them."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Comparison, FellegiSunter, Level, Normalised, Normaliser, Record, Similar, SingleLink
from leakage.resolution import operations
from leakage.resolution.candidates import Everyone
from leakage.resolution.linkage import pairs
from leakage.resolution.linkage.pairs import EvidencePairs, weighs_alone
from leakage.resolution.merge import latest_wins_merge, union_merge
from leakage.resolution.resolve import resolve_by_evidence, resolve_by_pairs, resolve_by_search
from tests.oracles import matching
from tests.resolution import kinds
from tests.strategies import databases, thorough

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
        held = [("N", spelled), ("P", str(who * 2 // 3)), ("C", str(who % 7))]
        rows.append(Record.of(*(pair for pair in held if draw.random() < 0.8)))
    return rows


ALIKE = Similar("N", 0.8)
NAMES = Comparison("N", (Level(0.8, 0.01, None, 1.0), Level(0.15, 0.03, ALIKE)), Level(0.05, 0.96), (), 0.005)
MATCH = FellegiSunter(0.01, (Comparison.by_odds("C", 5, 3), NAMES, Comparison.by_odds("P", 200, 4)))


@pytest.mark.parametrize(
    "match", [MATCH, MATCH.relaxed, Normalised(MATCH, Normaliser())], ids=["both", "for", "as read"]
)
@pytest.mark.parametrize("merge", [union_merge, latest_wins_merge])
def test_many_records_in_small_parts(match, merge, monkeypatch):
    monkeypatch.setattr(pairs, "CANDIDATES_AT_ONCE", 50)
    rows = people(300, seed=4)
    found, expected = resolve_by_search(rows, match, merge), resolve_by_pairs(rows, match, merge)
    assert (found.members, list(found.evidence)) == (expected.members, list(expected.evidence))
    assert max(map(len, found.members)) > 3 and len(found.members) < 280


def test_single_links_are_the_same(monkeypatch):
    rows = people(300, seed=5)
    found = SingleLink(MATCH).apply(rows)
    monkeypatch.setattr(operations.Candidates, "of", lambda match, records: everyone(records))
    monkeypatch.setattr(operations, "FEWEST", 301)
    expected = SingleLink(MATCH).apply(rows)
    assert found == expected and len(found.members) < 280


def everyone(records):
    held = Everyone()
    for number, record in enumerate(records):
        held.add(number, record)
    return held
