"""Windows: its side of the system under the vault's tests, those that kill among them, over stand-ins for its calls."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.amount import cases
from tests.door.client import ask, come_in
from tests.door.server import ROOT, Server

VAULT = "tests/workspace/vault"

IMPORT_ALL = """
import importlib, pkgutil
from tests.system import as_windows
import app, leakage, pages
for package in (leakage, pages):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name not in as_windows.GONE and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
print("all of it")
"""

APP = """
import sys
sys.path.insert(0, {root!r})
from tests.system import as_windows
import streamlit as st
from app import door, last_resort
app = st.App({pages!r}, middleware=door.middleware, lifespan=door.lifespan, on_script_error=last_resort)
"""


def run_as_on_windows(*arguments):
    """Run tests as on Windows, in a process of their own."""
    plugins = ("-p", "tests.system.as_windows", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_only_windows_does():
    assert " passed" in run_as_on_windows("tests/system/windows_side.py")


@pytest.mark.parametrize("which", cases(["not slow", "slow"], usual=0, slow=1))
def test_all_of_the_vault(which):
    assert " passed" in run_as_on_windows("-m", which, VAULT)


OTHERS = ["tests/test_strangers.py", "tests/pages/shell/test_tabs.py", "tests/test_regular_file.py"]


@pytest.mark.parametrize("tests", cases(OTHERS, usual=0, slow=2))
def test_files_that_are_named_and_two_tabs(tests):
    assert " passed" in run_as_on_windows(tests)


@pytest.mark.slow
def test_every_module_can_be_imported():
    """In a fresh interpreter; what another system alone has is missed there at once."""
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "all of it"


def test_the_server_starts_and_shows_a_page(tmp_path: Path):
    path = tmp_path / "start.py"
    path.write_text(APP.format(root=str(ROOT), pages=str(ROOT / "pages" / "navigation.py")), encoding="utf-8")
    with Server(app=path) as server:
        assert ask(server, "/", come_in(server)).status == 200
