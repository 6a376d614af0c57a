"""The real server and a real browser, for tests that use the program as a person would."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.driver import LONGEST, SIZE, Dashboard, enter
from tests.server import Server

BROWSERS = ("chromium-headless-shell", "chromium")
"""The first one draws no window of its own around a page, which saves a sixth of the time; the other does as well."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Else Plotly is parsed twice, for 0.4 s: Playwright asks where errors are thrown, also those that are caught.
    "--js-flags=--no-enable-lazy-source-positions",
)

expect.set_options(timeout=LONGEST)


@contextmanager
def launched() -> Iterator[Browser | None]:
    """Debian's chromium, where it is installed."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        if browser is None:
            # In CI a browser test that skips is a failure.
            (pytest.fail if os.environ.get("CI") else pytest.skip)("Debian's chromium-headless-shell is not installed")
        else:
            yield browser


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def dashboard(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """A tab in which nobody has been yet; nothing is left of it."""
    context = chromium.new_context(viewport=SIZE, accept_downloads=True)
    yield enter(context, server.link())
    context.close()
