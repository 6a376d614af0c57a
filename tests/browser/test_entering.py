"""From nothing to the first figure by hand, and what a person is told who leaves or opens a second tab."""

from __future__ import annotations

import time
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Dialog, Locator, expect

from pages.shell import unknown
from pages.shell.text import ANOTHER_TAB
from tests.amount import cases
from tests.browser.driver import HEADER, Dashboard

pytestmark = pytest.mark.browser
MOST_CLICKS = 12
ROW = 35
FACTS_WIDTH = 310


class Hand:
    """Handles the program with a mouse whose clicks are counted, and a keyboard."""

    def __init__(self, dashboard: Dashboard) -> None:
        self.dashboard = dashboard
        self.clicks = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1
        self.dashboard.settle()

    def click_value(self, table: str, row: int) -> None:
        """Click the cell of a row where a value is to be typed."""
        self._click_cell(table, 500, row)

    def tick(self, table: str, column: int, row: int) -> None:
        """Click a tick; the two columns share the room that the facts leave."""
        box = self._grid(table).bounding_box()
        assert box is not None
        self._click_cell(table, FACTS_WIDTH + (box["width"] - FACTS_WIDTH) * (column + 0.5) / 2, row)

    def _grid(self, table: str) -> Locator:
        return self.dashboard.key(f"editor-{table}").locator("[data-testid=stDataFrame]")

    def _click_cell(self, table: str, across: float, row: int) -> None:
        grid = self._grid(table)
        grid.scroll_into_view_if_needed()
        box = grid.bounding_box()
        assert box is not None
        self.dashboard.page.mouse.click(box["x"] + across, box["y"] + HEADER + (row + 0.5) * ROW)
        self.clicks += 1
        self.dashboard.page.wait_for_timeout(300)
        self.dashboard.settle()

    def write(self, text: str) -> None:
        self.dashboard.page.keyboard.type(text, delay=20)
        self.dashboard.page.wait_for_timeout(100)
        self.dashboard.page.keyboard.press("Enter")
        self.dashboard.page.wait_for_timeout(300)
        self.dashboard.settle()


def test_from_nothing_to_the_first_figure(dashboard: Dashboard) -> None:
    began, page, hand = time.monotonic(), dashboard.page, Hand(dashboard)
    dashboard.begin_without_person()
    page.get_by_role("heading", name="About me", exact=True).wait_for()
    hand.click_value("profile", 0)
    for value in ("Robin", "my mail", "my phone"):
        hand.write(value)
    page.get_by_text("3 facts about you").wait_for()
    hand.click(page.get_by_text("Next: Accounts"))
    for recipient in ("Shop", "Forum"):
        hand.click(dashboard.key("releases-new-recipient").get_by_role("combobox"))
        hand.write(recipient)
        hand.click(dashboard.key("releases-add").get_by_role("button"))
    # The shop got the name and the mail, the forum the mail and the phone. Until one is picked it is the worst Eve, who
    # joins them by the mail.
    for column, row in ((0, 0), (0, 1), (1, 1), (1, 2)):
        hand.tick("releases-ticks", column, row)
    dashboard.key("strip").get_by_text("100.0").wait_for()
    print(f"{hand.clicks} clicks, {time.monotonic() - began:.0f} s")
    assert hand.clicks <= MOST_CLICKS

    leaving_asks_first(dashboard)
    a_second_tab_says_why_it_is_empty(dashboard)


def leaving_asks_first(dashboard: Dashboard) -> None:
    dialogs: list[str] = []

    def stay(dialog: Dialog) -> None:
        dialogs.append(dialog.type)
        dialog.dismiss()

    page = dashboard.page
    page.once("dialog", stay)
    page.evaluate("() => { setTimeout(() => location.reload(), 0) }")
    page.wait_for_timeout(500)
    assert dialogs == ["beforeunload"]
    dashboard.open("About me")
    page.get_by_text("3 facts about you").wait_for()


def a_second_tab_says_why_it_is_empty(dashboard: Dashboard) -> None:
    sentence = ANOTHER_TAB.partition(". ")[0]
    expect(dashboard.page.get_by_text(sentence)).to_have_count(0)
    second = dashboard.page.context.new_page()
    second.goto(dashboard.page.url)
    second.get_by_text(sentence).wait_for(timeout=20_000)
    second.close()


@pytest.mark.slow
def test_an_empty_tab_alone_says_nothing_of_others(dashboard: Dashboard) -> None:
    expect(dashboard.page.locator(".st-key-another-tab")).to_have_count(1)
    dashboard.page.locator(".st-key-another-tab").wait_for(state="hidden")


@pytest.mark.slow
def test_the_label_that_was_typed_is_the_only_one_taken(dashboard: Dashboard) -> None:
    dashboard.begin_without_person()
    picker = dashboard.key("profile-labels")
    picker.get_by_role("combobox").click()
    dashboard.page.keyboard.type("name", delay=30)
    dashboard.page.keyboard.press("Enter")
    dashboard.page.keyboard.press("Escape")
    dashboard.settle()
    dashboard.page.get_by_role("button", name="Add 1 row").wait_for()
    picker.get_by_text("Name", exact=True).wait_for()


@pytest.mark.slow
def test_on_a_narrow_screen_one_release_is_ticked_at_a_time(dashboard: Dashboard) -> None:
    """The first account has a table of its own only there."""
    dashboard.press("open-realistic")
    dashboard.open("Accounts")
    every, single = dashboard.key("editor-releases-ticks"), dashboard.key("editor-releases-ticks-0")
    dashboard.key("releases-at-once").get_by_text("All at once").click()
    dashboard.settle()
    every.wait_for()
    single.wait_for(state="hidden")
    dashboard.page.set_viewport_size({"width": 400, "height": 800})
    single.wait_for()
    every.wait_for(state="hidden")


@pytest.mark.slow
def test_where_the_work_is_kept_is_in_sight_below_a_menu_longer_than_the_window(dashboard: Dashboard) -> None:
    dashboard.press("open-realistic")
    dashboard.page.set_viewport_size({"width": 1280, "height": 720})
    expect(dashboard.page.get_by_text("Kept in memory only.")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("address", cases(["/no-such-page", "/plan/deeper", "/n%C3%A4her"], usual=1, slow=2))
def test_an_address_without_a_page_says_so_and_leads_to_the_rooms(dashboard: Dashboard, address: str) -> None:
    page = dashboard.page
    page.goto(urljoin(page.url, address))
    page.get_by_role("heading", name=unknown.TITLE).wait_for()
    assert not page.get_by_role("dialog").count()
    page.locator("[data-testid=stMain]").get_by_role("link", name="Eve", exact=True).click()
    page.get_by_role("heading", name="Eve", exact=True).wait_for()
