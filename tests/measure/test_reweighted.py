"""Leakage under changed weights, all changes at once, against measuring again with each."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Attribute, Database, Measure, NumericCloseness, Record, record_leakages
from leakage.measure.measuring import as_measure
from leakage.measure.weights import rescaled
from leakage.progress import listening
from tests.strategies import LABELS, records, references, weights

FACTORS = (0.5, 1.0, 2.0, 1.3)
ASKED = [*LABELS, "held by nobody"]


def one_by_one(held, reference, weights):
    return [[record_leakages(held, reference, rescaled(weights, {label: by})) for by in FACTORS] for label in ASKED]


@given(
    st.lists(records(), max_size=5),
    references,
    st.one_of(
        st.none(),
        weights,
        # Beyond the usual size they are measured one by one.
        st.just({"N": 1e-200, "P": 1e200}),
        weights.map(Measure),
        weights.map(lambda given: Measure(given, {"P": NumericCloseness(3)})),
    ),
)
def test_as_measured_one_by_one(held, reference, weights):
    found = as_measure(weights).rescaled_leakages(held, reference, ASKED, FACTORS)
    np.testing.assert_allclose(found, np.reshape(one_by_one(held, reference, weights), found.shape), rtol=1e-13)


@pytest.mark.parametrize(("count", "attributes"), [(2000, 25), (2, 40_000)])
def test_many_records_and_long_ones(count, attributes):
    """More attributes than are worked on together, by series where they are many, and of weights far apart."""
    chance = random.Random(0)
    labels = [*LABELS, *(f"L{number}" for number in range(17))]
    told = [
        Record(
            Attribute(chance.choice(labels), str(number), chance.choice([1.0, 1e-12, chance.random()]))
            for number in range(chance.randrange(attributes // 2, attributes))
        )
        for _ in range(count)
    ]
    weights = {label: 10.0 ** chance.uniform(-4, 4) for label in labels}
    reference = Record.of(*((label, str(number)) for number, label in enumerate(labels)))
    found = as_measure(weights).rescaled_leakages(Database.from_records(told), reference, ASKED, FACTORS)
    np.testing.assert_allclose(found, np.reshape(one_by_one(told, reference, weights), found.shape), rtol=1e-12)


def test_it_is_stopped_in_the_midst():
    class StoppedError(Exception):
        pass

    heard = itertools.count()

    def stop(what, done, total):
        if what.startswith("EvidenceScorer") and next(heard) > len(ASKED):
            raise StoppedError

    record = Record(Attribute("N", str(number), 0.5) for number in range(60_000))
    with listening(stop), pytest.raises(StoppedError):
        as_measure(None).rescaled_leakages([record], Record.of(("N", "1")), ASKED, FACTORS)
