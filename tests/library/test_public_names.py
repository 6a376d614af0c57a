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
from hypothesis import given
from hypothesis import strategies as st
from leakage.workspace.figures.facts import facts_of

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
    Measure,
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
from leakage.decision.contribution import attribute_contributions
from leakage.decision.enhancement import enhancements
from leakage.decision.leakage import query_leakage_bounds
from leakage.measure.leakage import addition_gradient
from leakage.published.entropy import label_belief
from leakage.workspace.figures.assessment import assess, pools
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.resolution import kinds
from tests.strategies import quick

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


def test_a_package_imported_first_gives_all_its_names():
    """In a fresh interpreter: here others have imported the modules behind them."""
    code = "from leakage import *; print(information_leakage.__name__, Presumed.__name__)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["information_leakage", "Presumed"], run.stderr


def test_the_library_has_few_names():
    assert len(importlib.import_module("leakage").__all__) <= 60


def test_the_library_does_not_import_all_of_its_advice_at_once():
    code = "import sys, leakage; print(*sys.modules); leakage.record_leakage; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    at_first, asked = run.stdout.splitlines()
    assert "numpy" not in at_first and "leakage.measure" not in at_first
    assert "leakage.measure.kernel" in asked
    assert "leakage.decision.leakage" not in asked


def test_a_name_that_is_not_there_is_said_so():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        importlib.import_module("leakage").nothing  # noqa: B018


# Results as tables: the documented columns, and in every cell what the result says.


frames_e = Record.of(("N", "a"), ("P", "1"), ("C", "9"))
FRAMES_R = [
    Record.of(("N", "a"), ("P", "1", 0.5)),
    Record.of(("N", "a"), ("C", "9")),
    Record.of(("N", "b"), ("P", "7")),
]
eve = Adversary(Resolve(Shares("N")))


@quick
@given(st.randoms(use_true_random=False))
def test_a_resolution_as_a_table_says_who_is_with_whom(draw):
    resolution = kinds.adversary(draw).resolve(kinds.drawn_records(draw))
    frame = resolution.to_frame()
    assert list(frame.columns) == ["record", "composite", "members"]
    together = {number: tuple(group["record"]) for number, group in frame.groupby("composite")}
    assert [together[number] for number in sorted(together)] == [tuple(members) for members in resolution.members]
    assert all(len(together[row.composite]) == row.members for row in frame.itertuples())


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
LISTED = Comparison("P", (Level(0.9, 0.1),), Level(0.1, 0.9), (("CANARY 1", 0.5),))
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
    yield from (
        attribute_contributions(REPRS_R[0], reprs_e),
        addition_gradient(REPRS_R[0], reprs_e),
    )
    yield enhancements(eve.resolve(REPRS_R), 0)
    yield from (check_properties(REPRS_R, rules, latest_wins_merge), label_belief(REPRS_R[0], "N"))


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
    yield from (workspace, pools(workspace), assess(workspace), facts_of(REPRS_R[0], reprs_e), workspace.measure)


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
    names = {kind.__name__ for kind in EVERYTHING}
    assert {
        "Attribute",
        "AttributeContribution",
        "DippingStep",
        "Evidence",
        "Frame",
        "InformationLeakage",
        "Key",
        "Presumed",
        "Release",
        "Resolution",
        "Workspace",
    } <= names
    assert repr(REPRS_R[0][0]) == "<Attribute N, confidence 1>"
    assert repr(REPRS_R[0]) == "<Record of N, P>"
    assert EVERYTHING[Record][0].values("N")[0].startswith(CANARY)


def test_a_repr_says_how_many_and_how_much():
    eve = adversaries["keys"]
    assert repr(eve.resolve(REPRS_R)) == "Resolution(3 records, 2 composites, cost 5)"
    assert repr(records_of(REPRS_FRAME)) == "<Frame of 2 records, labels N, P>"
    result = information_leakage(REPRS_R, reprs_e, eve)
    assert repr(result).startswith(
        f"InformationLeakage(leakage={result.leakage!r}, composite=<Record of C, N, P>, members=(0, 1), "
    )
    assert (
        repr(Release("CANARY", "CANARY", REPRS_R[0]))
        == "Release(record of 2 attributes, 0 required, 0 presumed, not ended, 0 listings)"
    )
    assert "1 releases" in repr(Workspace(releases=(Release("a", "b", REPRS_R[0]),)))
    assert repr(Measure({"N": 2.0})).startswith("Measure(weights=(('N', 2.0),)")
