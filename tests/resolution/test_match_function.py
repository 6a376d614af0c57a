"""A rule of one's own, as a plain function or by keys: held against the definitions and against the rule it copies."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Key,
    Match,
    MatchFunction,
    Record,
    Resolve,
    Shares,
    SingleLink,
    check_properties,
    dip,
    incremental_leakage,
    information_leakage,
    query_leakage,
    query_leakage_bounds,
    union_merge,
)
from leakage.decision import (
    compare_releases,
    erasure_frontier,
    minimal_matching_record,
    pool_choices,
    release_contributions,
    release_shapley,
)
from tests.oracles import matching
from tests.oracles import resolution as oracle
from tests.resolution import kinds
from tests.resolution.test_against_definitions import Handed
from tests.strategies import quick, records, thorough

any_rule = kinds.normalised(kinds.plain)
ANY_RECORD = records(values=kinds.WORDS)
e = Record.of(("N", "Katherine"), ("P", "1"), ("C", "2"))


def as_function(rule):
    return MatchFunction(lambda left, right: matching.same_person(rule, left, right), *rule.labels)


@thorough
@given(kinds.word_databases, any_rule, kinds.merges)
def test_a_function_is_resolved_by_r_swoosh(database, rule, merge):
    resolution = Resolve(as_function(rule), merge).apply(database)
    assert list(resolution.members) == oracle.swoosh(database, Handed(rule), merge)
    for composite, members in zip(resolution.composites, resolution.members, strict=True):
        assert composite == oracle.merged(database, members, merge)


@thorough
@given(kinds.word_databases, kinds.normalised(kinds.representative), st.randoms())
def test_where_order_does_not_matter_a_function_gives_what_the_rule_gives(database, rule, shuffling):
    shuffling.shuffle(database)
    resolution = Resolve(as_function(rule)).apply(database)
    assert resolution.members == Resolve(rule).apply(database).members
    assert list(resolution.members) == oracle.closure(database, Handed(rule), union_merge)


@quick
@given(kinds.word_databases, any_rule)
def test_single_link_takes_a_function(database, rule):
    assert list(SingleLink(as_function(rule)).apply(database).members) == oracle.chains(database, Handed(rule))


@quick
@given(ANY_RECORD, kinds.word_databases, any_rule, kinds.merges)
def test_dipping_takes_a_function(query, database, rule, merge):
    composite, members = oracle.dip(query, database, Handed(rule), merge)
    dipping = dip(query, database, Adversary((Resolve(as_function(rule), merge),)))
    assert (dipping.composite, tuple(sorted(step.record for step in dipping.steps))) == (composite, members)


@quick
@given(ANY_RECORD, kinds.word_databases, any_rule, kinds.merges)
def test_leakage_by_a_function_is_leakage_by_the_rule(release, database, rule, merge):
    resolution, other = (Adversary((Resolve(match, merge),)) for match in (rule, as_function(rule)))
    assert information_leakage(database, e, resolution).leakage == information_leakage(database, e, other).leakage
    assert (
        incremental_leakage(database, release, e, resolution).after
        == incremental_leakage(database, release, e, other).after
    )
    assert query_leakage(release, database, e, resolution) == query_leakage(release, database, e, other)


@quick
@given(st.lists(ANY_RECORD, min_size=1, max_size=4), any_rule)
def test_advice_by_a_function_is_advice_by_the_rule(releases, rule):
    def advice(match):
        eve = Adversary((Resolve(match),))
        everything = [tuple(range(len(releases)))]
        pool = pool_choices(dict(enumerate(releases)), (), e, eve)
        shares = release_shapley([pool], [(number,) for number in everything[0]])
        compared = compare_releases(releases[1:], {"it": releases[0]}, e, eve)
        return [
            *release_contributions(releases, everything[0], e, eve),
            *(share.share for share in shares),
            *(point.leakage for point in erasure_frontier(releases, (), everything, e, eve).plans),
            compared[0].after,
        ]

    assert advice(as_function(rule)) == pytest.approx(advice(rule), abs=1e-12)


@quick
@given(any_rule, ANY_RECORD, ANY_RECORD)
def test_a_function_matches_whatever_its_bound_matches_less_of(rule, r, s):
    assert as_function(rule).relaxed.is_monotone
    assert as_function(rule).relaxed.matches(r, s)


@quick
@given(any_rule, ANY_RECORD, ANY_RECORD)
def test_the_evidence_of_a_function_is_what_the_two_know(rule, r, s):
    key = as_function(rule).common_key(r, s)
    if key is not None:
        assert all(pair in r for pair in key.left) and all(pair in s for pair in key.right)
        assert key.left or all(pair in r and pair in s for pair in key.shared)
        assert {label for label, _ in key.shared} <= set(rule.labels)
    joined = Resolve(as_function(rule)).apply([r, s])
    assert [(join.left, join.right) for join in joined.evidence] == ([((1,), (0,))] if key is not None else [])


def test_a_function_is_handed_what_it_reads_and_nothing_else():
    seen = []

    def never(left, right):
        seen.extend([left, right])
        return False

    r = Record.of(("N", "Alice"), ("P", "1"), ("C", "9", 0.0), ("A", "20"))
    assert not MatchFunction(never, "N", "C").matches(r, r)
    assert seen == [Record.of(("N", "Alice"))] * 2


def test_what_a_function_may_answer_is_true_or_false_in_its_own_way():
    same = MatchFunction(lambda left, right: set(left.values("N")) & set(right.values("N")), "N")
    assert same.matches(Record.of(("N", "a")), Record.of(("N", "a"), ("N", "b")))
    assert not same.matches(Record.of(("N", "a")), Record.of(("N", "b")))


def test_a_function_that_is_not_symmetric_is_found_out():
    earlier = MatchFunction(lambda left, right: left.values("N") < right.values("N"), "N")
    reports = check_properties([Record.of(("N", name)) for name in "abc"], earlier, union_merge)
    assert not next(report for report in reports if report.name == "commutativity").held


@pytest.mark.parametrize("labels", [(), ("",), ("N", "N")])
def test_a_function_names_its_labels(labels):
    with pytest.raises(ValueError, match="a rule"):
        MatchFunction(lambda left, right: True, *labels)


def test_no_record_can_be_made_for_a_function():
    with pytest.raises(TypeError, match="no record can be made to match by MatchFunction"):
        minimal_matching_record([e], as_function(Shares("N")), 3)


def test_its_sentence():
    assert as_function(Shares("N", "P")).sentence() == "a function of N and P says so"


@dataclass(frozen=True)
class SameStart(Match):
    """As the docstring of ``Match`` says how to: values of N that start alike."""

    is_monotone: bool = True
    labels = ("N",)

    def pairs(self, record):
        return [("N", value[:2].casefold()) for value in record.values("N")]

    def keys(self, record):
        return (Key(self, (pair,)) for pair in self.pairs(record))

    def sentence(self):
        return "names that start alike"


def starts_alike(left, right):
    mine, others = ({value[:2].casefold() for value in record.values("N")} for record in (left, right))
    return bool(mine & others)


@thorough
@given(kinds.word_databases, st.booleans(), st.sampled_from([1, 2, 3]))
def test_a_rule_of_ones_own_by_keys_is_the_function_it_stands_for(database, keeps_keys, repeated):
    """With ``is_monotone`` through an index; without it by R-Swoosh, which comes to the same."""
    fast, slow = SameStart(keeps_keys), MatchFunction(starts_alike, "N")
    assert Resolve(fast).algorithm == ("closure" if keeps_keys else "search")
    resolution = Resolve(fast).apply(database * repeated)
    assert resolution.members == Resolve(slow).apply(database * repeated).members
    assert all(join.left and join.right for join in resolution.evidence)
    eve, bounded = (Adversary((Resolve(match),)) for match in (fast, slow))
    bounds, others = (query_leakage_bounds(e, database, e, adversary) for adversary in (eve, bounded))
    assert (bounds.lower, bounds.upper) == pytest.approx((others.lower, others.upper))
