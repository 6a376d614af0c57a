"""What is installed, exact versions of what it needs, saved forms, and seeds."""

import random
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import leakage
from leakage import (
    Adversary,
    Augment,
    Correct,
    EditSimilarity,
    Evaluator,
    MatchFunction,
    Normalised,
    Normaliser,
    NumericCloseness,
    PerComparison,
    PrefixSimilarity,
    Quadratic,
    Record,
    Resolve,
    Shares,
    SingleLink,
    TableSimilarity,
    latest_wins_merge,
    learned_from_records,
    nobodys_values,
    release_shapley,
)
from leakage.laboratory import Parameters, accuracy, generate
from leakage.registry import constructor_arguments, form_of, saved_form, value_of
from leakage.reidentification import Auxiliary, Shape, promise_kept, success_curve, synthetic_table, uniqueness
from leakage.resolution.operations import MERGES, merge_name
from leakage.resolution.properties import check_properties
from tests.resolution import kinds

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

LINES = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
APP = dict(line.split(">=") for line in LINES if not line.startswith(("-", "#")))
NEEDED = {need.split(">=")[0] for need in PROJECT["dependencies"]}

# In a fresh interpreter, what only the app needs is missing, and the repository is not on the path.
ELSEWHERE = """
import importlib, pkgutil, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {missing}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
sys.path.insert(0, {site!r})
"""
EVERYTHING = """
import leakage
from leakage import Adversary, Record, Resolve, Shares, information_leakage
for module in pkgutil.walk_packages(leakage.__path__, "leakage."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            # Calendars and vaults are written by what comes with an extra.
            named = {"leakage.workspace.requests.reminders": "icalendar", "leakage.workspace.vault": "cryptography"}
            assert missing.name == named.get(module.name), missing
            assert "install the extra" in str(missing)
alice = Record.of(("N", "Alice"), ("P", "1"))
print(leakage.__file__)
print(information_leakage([Record.of(("N", "Alice"))], alice, Adversary(Resolve(Shares("N")))).leakage)
"""


def run(*command, cwd):
    done = subprocess.run([sys.executable, *map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, for a build leaves folders behind."""
    copy, built = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("built")
    for folder in ("leakage", "pages", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "data"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    run("-m", "pip", "wheel", "-q", "--no-index", "--no-build-isolation", "--no-deps", "-w", built, copy, cwd=built)
    (path,) = built.iterdir()
    return path


def test_the_wheel_holds_every_file_of_the_library_and_no_other(wheel):
    files = {path for path in (ROOT / "leakage").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    archive = zipfile.ZipFile(wheel)
    held = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files}
    assert "leakage/py.typed" in held
    assert wheel.name == f"leakage-{leakage.__version__}-py3-none-any.whl"


def test_all_that_is_installed_works_without_the_repository_the_app_and_the_extra(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    missing = {"pages", "app"} | APP.keys() - NEEDED
    code = ELSEWHERE.replace("{missing}", repr(missing)).replace("{site!r}", repr(str(tmp_path / "site")))
    where, printed = run("-I", "-c", code + EVERYTHING, cwd=tmp_path).split()
    assert Path(where).is_relative_to(tmp_path / "site")
    assert float(printed) == pytest.approx(2 / 3)


CONSTRAINTS = ROOT / ".ci" / "constraints.txt"
FILES = [ROOT / name for name in ("requirements.txt", "tests/requirements.txt")]


def lines(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def ranges(paths=FILES):
    return [Requirement(line) for path in paths for line in lines(path) if not line.startswith("-")]


def pins():
    """The exact version of each package."""
    pinned = [Requirement(line) for line in lines(CONSTRAINTS)]
    return {pin.name: str(pin.specifier).removeprefix("==") for pin in pinned}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_requirements_have_an_end_and_take_the_exact_versions(path):
    (named,) = (line.removeprefix("-c ") for line in lines(path) if line.startswith("-c"))
    assert (path.parent / named).resolve() == CONSTRAINTS
    for need in ranges([path]):
        assert {part.operator for part in need.specifier} == {">=", "<"}, need
        assert need.specifier.contains(pins()[canonicalize_name(need.name)]), need


def applies(marker, extras):
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def needed():
    """Every package that the app and its tests need here, by what the installed packages say."""
    found, waiting = {}, ranges()
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        if need.extras <= found.get(name, set()) and name in found:
            continue
        found[name] = found.get(name, set()) | need.extras
        extras = ["", *found[name]]
        further = [Requirement(line) for line in metadata.requires(name) or ()]
        waiting += [other for other in further if applies(other.marker, extras)]
    return set(found)


@pytest.mark.skipif(sys.platform != "linux" or sys.version_info[:2] != (3, 11), reason="others take the ranges")
def test_what_is_installed_is_what_is_pinned_and_nothing_that_is_needed_is_not():
    installed = {name: metadata.version(name) for name in needed()}
    assert installed == {name: pins()[name] for name in installed}, "run the README's test command again, or .ci/pin"
    assert pins().keys() == installed.keys()


FORMS = [form for family in ("rule", "operation", "cost", "similarity") for form in get_args(form_of(family))]
RULE, DRAW = Shares("N"), random.Random(1)
RULES = [kinds.rule(DRAW) for _ in range(60)]
VALUES = [
    *(rule for rule in RULES if MatchFunction not in map(type, rule.single_rules)),
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


SHAPE = Shape(people=60, items=30, entries=600)
TABLE = synthetic_table(SHAPE)
ROWS = [Record.of(("N", f"n{n % 17}"), ("P", f"p{n % 19}"), ("C", f"c{n % 23}")) for n in range(60)]
LABELS = ("N", "P", "C")
MANY = Evaluator(ROWS[:20], (), Record.of(("N", "n1"), ("P", "p2"), ("C", "c3")), Adversary(Resolve(Shares("N"))))


# What draws at random, by its public name, and what may come of a seed; enough is asked for that something is drawn.
DRAWN = {
    "promise_kept": lambda seed: list(promise_kept(TABLE, 0.4, 0.4, trials=20, seed=seed)),
    "success_curve": lambda seed: list(success_curve(TABLE, Auxiliary(), [2], trials=20, seed=seed)),
    "uniqueness": lambda seed: uniqueness(TABLE, 0, orders=5, seed=seed),
    "Shape": lambda seed: synthetic_table(Shape(60, 30, 600, seed=seed)).sizes,
    "check_properties": lambda seed: check_properties(ROWS, Shares("N"), latest_wins_merge, cases=20, seed=seed),
    "learned_from_records": lambda seed: repr(learned_from_records(ROWS + ROWS[:20], LABELS, seed=seed)),
    "nobodys_values": lambda seed: nobodys_values(ROWS, seed=seed)("Phone", 5),
    "release_shapley": lambda seed: [repr(one) for one in release_shapley(MANY, seed=seed)],
    "Parameters": lambda seed: generate(Parameters(n=5, records=3, seed=seed)),
    "accuracy": lambda seed: [repr(row) for row in accuracy([Parameters(n=5, records=3)], seed=seed)],
}
ALWAYS_ALIKE = {"check_properties", "learned_from_records", "promise_kept"}
"""Here the draw of so few is all of them, or what is drawn comes to the same."""


def plain(result):
    """Something of which equal ones look equal, whatever they hold."""
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
