"""One argument fixes every draw: ``seed``, a whole number of at least 0, which is 0 where it is not given."""

import importlib
import inspect
import itertools
import pkgutil
import random

import numpy as np
import pandas as pd
import pytest

import leakage
from leakage import Adversary, Comparison, Record, Resolve, Shares
from leakage.decision import (
    attribute_shapley,
    believable_values,
    pool_choices,
    release_shapley,
)
from leakage.decision.shapley import shapley_values
from leakage.laboratory import accuracy, race, typical
from leakage.reidentification import (
    Auxiliary,
    Shape,
    promise_kept,
    success_curve,
    synthetic_table,
    uniqueness,
)
from leakage.resolution import (
    check_properties,
    latest_wins_merge,
    learned_from_records,
)
from leakage.synthetic import Parameters, generate

INTERNAL = {
    # What the operating system can do, a person's work for the dashboard, and what the cells of tables say.
    "leakage.system",
    "leakage.workspace",
    "leakage.tabular",
}
PACKAGES = [
    "leakage",
    *(
        module.name
        for module in pkgutil.iter_modules(leakage.__path__, "leakage.")
        if module.ispkg and module.name not in INTERNAL
    ),
    "leakage.synthetic",
]

SHAPE = Shape(people=60, items=30, entries=600)
TABLE = synthetic_table(SHAPE)
ROWS = [Record.of(("N", f"n{n % 17}"), ("P", f"p{n % 19}"), ("C", f"c{n % 23}")) for n in range(60)]
REPEATED = [Record.of(("N", f"n{n % 40}"), ("P", f"p{n % 41}"), ("C", f"c{n % 39}")) for n in [*range(200), *range(60)]]
COMPARISONS = [Comparison.by_odds("N", 9, 3), Comparison.by_odds("P", 9, 3), Comparison.by_odds("C", 9, 3)]
WIDE = Record.of(("N", "a"), *((f"L{n}", "a") for n in range(18)))


def _worth(coalitions):
    return np.array([float(coalition.bit_count() ** 0.5) for coalition in coalitions])


def _pools():
    given = {n: Record.of(("N", "a"), (f"L{n % 7}", "a"), (f"L{n % 5}", "b")) for n in range(18)}
    return [pool_choices(given, (), WIDE, Adversary(Resolve(Shares("N"))))]


# What draws at random, by its public name, and what may come of a seed; enough is asked for that something is drawn.
DRAWN = {
    "shapley_values": lambda seed: shapley_values(_worth, 18, pairs=4, seed=seed),
    "release_shapley": lambda seed: release_shapley(_pools(), [[n] for n in range(18)], seed=seed),
    "attribute_shapley": lambda seed: attribute_shapley(WIDE, WIDE, seed=seed),
    "believable_values": lambda seed: believable_values("Name", [], 3, seed=seed),
    "promise_kept": lambda seed: list(promise_kept(TABLE, 0.4, 0.4, trials=20, seed=seed)),
    "success_curve": lambda seed: list(success_curve(TABLE, Auxiliary(), [2], trials=20, seed=seed)),
    "uniqueness": lambda seed: uniqueness(TABLE, 0, orders=5, seed=seed),
    "Shape": lambda seed: synthetic_table(Shape(60, 30, 600, seed=seed)).sizes,
    "check_properties": lambda seed: check_properties(ROWS, Shares("N"), latest_wins_merge, cases=20, seed=seed),
    "learned_from_records": lambda seed: learned_from_records(REPEATED, COMPARISONS, seed=seed),
    "Parameters": lambda seed: generate(Parameters(n=5, records=3, seed=seed)),
    "typical": lambda seed: typical(5, seed),
    "race": lambda seed: list(race([3], 10.0, ["exact"], seed, clock=itertools.count().__next__)),
    "accuracy": lambda seed: [repr(row) for row in accuracy([Parameters(n=5, records=3)], seed=seed)],
}
NUMBERED = {"make_problem"}
"""A seed and a number are the name of a problem here, which is printed on the worksheet: they are always given."""

ALWAYS_ALIKE = {"check_properties", "learned_from_records", "promise_kept", "race"}
"""Here the draw of so few is all of them, or what is drawn comes to the same."""


def takers():
    """Every public function, type and method that takes a seed."""
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            thing = getattr(module, name)
            methods = vars(thing).items() if inspect.isclass(thing) else ()
            named = {name: thing, **{f"{name}.{of}": method for of, method in methods if not of.startswith("_")}}
            for called, function in named.items():
                if callable(function) and "seed" in _parameters(function):
                    yield called, _parameters(function)["seed"]


def _parameters(function):
    try:
        return inspect.signature(function).parameters
    except ValueError:
        return {}


def test_every_public_name_that_takes_a_seed_is_tried_and_has_the_same_default():
    found = dict(takers())
    assert set(found) == DRAWN.keys() | NUMBERED
    assert {name: argument.default for name, argument in found.items() if name not in NUMBERED} == dict.fromkeys(
        DRAWN, 0
    )


def plain(result):
    """Something of which equal ones look equal, whatever they hold."""
    if isinstance(result, np.ndarray):
        return repr(result.tolist())
    if isinstance(result, dict):
        return repr({name: plain(value) for name, value in result.items()})
    if isinstance(result, list | tuple):
        return repr([plain(value) for value in result])
    if isinstance(result, pd.DataFrame):
        return result.to_csv()
    return repr(vars(result)) if hasattr(result, "__dict__") else repr(result)


@pytest.mark.parametrize("name", DRAWN)
def test_equal_seeds_give_equal_results_whatever_was_drawn_before(name):
    draw = DRAWN[name]
    first = plain(draw(3))
    random.seed(1)
    np.random.seed(1)
    random.random()
    assert plain(draw(3)) == first
    if name not in ALWAYS_ALIKE:
        assert any(plain(draw(other)) != first for other in range(4, 12))


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("seed", [-1, 0.5, "x", None])
def test_what_is_no_seed_is_refused_without_it(name, seed):
    with pytest.raises(ValueError, match=r"^a seed must be a whole number of at least 0$"):
        DRAWN[name](seed)
