"""What Eve believes about each fact."""

import math

import pytest
from hypothesis import given

from leakage import Record
from leakage.tables import JointDistribution, estimation_error, label_belief, label_beliefs, renyi_entropy
from tests.strategies import quick, records

close = pytest.approx


def test_what_confidences_leave_over_is_unknown():
    belief = label_belief(Record.of(("A", "20", 0.3), ("A", "30", 0.2), ("N", "Alice")), "A")
    assert belief.values == ("20", "30") and belief.probabilities == (0.3, 0.2)
    assert belief.unknown == close(0.5)
    assert (belief.best_guess, belief.error) == ("20", 0.7)
    assert (belief.hartley, belief.min_entropy) == close((math.log2(3), 1.0))
    assert belief.shannon == close(-0.3 * math.log2(0.3) - 0.2 * math.log2(0.2) + 0.5)


def test_confidences_above_one_in_all_are_scaled():
    belief = label_belief(Record.of(("A", "20", 1.0), ("A", "30", 0.6)), "A")
    assert belief.probabilities == close((0.625, 0.375))
    assert (belief.unknown, belief.error, belief.hartley) == close((0.0, 0.375, 1.0))


def test_where_she_knows_nothing():
    for record in (Record(), Record.of(("A", "20", 0.0))):
        belief = label_belief(record, "A")
        assert (belief.best_guess, belief.error, belief.unknown) == (None, 1.0, 1.0)
        assert belief.hartley == belief.shannon == belief.min_entropy == 0.0


def test_where_she_is_sure():
    belief = label_belief(Record.of(("A", "20")), "A")
    assert (belief.best_guess, belief.error, belief.shannon) == ("20", 0.0, 0.0)


@quick
@given(records())
def test_it_is_a_distribution_and_a_bayes_guess(record):
    beliefs = label_beliefs(record)
    assert [belief.label for belief in beliefs] == list(record.labels)
    for belief in beliefs:
        assert math.fsum((*belief.probabilities, belief.unknown)) == close(1.0)
        assert list(belief.probabilities) == sorted(belief.probabilities, reverse=True)
        assert set(belief.values) == set(record.values(belief.label))
        assert belief.min_entropy - 1e-9 <= belief.shannon <= belief.hartley + 1e-9
        assert belief.shannon == renyi_entropy(belief.outcomes, 1)
        if belief.unknown <= belief.probabilities[0]:
            joint = JointDistribution([[outcome] for outcome in belief.outcomes])
            assert belief.error == close(estimation_error(joint).average, abs=1e-9)
            assert belief.error == close(1 - 2**-belief.min_entropy, abs=1e-9)
