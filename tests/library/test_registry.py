"""Every rule, operation, cost and similarity says how it is saved, and how it is written in Python."""

from typing import get_args

import msgspec
import pytest

import leakage
from leakage import (
    AnyOf,
    AtLeast,
    Augment,
    Comparison,
    Conflicts,
    Correct,
    EditSimilarity,
    FellegiSunter,
    Normalised,
    Normaliser,
    NumericCloseness,
    PerComparison,
    PrefixSimilarity,
    Quadratic,
    Resolve,
    SameKeySet,
    Shares,
    Similar,
    SingleLink,
    TableSimilarity,
    Unless,
    latest_wins_merge,
)
from leakage.registry import constructor_arguments, form_of, saved_form, value_of
from leakage.resolution.operations import MERGES, merge_name

FORMS = [form for family in ("rule", "operation", "cost", "similarity") for form in get_args(form_of(family))]
RULE = Shares("N")
EVIDENCE = FellegiSunter(0.5, (Comparison("N", (leakage.Level(0.5, 0.25),), leakage.Level(0.5, 0.75)),))
VALUES = [
    RULE,
    Shares(Similar("N"), "P"),
    SameKeySet("N", "P"),
    AnyOf(RULE),
    Unless(RULE, Conflicts("P")),
    AtLeast(1.5, (("N", 2.0),)),
    EVIDENCE,
    Normalised(RULE, Normaliser(phones=("P",), region="DE")),
    Resolve(RULE),
    SingleLink(RULE, latest_wins_merge),
    Correct({("N", "a"): "b"}),
    Augment("N", "P", {"a": "1"}),
    PerComparison(2.0),
    Quadratic(0.5),
    NumericCloseness(5.0),
    PrefixSimilarity(),
    EditSimilarity(),
    TableSimilarity((("a", "b", 0.5),)),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_is_written_and_read_again_and_says_what_makes_it_in_python(value):
    kind = type(value)
    form = saved_form(value)
    assert value_of(msgspec.json.decode(msgspec.json.encode(form), type=type(form))) == value
    assert getattr(leakage, kind.__name__) is kind and kind.__name__ in leakage.__all__
    arguments = list(constructor_arguments(value))
    given = [argument for name, argument in arguments if not name]
    assert kind(*given, **{name: argument for name, argument in arguments if name}) == value


def test_every_type_is_in_that_list_and_belongs_to_one_family():
    assert {type(saved_form(value)) for value in VALUES} == set(FORMS)
    assert len(FORMS) == len(set(FORMS))


def test_every_merge_has_a_name():
    assert {name: merge_name(merge) for name, merge in MERGES.items()} == {name: name for name in MERGES}
    assert {merge.__name__ for merge in MERGES.values()} <= set(leakage.__all__)


def test_a_type_of_ones_own_is_refused_though_it_comes_from_one_that_is_saved():
    class Own(Shares):
        pass

    with pytest.raises(ValueError, match=r"^Own cannot be saved: a file holds no rules or steps of your own$"):
        saved_form(Own("N"))
    with pytest.raises(ValueError, match=r"^a Own cannot be written as Python$"):
        constructor_arguments(Own("N"))
