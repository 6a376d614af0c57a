"""Figures as the sentences tell them."""

from fractions import Fraction

import pytest


def exact(value):
    """A figure as a fraction, which it must be to the last bits."""
    fraction = Fraction(value).limit_denominator(1000)
    assert float(fraction) == pytest.approx(value, abs=1e-12)
    return str(fraction)
