"""No page of *Me* is longer than two screens, or has more than 250 words in sight, before anything is unfolded.

Here after an import; ``test_accessibility.py`` opens the same pages of the realistic person.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from pages.catalogue import FACES
from tests.browser import seeing
from tests.browser.driver import Dashboard, enter
from tests.browser.test_in_and_out import hand_in
from tests.browser.test_what_is_done import logins
from tests.door.server import Server
from tests.workspace.files.exports import bitwarden

pytestmark = pytest.mark.browser

SCREEN = ViewportSize(width=1360, height=900)
MOST = seeing.Size(height=2 * SCREEN["height"], words=250)
TITLES = tuple(page.title for room in FACES["me"] for page in room.parts)
SEARCHES = ("Plan",)
"""Pages whose answer a busy machine only offers to work out."""
DRAWN = "() => [...document.querySelectorAll('.stPlotlyChart')].every(chart => chart.querySelector('.main-svg'))"


def bring_in(dashboard: Dashboard, folder: Path) -> None:
    """Import sixty logins into an empty work."""
    export = folder / "export"
    export.write_bytes(bitwarden(logins()))
    dashboard.open("Import")
    hand_in(dashboard, export)
    dashboard.page.get_by_text("60 accounts and ").wait_for()
    dashboard.press("import-add")


@pytest.fixture(scope="module")
def opened(chromium: Browser, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """Sixty logins just imported, in one tab for all pages."""
    context = chromium.new_context(viewport=SCREEN)
    dashboard = enter(context, server.link())
    bring_in(dashboard, tmp_path_factory.mktemp("files"))
    yield dashboard
    context.close()


def size(dashboard: Dashboard) -> seeing.Size:
    """How much is in sight once all is drawn."""
    dashboard.page.wait_for_function(DRAWN)
    dashboard.settle()
    return seeing.size(dashboard.page)


def within(size: seeing.Size) -> bool:
    return size.height <= MOST.height and size.words <= MOST.words


def too_long(dashboard: Dashboard, title: str) -> list[str]:
    """How long an open page is, where that is too long."""
    offered = dashboard.page.locator("[data-testid=stMain] [class*=st-key-on-demand-]")
    if title in SEARCHES and offered.count():
        dashboard.press(str(offered.first.get_attribute("class")).partition("st-key-")[2].split()[0])
    measured = size(dashboard)
    return [] if within(measured) else [f"{title}: {measured}"]


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_page_is_short(opened: Dashboard, title: str) -> None:
    opened.open(title)
    assert too_long(opened, title) == []


@pytest.mark.slow
def test_a_draft_is_short(opened: Dashboard) -> None:
    opened.open("Letters")
    opened.press("request-draft")
    # Of the import no name is known: its letter is shown as not ready.
    opened.page.get_by_test_id("stCode").or_(opened.key("request-unready")).first.wait_for()
    assert within(size(opened)), size(opened)


def test_words_and_folds_are_told_apart(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        '<main data-testid="stMain"><h1>Two words</h1><p>64.4&nbsp;% – of <b>yours</b></p><style>not read</style>'
        "<details><summary>A fold</summary><p>kept back</p></details><svg><text>a chart</text></svg>"
        '<p style="visibility: hidden">not there</p>'
        '<div style="overflow-y: auto; height: 30px"><p>three more words</p><p style="margin: 50px">scrolled</p></div>'
        "</main>"
    )
    assert seeing.size(page).words == 10
    page.close()
