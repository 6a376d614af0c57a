"""Normalisation: what is overlooked in matching, and that composites keep what was released."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, SameKeySet, Shares, union_merge
from leakage.resolution.rules.normalised import Normalised, Normaliser
from tests.resolution import kinds
from tests.strategies import quick, records

NOTHING = Normaliser(case=False, spaces=False)


@pytest.mark.parametrize(
    ("normaliser", "left", "right"),
    [
        (Normaliser(spaces=False), "Alice", "ALICE"),
        (Normaliser(case=False), " Alice  Doe", "Alice Doe"),
        (Normaliser(phones=("N",), region="US"), "(650) 253-0000", "+1 650.253.0000"),
        (Normaliser(phones=("N",), region="GB"), "020 7946 0018", "+44 20 7946 0018"),
        (Normaliser(phones=("N",)), "12/34", "12 34"),
        (Normaliser(case=False, emails=("N",)), "a+shop@x.org", "A@X.org"),
        (Normaliser(nicknames=("N",)), "Bob Smith", "robert smith"),
    ],
)
def test_each_kind_is_overlooked_where_it_is_switched_on(normaliser, left, right):
    assert normaliser.value("N", left) == normaliser.value("N", right)
    assert NOTHING.value("N", left) != NOTHING.value("N", right)
    first, other = Record.of(("N", left)), Record.of(("N", right))
    assert Normalised(Shares("N"), normaliser).matches(first, other)
    assert not Normalised(Shares("N"), NOTHING).matches(first, other)


def test_kinds_apply_to_their_labels_only():
    normaliser = Normaliser(phones=("P",), emails=("E",), nicknames=("N",))
    assert [normaliser.value("X", value) for value in ("12/34", "a+b@x", "bob")] == ["12/34", "a+b@x", "bob"]


def test_composites_keep_the_values_as_they_were_released():
    database = [Record.of(("N", "Alice "), ("P", "1")), Record.of(("N", "ALICE"), ("C", "9"))]
    resolution = Adversary((Resolve(Normalised(Shares("N"), Normaliser())),)).resolve(database)
    assert resolution.composites == (union_merge(*database),)
    (evidence,) = resolution.evidence
    assert evidence.key.shared == (("N", "alice"),)
    assert (evidence.left, evidence.right) == ((0,), (1,))
    assert evidence.key.rule.sentence() == "same N (overlooking case, spaces)"


@quick
@given(kinds.normalisers, st.text(min_size=1))
def test_normalising_leaves_nothing_empty(normaliser, text):
    assert all(normaliser.value(label, text) for label in "NP")


@quick
@given(kinds.normalisers, st.text(st.characters(max_codepoint=126), min_size=1))
def test_normalising_twice_changes_nothing_more(normaliser, text):
    for label in "NP":
        once = normaliser.value(label, text)
        assert normaliser.value(label, once) == once


@quick
@given(kinds.normalisers, records(values=kinds.WORDS), records(values=kinds.WORDS))
def test_the_normalised_union_is_the_union_of_the_normalised(normaliser, r, s):
    together = normaliser.record(union_merge(r, s))
    assert together == union_merge(normaliser.record(r), normaliser.record(s))


def test_key_sets_are_compared_normalised():
    match = Normalised(SameKeySet("N"), Normaliser())
    assert match.matches(Record.of(("N", "alice"), ("N", "Alice")), Record.of(("N", "ALICE")))


def test_what_is_overlooked_is_said():
    assert Normaliser().sentence() == "overlooking case, spaces"
    assert Normaliser(case=False, spaces=False).sentence() == "value by value"
