"""What a function refuses, as one test."""

import pytest


def refused(*attempts):
    """A test that each of these calls raises a ValueError."""

    @pytest.mark.parametrize("attempt", attempts)
    def test(attempt):
        with pytest.raises(ValueError):
            attempt()

    return test
