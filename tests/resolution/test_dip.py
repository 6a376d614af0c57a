"""Dipping against an obvious loop, and against resolution."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Augment, Correct, Record, Resolve, Shares, dip, union_merge
from leakage.resolution.answer_sets import maximal_dips
from leakage.resolution.dip import dip_each
from leakage.resolution.rules.negative import Conflicts, Unless
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.strategies import databases, key_sets, matches, policies, quick, records, single_label_rules, thorough

WORDS = records(values=kinds.WORDS[3:8])


@pytest.mark.parametrize("drawn", [matches, kinds.unless, kinds.plain], ids=["by keys", "unless", "any"])
@thorough
@given(st.data(), WORDS, databases(max_size=8, values=kinds.WORDS[3:8]), kinds.merges)
def test_dip_is_the_obvious_loop(drawn, data, query, database, merge):
    match = data.draw(drawn)
    result = dip(query, database, Adversary((Resolve(match, merge),)))
    assert (result.composite, result.members) == oracle.dip(query, database, match, merge)


def test_whoever_contradicts_the_query_is_tried_again_when_it_holds_more():
    apart, between = Record.of(("N", "Alice"), ("P", "2")), Record.of(("N", "Alice"), ("P", "1"), ("P", "2"))
    eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    result = dip(Record.of(("N", "Alice"), ("P", "1")), [apart, between], eve)
    assert [step.record for step in result.steps] == [1, 0]


@quick
@given(records(), databases(), matches)
def test_every_step_is_a_match_and_a_merge(query, database, match):
    grown = query
    for step in dip(query, database, Adversary((Resolve(match),))).steps:
        assert match.matches(grown, database[step.record])
        assert all(pair in database[step.record] and pair in grown for pair in step.key.shared)
        grown = union_merge(grown, database[step.record])
        assert step.composite == grown


@quick
@given(records(), databases(), policies)
def test_dip_is_contained_in_the_composite_of_the_query(query, database, match):
    """2012, Section 2.4: D(R, E, q) is the record of E(R + {q}) that q went into."""
    eve = Adversary((Resolve(match),))
    result, resolution = dip(query, database, eve), eve.resolve([*database, query])
    number = int(resolution.composite_of[len(database)])
    assert set(result.members) <= set(resolution.members[number])
    composite = resolution.composites[number]
    assert all(composite.confidence_of(a.pair) >= a.confidence for a in result.composite)


@thorough
@given(WORDS, databases(max_size=8, values=kinds.WORDS[3:8]), st.one_of(kinds.unless, kinds.plain), kinds.merges)
def test_of_many_records_only_those_are_read_that_may_be_joined(query, database, match, merge):
    eve = Adversary((Resolve(match, merge),))
    whole, most = dip(query, database, eve), maximal_dips(query, database, eve, len, most=99)
    with pytest.MonkeyPatch.context() as patch:
        # The package gives the function of that name.
        patch.setattr(sys.modules["leakage.resolution.dip"], "MANY", 0)
        assert dip(query, database, eve) == whole
        assert maximal_dips(query, database, eve, len, most=99) == most


@quick
@given(records(), databases(), key_sets)
def test_dip_is_the_composite_of_the_query_for_key_sets(query, database, match):
    eve = Adversary((Resolve(match),))
    resolution = eve.resolve([*database, query])
    composite = resolution.composites[int(resolution.composite_of[len(database)])]
    assert dip(query, database, eve).composite == composite


@quick
@given(records(), databases(), single_label_rules)
def test_dip_is_the_composite_of_the_query_for_rules_of_one_label(query, database, match):
    eve = Adversary((Resolve(match),))
    resolution = eve.resolve([*database, query])
    composite = resolution.composites[int(resolution.composite_of[len(database)])]
    assert dip(query, database, eve).composite == composite


@quick
@given(databases(), matches)
def test_dip_each_dips_every_record_into_the_others(database, match):
    eve = Adversary((Resolve(match),))
    results = dip_each(database, eve)
    assert len(results) == len(database)
    for number, (query, result) in enumerate(zip(database, results, strict=True)):
        others = [n for n in range(len(database)) if n != number]
        alone = dip(query, [database[n] for n in others], eve)
        assert result.composite == alone.composite
        assert result.members == tuple(others[n] for n in alone.members)


def test_operations_before_the_resolution_run_on_records_and_query():
    eve = Adversary((Correct({("N", "Alicia"): "Alice"}), Augment("P", "Z", {"1": "z"}), Resolve(Shares("N"))))
    result = dip(Record.of(("N", "Alicia")), [Record.of(("N", "Bob")), Record.of(("N", "Alice"), ("P", "1"))], eve)
    assert result.members == (1,)
    assert result.composite == Record.of(("N", "Alice"), ("P", "1"), ("Z", "z"))


BY_NAME = Resolve(Shares("N"))
BY_EITHER = Resolve(AnyOf(Shares("N"), Shares("P")))


@pytest.mark.parametrize(
    "operations", [(), (Correct({}),), (BY_NAME, Correct({})), (BY_NAME, BY_EITHER), (BY_NAME, BY_NAME)]
)
def test_dipping_needs_one_resolution_as_the_last_operation(operations):
    for run in (lambda eve: dip(Record(), [], eve), lambda eve: dip_each([], eve)):
        with pytest.raises(ValueError, match="one resolution, as her last operation"):
            run(Adversary(operations))
