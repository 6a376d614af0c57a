"""Files that a browser hands in: why one is refused stands beside it, and what no page shows any more makes room."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.door.index_html import LOST
from pages.door.uploads import PATH
from tests.browser.driver import Dashboard

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROWS = 11_000_000
"""Of four letters each: two such files have room on a page, and three have not."""
TOO_MUCH = "The files on one page can be 120 MB together. Remove one first."


def hand_in(dashboard: Dashboard, *files: Path) -> None:
    dashboard.key("import-upload").locator("input[type=file]").set_input_files(list(files))


def test_why_a_file_is_refused_stands_beside_it(dashboard: Dashboard, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(3)]
    for file in files:
        file.write_bytes(b"?.?\n" * ROWS)
    page = dashboard.page
    dashboard.press("begin-own")
    dashboard.open("Import")
    hand_in(dashboard, *files)
    refused = page.locator("[data-testid=stFileChip][aria-invalid]")
    refused.get_by_text(TOO_MUCH).wait_for()
    assert refused.count() == 1
    # Removed by the person, and then there is room.
    refused.get_by_role("button").click()
    refused.wait_for(state="detached")
    dashboard.settle()
    # Where the page is left nothing is kept for it.
    for _ in range(2):
        dashboard.open("About me")
        dashboard.open("Import")
        hand_in(dashboard, *files[:2])
        page.wait_for_function("() => document.querySelectorAll('[data-testid=stFileChip]').length === 2")
        page.locator("[data-testid=stFileChipIconSpinner]").first.wait_for(state="detached")
        dashboard.settle()
        assert refused.count() == 0


def test_a_file_that_is_lost_on_its_way_is_said_in_words_under_the_mouse_too(
    dashboard: Dashboard, tmp_path: Path
) -> None:
    file = tmp_path / "small.txt"
    file.write_text("?")
    page = dashboard.page
    page.route(f"**{PATH}**", lambda route: route.abort())
    dashboard.press("begin-own")
    dashboard.open("Import")
    hand_in(dashboard, file)
    chip = page.locator("[data-testid=stFileChip][aria-invalid]")
    chip.get_by_text(LOST).wait_for()
    chip.hover()
    page.locator("[data-testid=stTooltipErrorContent]").get_by_text(LOST).wait_for()
    assert "AxiosError" not in page.locator("body").inner_text()
