"""Scores compare as the decimals a person types, in every place where one is compared."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, Shares, dip, union_merge
from leakage.resolution.candidates import Candidates
from leakage.resolution.operations import SingleLink
from leakage.resolution.resolve import resolve_by_pairs
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.resolution.rules.score import AtLeast
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.strategies import quick, records, thorough

LABELS, VALUES = "NPCA", "12"

typed = st.one_of(
    st.integers(0, 20).map(lambda n: f"{n / 10:.1f}"), st.integers(0, 200).map(lambda n: f"{n / 100:.2f}")
)
"""Decimals as they are typed: 0.7, 0.10, 1.35."""


@st.composite
def decimal_scores(draw):
    """A score, often with a threshold that some of its weights add up to."""
    weights = [draw(typed) for _ in LABELS]
    otherwise = draw(st.sets(st.tuples(st.sampled_from("NP"), st.sampled_from(VALUES))))
    common = [(label, value, draw(typed)) for label, value in sorted(otherwise)]
    counted = draw(st.lists(st.sampled_from(range(len(weights))), min_size=1, unique=True))
    threshold = sum(Fraction(weights[number]) for number in counted) or Fraction(1, 10)
    return AtLeast(
        float(threshold),
        tuple((label, float(weight)) for label, weight in zip(LABELS, weights, strict=True)),
        tuple((label, value, float(weight)) for label, value, weight in common),
    )


def test_identical_records_match_where_the_weights_add_up():
    score, alice = AtLeast(0.8, (("N", 0.7), ("P", 0.1))), Record.of(("N", "Alice"), ("P", "1"))
    assert 0.7 + 0.1 < 0.8
    assert score.matches(alice, alice) and score.attainable
    assert Candidates.of(score, [alice]).near(alice) == [0]


@pytest.mark.parametrize("weights", [*itertools.permutations((0.1, 0.2, 0.3))])
def test_the_order_of_the_labels_does_not_matter(weights):
    alice = Record.of(*((label, "1") for label in "NPC"))
    assert AtLeast(0.6, tuple(zip("NPC", weights, strict=True))).matches(alice, alice)
    assert not AtLeast(0.6000000000000001, tuple(zip("NPC", weights, strict=True))).matches(alice, alice)


@thorough
@given(decimal_scores(), records(LABELS, VALUES, max_size=8), records(LABELS, VALUES, max_size=8))
def test_matching_is_exact_in_the_decimals_typed(score, left, right):
    expected = matching.at_least(score, left, right)
    assert score.matches(left, right) == expected
    assert expected == (0 in Candidates.of(score, [left]).near(right) and score.matches(right, left))
    common = {(label, value): weight for label, value, weight in score.common}
    held = [
        (label, weight, matching.values(left, label) & matching.values(right, label)) for label, weight in score.weights
    ]
    heaviest = [max(common.get((label, value), weight) for value in shared) for label, weight, shared in held if shared]
    assert score.score(left, right) == float(sum(Fraction(str(weight)) for weight in heaviest))


@quick
@given(decimal_scores())
def test_attainable_is_that_some_record_matches_itself(score):
    everything = Record.of(*itertools.product(LABELS, (*VALUES, "another")))
    assert score.attainable == matching.at_least(score, everything, everything)


class Handed:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.rule = rule

    def matches(self, left, right):
        return matching.same_person(self.rule, left, right)


rules = decimal_scores().flatmap(
    lambda score: st.sampled_from(
        [score, AnyOf(Shares("A", "C"), score), Unless(score, Conflicts("P")), Normalised(score, Normaliser())]
    )
)
databases = st.lists(records(LABELS, VALUES, min_size=1, max_size=5), min_size=1, max_size=5)


@thorough
@given(rules, databases)
def test_every_way_to_resolve_gives_the_same_answer(rule, database):
    by_search = Resolve(rule).apply(database)
    assert list(by_search.members) == oracle.swoosh(database, Handed(rule), union_merge)
    assert by_search.members == resolve_by_pairs(database, rule, union_merge).members
    if rule.representative:
        assert list(by_search.members) == oracle.closure(database, Handed(rule), union_merge)
    assert list(SingleLink(rule).apply(database).members) == oracle.chains(database, Handed(rule))
    dipping = dip(database[0], database[1:], Adversary((Resolve(rule),)))
    assert dipping.composite == oracle.dip(database[0], database[1:], Handed(rule), union_merge)[0]
