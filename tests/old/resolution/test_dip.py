"""Dipping and answer sets."""

import sys
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Attribute,
    Augment,
    Correct,
    Record,
    Resolve,
    Shares,
    database_leakage,
    dip,
    query_leakage,
    record_leakage,
    union_merge,
)
from leakage.old.decision.leakage import database_leakage_bounds, query_leakage_bounds
from leakage.old.resolution import answer_sets
from leakage.old.resolution.answer_sets import maximal_dips
from leakage.old.resolution.dip import dip_each
from leakage.old.resolution.merge import latest_wins_merge
from leakage.old.resolution.rules.negative import Conflicts, Unless
from leakage.progress import listening
from tests.old.resolution import kinds
from tests.oracles import resolution as oracle
from tests.oracles.resolution import dipping_results
from tests.strategies import (
    databases,
    key_sets,
    matches,
    policies,
    quick,
    records,
    references,
    single_label_rules,
    thorough,
)

# Dipping against an obvious loop, and against resolution.


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
        patch.setattr(sys.modules["leakage.old.resolution.dip"], "MANY", 0)
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


# The maximum over maximal answer sets against building every one of them, as Definitions 2.1 and 2.2 say.


SAME_NAME = Unless(Shares("N"), Conflicts("P"))


POLICIES = st.one_of(kinds.unless, kinds.plain, st.builds(AnyOf, kinds.unless, kinds.unless))
SMALL = st.lists(WORDS, max_size=6)


@thorough
@given(WORDS, SMALL, records(values=kinds.WORDS[3:8], confidences=st.just(1.0), min_size=1), POLICIES, kinds.merges)
def test_query_leakage_is_the_maximum_over_all_dipping_results(query, database, reference, match, merge):
    eve = Adversary((Resolve(match, merge),))
    results = list(dipping_results(query, database, match, merge))
    bounds = query_leakage_bounds(query, database, reference, eve, budget=100_000)
    expected = max(record_leakage(result, reference) for result in results)
    assert bounds.exact and bounds.lower == bounds.upper == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert bounds.best.composite in results
    assert record_leakage(bounds.best.composite, reference) == bounds.lower
    assert query_leakage(query, database, reference, eve) == bounds.lower


@thorough
@given(
    WORDS,
    SMALL,
    records(values=kinds.WORDS[3:8], confidences=st.just(1.0), min_size=1),
    POLICIES,
    st.integers(0, 6),
    st.sampled_from((1, 20)),
)
def test_bounds_hold_whatever_the_budget(query, database, reference, match, budget, kept):
    eve = Adversary((Resolve(match),))
    expected = max(record_leakage(r, reference) for r in dipping_results(query, database, match, union_merge))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer_sets, "SEEN_PER_NODE", kept)
        bounds = query_leakage_bounds(query, database, reference, eve, budget=budget)
    assert bounds.lower <= expected * (1 + 1e-12)
    assert expected <= bounds.upper * (1 + 1e-12) + 1e-15
    assert bounds.exact == (bounds.lower == bounds.upper)


@quick
@given(SMALL, records(values=kinds.WORDS[3:8], confidences=st.just(1.0), min_size=1), POLICIES)
def test_database_leakage_is_the_worst_of_all_queries(database, reference, match):
    eve = Adversary((Resolve(match),))
    expected = [
        query_leakage(query, [*database[:n], *database[n + 1 :]], reference, eve) for n, query in enumerate(database)
    ]
    assert database_leakage(database, reference, eve) == pytest.approx(max(expected, default=0.0), rel=1e-12)
    bounds = database_leakage_bounds(database, reference, eve)
    assert (bounds is None) == (not database)
    assert bounds is None or (bounds.exact and bounds.lower == pytest.approx(max(expected), rel=1e-12))


def conflicting(seed, size):
    """Records of one name with phones and cards that contradict each other at random."""
    random = Random(seed)

    def row():
        pairs = {
            ("N", "n"),
            ("P", str(random.randint(1, 3))),
            ("C", str(random.randint(1, 9))),
            ("A", str(random.random())),
        }
        return Record(Attribute(*pair) for pair in random.sample(sorted(pairs), 3))

    return [row() for _ in range(size)]


@pytest.mark.parametrize("seed", range(40))
def test_random_databases_that_contradict_themselves(seed):
    database, reference = conflicting(seed, 8), Record.of(("N", "n"), ("P", "1"), ("C", "2"), ("A", "x"))
    match = Unless(Shares("N"), Conflicts("P", "C"))
    results = dipping_results(Record.of(("N", "n")), database, match, union_merge)
    expected = max(record_leakage(result, reference) for result in results)
    bounds = query_leakage_bounds(Record.of(("N", "n")), database, reference, Adversary((Resolve(match),)))
    assert bounds.exact and bounds.lower == pytest.approx(expected, rel=1e-12)


