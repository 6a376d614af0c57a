"""axe-core finds nothing of weight on main pages, in one theme or the other; and the first steps by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, FilePayload, Page

from pages.catalogue import BREACHES, COMPANY, REQUESTS, ROOMS, TRANSFER
from pages.catalogue import Page as Listed
from tests.browser.driver import IDLE, SIZE, Dashboard, enter
from tests.server import Server
from tests.workspace.files.data.exports import bitwarden, made_up_logins

pytestmark = pytest.mark.browser
GRAVE = ("moderate", "serious", "critical")
"""Of the minor ones all are Streamlit's: the role of its upload, the empty corner of its tables."""
AXE = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]});
    return violations.flatMap(({id, impact, nodes}) => nodes.map(({html}) => [impact, `${id}: ${html.slice(0, 200)}`]));
}"""
AT_ONCE = "*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }"
"""What changes by and by, changes at once: what is looked at is how it ends."""
LOOKED_AT = (*(room.parts[0] for room in ROOMS), TRANSFER, REQUESTS, BREACHES, COMPANY)

EXPORT = FilePayload(name="logins.json", mimeType="application/json", buffer=bitwarden(made_up_logins(12)))


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """The realistic person, in one tab for all pages."""
    context = chromium.new_context(viewport=SIZE)
    dashboard = enter(context, server.link())
    dashboard.page.add_style_tag(content=AT_ONCE)
    for theme in ("light", "dark"):
        assert graves_in(dashboard.page, theme) == []  # before there is any work
    dashboard.press("open-realistic")
    yield dashboard
    context.close()


def graves(page: Page) -> list[str]:
    page.mouse.move(0, 0)  # what the mouse rests on opens a help
    page.evaluate(AXE_SCRIPT)
    return [found for impact, found in page.evaluate(AXE) if impact in GRAVE]


def graves_in(page: Page, theme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme", arg=theme
    )
    page.wait_for_selector(IDLE)
    return graves(page)


@pytest.mark.parametrize("listed", LOOKED_AT, ids=lambda page: page.title)
def test_nothing_of_weight_is_found(opened: Dashboard, listed: Listed) -> None:
    opened.open(listed.title)
    assert graves_in(opened.page, "dark" if LOOKED_AT.index(listed) % 2 else "light") == []


def test_from_the_upload_to_the_first_step_done_by_tab_and_enter(dashboard: Dashboard) -> None:
    page = dashboard.page

    def enter_at(key: str) -> None:
        while not page.evaluate(f"document.activeElement.matches('[class*=st-key-{key}] [data-testid^=stBaseButton]')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    with page.expect_file_chooser() as chooser:
        enter_at("upload-import")
    chooser.value.set_files([EXPORT])
    for key in ("import-add", "home-done"):
        dashboard.key(key).wait_for()
        dashboard.settle()
        enter_at(key)
    page.get_by_text("Done. ").wait_for()
    work = dashboard.work()
    assert len(work.releases) == 12 and [given.answer for given in work.answers] == ["done"]


def test_what_is_wrong_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content('<title>x</title><h1>A</h1><h3>B</h3><img src="data:,"><p style="color: #aaa">faint</p>')
    found = " ".join(graves(page))
    assert all(rule in found for rule in ("color-contrast", "image-alt", "heading-order", "html-has-lang"))
    page.close()
