"""Composites of many records, told in columns, against merging them one after the other."""

from functools import reduce

import pytest
from hypothesis import given

from leakage import Record
from leakage.bits import bits
from leakage.decision.subsets import FEW, KNOWN_MERGES, PROBED, CompositeTable
from tests.decision import kinds
from tests.strategies import thorough


@thorough
@given(kinds.seeds)
def test_composites_of_few_and_of_many_records_are_those_of_the_merge(chance):
    size = chance.choice([0, 1, 9, FEW, 3 * max(FEW, PROBED)])
    records = tuple(kinds.record(chance, ("12", "3", "4")) for _ in range(size))
    merge = chance.choice(KNOWN_MERGES)
    table = CompositeTable(records, merge, Record.of(("N", "1")))
    # None, one, few, half, all but one, and all of them.
    half, one = chance.getrandbits(size) if size else 0, 1 << chance.randrange(size) if size else 0
    few = half & (1 << size // 8) - 1
    masks = [0, one, few, half, (1 << size) - 1 ^ one, (1 << size) - 1]
    for mask, row in zip(masks, table.confidences(masks), strict=True):
        merged = reduce(merge, (records[number] for number in bits(mask)), Record())
        assert row.tolist() == pytest.approx([merged.confidence_of(pair) for pair in table.pairs], abs=1e-12)
