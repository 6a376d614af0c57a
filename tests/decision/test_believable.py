"""Believable values: wrong, well formed, never one that is taken, and the same for the same seed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.believable import WORDS, believable_values
from leakage.workspace.vocabulary import LABELS
from tests.strategies import quick

labels = st.one_of(st.text(min_size=1, max_size=12), st.sampled_from([s.label for s in LABELS]))


@quick
@given(labels, st.sets(st.text(max_size=6)), st.integers(), st.integers(0, 30), st.none() | st.text(max_size=9))
def test_as_many_as_asked_all_different_none_taken(label, taken, seed, count, like):
    values = believable_values(label, taken, seed, count, like=like)
    assert len({value.casefold() for value in values}) == len(values) == count
    assert all(values)
    assert not set(values) & taken
    assert values == believable_values(label, taken, seed, count, like=like)


@quick
@given(st.sampled_from([s.label for s in LABELS]), st.integers(0, 9))
def test_values_given_before_are_passed_over_even_when_lists_run_out(label, seed):
    first = believable_values(label, [], seed, 300)
    taken = {value.upper() for value in first}
    assert not taken & {value.upper() for value in believable_values(label, taken, seed, 300)}


def test_another_seed_gives_other_values():
    assert believable_values("Name", [], 1, 5) != believable_values("Name", [], 2, 5)


@pytest.mark.parametrize("suggestion", LABELS, ids=lambda suggestion: suggestion.label)
def test_every_suggested_label_has_values_of_its_own_kind(suggestion):
    phrase = re.compile(rf"({'|'.join(WORDS)}) ({'|'.join(WORDS)})")
    assert not any(phrase.fullmatch(value) for value in believable_values(suggestion.label, [], 1, 5))


@pytest.mark.parametrize(
    ("label", "pattern"),
    [
        ("Phone", r"555-01\d\d"),
        ("mobile_phone", r"555-01\d\d"),
        ("Email", r"\S+@example\.(com|org|net)"),
        ("E-mail address", r"\S+@example\.(com|org|net)"),
        ("Date of birth", r"(19|20)\d\d-(0[1-9]|1[0-2])-[0-3]\d"),
        ("DateOfBirth", r"(19|20)\d\d-(0[1-9]|1[0-2])-[0-3]\d"),
        ("Card (C)", r"card ending \d{4}"),
        ("Bank account", r"account ending \d{4}"),
        ("IP address", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"),
        ("National id", r"000-\d\d-\d{4}"),
        ("Home address", r"\d+ \w+ \w+"),
        ("Post code", r"999\d\d"),
        ("Age", r"[1-8]\d"),
        ("Full name", r"[A-Z]\w+ [A-Z]\w+"),
        ("User name", r"[a-z]+_[a-z]+\d\d"),
        ("Pet name", r"[A-Z]\w+"),
    ],
)
def test_formats_of_known_labels(label, pattern):
    values = believable_values(label, [], 3, 8, like="some 123 example")
    assert all(re.fullmatch(pattern, value) for value in values), values


@pytest.mark.parametrize(
    ("like", "pattern"),
    [
        ("42", r"\d\d"),
        ("c1", r"c\d"),
        ("AB-12/345", r"AB-\d\d/\d\d\d"),
        ("blue", r"[a-z]+"),
        ("Blue Moon", r"[A-Z][a-z]+ [A-Z][a-z]+"),
        ("LOUD", r"[A-Z]+"),
        ("x", r"[a-z]+"),
        ("Room 12", r"[A-Z][a-z]+ \d\d"),
    ],
)
def test_unknown_labels_keep_the_format_of_the_example(like, pattern):
    values = believable_values("Shoe preference", [like], 5, 6, like=like)
    assert all(re.fullmatch(pattern, value) for value in values), values
    assert like not in values


def test_an_example_without_letters_or_digits_gets_numbered_variants():
    assert believable_values("Mark", ["***"], 1, 2, like="***") == ("*** 2", "*** 3")


def test_comparison_with_what_is_taken_ignores_case_and_blanks():
    taken = ["NONE", " Faith a ", "faith B", "FAITH C"]
    assert believable_values("Religion", taken, 1, 1) == ("faith D",)


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="count must not be negative, got -1"):
        believable_values("Name", [], 1, -1)
