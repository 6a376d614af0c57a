"""The real server and a real browser, for tests that use the program as a person would."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.driver import LONGEST, Dashboard, enter
from tests.door.server import Server

SEEN = "seen"
"""What a test records of a page: its name, the theme, and what was found."""

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
)


expect.set_options(timeout=LONGEST)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The many short looks at every page come last: of several workers none is left with a long test in the end."""
    items.sort(key=lambda item: item.path.stem == "test_accessibility")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        # In CI a browser test that skips is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Debian's chromium-headless-shell is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="session")
def profile(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps the program's scripts from test to test: to read them anew takes longer than to draw."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1000}, accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def dashboard(profile: BrowserContext, server: Server) -> Iterator[Dashboard]:
    """A tab in which nobody has been yet; nothing is left of it."""
    yield enter(profile, server.link())
    for page in profile.pages:
        page.close()
    last = profile.new_page()
    all_but_scripts = {"origin": server.origin, "storageTypes": "cookies,local_storage"}
    profile.new_cdp_session(last).send("Storage.clearDataForOrigin", all_but_scripts)
    last.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A table of what axe-core and the tests beside it found, by page and theme."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    seen = sorted(what for report in reports for name, what in report.user_properties if name == SEEN)
    if seen:
        terminalreporter.section("what axe-core found")
    for page in dict.fromkeys(page for page, _, _ in seen):
        by_theme = {theme: len(found) for name, theme, found in seen if name == page}
        counts = ", ".join(f"{theme} {number or 'nothing'}" for theme, number in sorted(by_theme.items(), reverse=True))
        terminalreporter.write_line(f"{page:60} {counts}")
