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
EVERYTHING = """
import leakage
from leakage import Adversary, Record, Resolve, Shares, information_leakage
for module in pkgutil.walk_packages(leakage.__path__, "leakage."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            # Calendars are written by what comes with an extra.
            assert (missing.name, module.name) == ("icalendar", "leakage.workspace.requests.reminders"), missing
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
