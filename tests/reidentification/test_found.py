"""How sure it is that a record is the person's: the formulas against every crowd, in fractions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.reidentification.uniqueness import chance_found, chance_right, chance_unique
from tests.strategies import quick


@quick
@given(st.integers(0, 1000).map(lambda n: Fraction(n, 1000)), st.integers(1, 40))
def test_the_formulas_are_means_over_how_many_others_are_alike(p, n):
    """Of n - 1 others K are like the person: alone where K is 0, and picked by 1 chance in 1 + K."""
    chances = [math.comb(n - 1, k) * p**k * (1 - p) ** (n - 1 - k) for k in range(n)]
    assert chance_unique(float(p), n) == pytest.approx(float(chances[0]), rel=1e-9)
    right = sum(chance / (1 + k) for k, chance in enumerate(chances))
    assert chance_right(float(p), n) == pytest.approx(float(right), rel=1e-9)


@quick
@given(*(st.integers(0, 20).map(lambda n: Fraction(n, 20)) for _ in range(2)), st.integers(1, 12))
def test_who_is_found_is_in_the_table_and_picked_of_those_in_it(p, sampled, n):
    chances = [math.comb(n - 1, k) * (p * sampled) ** k * (1 - p * sampled) ** (n - 1 - k) for k in range(n)]
    found = sampled * sum(chance / (1 + k) for k, chance in enumerate(chances))
    assert chance_found(float(p), n, float(sampled)) == pytest.approx(float(found), rel=1e-9)


@quick
@given(st.floats(0.0, 1.0), st.integers(1, 10**10))
def test_they_are_chances_and_right_is_at_least_as_likely_as_unique(p, n):
    assert 0.0 <= chance_unique(p, n) <= 1.0
    assert chance_unique(p, n) <= chance_right(p, n) * (1 + 1e-9) + 1e-300
    assert 1 / n <= chance_right(p, n) * (1 + 1e-9) <= 1.0 + 1e-8


def test_rare_values_in_large_crowds_keep_their_digits():
    p, n = 1e-15, 8_000_000_000
    assert 1 - chance_right(p, n) == pytest.approx(n * p / 2, rel=1e-3)
    assert chance_right(1e-4, n) == pytest.approx(1 / (n * 1e-4), rel=1e-9)


@pytest.mark.parametrize(("p", "n"), [(-0.1, 3), (1.1, 3), (float("nan"), 3), (0.5, 0)])
def test_what_is_no_chance_and_no_crowd_is_refused(p, n):
    for figure in (chance_unique, chance_right):
        with pytest.raises(ValueError, match=r"must be in|at least the person"):
            figure(p, n)
    with pytest.raises(ValueError, match=r"sampled must be in \[0, 1\]"):
        chance_found(0.5, 2, float("nan"))
