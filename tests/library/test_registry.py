"""Every rule, operation, cost and similarity says how it is saved, and how it is written in Python."""

import json

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
    registry,
)
from leakage.registry import (
    SavedCost,
    SavedOperation,
    SavedRule,
    SavedSimilarity,
    constructor_arguments,
    saved_form,
    saved_types,
    value_of,
)
from leakage.resolution.operations import MERGES, merge_name

FAMILIES = {
    SavedRule: registry.AnyRule,
    SavedOperation: registry.AnyOperation,
    SavedCost: registry.AnyCost,
    SavedSimilarity: registry.AnySimilarity,
}
TYPES = [kind for family in FAMILIES for kind in saved_types(family)]
SHARES = '{"kind": "shares", "labels": ["N"]}'
LEVEL = '{"m": 0.5, "u": 0.25, "similar": null, "by_frequency": 0.0}'
NO = '{"m": 0.5, "u": 0.75, "similar": null, "by_frequency": 0.0}'

# What files of today hold, to the letter: older programs read it, and a changed file would count as an edit.
WRITTEN = [
    (Shares("N"), SHARES),
    (
        Shares(Similar("N"), "P"),
        '{"kind": "shares", "labels": [{"label": "N", "at_least": 0.9, "kind": "name", "within": 0.0, '
        '"blocked": true}, "P"]}',
    ),
    (SameKeySet("N", "P"), '{"kind": "same key set", "labels": ["N", "P"]}'),
    (AnyOf(Shares("N")), f'{{"kind": "any of", "rules": [{SHARES}]}}'),
    (Unless(Shares("N"), Conflicts("P")), f'{{"kind": "unless", "match": {SHARES}, "conflicts": ["P"]}}'),
    (
        AtLeast(1.5, (("N", 2.0),)),
        '{"kind": "at least", "threshold": 1.5, "weights": [["N", 2.0]]}',
    ),
    (
        FellegiSunter(0.5, (Comparison("N", (leakage.Level(0.5, 0.25),), leakage.Level(0.5, 0.75)),)),
        f'{{"kind": "fellegi sunter", "prior": 0.5, "comparisons": [{{"label": "N", "levels": [{LEVEL}], '
        f'"otherwise": {NO}, "frequencies": [], "unlisted": null}}], "threshold": 0.0, '
        '"against": true}',
    ),
    (
        Normalised(Shares("N"), Normaliser(phones=("P",), region="DE")),
        f'{{"kind": "normalised", "match": {SHARES}, "case": true, "spaces": true, "phones": ["P"], "region": "DE", '
        '"emails": [], "nicknames": []}',
    ),
    (Resolve(Shares("N")), f'{{"kind": "resolve", "match": {SHARES}, "merge": "union"}}'),
    (
        SingleLink(Shares("N"), latest_wins_merge),
        f'{{"kind": "single link", "match": {SHARES}, "merge": "latest wins"}}',
    ),
    (Correct({("N", "a"): "b"}), '{"kind": "correct", "replacements": [[["N", "a"], "b"]]}'),
    (Augment("N", "P", {"a": "1"}), '{"kind": "augment", "given": "N", "label": "P", "table": [["a", "1"]]}'),
    (PerComparison(2.0), '{"kind": "per comparison", "price": 2.0}'),
    (Quadratic(0.5), '{"kind": "quadratic", "factor": 0.5}'),
    (NumericCloseness(5.0), '{"kind": "numeric", "scale": 5.0}'),
    (PrefixSimilarity(), '{"kind": "prefix"}'),
    (EditSimilarity(), '{"kind": "edit", "method": "levenshtein", "at least": 0.7}'),
    (TableSimilarity((("a", "b", 0.5),)), '{"kind": "table", "table": [["a", "b", 0.5]]}'),
]


@pytest.mark.parametrize(("value", "text"), WRITTEN, ids=[type(value).__name__ for value, _ in WRITTEN])
def test_a_value_is_written_as_ever_and_read_again(value, text):
    assert json.dumps(msgspec.to_builtins(saved_form(value))) == text
    of_its_family = next(union for family, union in FAMILIES.items() if type(value) in saved_types(family))
    assert value_of(msgspec.json.decode(text, type=of_its_family)) == value


def test_every_type_is_in_that_table_and_belongs_to_one_family():
    assert {type(value) for value, _ in WRITTEN} == set(TYPES)
    assert len(TYPES) == len(set(TYPES))


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_every_saved_type_is_a_public_name_and_says_what_makes_it_again(kind):
    assert getattr(leakage, kind.__name__) is kind and kind.__name__ in leakage.__all__
    for value in (value for value, _ in WRITTEN if type(value) is kind):
        arguments = list(constructor_arguments(value))
        given = [argument for name, argument in arguments if not name]
        assert kind(*given, **{name: argument for name, argument in arguments if name}) == value


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


def test_what_no_family_is_called_is_no_name():
    with pytest.raises(AttributeError, match="no attribute 'AnyThing'"):
        registry.AnyThing  # noqa: B018
