"""The report, opened from the disk and printed, asks nobody for anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import Dashboard

pytestmark = pytest.mark.browser
NOTHING_BESIDE = "document.documentElement.scrollWidth <= window.innerWidth"
GROUND = "body => getComputedStyle(body).backgroundColor"


def test_a_report_opens_and_prints_whole_without_a_single_request(
    dashboard: Dashboard, chromium: Browser, tmp_path: Path
) -> None:
    dashboard.press("open-realistic")
    counted = dashboard.headline()
    dashboard.open("Report and export")
    dashboard.press("report-make")
    file = tmp_path / "report.html"
    file.write_bytes(dashboard.save("report-save"))
    context = chromium.new_context(color_scheme="dark", viewport={"width": 400, "height": 800})
    page = context.new_page()
    requests, messages = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.goto(file.as_uri())
    page.get_by_text(counted).wait_for()
    page.locator("svg").first.wait_for()
    assert page.evaluate(NOTHING_BESIDE)
    dark = page.locator("body").evaluate(GROUND)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4, with its margins
    assert page.locator("body").evaluate(GROUND) == "rgb(255, 255, 255)" != dark
    assert page.evaluate(NOTHING_BESIDE)
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert requests == [file.as_uri()] and messages == []
    context.close()
