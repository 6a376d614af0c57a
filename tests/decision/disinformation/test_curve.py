"""Disinformation: the curve against resolving from scratch, the papers."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, AnyOf, Attribute, Record, Resolve, Shares, information_leakage
from leakage.decision.disinformation.curve import add, disinformation_curve
from leakage.decision.disinformation.matching_record import minimal_matching_record
from tests.strategies import LABELS, databases, matches, policies, quick, references, thorough
from tests.strategies import weights as weightings

mixed_matches = st.lists(matches, min_size=1, max_size=3).map(lambda rules: AnyOf(*rules))


def test_add_appends_and_refuses_what_is_there_without_naming_it():
    r = Record.of(("N", "Alice", 0.5))
    assert add(r, Attribute("P", "1")) == Record.of(("N", "Alice", 0.5), ("P", "1"))
    with pytest.raises(ValueError, match="the record holds this attribute already") as refused:
        add(r, Attribute("N", "Alice"))
    assert "Alice" not in str(refused.value)


R, S, T = Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"), ("A", "a")), Record.of(("N", "m"), ("A", "b"))
P = Record.of(("N", "n"), ("P", "p"), ("A", "a"), ("C", "c"))
BY_NAME = Adversary((Resolve(Shares("N")),))
WRONG = tuple(Attribute("P", f"wrong {n}") for n in range(4))


def test_2011_section_3_2_self_disinformation():
    """R = {r, s, t}: the leakage is L(p, mu(r, s)), and r_d joins that with bogus data."""
    curve = disinformation_curve([R, S, T], 0, P, BY_NAME, Shares("N"), WRONG, most=3)
    # mu(r, s) has 3 of 4 right; with k wrong ones 2 * 3 / (4 + 3 + k).
    assert [point.leakage for point in curve] == pytest.approx([6 / 7, 6 / 8, 6 / 9, 6 / 10])
    assert [point.increment for point in curve] == pytest.approx([0, -6 / 56, -4 / 21, -9 / 35])
    assert [len(point.record) for point in curve] == [1, 2, 3, 4]
    assert all(point.joined == (0,) and not point.overtaken and not point.backfires for point in curve)


def test_2011_section_3_2_linkage_disinformation():
    """r_d matches both mu(r, s) and the irrelevant t, and then carries bogus data as well."""
    curve = disinformation_curve([R, S, T], 0, P, BY_NAME, Shares("N"), WRONG, link=1, most=1)
    assert [point.leakage for point in curve] == pytest.approx([6 / 9, 6 / 10])
    assert curve[0].record == Record.of(("N", "n"), ("N", "m"))
    assert curve[0].joined == (0, 1)


def test_2012_figure_2():
    """R = {r, s, t, u, v}: r and s are of e, the others not; d1 snaps on to r, d2 ties v to r."""
    e = Record.of(("N", "e"), ("P", "1"), ("C", "1"), ("A", "1"))
    r, s = Record.of(("N", "e"), ("P", "1"), ("C", "1")), Record.of(("A", "1"))
    t, u, v = Record.of(("N", "t")), Record.of(("N", "u")), Record.of(("N", "v"), ("P", "9"), ("C", "9"))
    given = [r, s, t, u, v]
    assert information_leakage(given, e, BY_NAME).leakage == pytest.approx(6 / 7)
    d1 = disinformation_curve(given, 0, e, BY_NAME, Shares("N"), WRONG, most=2)[2]
    d2 = disinformation_curve(given, 0, e, BY_NAME, Shares("N"), WRONG, link=4, most=0)[0]
    assert (d1.leakage, d1.joined) == (pytest.approx(6 / 9), (0,))
    assert (d2.leakage, d2.joined) == (pytest.approx(6 / 10), (0, 4))


def test_another_composite_overtakes():
    """Beyond the point where another composite is the maximum, more wrong attributes do not help."""
    given = [Record.of(("N", "n"), ("P", "p")), Record.of(("A", "a"))]
    curve = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), (*WRONG, Attribute("C", "x")), most=5)
    assert [point.leakage for point in curve] == pytest.approx([2 / 3, 4 / 7, 1 / 2, 4 / 9, 2 / 5, 2 / 5])
    assert [point.overtaken for point in curve] == [False] * 5 + [True]
    assert curve[5].own == pytest.approx(4 / 11)


def test_a_link_that_carries_true_values_backfires():
    given = [R, Record.of(("N", "m"), ("A", "a"), ("C", "c"))]
    (point,) = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), (), link=1, most=0)
    assert point.increment == pytest.approx(8 / 9 - 2 / 3)
    assert point.backfires


def test_a_bait_that_confirms_a_doubtful_value_backfires_and_is_not_chosen_without_need():
    doubtful = [Record.of(("N", "n", 0.5), ("P", "p"))]
    (point,) = disinformation_curve(doubtful, 0, P, BY_NAME, Shares("N"), (), most=0)
    assert point.backfires
    either = AnyOf(Shares("N"), Shares("P"))
    (point,) = disinformation_curve(doubtful, 0, P, Adversary((Resolve(either),)), either, (), most=0)
    assert point.record == Record.of(("P", "p"))
    assert not point.backfires


@thorough
@given(databases(max_size=8), references, st.one_of(matches, mixed_matches), weightings, st.data())
def test_every_point_equals_resolving_from_scratch(earlier, reference, match, weights, data):
    adversary = Adversary((Resolve(match),))
    before = information_leakage(earlier, reference, adversary, weights)
    composites = before.resolution.composites
    if not composites:
        return
    numbers = st.integers(0, len(composites) - 1)
    target = data.draw(numbers)
    link = data.draw(st.none() | numbers.filter(lambda n: n != target) if len(composites) > 1 else st.none())
    wrong = [Attribute(label, "wrong") for label in data.draw(st.permutations(LABELS))]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, weights, link=link, most=2)
    aims = [composites[n] for n in (target, link) if n is not None]
    assert len(curve) == (3 if minimal_matching_record(aims, match, 99) else 0)
    for count, point in enumerate(curve):
        after = information_leakage([*earlier, point.record], reference, adversary, weights)
        assert point.count == count
        assert point.leakage == pytest.approx(after.leakage, abs=1e-13)
        assert point.increment == pytest.approx(after.leakage - before.leakage, abs=1e-13)
        assert point.own <= point.leakage
        assert point.overtaken == (point.own < point.leakage)


@thorough
@given(databases(max_size=8), references, policies, weightings, st.data())
def test_wrong_attributes_of_fresh_values_never_raise_the_leakage(earlier, reference, match, weights, data):
    """The property behind the curve: fresh values join nothing, so the composite it ends in only gets worse for Eve.

    From the bare bait on, its leakage falls with every wrong attribute, and the whole with it until another
    composite is the maximum; from there on the whole stays. The bait itself may raise it, by what it confirms.
    """
    adversary = Adversary((Resolve(match),))
    composites = adversary.resolve(earlier).composites
    if not composites:
        return
    target = data.draw(st.integers(0, len(composites) - 1))
    wrong = [Attribute(label, f"fresh {n}") for n in range(2) for label in LABELS]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, weights, most=6)
    for before, after in itertools.pairwise(curve):
        assert before.joined == after.joined
        assert after.own <= before.own * (1 + 1e-13)
        assert after.leakage <= before.leakage * (1 + 1e-13)
        if before.overtaken:
            assert after.overtaken
            assert after.leakage == before.leakage


@quick
@given(databases(max_size=8, confidences=st.just(1.0)), references, policies)
def test_self_disinformation_helps_where_the_target_is_the_one_worst(earlier, reference, match):
    adversary = Adversary((Resolve(match),))
    before = information_leakage(earlier, reference, adversary)
    if not before.members:
        return
    target = int(before.resolution.composite_of[before.members[0]])
    rest = [m for m in range(len(earlier)) if m not in before.members]
    second = information_leakage([earlier[m] for m in rest], reference, adversary).leakage
    wrong = [Attribute(LABELS[0], "fresh")]
    curve = disinformation_curve(earlier, target, reference, adversary, match, wrong, most=1)
    if curve and second < before.leakage:
        # A certain bait that holds only what the target holds changes nothing by itself.
        assert curve[0].increment == pytest.approx(0, abs=1e-15)
        assert curve[1].increment < 0
        assert curve[1].leakage >= second


def test_the_curve_ends_with_the_believable_attributes_and_passes_over_those_in_the_bait():
    given = [Record.of(("N", "wrong"), ("P", "p"))]
    believable = [Attribute("N", "wrong"), Attribute("P", "x")]
    curve = disinformation_curve(given, 0, P, BY_NAME, Shares("N"), believable, most=9)
    assert [len(point.record) for point in curve] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": 2}, r"composite number must be in \[0, 2\), got 2"),
        ({"target": -1}, r"composite number must be in \[0, 2\), got -1"),
        ({"link": 7}, r"composite number must be in \[0, 2\), got 7"),
        ({"link": 0}, "a composite cannot be linked to itself"),
        ({"most": -1}, "most must not be negative, got -1"),
        ({"believable": [Attribute("P", "p")]}, "a believable attribute must be wrong"),
        ({"believable": [WRONG[0], WRONG[0]]}, "a believable attribute must not occur twice"),
        ({"weights": {"N": 0.0}}, "weight must be a positive number"),
    ],
)
def test_bad_input(arguments, message):
    call = {"target": 0, "believable": WRONG, "most": 1, **arguments}
    with pytest.raises(ValueError, match=message):
        disinformation_curve([R, S, T], reference=P, adversary=BY_NAME, match=Shares("N"), **call)


def test_a_policy_under_which_nothing_matches_gives_no_point():
    assert disinformation_curve([R], 0, P, Adversary(), Shares("Z"), WRONG, most=3) == ()
