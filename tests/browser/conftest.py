"""The real server and a real browser, for tests that use the program as a person would."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.driver import Dashboard
from tests.door.server import Server

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


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(params=["light"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def dashboard(chromium: Browser, server: Server, theme: str) -> Iterator[Dashboard]:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, color_scheme=theme, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(server.link())
    dashboard = Dashboard(page)
    dashboard.settle()
    yield dashboard
    context.close()
