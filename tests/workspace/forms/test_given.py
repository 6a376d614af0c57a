"""What is written into the matrix: understood, or refused in one sentence; never taken for 0."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.forms.cells import short_names
from leakage.workspace.forms.releases import (
    GIVEN_WORDS,
    NOT_GIVEN_WORDS,
    UNSURE,
    UNSURE_WORDS,
    is_sure,
    is_unsure,
    read_given,
    read_ticks,
    written,
)
from leakage.workspace.limits import CellError
from tests.strategies import quick, thorough

confidences = st.one_of(st.sampled_from([0.0, 5e-324, 1e-12, 0.5, 1.0 - 1e-12, 1.0]), st.floats(0.0, 1.0))
held = st.one_of(st.none(), confidences)
blanks = st.text(" \t\u00a0", max_size=2)


@thorough
@given(held)
def test_what_is_written_reads_back_as_the_very_same_number(confidence):
    assert read_given(written(confidence)) == confidence


@thorough
@given(st.decimals(0, 1, places=4), blanks, blanks, blanks, st.sampled_from(".,"))
def test_a_number_may_have_a_point_or_a_comma_and_may_be_a_percentage(number, before, between, after, mark):
    plain = f"{number:f}".replace(".", mark)
    percentage = f"{number * 100:f}".replace(".", mark)
    assert read_given(f"{before}{plain}{after}") == float(number)
    assert read_given(f"{before}{percentage}{between}%{after}") == float(number)


@pytest.mark.parametrize(
    ("words", "confidence"),
    [(GIVEN_WORDS, 1.0), (UNSURE_WORDS, UNSURE), (NOT_GIVEN_WORDS, None)],
    ids=["given", "unsure", "not given"],
)
def test_words_are_read_in_any_case(words, confidence):
    assert {read_given(f" {word.upper()} ") for word in words} == {confidence}


def understood(text):
    """What a text says by the definition alone: None where it says nothing, else the confidence."""
    word = text.strip().casefold()
    if word in GIVEN_WORDS | UNSURE_WORDS:
        return 1.0 if word in GIVEN_WORDS else UNSURE
    number = word.removesuffix("%").strip().replace(",", ".")
    confidence = float(Decimal(number) / (100 if word.endswith("%") else 1))
    assert 0.0 <= confidence <= 1.0
    return confidence


@thorough
@given(st.one_of(st.text(max_size=6), st.text("0159.,%x-+e ?nN_", max_size=6)))
def test_whatever_is_typed_is_understood_or_refused_and_0_is_what_says_0(text):
    try:
        confidence = read_given(text)
    except CellError:
        return
    if confidence is None:
        assert not text.strip() or text.strip().casefold() in NOT_GIVEN_WORDS
    else:
        assert confidence == understood(text)


@pytest.mark.parametrize("cell", ["o,6", "0_6", "1.2.3", "60 percent", "nan", "inf", "1,3", "101 %", "-0,1", "%", 7])
def test_what_is_not_understood_is_refused(cell):
    with pytest.raises(CellError):
        read_given(cell)


@quick
@given(st.booleans(), st.booleans(), held)
def test_two_ticks_say_what_they_show_and_keep_what_they_need_not_change(given_tick, unsure_tick, kept):
    assert read_ticks(is_sure(kept), is_unsure(kept), kept) == kept
    confidence = read_ticks(given_tick, unsure_tick, kept)
    assert is_unsure(confidence) == unsure_tick
    assert is_sure(confidence) == (given_tick and not unsure_tick)
    if unsure_tick and is_unsure(kept):
        assert confidence == kept
    # What they say hangs on nothing but what was held first: an edit elsewhere reads them again.
    assert read_ticks(given_tick, unsure_tick, confidence) == confidence


@quick
@given(st.lists(st.text(max_size=20), unique=True, max_size=30), st.integers(6, 12))
def test_short_names_are_short_and_told_from_each_other(names, most):
    short = short_names(names, most)
    assert len(set(short)) == len(names)
    assert all(len(name) <= most for name in short)
    assert all(cut == name for cut, name in zip(short, names, strict=True) if len(name) <= most)


def test_names_that_are_alike_but_in_the_middle_are_told_from_each_other():
    names = [f"Insurance {middle} company" for middle in "abcdefghijklmnopqrstuvwxyz"]
    assert len(set(short_names(names, 6))) == len(names)