def test_a_spent_budget_is_said_and_more_of_it_only_tightens():
    database, reference = conflicting(1, 60), Record.of(("N", "n"), ("P", "1"), ("C", "2"), ("A", "x"))
    eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P", "C"))),))
    bounds = [query_leakage_bounds(Record.of(("N", "n")), database, reference, eve, budget=b) for b in (0, 5, 50, 200)]
    assert not bounds[0].exact and bounds[0].lower < bounds[0].upper
    for looser, tighter in pairwise(bounds):
        assert looser.lower <= tighter.lower <= tighter.upper <= looser.upper


def test_a_ceiling_leaves_out_what_cannot_be_better():
    looked_at = []
    database = [Record.of(("N", "n"), ("P", str(number))) for number in range(8)]
    eve = Adversary((Resolve(SAME_NAME),))

    def value(record):
        looked_at.append(record)
        return float(record.values("P") == ("0",))

    dips = maximal_dips(Record.of(("N", "n")), database, eve, value, ceiling=lambda least, reach: 1.0)
    # The first dip takes phone 0, which nothing can better.
    assert (dips.lower, dips.exact, len(looked_at)) == (1.0, True, 1)


def test_the_best_dip_tells_its_steps():
    database = [Record.of(("N", "n"), ("P", "1")), Record.of(("N", "n"), ("P", "2")), Record.of(("P", "2"), ("C", "9"))]
    match = AnyOf(SAME_NAME, Shares("P"))
    reference = Record.of(("N", "n"), ("P", "2"), ("C", "9"))
    eve = Adversary((Resolve(match),))
    assert dip(Record.of(("N", "n")), database, eve).members == (0,)
    best = query_leakage_bounds(Record.of(("N", "n")), database, reference, eve).best
    assert best.members == (1, 2)
    assert [step.key.rule.sentence() for step in best.steps] == ["same N", "same P"]
    assert best.steps[-1].composite == best.composite == reference


def test_2011_section_2_2_alice_and_alicia_are_two_dipping_results():
    """ "r1, even after it merges with q, does not match r2" """
    alice, alicia = Record.of(("N", "Alice"), ("B", "1")), Record.of(("N", "Alicia"), ("B", "2"))
    query = Record.of(("N", "Alice"), ("N", "Alicia"))
    match = Unless(Shares("N"), Conflicts("B"))
    results = list(dipping_results(query, [alice, alicia], match, union_merge))
    assert results == [union_merge(query, alice), union_merge(query, alicia)]
    eve = Adversary((Resolve(match),))
    for person in (alice, alicia):
        bounds = query_leakage_bounds(query, [alice, alicia], person, eve)
        assert bounds.exact and bounds.best.composite == union_merge(query, person)


def test_a_merge_that_loses_values_is_not_cut_by_a_ceiling():
    # The way to the best set leads over three wrong addresses, which the last record replaces by the right one.
    reference = Record.of(("N", "n"), ("M", "m"), ("B", "2"), ("A", "right"), ("C", "9"))
    first = Record.of(("N", "n"), ("M", "m"), ("B", "1"), ("A", "right"), ("C", "9"))
    wrong = Record.of(("N", "n"), ("M", "m"), ("B", "2"), ("A", "1"), ("A", "2"), ("A", "3"))
    last = Record.of(("M", "m"), ("B", "2"), ("A", "right"), ("C", "9"))
    match = Unless(AnyOf(Shares("N"), Shares("M")), Conflicts("B"))
    eve = Adversary((Resolve(match, latest_wins_merge),))
    bounds = query_leakage_bounds(Record.of(("N", "n")), [first, wrong, last], reference, eve)
    assert (bounds.lower, bounds.exact, bounds.best.members) == (1.0, True, (1, 2))


def test_the_budget_must_not_be_negative():
    with pytest.raises(ValueError, match="budget"):
        query_leakage_bounds(Record(), [], Record.of(("N", "n")), Adversary((Resolve(SAME_NAME),)), budget=-1)


@quick
@given(WORDS, SMALL, references, kinds.representative)
def test_with_representativity_the_one_dip_is_the_answer(query, database, reference, match):
    eve = Adversary((Resolve(match),))
    bounds = query_leakage_bounds(query, database, reference, eve, budget=0)
    assert bounds.exact and bounds.best == dip(query, database, eve)


def test_a_long_search_tells_how_far_it_is_and_can_be_stopped():
    records = [Record.of(("N", "n"), ("P", str(n)), ("C", str(n))) for n in range(8)]
    eve = Adversary((Resolve(Unless(Shares("N"), Conflicts("P"))),))
    reports = []

    def listener(what, done, total):
        # The first dip tells how far it is as well.
        if what == "Trying answer sets":
            reports.append((done, total))
        if len(reports) == 3:
            raise InterruptedError

    with listening(listener), pytest.raises(InterruptedError):
        maximal_dips(Record.of(("N", "n")), records, eve, len, budget=50, most=9.0)
    assert reports == [(0, 50), (1, 50), (2, 50)]
