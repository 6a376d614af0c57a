"""What one more record adds, and alternatives of it."""

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
    incremental_leakage,
    information_leakage,
    union_merge,
)
from leakage.old.decision.incremental import Baseline, settled_pipeline
from leakage.old.decision.planned_release import field_increments
from tests.old.resolution import kinds
from tests.oracles import matching, measure, resolution
from tests.strategies import (
    alternatives,
    databases,
    key_sets,
    policies,
    quick,
    records,
    references,
    shares,
    thorough,
    weights,
)

# One more record held against an analysis: E(R + {r}) = E(E(R) + {r}), and from scratch where that may fail.


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
    before = information_leakage(earlier, earlier[0], Adversary())
    assert Baseline.of(earlier, earlier[0], Adversary(), before=before).before is before


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


# Planned releases: the papers' figures, and every number against resolving from scratch.


NAME_AND_CARD_OR_PHONE = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
E = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))


@pytest.fixture
def cards():
    """2012, Section 4.1: the app is paid with c1 (u) or with c2 (v)."""
    s, t = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))
    u, v = s, Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    return [incremental_leakage([s, t], release, E, NAME_AND_CARD_OR_PHONE) for release in (u, v)]


def test_2012_section_4_1_which_card(cards):
    u, v = cards
    assert (u.before, u.after, u.increment) == pytest.approx((3 / 4, 3 / 4, 0))
    assert (v.before, v.after, v.increment) == pytest.approx((3 / 4, 8 / 9, 5 / 36))


def test_2012_section_4_1_what_v_bridges(cards):
    u, v = cards
    assert (u.bridged, v.bridged) == ((0,), (0, 1))
    keys = {(join.key.shared, join.records) for join in v.state_after.resolution.evidence}
    assert keys == {((("N", "n1"), ("C", "c2")), (1, 2)), ((("N", "n1"), ("P", "p1")), (0, 2))}


def test_2012_section_4_1_which_field_to_leave_blank():
    s, t = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))
    v = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    baseline = Baseline.of([s, t], E, NAME_AND_CARD_OR_PHONE)
    increments = field_increments(v, lambda record: baseline.add(record).leakage)
    by_label = {field.attribute.label: field.increment for field in increments}
    # Without any of the three, s and t stay apart.
    assert by_label == pytest.approx({"N": 5 / 36, "C": 5 / 36, "P": 5 / 36})


@pytest.mark.parametrize(
    ("earlier", "increment"),
    [
        ([Record.of(("N", "n1"), ("C", "c1"), ("A", "a1"))], 0),
        ([Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"), ("A", "a1"))], 1 / 4),
    ],
    ids=["store S1", "store S2"],
)
def test_2011_section_3_1_which_store(earlier, increment):
    u = Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    compared = incremental_leakage(earlier, u, E, NAME_AND_CARD_OR_PHONE)
    assert compared.before == pytest.approx(3 / 4)
    assert compared.increment == pytest.approx(increment)


class Handed:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.rule = rule

    def matches(self, left, right):
        return matching.same_person(self.rule, left, right)


def slow_leakage(rows, reference, rule, merge, weights):
    """2012, Definition 2, from the definitions of everything it is made of."""
    groups = resolution.swoosh(rows, Handed(rule), merge)
    composites = [resolution.merged(rows, group, merge) for group in groups]
    return float(max((measure.leakage(record, reference, weights) for record in composites), default=0))


@quick
@given(
    databases(max_size=4), st.lists(records(max_size=3), min_size=1, max_size=3), references, kinds.plain, kinds.merges,
    weights,
)  # fmt: skip
def test_alternatives_leave_what_the_definitions_say(earlier, releases, reference, rule, merge, weights):
    eve = Adversary((Resolve(rule, merge),))
    baseline = Baseline.of(earlier, reference, eve, weights)
    assert baseline.before.leakage == pytest.approx(slow_leakage(earlier, reference, rule, merge, weights))
    after = [slow_leakage([*earlier, release], reference, rule, merge, weights) for release in releases]
    assert [baseline.add(release).leakage for release in releases] == pytest.approx(after)


@thorough
@given(databases(), records(), references, adversaries)
def test_field_increment_is_after_less_after_without_the_field(earlier, release, reference, adversary):
    baseline = Baseline.of(earlier, reference, adversary)
    found = field_increments(release, lambda record: baseline.add(record).leakage)
    increments = {field.attribute: field.increment for field in found}
    assert set(increments) == set(release)
    assert list(increments.values()) == sorted(increments.values(), reverse=True)
    for attribute, increment in increments.items():
        blank = incremental_leakage(earlier, release.without(attribute.pair), reference, adversary)
        assert increment == pytest.approx(baseline.add(release).leakage - blank.after, abs=1e-13)
