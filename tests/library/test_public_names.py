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
    Presumed,
    Record,
    Resolve,
    Shares,
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
from tests.workspace.every_part import every_part_and_requests

# What a researcher needs is importable where the docstrings say, and says itself what it is and whence.


ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["leakage", "leakage.reidentification", "leakage.published"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there_and_has_a_docstring(package):
    module = importlib.import_module(package)
    assert module.__doc__ and len(set(module.__all__)) == len(module.__all__)
    assert [name for name in module.__all__ if not well_documented(name, getattr(module, name))] == []


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


# A repr ends up in logs and notebooks: it says how much, and repeats nobody's values.


WORK = every_part_and_requests()
RECORDS = [*(release.record for release in (*WORK.releases, *WORK.plans)), *WORK.background]
VALUES = {a.value for record in (*RECORDS, WORK.reference) for a in record if len(a.value) > 2} | {WORK.title}


def results():
    yield from (WORK, pools(WORK), assess(WORK), WORK.measure, Presumed("shop", ((("City", "Sampleton"), 0.5),)))
    yield from (
        records_of(pd.DataFrame({"Name": ["Zoë Sample", None]})),
        check_properties(RECORDS, Shares("Name"), latest_wins_merge),
    )
    for policy in WORK.policies:
        eve = policy.adversary
        resolution = eve.resolve(RECORDS)
        yield from (eve, resolution, resolution.evidence, enhancements(resolution, 0))
        yield information_leakage(RECORDS, WORK.reference, eve)
        yield incremental_leakage(RECORDS, RECORDS[0], WORK.reference, eve)
    by_name = Adversary(Resolve(Shares("Name")))
    yield from (dip(RECORDS[0], RECORDS, by_name), by_name.resolve(RECORDS).evidence)
    yield query_leakage_bounds(RECORDS[0], RECORDS, WORK.reference, by_name)


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


EVERYTHING = own_types(results())


@pytest.mark.parametrize("kind", sorted(EVERYTHING, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_no_repr_repeats_a_value(kind):
    for thing in EVERYTHING[kind]:
        assert len(repr(thing)) < 700
        assert not [value for value in VALUES if value in repr(thing) or value in str(thing)]


def test_values_are_there_to_be_repeated():
    known = {"Attribute", "Evidence", "Frame", "InformationLeakage", "Release", "Resolution", "Workspace"}
    assert known <= {kind.__name__ for kind in EVERYTHING} and "Zoë Sample" in VALUES
