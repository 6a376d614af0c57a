"""Subsets of records on masks: every rule, merge and clustering against the definitions, on every subset."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record, Resolve, Shares
from leakage.bits import bits, mask_of, union_of
from leakage.resolution.match import Match
from leakage.resolution.match_bitsets import views_of
from leakage.resolution.operations import SingleLink
from leakage.resolution.subsets import SubsetResolution
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.resolution.test_against_definitions import Handed
from tests.strategies import thorough

rules = kinds.normalised(kinds.plain)


@thorough
@given(kinds.word_databases, rules, st.data())
def test_unions_match_by_their_views_as_by_the_rule(database, rule, data):
    views = views_of(rule, database)
    sides = [data.draw(st.sets(st.sampled_from(range(len(database))), min_size=1)) for _ in range(2 if database else 0)]
    if not sides:
        return
    left, right = (oracle.merged(database, sorted(side), kinds.union_merge) for side in sides)
    seen = [tuple(union_of(column) for column in zip(*(views.of[n] for n in side), strict=True)) for side in sides]
    same = matching.same_person(rule, left, right)
    assert views.matches(*seen) == same
    if same:
        assert union_of(views.touching[n] for n in sides[0]) & mask_of(sides[1])


@thorough
@given(kinds.word_databases, rules, kinds.merges, st.data())
def test_every_subset_is_resolved_as_by_r_swoosh(database, rule, merge, data):
    always = data.draw(st.integers(0, len(database)))
    resolution = SubsetResolution.of(Resolve(rule, merge), database, always)
    for _ in range(4):
        subset = data.draw(st.integers(0, (1 << len(database)) - 1)) | (1 << always) - 1
        agrees(resolution, database, subset, lambda held: oracle.swoosh(held, Handed(rule), merge))


@thorough
@given(kinds.word_databases, rules, kinds.merges, st.data())
def test_every_subset_is_clustered_by_chains(database, rule, merge, data):
    resolution = SubsetResolution.of(SingleLink(rule, merge), database, 0)
    subset = data.draw(st.integers(0, (1 << len(database)) - 1))
    agrees(resolution, database, subset, lambda held: oracle.chains(held, Handed(rule)))


def agrees(resolution, database, subset, definition):
    numbers = list(bits(subset))
    groups = definition([database[n] for n in numbers])
    expected = {mask_of(numbers[place] for place in group) for group in groups}
    assert set(resolution.composites(subset)) == expected


def test_without_a_resolution_every_record_stands_alone():
    records = [Record.of(("N", "n"))] * 3
    assert SubsetResolution.of(None, records, 1).composites(0b101) == (0b001, 0b100)


class Stranger(Match):
    labels = ("N",)

    def keys(self, record):
        return iter(())

    def sentence(self):
        return "nobody"


@pytest.mark.parametrize("rule", [Stranger(), kinds.AnyOf(Shares("N"), Stranger())])
def test_a_match_it_does_not_know_is_refused(rule):
    with pytest.raises(TypeError, match="cannot be told in bits"):
        views_of(rule, [])
