"""The dashboard as a person handles it: by names on the screen, with the mouse and the keyboard."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect

IDLE = "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
EDITOR = "#portal :is(input, textarea):focus"
ROW = 35
HEADER = 35
ATTEMPTS = 5


class Dashboard:
    """One browser tab with the program in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def settle(self) -> None:
        """Wait until the program has answered and stays quiet."""
        self.page.wait_for_selector(IDLE)
        self.page.wait_for_timeout(300)
        self.page.wait_for_selector(IDLE)

    def open(self, page: str) -> None:
        self.page.locator("[data-testid=stSidebarNav]").get_by_text(page, exact=True).click()
        self.settle()
        expect(self.page.get_by_role("heading", name=page, exact=True)).to_be_visible()

    def key(self, name: str) -> Locator:
        return self.page.locator(f".st-key-{name}")

    def press(self, key: str) -> None:
        self.key(key).get_by_role("button").first.click()
        self.settle()

    def pick(self, key: str, *options: str) -> None:
        """Pick options of a drop-down list by typing their names."""
        box = self.key(key).get_by_role("combobox")
        for option in options:
            box.click()
            box.fill(option)
            self.page.get_by_role("option", name=option, exact=True).first.click()
        self.page.keyboard.press("Escape")
        self.settle()

    def name_new(self, key: str, text: str) -> None:
        """Type something into a drop-down list that is not in it yet."""
        box = self.key(key).get_by_role("combobox")
        box.click()
        box.fill(text)
        self.page.keyboard.press("Enter")
        self.settle()

    def type_down(self, table: str, column: int, row: int, values: list[str], row_height: int = ROW) -> None:
        """Type values down a column of a table, from a row on; columns are counted without the row marker."""
        self.edit_cell(table, column, row, values[0], row_height)
        for value in values[1:]:
            row += 1
            self.edit_cell(table, column, row, value, row_height)

    def edit_cell(self, table: str, column: int, row: int, value: str, row_height: int = ROW) -> None:
        """Click a cell of a table, type, and press Enter."""
        # A busy machine may take the click for one on the page around the table: then a person clicks again.
        for _ in range(ATTEMPTS):
            if self._began(table, column, row, value[:1], row_height):
                break
        self.page.wait_for_timeout(50)
        self.page.keyboard.type(value[1:], delay=15)
        self.page.wait_for_timeout(100)
        self.page.keyboard.press("Enter")
        self.settle()

    def _began(self, table: str, column: int, row: int, first: str, row_height: int) -> bool:
        """Click a cell and press the first key, which opens the cell's editor; whether it did."""
        grid = self.key(f"editor-{table}").locator("[data-testid=stDataFrame]")
        grid.scroll_into_view_if_needed()
        box = grid.bounding_box()
        assert box is not None
        # The first column lies under this point whether or not there are row markers; arrows lead on.
        self.page.mouse.click(box["x"] + 60, box["y"] + HEADER + row * row_height + row_height / 2)
        # The grid takes the focus a moment after the click, and keys sooner than that are lost.
        self.page.wait_for_timeout(200)
        for _ in range(column):
            self.page.keyboard.press("ArrowRight")
        self.page.wait_for_timeout(100)
        self.page.keyboard.type(first)
        try:
            self.page.wait_for_selector(EDITOR, timeout=4_000)
        except TimeoutError:
            return False
        return True

    def headline(self) -> str:
        """The one number of the page, in words."""
        return self.page.locator("[data-testid=stMain] h2").first.inner_text()

    def screenshot(self, path: Path) -> None:
        """The whole page as a picture, for eyes."""
        main = self.page.locator("[data-testid=stMain]")
        height = int(main.evaluate("main => main.scrollHeight"))
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({"width": size["width"], "height": max(size["height"], height)})
        self.settle()
        self.page.screenshot(path=path)
        self.page.set_viewport_size(size)
