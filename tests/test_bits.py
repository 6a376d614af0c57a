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
