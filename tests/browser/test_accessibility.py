"""axe-core finds nothing of weight on the page that each room opens with, in one theme or the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from pages.catalogue import ROOMS
from pages.catalogue import Page as Listed
from tests.browser.driver import IDLE, SIZE, Dashboard, enter
from tests.server import Server

pytestmark = pytest.mark.browser
GRAVE = ("moderate", "serious", "critical")
"""Of the minor ones all are Streamlit's: the role of its upload, the empty corner of its tables."""
AXE = """async () => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"]});
    return violations.flatMap(({id, impact, nodes}) => nodes.map(({html}) => [impact, `${id}: ${html.slice(0, 200)}`]));
}"""
AT_ONCE = "*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }"
"""What changes by and by, changes at once: what is looked at is how it ends."""
FIRST = tuple(room.parts[0] for room in ROOMS)


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server) -> Iterator[Dashboard]:
    """The realistic person, in one tab for all pages."""
    context = chromium.new_context(viewport=SIZE)
    dashboard = enter(context, server.link())
    dashboard.page.add_style_tag(content=AT_ONCE)
    dashboard.press("open-realistic")
    yield dashboard
    context.close()


def graves(page: Page) -> list[str]:
    page.mouse.move(0, 0)  # what the mouse rests on opens a help
    page.evaluate(AXE_SCRIPT)
    return [found for impact, found in page.evaluate(AXE) if impact in GRAVE]


@pytest.mark.parametrize("listed", FIRST, ids=lambda page: page.title)
def test_nothing_of_weight_is_found(opened: Dashboard, listed: Listed) -> None:
    opened.open(listed.title)
    theme = ("light", "dark")[FIRST.index(listed) % 2]
    opened.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    opened.page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme", arg=theme
    )
    opened.page.wait_for_selector(IDLE)
    assert graves(opened.page) == []


def test_what_is_wrong_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content('<title>x</title><h1>A</h1><h3>B</h3><img src="data:,"><p style="color: #aaa">faint</p>')
    found = " ".join(graves(page))
    assert all(rule in found for rule in ("color-contrast", "image-alt", "heading-order", "html-has-lang"))
    page.close()
