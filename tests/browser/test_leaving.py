"""Coming in, being cut off, coming back and leaving: what a person sees, and what then stands on the screen no more."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from leakage.workspace.workspace import Workspace
from pages.door.http import CLOSED_TITLE
from pages.door.link import RedirectFile
from pages.shell.text import LOG_OUT_FOLD
from tests.browser.driver import LONGEST, Dashboard
from tests.browser.test_vault import CANARY, PASSPHRASE, open_copy, put_into_vault, serving, unlock
from tests.browser.watching import Watched
from tests.door.server import Server

pytestmark = pytest.mark.browser
HIDDEN = "The program does not answer"


@pytest.fixture
def directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def meets_the_closed_door(page: Page) -> None:
    page.get_by_role("heading", name=CLOSED_TITLE).wait_for(timeout=LONGEST)
    assert page.locator("[data-testid=stApp]").count() == 0


def test_cut_off_come_back_and_log_out(chromium: Browser, directory: Path) -> None:
    context = chromium.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    with serving(directory) as server:
        port = server.port
        enter_by_file(page, server)
        keep_a_fact(page)
        lock_and_unlock(page)
        heading = page.get_by_role("heading", name="Safe place", exact=True)
        heading.wait_for()
    # The server is gone: nothing of the page can be seen, and it says why.
    heading.wait_for(state="hidden", timeout=LONGEST)
    page.wait_for_function("() => getComputedStyle(document.body, '::after').visibility === 'visible'")
    assert HIDDEN in str(page.evaluate("() => getComputedStyle(document.body, '::after').content"))
    with serving(directory, port) as server:
        # It is back, and knows this browser no more: the tab shows the door by itself, and not what it held.
        another = gets_no_session(context, server)
        enter_by_passphrase(page)
        lose_the_cookie_and_open_the_link(page, server)
        another.reload()
        another.get_by_role("heading", name="Unlock your work").wait_for(timeout=LONGEST)
        another.close()
        log_out(page, server)
    context.close()


def enter_by_file(page: Page, server: Server) -> None:
    """As the program itself opens a browser."""
    file = RedirectFile(server.link())
    page.goto(file.path.as_uri())
    page.wait_for_url(f"{server.origin}/**")
    Dashboard(page).settle()
    file.remove()


def keep_a_fact(page: Page) -> None:
    dashboard = Dashboard(page)
    open_copy(dashboard, Workspace(profile=(("Name", CANARY),)))
    put_into_vault(dashboard)


def lock_and_unlock(page: Page) -> None:
    """What was on the screen is gone from the page, not covered."""
    dashboard = Dashboard(page)
    dashboard.open("About me")
    page.wait_for_function(f"() => document.documentElement.outerHTML.includes('{CANARY}')")
    dashboard.press("lock")
    page.get_by_role("heading", name="Unlock your work").wait_for(timeout=LONGEST)
    assert CANARY not in page.content()
    unlock(dashboard)
    dashboard.open("Vault")


def gets_no_session(context: BrowserContext, server: Server) -> Page:
    """Another tab of the same browser, whose cookie is of the server before."""
    watched = Watched(context)
    page = context.new_page()
    page.goto(f"{server.origin}/leakage")
    meets_the_closed_door(page)
    answers = [(status, url) for status, url in watched.answered if url.startswith(server.origin)]
    assert (403, f"{server.origin}/leakage") in answers
    assert {status for status, _ in answers} == {403}
    return page


def enter_by_passphrase(page: Page) -> None:
    meets_the_closed_door(page)
    page.get_by_label("Or type the passphrase").fill("nine brown owls sit")
    page.get_by_role("button", name="Open").click()
    page.get_by_text("This passphrase does not open the vault").wait_for()
    # After a wrong one the next is waited for.
    page.wait_for_timeout(1_100)
    page.get_by_label("Or type the passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Open").click()
    unlock(Dashboard(page))


def lose_the_cookie_and_open_the_link(page: Page, server: Server) -> None:
    """Another port of this machine writes over the cookie: the link in the terminal opens all the same."""
    [door] = [cookie for cookie in page.context.cookies() if cookie["name"].startswith("leakage-door-")]
    page.context.add_cookies([{"name": door["name"], "value": "tossed", "domain": "127.0.0.1", "path": "/"}])
    page.reload()
    meets_the_closed_door(page)
    page.goto(server.link())
    unlock(Dashboard(page))


def log_out(page: Page, server: Server) -> None:
    """From one tab, for all of them."""
    other = page.context.new_page()
    other.goto(f"{server.origin}/leakage")
    other.get_by_role("heading", name="Unlock your work").wait_for(timeout=LONGEST)
    page.bring_to_front()
    dashboard = Dashboard(page)
    dashboard.open("Vault")
    page.locator("summary").filter(has_text=LOG_OUT_FOLD).click()
    dashboard.settle()
    dashboard.key("log-out").get_by_role("button").click()
    meets_the_closed_door(page)
    meets_the_closed_door(other)
    page.go_back()
    expect(page.locator("[data-testid=stMetric]")).to_have_count(0)
    # Printed before it was left, and not used: it opens no more.
    page.goto(server.link())
    meets_the_closed_door(page)
    page.goto(server.link())
    page.get_by_role("heading", name="Unlock your work").wait_for(timeout=LONGEST)
