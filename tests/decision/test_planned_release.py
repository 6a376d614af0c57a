"""Planned releases: the papers' figures, and every number against resolving from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Record, Resolve, Shares, incremental_leakage
from leakage.decision.planned_release import compare_releases
from tests.decision.test_what_if import adversaries
from tests.oracles import matching, measure, resolution
from tests.resolution import kinds
from tests.strategies import databases, quick, records, references, thorough, weights

NAME_AND_CARD_OR_PHONE = Adversary((Resolve(AnyOf(Shares("N", "C"), Shares("N", "P"))),))
E = Record.of(("N", "n1"), ("C", "c1"), ("C", "c2"), ("P", "p1"), ("A", "a1"))


@pytest.fixture
def cards():
    """2012, Section 4.1: the app is paid with c1 (u) or with c2 (v)."""
    s, t = Record.of(("N", "n1"), ("C", "c1"), ("P", "p1")), Record.of(("N", "n1"), ("C", "c2"))
    u, v = s, Record.of(("N", "n1"), ("C", "c2"), ("P", "p1"))
    return compare_releases([s, t], {"u": u, "v": v}, E, NAME_AND_CARD_OR_PHONE)


def test_2012_section_4_1_which_card(cards):
    u, v = cards
    assert (u.before, u.after, u.increment) == pytest.approx((3 / 4, 3 / 4, 0))
    assert (v.before, v.after, v.increment) == pytest.approx((3 / 4, 8 / 9, 5 / 36))
    assert (u.is_best, v.is_best) == (True, False)


def test_2012_section_4_1_what_v_bridges(cards):
    u, v = cards
    assert (u.bridged, u.joined_composites) == ((0,), 1)
    assert (v.bridged, v.joined_composites) == ((0, 1), 2)
    assert len(v.composite) == 4
    keys = {(join.key.shared, join.records) for join in v.evidence}
    assert keys == {((("N", "n1"), ("C", "c2")), (1, 2)), ((("N", "n1"), ("P", "p1")), (0, 2))}


def test_2012_section_4_1_which_field_to_leave_blank(cards):
    by_label = {field.attribute.label: field.increment for field in cards[1].field_increments}
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
    (compared,) = compare_releases(earlier, {"u": u}, E, NAME_AND_CARD_OR_PHONE)
    assert compared.before == pytest.approx(3 / 4)
    assert compared.increment == pytest.approx(increment)


@thorough
@given(databases(), st.lists(records(), min_size=1, max_size=3), references, adversaries, weights)
def test_compared_equals_resolving_from_scratch(earlier, releases, reference, adversary, weights):
    alternatives = {f"r{n}": release for n, release in enumerate(releases)}
    compared = compare_releases(earlier, alternatives, reference, adversary, weights)
    assert [c.name for c in compared] == list(alternatives)
    lowest = min(c.after for c in compared)
    for outcome in compared:
        obvious = incremental_leakage(earlier, outcome.release, reference, adversary, weights)
        assert (outcome.before, outcome.after) == pytest.approx((obvious.before, obvious.after), abs=1e-13)
        assert outcome.increment == pytest.approx(obvious.increment, abs=1e-13)
        assert outcome.bridged == obvious.bridged
        composite_of = obvious.state_before.resolution.composite_of
        assert outcome.joined_composites == len({composite_of[m] for m in outcome.bridged})
        assert outcome.is_best == (outcome.after <= lowest + 1e-12)


class Handed:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.rule = rule

    def matches(self, left, right):
        return matching.same_person(self.rule, left, right)


def known(rows, reference, rule, merge, weights):
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
    compared = compare_releases(earlier, dict(enumerate(releases)), reference, eve, weights)
    after = [known([*earlier, release], reference, rule, merge, weights) for release in releases]
    assert [outcome.before for outcome in compared] == pytest.approx(
        [known(earlier, reference, rule, merge, weights)] * len(after)
    )
    assert [outcome.after for outcome in compared] == pytest.approx(after)
    assert all(
        left == pytest.approx(min(after)) for outcome, left in zip(compared, after, strict=True) if outcome.is_best
    )


@thorough
@given(databases(), records(), references, adversaries)
def test_field_increment_is_after_less_after_without_the_field(earlier, release, reference, adversary):
    (compared,) = compare_releases(earlier, {"r": release}, reference, adversary)
    increments = {field.attribute: field.increment for field in compared.field_increments}
    assert set(increments) == set(release)
    assert list(increments.values()) == sorted(increments.values(), reverse=True)
    for attribute, increment in increments.items():
        blank = incremental_leakage(earlier, release.without(attribute.pair), reference, adversary)
        assert increment == pytest.approx(compared.after - blank.after, abs=1e-13)


def test_two_records_of_one_composite_are_no_bridge():
    twins = [Record.of(("N", "n1"), ("P", "p1")), Record.of(("N", "n1"), ("P", "p1"), ("A", "a1"))]
    (compared,) = compare_releases(twins, {"r": twins[0]}, E, NAME_AND_CARD_OR_PHONE)
    assert (compared.bridged, compared.joined_composites) == ((0, 1), 1)


def test_giving_nothing_is_an_alternative():
    (nothing,) = compare_releases([Record.of(("N", "n1"))], {"nothing": Record()}, E, NAME_AND_CARD_OR_PHONE)
    assert (nothing.increment, nothing.bridged, nothing.field_increments, nothing.is_best) == (0, (), (), True)
    assert compare_releases([], {}, E, NAME_AND_CARD_OR_PHONE) == ()


def test_alternatives_that_differ_in_the_last_bit_are_both_best():
    # The same sum in another order.
    earlier = [Record.of(("N", "n1", 0.1), ("P", "p1", 0.7), ("A", "a1", 0.3))]
    e = Record.of(("N", "n1"), ("P", "p1"), ("A", "a1"))
    compared = compare_releases(earlier, {"a": Record(), "b": Record.of(("Z", "z"))}, e, NAME_AND_CARD_OR_PHONE)
    assert all(outcome.is_best for outcome in compared)


def test_a_weight_that_is_not_positive_is_refused():
    with pytest.raises(ValueError, match="weight must be a positive number"):
        compare_releases([Record.of(("N", "n1"))], {}, E, NAME_AND_CARD_OR_PHONE, {"N": -1})
