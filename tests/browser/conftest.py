"""The real server and a real browser, for tests that use the program as a person would."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driver import Dashboard

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        # In CI a browser test that skips is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_server(port: int) -> subprocess.Popen[bytes]:
    """Start the program with the README's command, on a port of its own and without opening a browser."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.headless=true"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
            return process
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise RuntimeError("the server did not answer within a minute")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    port = free_port()
    process = start_server(port)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(timeout=20)


@pytest.fixture(params=["light"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def dashboard(chromium: Browser, server: str, theme: str) -> Iterator[Dashboard]:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, color_scheme=theme, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(server)
    dashboard = Dashboard(page)
    dashboard.settle()
    yield dashboard
    context.close()
