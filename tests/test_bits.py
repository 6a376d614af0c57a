import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leakage.bits import FEW_BITS, bits, mask_of


@given(st.sets(st.integers(0, 400)) | st.sets(st.integers(0, 10**5), max_size=2 * FEW_BITS))
@example(set(range(FEW_BITS)))
@example(set(range(FEW_BITS + 1)))
@example({10**6, *range(0, 10**4, 8)})
def test_few_bits_and_many_are_told_alike(numbers: set[int]) -> None:
    mask = sum(1 << number for number in numbers)
    assert mask_of(numbers) == mask
    assert list(bits(mask)) == sorted(numbers)


@given(st.sets(st.integers(0, 200), min_size=1, max_size=FEW_BITS))
def test_numbers_of_numpy_are_no_less_far(numbers: set[int]) -> None:
    """Shifted by 64 and more a whole number of numpy's becomes 0."""
    assert mask_of(np.array(sorted(numbers))) == sum(1 << number for number in numbers)


@given(st.integers(max_value=-1))
def test_a_negative_mask_has_no_end_and_is_refused(mask: int) -> None:
    with pytest.raises(ValueError, match=f"a mask must be at least 0, got {mask}"):
        bits(mask)


@given(st.lists(st.integers(-3, 200), min_size=1, max_size=2 * FEW_BITS).filter(lambda places: min(places) < 0))
def test_a_mask_has_no_negative_number(places: list[int]) -> None:
    with pytest.raises(ValueError, match=f"must be at least 0, got {min(places)}"):
        mask_of(places)
