"""How hard a passphrase is to guess, in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.vault.file_header import LONGEST
from leakage.workspace.vault.passphrases import GRADES, strength
from tests.strategies import quick


@pytest.mark.parametrize("passphrase", [" " * 8, "12345678", "password", "qwertyuiop", "aaaaaaaaaaaa"])
def test_what_everybody_tries_first_is_very_weak(passphrase):
    assert strength(passphrase).grade == "very weak"
    assert strength(passphrase).advice


def test_more_words_take_more_guesses():
    words = ["seven grey", "seven grey herons", "seven grey herons wade"]
    guesses = [strength(text).guesses for text in words]
    assert guesses == sorted(guesses) and strength(words[-1]).grade == "strong"


@quick
@given(st.text(min_size=1, max_size=LONGEST))
def test_every_passphrase_has_a_strength_that_repeats_nothing_of_it(passphrase):
    estimate = strength(passphrase)
    assert estimate.grade in GRADES and estimate.guesses >= 0.0
    assert len(passphrase) < 8 or passphrase not in estimate.advice
