"""``pip install .`` installs the library, all of it, and nothing else."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import leakage

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
HELLO = """
import leakage
from leakage import Adversary, Record, Resolve, Shares, information_leakage
alice = Record.of(("N", "Alice"), ("P", "1"))
print(leakage.__file__)
print(information_leakage([Record.of(("N", "Alice"))], alice, Adversary(Resolve(Shares("N")))).leakage)
"""
EVERYTHING = """
import leakage
for module in pkgutil.walk_packages(leakage.__path__, "leakage."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            # Calendars are written by what comes with an extra.
            assert (missing.name, module.name) == ("icalendar", "leakage.workspace.requests.reminders"), missing
            assert "install the extra" in str(missing)
print("all of it")
"""


def run(*command, cwd):
    done = subprocess.run([sys.executable, *map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def elsewhere(site):
    missing = {"pages", "app"} | APP.keys() - NEEDED
    return ELSEWHERE.replace("{missing}", repr(missing)).replace("{site!r}", repr(str(site)))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, for a build leaves folders behind."""
    copy, built = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("built")
    for folder in ("leakage", "pages", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "data"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    return wheel_of(copy, built)


def wheel_of(source, built):
    run("-m", "pip", "wheel", "-q", "--no-index", "--no-build-isolation", "--no-deps", "-w", built, source, cwd=built)
    (path,) = built.iterdir()
    return path


def held(wheel):
    archive = zipfile.ZipFile(wheel)
    return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def files_under(folder):
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheel).extractall(site)
    return site


def test_the_wheel_holds_every_file_of_the_library_and_no_other(wheel):
    library = {f"leakage/{name}": path for name, path in files_under(ROOT / "leakage").items()}
    files = {name: path for name, path in library.items() if path.suffix != ".pyc"}
    assert held(wheel) == {name: path.read_bytes() for name, path in files.items()}
    assert "leakage/py.typed" in files
    assert wheel.name == f"leakage-{leakage.__version__}-py3-none-any.whl"


def test_what_is_installed_works_where_the_repository_is_not_on_the_path(installed, tmp_path):
    where, printed = run("-I", "-c", elsewhere(installed) + HELLO, cwd=tmp_path).split()
    assert Path(where).is_relative_to(installed)
    assert float(printed) == pytest.approx(2 / 3)


def test_all_of_it_can_be_imported_without_the_app_and_the_extra(installed, tmp_path):
    assert run("-I", "-c", elsewhere(installed) + EVERYTHING, cwd=tmp_path) == "all of it\n"
