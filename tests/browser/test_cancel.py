"""Long work in the real program: it shows how far it is, and a click leads back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from leakage import Adversary, Record, Resolve, Shares
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.similar_values import Similar
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Policy
from pages.eve.adversary.text import HAS_RECORDS, HOLDS
from tests.browser.driver import Dashboard

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def slow_work() -> str:
    """Twenty thousand strangers whose names are held against one another, and phones that keep them apart."""
    draw = random.Random(0)
    strangers = tuple(
        Record.of(("Name", "A" + "".join(draw.choices(LETTERS, k=7))), ("Phone", str(draw.randrange(10**7))))
        for _ in range(20_000)
    )
    match = Unless(Shares(Similar("Name", 0.62)), Conflicts("Phone"))
    person = realistic_person().workspace
    slow = Policy("Slow", Adversary((Resolve(match),)))
    return workspace_to_json(replace(person, background=strangers, policies=(*person.policies, slow)))


def start_button(dashboard: Dashboard) -> Locator:
    """The button of what is left alone until it is asked for; others may lie in what is folded."""
    return dashboard.page.locator("[class*=st-key-on-demand] button:visible").first


def compute(dashboard: Dashboard) -> Locator:
    """Have all policies compared, the slow one among them; brings the Cancel button, which says that it computes."""
    dashboard.menu.get_by_text("Eve", exact=True).click()
    cancel = dashboard.page.get_by_role("button", name="Cancel", exact=True)
    ask = start_button(dashboard)
    cancel.or_(ask).first.wait_for(timeout=60_000)
    if ask.is_visible():
        ask.click()
        cancel.wait_for(timeout=60_000)
    return cancel


def test_long_work_is_shown_and_cancelled(dashboard: Dashboard, tmp_path: Path) -> None:
    copy = tmp_path / "slow.json"
    copy.write_text(slow_work())
    dashboard.open_copy(copy)
    cancel = compute(dashboard)
    cancel.click()
    dashboard.settle()
    expect(cancel).to_have_count(0)
    # It waits for being asked again, and the work is what it was.
    start_button(dashboard).wait_for()
    dashboard.page.get_by_text(HOLDS, exact=True).click()
    dashboard.page.get_by_text(HAS_RECORDS.format(records="20,000 records of other people")).wait_for()
