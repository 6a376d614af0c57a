"""What the measures refuse."""

import math

import pytest

from leakage import (
    Attribute,
    Record,
    addition_gradient,
    expected_precision,
    expected_recall,
    f_measure,
    leakage_gradient,
    precision,
    recall,
    record_leakage,
    record_leakages,
    set_leakage,
)

ALICE = Record.of(("N", "Alice"))
MEASURES = [
    precision,
    recall,
    f_measure,
    expected_precision,
    expected_recall,
    leakage_gradient,
    addition_gradient,
    record_leakage,
    lambda record, *others: record_leakages([record], *others),
    lambda record, *others: set_leakage([record], *others),
]
NOT_POSITIVE = [0.0, -1.0, math.nan, math.inf, -math.inf]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("weight", NOT_POSITIVE)
def test_weights_must_be_positive(measure, weight):
    with pytest.raises(ValueError, match="weight must be a positive number"):
        measure(ALICE, ALICE, {"N": weight})


@pytest.mark.parametrize("measure", [f_measure, record_leakage, leakage_gradient, addition_gradient])
@pytest.mark.parametrize("beta", NOT_POSITIVE)
def test_beta_must_be_positive(measure, beta):
    with pytest.raises(ValueError, match="beta must be a positive number"):
        measure(ALICE, ALICE, beta=beta)
    with pytest.raises(ValueError, match="beta must be a positive number"):
        record_leakages([ALICE], ALICE, beta=beta)


def test_method_must_be_known():
    with pytest.raises(ValueError, match="method must be exact, worlds, equal_weights or taylor, got 'best'"):
        record_leakage(ALICE, ALICE, method="best")


def test_equal_weights_needs_equal_weights():
    record = Record.of(("N", "Alice"), ("P", "1"))
    with pytest.raises(ValueError, match="needs all weights equal"):
        record_leakage(record, record, {"N": 2.0}, method="equal_weights")
    assert record_leakage(record, record, {"N": 2.0, "P": 2.0}, method="equal_weights") == 1.0


def test_worlds_enumerates_at_most_20_uncertain_attributes():
    many = Record(Attribute("P", str(n), 0.5) for n in range(21))
    with pytest.raises(ValueError, match="at most 20 uncertain attributes, got 21"):
        record_leakage(many, ALICE, method="worlds")
    sure = Record(Attribute("P", str(n), n % 2) for n in range(40))
    assert record_leakage(sure, ALICE, method="worlds") == 0.0
