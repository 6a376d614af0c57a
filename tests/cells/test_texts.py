"""Texts in Arrow, and their numbers, against Python's own dictionaries."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.tabular import texts
from leakage.tabular.texts import TEXT, Texts, distinct, fingerprints
from tests.strategies import quick

some_texts = st.lists(
    st.one_of(st.text(max_size=20), st.sampled_from(["a", "a\0", "", "abcdefgh", "abcdefgha"])), max_size=9
)


def numbered(given_texts):
    """The obvious way."""
    once = [text for text in dict.fromkeys(given_texts) if text is not None]
    return [-1 if text is None else once.index(text) for text in given_texts], once


@quick
@given(some_texts, st.integers(0, 3))
def test_every_text_has_the_number_of_its_like(given_texts, left_out):
    array = pa.array(["left out"] * left_out + given_texts, TEXT)[left_out:]
    codes, once = distinct(array)
    assert (codes.tolist(), once.to_pylist()) == numbered(given_texts)
    prints = fingerprints(array).tolist()
    assert [prints.index(one) for one in prints] == [given_texts.index(text) for text in given_texts]


@quick
@given(st.lists(st.one_of(st.none(), st.sampled_from(["a", "", "longer than a word"]), st.text(max_size=20))))
def test_what_is_missing_has_no_number(given_texts):
    for kept in (given_texts, [text and text[:2] for text in given_texts], [text and 9 * text for text in given_texts]):
        codes, once = distinct(pa.array(["left out", None, *kept], TEXT)[2:])
        assert (codes.tolist(), once.to_pylist()) == numbered(kept)


def test_bytes_under_what_is_missing_are_none():
    """Arrow lets anything stand there."""
    whole = pa.array(["a", "long enough for two words", "a"], TEXT)
    valid = pa.array([True, False, True]).buffers()[1]
    codes, once = distinct(pa.Array.from_buffers(TEXT, 3, [valid, *whole.buffers()[1:]]))
    assert (codes.tolist(), once.to_pylist()) == ([0, -1, 0], ["a"])


@pytest.mark.parametrize("what", ["all alike", "two alike"])
def test_texts_of_one_fingerprint_are_told_apart(what, monkeypatch):
    """Which fingerprints do not tell: here by a function that hardly ever does."""
    monkeypatch.setattr(texts, "fingerprints", lambda array: np.arange(len(array)) // (9 if what == "all alike" else 2))
    given_texts = [None if text == "-" else f"longer than one word {text}" for text in "a-ba-cb"]
    codes, once = distinct(pa.array(given_texts, TEXT))
    assert (codes.tolist(), once.to_pylist()) == numbered(given_texts)


@quick
@given(st.lists(st.text("aZ\0ä€😀", max_size=8).filter(lambda text: len(text.encode()) <= 8)))
def test_texts_of_one_word_never_have_one_fingerprint(given_texts):
    prints = fingerprints(pa.array(given_texts, TEXT)).tolist()
    assert [prints.index(one) for one in prints] == [given_texts.index(text) for text in given_texts]


def test_long_texts_are_numbered_as_short_ones_are():
    given_texts = ["a" * 100, "a" * 101, "a" * 100, "b"]
    codes, once = distinct(pa.array(given_texts, TEXT))
    assert (codes.tolist(), once.to_pylist()) == numbered(given_texts)


@quick
@given(some_texts, some_texts)
def test_they_are_a_sequence_of_strings(given_texts, wanted):
    _, once = numbered(given_texts)
    held = Texts([pa.array(once[:2], TEXT), pa.array(once[2:], TEXT)])
    assert [*held] == [held[n] for n in range(len(held))] == np.asarray(held).tolist() == once
    assert [*held[1:]] == once[1:]
    assert held.take(np.arange(len(once))[::-1]) == once[::-1]
    assert held.places({*wanted, "\ud800"}) == {text: [once.index(text)] for text in wanted if text in once}


def test_arrow_takes_for_blanks_what_python_does():
    signs = [chr(sign) for sign in range(0xD800)]
    trimmed = pc.utf8_trim_whitespace(pa.array([f"{sign}a{sign}" for sign in signs], TEXT)).to_pylist()
    assert trimmed == [f"{sign}a{sign}".strip() for sign in signs]
