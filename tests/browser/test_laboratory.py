"""The laboratory as a class watches it: a run that shows its progress, is cancelled at once, and goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.driver import Dashboard

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def button(dashboard: Dashboard, key: str) -> Locator:
    return dashboard.key(key).get_by_role("button").first


def measured(dashboard: Dashboard) -> str:
    return dashboard.page.locator("[data-testid=stProgress]").first.inner_text()


def records_measured(dashboard: Dashboard) -> int:
    """How far the run is, as it says."""
    progress = dashboard.page.locator("[data-testid=stProgress]").first
    expect(progress).to_have_text(re.compile(r"^[\d,]+ of [\d,]+ records measured$"))
    return int(re.sub(r"\D", "", progress.inner_text().partition(" of ")[0]))


def test_a_long_run_is_cancelled_at_once_and_goes_on(dashboard: Dashboard) -> None:
    dashboard.open("Laboratory")
    # As long as it can be: on a quick machine the usual one would be over before it is looked at twice.
    for parameter in ("n", "records"):
        dashboard.key(f"trend-{parameter}").get_by_role("slider").press("End")
        dashboard.settle()
    button(dashboard, "trend-run").click()
    expect(button(dashboard, "trend-cancel")).to_be_enabled()
    dashboard.page.wait_for_timeout(1000)
    button(dashboard, "trend-cancel").click()
    expect(button(dashboard, "trend-run")).to_be_enabled()
    # The button is drawn before what it stopped.
    expect(dashboard.page.locator("[data-testid=stProgress]").first).to_have_text(re.compile(r"^Cancelled\."))
    stopped = measured(dashboard)
    dashboard.page.wait_for_timeout(1000)
    assert measured(dashboard) == stopped

    button(dashboard, "trend-run").click()
    expect(button(dashboard, "trend-cancel")).to_be_enabled()
    left = records_measured(dashboard)
    dashboard.open("About me")
    dashboard.show_face("science")
    dashboard.menu.get_by_text("Laboratory", exact=True).click()
    expect(button(dashboard, "trend-cancel")).to_be_enabled()
    # Whoever comes back finds the same run, further on, and it goes on.
    seen = records_measured(dashboard)
    assert seen >= left
    for _ in range(100):
        if records_measured(dashboard) > seen:
            break
        dashboard.page.wait_for_timeout(100)
    assert records_measured(dashboard) > seen
    button(dashboard, "trend-cancel").click()
    expect(button(dashboard, "trend-run")).to_be_enabled()


def test_the_race_stands_still_but_for_its_lines(dashboard: Dashboard) -> None:
    dashboard.open("Laboratory")
    dashboard.page.get_by_role("tab", name="Which algorithm is fast?").click()
    chart = dashboard.key("race-chart").first
    chart.wait_for()
    dashboard.settle()
    # The chart is drawn anew each time: one look at the page, not an element that may be gone.
    place = "() => [...document.querySelectorAll('.st-key-race-chart')].map(e => e.offsetHeight && e.offsetTop)"
    before = max(dashboard.page.evaluate(place))
    button(dashboard, "race-run").click()
    expect(button(dashboard, "race-cancel")).to_be_enabled()
    seen = set()
    for _ in range(10):
        dashboard.page.wait_for_timeout(150)
        # Between two drawings there may be none of it for a moment.
        places = dashboard.page.evaluate(place)
        seen.update([max(places)] if places else [])
    assert seen == {before}
    button(dashboard, "race-cancel").click()
    expect(button(dashboard, "race-run")).to_be_enabled()
