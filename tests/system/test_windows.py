"""Windows: its side of the system, and the server, over stand-ins for its calls."""

import subprocess
import sys
from pathlib import Path

from tests.client import ask, come_in
from tests.server import ROOT, Server

APP = """
import sys
sys.path.insert(0, {root!r})
from tests.system import as_windows
import streamlit as st
from app import page_failed
from pages.app.door import open_door
app = st.App({pages!r}, middleware=open_door(), on_script_error=page_failed)
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


def test_the_server_starts_and_shows_a_page(tmp_path: Path):
    path = tmp_path / "start.py"
    path.write_text(APP.format(root=str(ROOT), pages=str(ROOT / "pages" / "navigation.py")), encoding="utf-8")
    with Server(app=path) as server:
        assert ask(server, "/", come_in(server)).status == 200
