"""What docstrings say at the ends of their ranges: signs, last bits, numbers no float holds, and errors by name."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Evaluator,
    Measure,
    NumericCloseness,
    Record,
)
from leakage.measure.leakage import leakages
from leakage.measure.weights import as_measure
from leakage.published.channels import crowds, crowds_privacy, location_privacy
from leakage.published.entropy import renyi_entropy, shannon_entropy
from leakage.published.yardsticks import distribution_distance
from leakage.reidentification import SparseTable, facts_needed, uniqueness
from tests.strategies import records, references, thorough, weights


@thorough
@given(records(values="1259"), references, weights, st.booleans())
def test_what_is_right_raises_leakage_and_what_is_wrong_lowers_it(record, reference, weights, graded):
    measure = Measure(weights, {"P": NumericCloseness(5)} if graded else {})
    whole, *without = leakages([record, *(record.without(a.pair) for a in record)], reference, measure)
    for attribute, less in zip(record, without, strict=True):
        if not measure.closest(attribute.pair, reference)[1]:
            assert whole <= less + 1e-15
        elif not graded:
            assert whole >= less - 1e-15


def test_by_a_measure_a_near_value_beside_the_right_one_takes_leakage_back():
    measure = Measure({}, {"A": NumericCloseness(100)})
    record, reference = Record.of(("A", "30"), ("A", "31")), Record.of(("A", "30"))
    both, alone = leakages([record, Record.of(("A", "30"))], reference, measure)
    assert both < alone


def test_of_more_than_400_facts_the_rarest_are_looked_at():
    """The person has 401 facts that all others share, but for the commonest, which nobody has like this."""
    items = [f"film {n:03}" for n in range(400)]
    rows = [(who, item, "5") for who in ("Ann", "Bob") for item in items]
    rows += [("Ann", "all", "1"), ("Bob", "all", "5"), ("Cat", "all", "5")]
    table = SparseTable.from_columns(*(list(column) for column in zip(*rows, strict=True)))
    ann = list(table.people).index("Ann")
    assert len(table.facts_of(ann)) == 401
    found = uniqueness(table, ann, orders=1)
    assert len(found.rarest_first) == 401 and found.fewest is None
    # With one fact less all are looked at, and that one leaves nobody else.
    fewer = SparseTable.from_columns(*(list(column) for column in zip(*rows[1:], strict=True)))
    assert uniqueness(fewer, list(fewer.people).index("Ann"), orders=1).fewest == 1


@pytest.mark.parametrize("seed", range(5))
def test_entropies_of_orders_next_to_one_are_next_to_shannons_and_fall(seed):
    p = np.random.default_rng(seed).dirichlet(np.ones(6))
    steps = sorted([*(s * 10.0**-n for n in range(1, 16) for s in (1, -1)), 0.0])
    entropies = [renyi_entropy(p, 1.0 + step) for step in steps]
    assert all(before >= after - 1e-14 for before, after in itertools.pairwise(entropies))
    # dH/dα at 1 is half the variance of -log2 p, times ln 2.
    slope = -math.log(2.0) / 2.0 * (float(p @ np.log2(p) ** 2) - shannon_entropy(p) ** 2)
    assert renyi_entropy(p, 1.0 + 1e-6) == pytest.approx(shannon_entropy(p) + 1e-6 * slope, abs=1e-11)
    # Where the way of working it out changes, nothing else does.
    assert renyi_entropy(p, 1.1 - 1e-12) == pytest.approx(renyi_entropy(p, 1.1 + 1e-12), abs=1e-11)
    assert renyi_entropy(p, 0.9 - 1e-12) == pytest.approx(renyi_entropy(p, 0.9 + 1e-12), abs=1e-11)


def test_entropy_next_to_one_where_values_are_impossible():
    assert renyi_entropy([0.5, 0.5, 0.0], 1.0 - 1e-9) == pytest.approx(1.0, abs=1e-14)


GREAT, SMALL = 1e200, 1e-200


def test_places_at_lengths_whose_squares_no_float_holds():
    assert location_privacy(1.0, GREAT).privacy == pytest.approx(2.0)
    assert location_privacy(GREAT, 1.0).privacy == pytest.approx(2.0)
    assert location_privacy(GREAT).distortion == math.inf and location_privacy(SMALL, SMALL).privacy == 0.0


@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_places_at_usual_lengths_are_as_the_formulas_say(noise, spread):
    variance = noise**2 * spread**2 / (noise**2 + spread**2)
    assert location_privacy(noise, spread).privacy == pytest.approx(2 * variance, rel=1e-12)


@pytest.mark.parametrize(
    "refused",
    [
        lambda: crowds(0, 0.5),
        lambda: crowds(-1, 0.5),
        lambda: crowds_privacy(2, 2.0),
        lambda: facts_needed(400, 0.5, 5e-324),
        lambda: distribution_distance([1.0], [0.5, 0.5]),
        lambda: as_measure({"N": math.nan}),
        lambda: Evaluator((), (), Record(), Adversary(), {"N": -1.0}).leakages([0]),
    ],
)
def test_numbers_out_of_their_range_are_refused_by_the_error_that_is_named(refused):
    with pytest.raises(ValueError, match=r"must|has|there|known"):
        refused()
