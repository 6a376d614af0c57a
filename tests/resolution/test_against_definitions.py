"""Matching, merging and every way to resolve, against the definitions read word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Augment, Correct, Database, Record, Resolve
from leakage.resolution.merge import noisy_or_merge, union_merge
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.score import AtLeast
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.strategies import databases, policies, quick, records, thorough

ANY_RECORD = records(values=kinds.WORDS)
CORRECT, AUGMENT = Correct({("N", "2"): "1", ("P", "2"): "3"}), Augment("C", "P", {"1": "1"})


class Handed:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.rule = rule

    def matches(self, left, right):
        return matching.same_person(self.rule, left, right)


@thorough
@given(kinds.normalised(kinds.plain), ANY_RECORD, ANY_RECORD)
def test_every_rule_matches_as_its_sentence_says(rule, left, right):
    assert rule.matches(left, right) == matching.same_person(rule, left, right)


DECIMALS = st.sampled_from([0.1, 0.2, 0.3, 0.7, 1.0])
FEW = records(values="1", min_size=1)


@thorough
@given(st.tuples(DECIMALS, DECIMALS, DECIMALS), st.sampled_from([0.3, 0.8, 0.9, 1.0]), FEW, FEW)
def test_scores_are_sums_of_the_decimals_typed(weights, threshold, left, right):
    rule = AtLeast(threshold, tuple(zip("NPC", weights, strict=True)))
    assert rule.matches(left, right) == matching.same_person(rule, left, right)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_with_representativity_resolution_is_the_closure_of_all_pairs(database, rule, merge):
    resolution = Resolve(rule, merge).apply(database)
    assert list(resolution.members) == oracle.closure(database, Handed(rule), merge)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_resolution_is_r_swoosh_whatever_the_rule_and_the_merge(database, rule, merge):
    resolution = Resolve(rule, merge).apply(database)
    assert list(resolution.members) == oracle.swoosh(database, Handed(rule), merge)
    for composite, members in zip(resolution.composites, resolution.members, strict=True):
        assert composite == oracle.merged(database, members, merge)


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain))
def test_single_link_is_chains_of_records(database, rule):
    assert list(SingleLink(rule).apply(database).members) == oracle.chains(database, Handed(rule))


@thorough
@given(
    databases(max_size=9, values="123"),
    st.lists(st.one_of(policies.map(Resolve), st.just(CORRECT), st.just(AUGMENT)), max_size=3),
    st.booleans(),
)
def test_a_pipeline_is_its_operations_one_after_the_other(rows, operations, as_columns):
    obvious, members = rows, [(number,) for number in range(len(rows))]
    for operation in operations:
        if isinstance(operation, Resolve):
            groups = oracle.closure(obvious, Handed(operation.match), union_merge)
            obvious = [oracle.merged(obvious, group, union_merge) for group in groups]
            members = [tuple(sorted(n for number in group for n in members[number])) for group in groups]
        elif operation is CORRECT:
            obvious = [oracle.corrected(record, dict(CORRECT.replacements)) for record in obvious]
        else:
            obvious = [oracle.augmented(record, "C", "P", dict(AUGMENT.table)) for record in obvious]
    resolution = Adversary(tuple(operations)).resolve(Database.from_records(rows) if as_columns else rows)
    assert [list(resolution.composites), [tuple(entry) for entry in resolution.members]] == [obvious, members]


@pytest.mark.parametrize("way", ["closure", "swoosh"])
def test_the_definitions_join_what_only_a_merged_record_reaches(way):
    rows = [Record.of(("N", "n")), Record.of(("P", "p")), Record.of(("N", "n"), ("P", "p")), Record.of(("C", "c"))]
    rule = kinds.AnyOf(kinds.Shares("N"), kinds.Shares("P"))
    assert getattr(oracle, way)(rows, Handed(rule), union_merge) == [(0, 1, 2), (3,)]
