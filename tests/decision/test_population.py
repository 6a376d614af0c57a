"""The leakage of many people, held against the leakage of each."""

import pandas as pd
import pytest
from hypothesis import given

from leakage import Adversary, Database, Record, Resolve, Shares, information_leakage, population_leakage
from leakage.decision import population
from leakage.decision.leakage import worst_of
from tests.decision import kinds
from tests.strategies import thorough


@thorough
@given(kinds.seeds)
def test_of_each_person_it_is_the_information_leakage(chance):
    """By every kind of adversary and measure, on people and records with doubtful facts."""
    records = [kinds.record(chance, "123") for _ in range(chance.randint(0, 8))]
    people = [kinds.record(chance, "123") for _ in range(chance.randint(0, 6))]
    adversary, measure = kinds.adversary(chance), kinds.measure(chance)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(population, "BLOCK", chance.choice([1, 5, 2_000_000]))
        found = population_leakage(records, people, adversary, measure)
    assert len(found) == len(people)
    resolution = adversary.resolve(records)
    for row, person in zip(found.itertuples(), people, strict=True):
        alone = worst_of(resolution, person, measure)
        assert row.leakage == pytest.approx(alone.leakage, rel=1e-12, abs=1e-300)
        assert row.records == len(alone.members)
        assert (resolution.members[row.composite] if row.composite >= 0 else ()) == alone.members


@thorough
@given(kinds.seeds)
def test_by_weights_alone_all_are_measured_together(chance):
    labels = ["N", "P", "C", "Z"]
    frame = pd.DataFrame([{label: chance.choice(["1", "2", "3", None]) for label in labels} for _ in range(40)])
    people = pd.DataFrame(
        [{label: chance.choice(["1", "2", "9", None]) for label in [*labels, "Y"]} for _ in range(15)],
        index=[f"p{n}" for n in range(15)],
    )
    adversary = Adversary((Resolve(chance.choice([Shares("N", "P", "C", "Z"), Shares("N", "C")])),))
    weights = chance.choice([None, {"N": 3.0, "Z": 0.25}, {"N": 1e200, "P": 1e-200}])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(population, "_one_by_one", None)
        patch.setattr(population, "BLOCK", chance.choice([7, 2_000_000]))
        found = population_leakage(frame, people, adversary, weights)
    assert list(found.index) == list(people.index)
    for row, person in zip(found.itertuples(), Database.from_frame(people), strict=True):
        alone = information_leakage(Database.from_frame(frame), person, adversary, weights)
        assert row.leakage == pytest.approx(alone.leakage, rel=1e-12, abs=1e-300)
        assert row.records == len(alone.members)


def test_a_weight_that_is_not_positive_is_refused():
    with pytest.raises(ValueError, match="positive"):
        population_leakage([Record.of(("N", "a"))], [Record.of(("N", "a"))], Adversary(), {"N": 0.0})
