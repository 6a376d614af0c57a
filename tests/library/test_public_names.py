"""What a researcher needs is importable where the docstrings say, and says itself what it is and whence."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [
    "leakage",
    "leakage.crowd",
    "leakage.decision",
    "leakage.measure",
    "leakage.papers",
    "leakage.reidentification",
    "leakage.resolution",
    "leakage.tables",
]
NAMES = [(package, name) for package in PACKAGES for name in importlib.import_module(package).__all__]
SCIENCE = (
    "leakage.decision.",
    "leakage.measure.",
    "leakage.reidentification.",
    "leakage.resolution.",
    "leakage.tables.",
)
# Ways to write a table or a merge down, which no paper had to state.
CONVENTIONS = {"classes_of", "flat", "intervals", "joint_of", "latest_wins_merge", "suggest_hierarchy"}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_is_in_it(package):
    module = importlib.import_module(package)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__)
    assert set(module.__all__) <= set(dir(module))


def test_every_public_name_is_there_and_has_a_docstring():
    things = {(package, name): getattr(importlib.import_module(package), name) for package, name in NAMES}
    wrong = [place for place, thing in things.items() if not said_well(place[1], thing)]
    assert wrong == []


def said_well(name, thing):
    if inspect.isclass(thing) or inspect.isfunction(thing):
        # A dataclass without a docstring is given its signature for one.
        documented = thing.__doc__ and not thing.__doc__.startswith(f"{name}(")
        return thing.__name__ == name and documented and thing.__module__.startswith("leakage.")
    return thing is not None and not inspect.ismodule(thing)


def test_a_public_function_of_the_science_has_a_source_or_a_formula():
    functions = {getattr(importlib.import_module(package), name) for package, name in NAMES if name not in CONVENTIONS}
    science = [f for f in functions if inspect.isfunction(f) and f.__module__.startswith(SCIENCE)]
    assert len(science) > 100
    assert [f.__name__ for f in science if not re.search(r"Source|``.*``|\b(19|20)\d\d\b", f.__doc__)] == []


def test_a_package_imported_first_gives_all_its_names():
    """In a fresh interpreter: here others have imported the modules behind them."""
    code = "from leakage.decision import *; print(information_leakage.__name__, create.__name__, Prices.__name__)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["information_leakage", "create", "Prices"], run.stderr


def test_the_library_does_not_import_all_of_its_advice_at_once():
    code = "import sys, leakage; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "leakage.measure.kernel" in run.stdout
    assert "leakage.decision.erasure" not in run.stdout


def test_what_decision_imports_late_is_what_it_says_to_type_checkers():
    decision = importlib.import_module("leakage.decision")
    said = [
        (node.module, alias.name)
        for part in ast.parse(Path(decision.__file__).read_text(encoding="utf-8")).body
        if isinstance(part, ast.If)
        for node in part.body
        for alias in node.names
    ]
    assert sorted(said) == sorted((module, name) for module, names in decision._HOME.items() for name in names)


def test_a_name_that_is_not_there_is_said_so():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        importlib.import_module("leakage.decision").nothing  # noqa: B018
