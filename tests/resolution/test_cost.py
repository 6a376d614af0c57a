"""C(E, R) is a function of E and R: however they are handed in, and whoever finds the outcome."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Augment, Correct, Database, PerComparison, Record, Resolve, Shares
from leakage.resolution import adversary as pipeline
from leakage.resolution.incremental import IncrementalResolution
from leakage.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.operations import SingleLink
from leakage.resolution.resolve import resolve_by_keys, resolve_by_pairs, resolve_by_search
from tests.oracles import cost as oracle
from tests.oracles import resolution
from tests.resolution import kinds
from tests.resolution.test_against_definitions import Handed
from tests.strategies import databases, matches, policies, quick, thorough

PREPARATION = (Correct({("N", "2"): "1"}), Augment("C", "P", {"1": "1"}))


def costs(operations, rows):
    """What the records cost as a list, as a long list and as a Database."""
    eve = Adversary(tuple(operations), PerComparison())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "MANY", 0)
        long = eve.resolve(rows).cost
    return {eve.resolve(rows).cost, long, eve.resolve(Database.from_records(rows)).cost}


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_a_resolution_costs_what_shows_it_for_every_rule_and_merge(rows, rule, merge):
    groups = resolution.swoosh(rows, Handed(rule), merge)
    assert costs([Resolve(rule, merge)], rows) == {oracle.of_resolution(groups)}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_so_does_single_link(rows, rule, merge):
    groups = resolution.chains(rows, Handed(rule))
    assert costs([SingleLink(rule, merge)], rows) == {oracle.of_chains(groups)}


@quick
@given(databases(max_size=9, values="123"), policies, st.booleans())
def test_a_pipeline_costs_the_sum_of_its_operations(rows, match, again):
    operations = [*PREPARATION, Resolve(match), *([PREPARATION[0], Resolve(Shares("C"))] if again else [])]
    expected, state = 0, rows
    for operation in operations:
        groups = operation.apply(state)
        resolves = isinstance(operation, Resolve)
        expected += oracle.of_resolution(groups.members) if resolves else len(state)
        state = groups.composites
    assert costs(operations, rows) == {expected}


@quick
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.sampled_from([union_merge, noisy_or_merge]))
def test_every_algorithm_counts_alike(rows, rule, merge):
    counts = {way(rows, rule, merge).comparisons for way in (resolve_by_pairs, resolve_by_search)}
    if rule.keys_decide:
        counts.add(resolve_by_keys(rows, rule, merge).comparisons)
    assert counts == {Resolve(rule, merge).apply(rows).comparisons}


@quick
@given(databases(max_size=9, values="123"), matches.filter(lambda match: Resolve(match).by_keys), st.data())
def test_records_that_come_and_go_cost_what_is_left_does(rows, match, data):
    state = IncrementalResolution(rows[: len(rows) // 2], match)
    numbers = [*range(len(rows) // 2), *(state.add(record) for record in rows[len(rows) // 2 :])]
    gone = data.draw(st.lists(st.sampled_from(numbers), unique=True)) if rows else []
    for number in gone:
        state.remove(number)
    left = [record for number, record in zip(numbers, rows, strict=True) if number not in gone]
    assert costs([Resolve(match)], left) == {state.comparisons}


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.plain), kinds.merges)
def test_a_long_list_is_resolved_as_a_short_one_by_every_rule_and_merge(rows, rule, merge):
    """Arrays know equal values and the union only: whatever else an adversary does must not end there."""
    eve = Adversary((Resolve(rule, merge),))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "MANY", 0)
        long, columns = eve.resolve(rows), eve.resolve(Database.from_records(rows))
    groups = resolution.swoosh(rows, Handed(rule), merge)
    composites = [resolution.merged(rows, group, merge) for group in groups]
    for resolved in (long, columns):
        assert [list(resolved.members), list(resolved.composites)] == [groups, composites]


@pytest.mark.parametrize("merge", [noisy_or_merge, latest_wins_merge])
def test_a_database_keeps_its_merge(merge):
    """``last.by_keys``: the merge of the arrays is the union, and no other may be taken for it."""
    rows = [Record.of(("N", "n"), ("P", "1", 0.5)), Record.of(("N", "n"), ("P", "1", 0.5), ("C", "c"))]
    rows.append(Record.of(("N", "n"), ("P", "2", 0.25)))
    joined = Adversary((Resolve(Shares("N"), merge),)).resolve(Database.from_records(rows))
    assert list(joined.composites) == [resolution.merged(rows, (0, 1, 2), merge)]
    assert list(joined.composites) != [resolution.merged(rows, (0, 1, 2), union_merge)]
