"""The main path by keyboard alone: a name, two contacts, two releases, the adversary, the figure, a plan, a letter."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from pages.decide.leakage.text import TO_PLAN
from pages.decide.requests.text import LETTER
from pages.eve.adversary.text import RULES
from pages.you.start.text import TYPE_BUTTON
from tests.browser.driver import LONGEST, Dashboard
from tests.browser.test_what_is_done import worked_out

pytestmark = pytest.mark.browser
MOST_TABS = 80
LATE = 10_000
"""Milliseconds after which the focus is lost, and not late."""
FOCUSED = "element => element === document.activeElement || element.contains(document.activeElement)"
SEEN = """() => {
    const {outlineStyle, boxShadow} = getComputedStyle(document.activeElement);
    return outlineStyle !== "none" || boxShadow !== "none";
}"""


class Keys:
    """Handles the program with a keyboard alone."""

    def __init__(self, dashboard: Dashboard) -> None:
        self.dashboard, self.keyboard = dashboard, dashboard.page.keyboard

    def go_to(self, target: Locator) -> None:
        """Press Tab until the target, or something in it, has the focus."""
        for _ in range(MOST_TABS):
            if target.evaluate(FOCUSED):
                return
            self.press("Tab")
        raise AssertionError(f"{target} is not reached with {MOST_TABS} tabs")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keyboard.press(key)
            self.dashboard.page.wait_for_timeout(100)

    def activate(self, target: Locator) -> None:
        self.go_to(target)
        assert self.dashboard.page.evaluate(SEEN), "the focus is not to be seen"
        self.press("Enter")
        self.settle()

    def settle(self) -> None:
        self.dashboard.settle()
        # The focus is handed on a moment after the run, and a busy machine takes its time for it.
        self.dashboard.page.wait_for_timeout(400)
        self.dashboard.page.wait_for_function("() => document.activeElement !== document.body", timeout=LATE)

    def focused(self) -> str:
        return str(self.dashboard.page.evaluate("document.activeElement.tagName"))

    def write(self, text: str) -> None:
        """Type into what has the focus, and end with Enter."""
        self.keyboard.type(text, delay=20)
        self.press("Enter")
        self.settle()

    def go_to_cells(self, table: str) -> None:
        self.go_to(self.dashboard.key(f"editor-{table}").locator("canvas").first)


@pytest.mark.slow
def test_the_main_path(dashboard: Dashboard) -> None:
    keys, page = Keys(dashboard), dashboard.page
    page.set_default_timeout(LONGEST)
    dashboard.begin_without_person()
    # The focus goes to the title a moment after the page has been drawn.
    page.wait_for_function("() => document.activeElement.tagName === 'H1'")

    keys.go_to_cells("profile")
    keys.press("ArrowRight")
    for value in ("Robin", "my mail", "my phone"):
        keys.write(value)
    page.get_by_text("3 facts about you").wait_for(timeout=LONGEST)
    keys.activate(page.get_by_role("link", name="Next: Accounts"))

    for recipient in ("Shop", "Forum"):
        keys.go_to(dashboard.key("releases-new-recipient").get_by_role("combobox"))
        keys.write(recipient)
        keys.activate(dashboard.key("releases-add").get_by_role("button"))
    # The shop got the name and the mail, the forum the mail and the phone.
    keys.go_to_cells("releases-ticks")
    keys.press("ArrowRight", "ArrowRight")
    for step in ("", "ArrowDown", "ArrowRight", "ArrowDown"):
        keys.press(*filter(None, [step]), "Space")
        keys.settle()
    dashboard.key("strip").get_by_text("100.0").wait_for(timeout=LONGEST)

    keys.activate(page.get_by_role("link", name="Next: Eve"))
    keys.activate(page.locator("summary").filter(has_text=RULES))
    keys.go_to(page.locator("[class*=st-key-policy-]").get_by_role("combobox").first)
    keys.press("ArrowDown", "ArrowDown", "Enter")
    keys.settle()
    keys.activate(page.get_by_role("link", name="Next: The figure"))
    assert "of your" in dashboard.headline()

    keys.activate(page.get_by_role("button", name=TO_PLAN))
    worked_out(dashboard)
    keys.activate(page.get_by_role("link", name="Letters", exact=True))
    keys.activate(dashboard.key("request-draft").get_by_role("button"))
    page.get_by_role("heading", name=LETTER).wait_for()


@pytest.mark.slow
def test_home_leads_on_by_keyboard(dashboard: Dashboard) -> None:
    keys, page = Keys(dashboard), dashboard.page
    keys.activate(page.get_by_role("button", name=TYPE_BUTTON))
    page.get_by_role("heading", name="About me", level=1).wait_for()
    keys.go_to_cells("person")
    keys.press("ArrowRight")
    keys.write("Robin")
    page.get_by_text("1 with a value").wait_for(timeout=LONGEST)
    page.get_by_role("link", name="Next: Accounts").wait_for()
