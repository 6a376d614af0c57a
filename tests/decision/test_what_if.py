"""One more record held against an analysis: E(R + {r}) = E(E(R) + {r}), and from scratch where that may fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    AnyOf,
    Augment,
    Correct,
    Record,
    Resolve,
    SameKeySet,
    Shares,
    information_leakage,
    union_merge,
)
from leakage.decision.incremental import Baseline, settled_pipeline
from tests.strategies import alternatives, databases, key_sets, policies, quick, records, references, shares, thorough

preparations = st.sampled_from(
    [
        (),
        (Correct({("N", "2"): "1", ("P", "1"): "2"}),),
        (Augment("N", "P", {"1": "2"}), Correct({("P", "2"): "1"})),
    ]
)
mixed = st.tuples(shares, key_sets).map(lambda rules: AnyOf(*rules))


@st.composite
def settled_adversaries(draw):
    return Adversary((*draw(preparations), Resolve(draw(st.one_of(policies, key_sets)))))


@st.composite
def other_adversaries(draw):
    """Those to whom the short way does not apply."""
    match = draw(mixed)
    after = draw(st.sampled_from([(), (Correct({("N", "2"): "1"}),), (Augment("N", "C", {"1": "2"}),)]))
    return Adversary((*draw(preparations), Resolve(draw(alternatives)), *after, Resolve(match)))


adversaries = st.one_of(settled_adversaries(), other_adversaries(), st.just(Adversary()))


@thorough
@given(databases(), records(), settled_adversaries())
def test_resolving_a_record_against_the_resolved_ones_is_resolving_all(earlier, release, adversary):
    preparation, resolve = settled_pipeline(adversary)
    composites = adversary.resolve(earlier).composites
    start = Adversary(preparation).resolve([release]).composites
    again = Adversary((resolve,)).resolve([*composites, *start]).composites
    assert set(again) == set(adversary.resolve([*earlier, release]).composites)


@thorough
@given(databases(max_size=9), records(), references, adversaries)
def test_landing_equals_resolving_from_scratch(earlier, release, reference, adversary):
    baseline = Baseline.of(earlier, reference, adversary)
    outcome = baseline.add(release)
    after = information_leakage([*earlier, release], reference, adversary)
    number = after.resolution.composite_of[-1]
    assert outcome.composite == after.resolution.composites[number]
    assert (*outcome.members, len(earlier)) == after.resolution.members[number]
    before = baseline.before.resolution.composite_of
    assert outcome.joined == tuple(sorted({before[m] for m in outcome.members}))
    assert outcome.leakage == pytest.approx(after.leakage, abs=1e-13)


@thorough
@given(databases(max_size=9), records(), settled_adversaries())
def test_evidence_is_what_a_resolution_from_scratch_adds(earlier, release, adversary):
    outcome = Baseline.of(earlier, Record(), adversary).add(release)
    before, after = adversary.resolve(earlier).evidence, adversary.resolve([*earlier, release]).evidence
    assert (*before, *outcome.evidence) == tuple(after)


@quick
@given(databases(max_size=5), records(), references, other_adversaries(), st.data())
def test_place_of_the_new_record_is_kept_and_told_as_the_last_number(earlier, release, reference, adversary, data):
    place = data.draw(st.integers(0, len(earlier)))
    outcome = Baseline.of(earlier, reference, adversary, place=place).add(release)
    there = [*earlier[:place], release, *earlier[place:]]
    after = information_leakage(there, reference, adversary)
    number = after.resolution.composite_of[place]
    assert outcome.composite == after.resolution.composites[number]
    assert outcome.leakage == pytest.approx(after.leakage, abs=1e-13)
    assert [earlier[m] for m in outcome.members] == [there[m] for m in after.resolution.members[number] if m != place]
    assert all(number <= len(earlier) for join in outcome.evidence for number in join.records)


def test_an_analysis_at_hand_is_used():
    earlier = [Record.of(("N", "1"))]
    known = information_leakage(earlier, earlier[0], Adversary())
    assert Baseline.of(earlier, earlier[0], Adversary(), before=known).before is known


def right_wins(left, right):
    return right


@pytest.mark.parametrize(
    "operations",
    [
        (Resolve(AnyOf(Shares("N"), SameKeySet("P"))),),
        (Resolve(Shares("N")), Resolve(Shares("P"))),
        (Resolve(Shares("N")), Correct({})),
        (Resolve(Shares("N")), Augment("N", "P", {})),
        (Resolve(Shares("N"), merge=right_wins),),
    ],
)
def test_pipelines_that_may_take_a_key_away_are_not_settled(operations):
    assert settled_pipeline(Adversary(operations)) is None


def test_why_a_key_set_beside_another_rule_is_not_settled():
    match = AnyOf(SameKeySet("P"), Shares("N"))
    r, s, t = Record.of(("P", "1"), ("N", "1")), Record.of(("P", "2"), ("N", "1")), Record.of(("P", "1"))
    assert match.matches(r, t)
    assert not match.matches(union_merge(r, s), t)
    assert not match.representative
    assert not SameKeySet("P").is_monotone


def test_a_chain_of_joins_is_followed_to_its_end():
    earlier = [Record.of(("P", "1"), ("C", "1")), Record.of(("N", "1"), ("C", "1"), ("P", "2")), Record.of(("N", "2"))]
    eve = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("P"))),))
    # The phone joins the first; only with its card does the name match the second.
    outcome = Baseline.of(earlier, Record(), eve).add(Record.of(("N", "1"), ("P", "1")))
    assert outcome.members == (0, 1)
    assert [join.records for join in outcome.evidence] == [(0, 3), (0, 1, 3)]
    assert outcome.joined == (0, 1)
