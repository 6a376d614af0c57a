"""A published table as a new user opens it: a file of one's own, its columns marked, made coarser, and me in it."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Dashboard

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROWS = (
    ("Name", "Age", "Zip", "Illness"),
    ("Ann", "21", "4761", "flu"),
    ("Ben", "24", "4762", "asthma"),
    ("Cas", "27", "4763", "flu"),
    ("Dor", "29", "4764", "cancer"),
    ("Eli", "41", "4791", "flu"),
    ("Fay", "43", "4792", "cancer"),
    ("Gus", "46", "4793", "asthma"),
    ("Hal", "48", "4794", "asthma"),
)


def upload(dashboard: Dashboard, folder: Path) -> str:
    """Open a file as one's own table; returns what the keys of its widgets end in."""
    file = folder / "clinic.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(ROWS)
    dashboard.open("Published table")
    dashboard.page.get_by_text("Open a table of your own").click()
    dashboard.key("published-upload").locator("input[type=file]").set_input_files(file)
    dashboard.settle()
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_table_of_ones_own_is_made_coarse_enough(dashboard: Dashboard, tmp_path: Path) -> None:
    key = upload(dashboard, tmp_path)
    page = dashboard.page
    page.get_by_text("Your table is kept in memory only.").wait_for()
    # Everybody is alone in every column, so all but the last are marked at first.
    assert dashboard.headline() == "8 people of 8 can be told from everybody else"

    quasi_identifiers = dashboard.key(f"published-known-{key}")
    quasi_identifiers.get_by_role("button", name="Name").first.click()
    dashboard.settle()
    expect(quasi_identifiers.get_by_text("Name", exact=True)).to_have_count(0)

    page.get_by_role("tab", name="Make it coarser").click()
    smallest_class = dashboard.key("published-ask-k").get_by_role("spinbutton")
    smallest_class.fill("4")
    smallest_class.press("Enter")
    dashboard.settle()
    dashboard.press("published-search")
    answered = page.get_by_text("minimal ways among").or_(page.get_by_text("minimal way among"))
    answered.wait_for()
    dashboard.press("published-use")
    assert dashboard.headline() == "Everybody looks like at least 3 of the other 7"

    page.get_by_role("tab", name="Me in it").click()
    page.get_by_text("Your class is number 1,").wait_for()

    # What was set is there again after a look at another page.
    dashboard.open("Laboratory")
    dashboard.open("Published table")
    assert dashboard.headline() == "Everybody looks like at least 3 of the other 7"

    # And gone with a refresh, as was said.
    page.reload()
    dashboard.settle()
    dashboard.open("Published table")
    expect(page.get_by_text("Your table is kept in memory only.")).to_have_count(0)
    assert dashboard.headline() == "Everybody looks like at least 2 of the other 5"


def test_the_examples_of_an_attackers_error_follow_their_sliders(dashboard: Dashboard) -> None:
    dashboard.open("An attacker's error")
    assert (
        dashboard.page.locator("[data-testid=stMain] h3").first.inner_text()
        == "Her guess is wrong 25.0\u00a0% of the time"
    )
    slider = dashboard.key("guessing-lie-2").get_by_role("slider")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    dashboard.settle()
    dashboard.page.get_by_role("heading", name="Her guess is wrong 30.0 % of the time").wait_for()
