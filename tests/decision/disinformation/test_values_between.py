"""Values between: by what each kind of likeness promises."""

from decimal import Decimal

import pytest

from leakage.cover import interval_of
from leakage.decision.disinformation.believable import LONGEST, values_between
from leakage.resolution.rules.similar_values import Similar

NAMES, NUMBERS, COVERING = Similar("N"), Similar("N", kind="number", within=1.0), Similar("N", kind="covers")


@pytest.mark.parametrize("names", [("Katherine", "Katharine"), ("ab", "wxyz"), ("Al", "B", "Cara"), ("a",)])
def test_names_are_cut_at_one_place_that_both_have(names):
    cut = {
        first[:place] + second[place:]
        for first in names
        for second in names
        if first != second
        for place in range(1, 20)
        if first[:place] != first and second[place:]
    }
    assert set(values_between(NAMES, names)) == cut


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_are_written_out_as_far_as_they_have_few_enough_digits(sign):
    """The digits before the point are one more than the exponent; behind it they are as many as it says."""
    for exponent in (LONGEST - 1, LONGEST):
        least, other = f"1E{sign * exponent}", f"3E{sign * exponent}"
        between = list(values_between(NUMBERS, [least, other]))
        assert (Decimal(f"2E{sign * exponent}") in map(Decimal, between)) == (exponent < LONGEST)
        ranges = [value for value in values_between(COVERING, [least, other]) if value.startswith("[")]
        assert [interval_of(value) for value in ranges] == [interval_of(f"[{least}-{other}]")] * (exponent < LONGEST)


def test_no_range_is_written_to_where_there_is_no_end():
    assert not any(value.startswith("[") for value in values_between(COVERING, ["≥50", "20"]))
