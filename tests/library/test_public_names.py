"""What the library offers, and how it shows it."""

import dataclasses
import importlib
import inspect
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest

import leakage
from leakage import (
    Adversary,
    AnyOf,
    AtLeast,
    Augment,
    Comparison,
    Conflicts,
    Correct,
    FellegiSunter,
    Level,
    Presumed,
    Record,
    Resolve,
    Shares,
    Similar,
    TableSimilarity,
    Unless,
    check_properties,
    dip,
    incremental_leakage,
    information_leakage,
    latest_wins_merge,
    records_of,
)
from leakage.decision.enhancement import enhancements
from leakage.decision.leakage import query_leakage_bounds
from leakage.workspace.figures.assessment import assess, pools
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace

# What a researcher needs is importable where the docstrings say, and says itself what it is and whence.


ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["leakage", "leakage.reidentification", "leakage.published"]
NAMES = [(package, name) for package in PACKAGES for name in importlib.import_module(package).__all__]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_is_in_it(package):
    module = importlib.import_module(package)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__)
    assert set(module.__all__) <= set(dir(module))


def test_every_public_name_is_there_and_has_a_docstring():
    things = {(package, name): getattr(importlib.import_module(package), name) for package, name in NAMES}
    wrong = [place for place, thing in things.items() if not well_documented(place[1], thing)]
    assert wrong == []


def well_documented(name, thing):
    if inspect.isclass(thing) or inspect.isfunction(thing):
        # A dataclass without a docstring is given its signature for one.
        documented = thing.__doc__ and not thing.__doc__.startswith(f"{name}(")
        return thing.__name__ == name and documented and thing.__module__.startswith("leakage.")
    return thing is not None and not inspect.ismodule(thing)


def test_the_library_does_not_import_all_of_its_advice_at_once():
    code = (
        "import sys, leakage; print(*sys.modules); leakage.record_leakage; print(*sys.modules)\n"
        "from leakage import *; print(information_leakage.__name__, Presumed.__name__)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    at_first, asked, names = run.stdout.splitlines()
    assert names.split() == ["information_leakage", "Presumed"] and len(leakage.__all__) <= 60
    assert "numpy" not in at_first and "leakage.measure" not in at_first
    assert "leakage.measure.kernel" in asked
    assert "leakage.decision.leakage" not in asked


def test_a_name_that_is_not_there_is_said_so():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        importlib.import_module("leakage").nothing  # noqa: B018


# A repr ends up in logs and notebooks: it says how much, and repeats nobody's values.


CANARY = "CANARY"
reprs_e = Record.of(("N", "CANARY ann"), ("P", "CANARY 1"), ("C", "CANARY 9"), ("A", "CANARY road"))
REPRS_R = [
    Record.of(("N", "CANARY ann"), ("P", "CANARY 1", 0.5)),
    Record.of(("N", "CANARY ann"), ("C", "CANARY 9", 0.25)),
    Record.of(("N", "CANARY bob"), ("C", "CANARY 8"), ("P", "CANARY 7")),
]
REPRS_FRAME = pd.DataFrame({"N": ["CANARY ann", "CANARY bob"], "P": ["CANARY 1", None]})
planned = Record.of(("N", "CANARY ann"), ("A", "CANARY road"))
rules = AnyOf(Shares("N"), Shares(Similar("P"), "C"))
LISTED = Comparison("P", (Level(0.9, 0.1),), Level(0.1, 0.9))
adversaries = {
    "keys": Adversary(Correct({("N", "CANARY an"): "CANARY ann"}), Resolve(Shares("N"))),
    "steps": Adversary(Augment("P", "C", {"CANARY 1": "CANARY 9"}), Resolve(Unless(rules, Conflicts("P")))),
    "evidence": Adversary(Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 9.0, 2.0), LISTED)))),
    "score": Adversary(Resolve(AtLeast(2.0, (("N", 2.0),)), latest_wins_merge)),
}


def results(eve):
    yield eve
    yield from (eve.resolve(REPRS_R), eve.resolve(REPRS_R).evidence, eve.resolve(REPRS_FRAME), records_of(REPRS_FRAME))
    yield Presumed("shop", ((("A", "CANARY road"), 0.5),))
    yield from (
        information_leakage(REPRS_R, reprs_e, eve),
        incremental_leakage(REPRS_R, planned, reprs_e, eve),
    )
    yield from (dip(REPRS_R[0], REPRS_R, eve), query_leakage_bounds(REPRS_R[0], REPRS_R, reprs_e, eve))
    yield enhancements(eve.resolve(REPRS_R), 0)
    yield check_properties(REPRS_R, rules, latest_wins_merge)


def work():
    given = tuple(Release(f"CANARY {n}", f"CANARY shop {n}", record) for n, record in enumerate(REPRS_R))
    coalition = Coalition("CANARY club", ("CANARY shop 0", "CANARY shop 1"))
    workspace = Workspace(
        tuple(a.pair for a in reprs_e),
        (("N", 2.0),),
        given,
        (REPRS_R[2],),
        (Policy("CANARY eve", adversaries["keys"]),),
        "CANARY eve",
        Pooling("coalitions", (coalition,)),
        plans=(Release("CANARY plan", "CANARY bank", planned),),
        title="CANARY life",
        similarities=(("A", TableSimilarity((("CANARY road", "CANARY lane", 0.5),))),),
    )
    yield from (workspace, pools(workspace), assess(workspace), workspace.measure)


def parts(thing):
    """Everything that can be reached from a result, itself included."""
    yield thing
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from parts(value)
    elif isinstance(thing, Sequence | Record) and not isinstance(thing, str | bytes):
        for item in thing:
            yield from parts(item)


def own_types(things):
    by_type = {}
    for thing in things:
        for part in parts(thing):
            if type(part).__module__.startswith("leakage."):
                by_type.setdefault(type(part), []).append(part)
    return by_type


EVERYTHING = own_types([*(result for eve in adversaries.values() for result in results(eve)), *work()])


@pytest.mark.parametrize("kind", sorted(EVERYTHING, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_no_repr_repeats_a_value(kind):
    for thing in EVERYTHING[kind]:
        assert CANARY not in repr(thing)
        assert CANARY not in str(thing)
        assert len(repr(thing)) < 600


def test_the_canaries_are_there_to_be_repeated():
    assert {"Attribute", "Evidence", "Frame", "InformationLeakage", "Release", "Resolution", "Workspace"} <= {
        kind.__name__ for kind in EVERYTHING
    }
    assert EVERYTHING[Record][0].values("N")[0].startswith(CANARY)
