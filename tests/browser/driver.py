"""The dashboard as a person handles it: by names on the screen, with the mouse and the keyboard.

What is to be seen, or to be gone, is waited for with ``wait_for``. ``expect`` fails as well where it never comes; but
each time it looks in vain it reads the whole page as it would be read aloud, for its message.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, TimeoutError, ViewportSize

from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.workspace import Workspace
from pages.app.page import FACES as NAMES
from pages.catalogue import FACES, PAGES, Face, room_of

IDLE = "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
# How often the program was asked to run since this was first asked: the state leaves "notRunning" at once.
RUNS = """() => {
    if (window.runsSeen === undefined) {
        window.runsSeen = 0;
        const seen = records => {
            const state = record => record.target.getAttribute("data-test-script-state");
            window.runsSeen += records.filter(
                record => record.oldValue === "notRunning" && state(record) !== "notRunning").length;
        };
        const options = {subtree: true, attributeFilter: ["data-test-script-state"], attributeOldValue: true};
        new MutationObserver(seen).observe(document.body, options);
    }
    return window.runsSeen;
}"""
LATEST_RUN = 5_000
SIZE = ViewportSize(width=1400, height=1000)
LONGEST = 60_000
"""Milliseconds that are waited for anything: what never comes is told late, and a slow machine fails nothing."""


class Dashboard:
    """One browser tab with the program in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def settle(self) -> None:
        """Wait until the program has answered and stays quiet."""
        self.page.wait_for_selector(IDLE)
        self.page.wait_for_timeout(200)
        self.page.wait_for_selector(IDLE)

    def open(self, title: str) -> None:
        """Go to a page by the menu of its face, and within its room by the parts above it."""
        self.way_to(title).click()
        self.settle()
        if title != "Home":
            room = room_of(next(page for page in PAGES if page.title == title))
            self.page.get_by_role("heading", name=room.title, exact=True).wait_for()

    def way_to(self, title: str) -> Locator:
        """The last link that leads to a page, from the room that it is a part of."""
        part = self.key("parts").get_by_text(title, exact=True)
        if part.count():
            return part
        room = room_of(next(page for page in PAGES if page.title == title))
        if room.title not in self.menu.inner_text().split("\n"):
            self.show_face(next(face for face, rooms in FACES.items() if room in rooms))
        entry = self.menu.get_by_text(room.title, exact=True)
        if len(room.parts) == 1:
            return entry
        entry.click()
        self.settle()
        return part

    @property
    def menu(self) -> Locator:
        return self.page.locator("[data-testid=stSidebarNav]")

    def show_face(self, face: Face) -> None:
        """Press the switch at the foot of the menu."""
        self.page.locator("[class*=st-key-face-chosen]").get_by_role("radio", name=NAMES[face]).click()
        self.settle()

    def open_copy(self, workspace: Workspace) -> None:
        """Hand in a saved copy that lies in no file, where files are taken, and open it."""
        content = saved_copy(workspace).encode()
        self.open("Import")
        self.hand_in("import-upload", {"name": "copy.json", "mimeType": "application/json", "buffer": content})
        with self._waiting_for_a_run():
            self.key("import-open").get_by_role("button").click()

    def hand_in(self, key: str, *files: FilePayload) -> None:
        """Give files to where they are taken."""
        self.key(key).locator("input[type=file]").set_input_files(list(files))
        self.settle()

    def save(self, key: str) -> bytes:
        """Press a button that saves a file; the file."""
        # The button is drawn anew after what was typed; a press before that is lost.
        self.settle()
        with self.page.expect_download() as download:
            self.key(key).get_by_role("button").click()
        return Path(download.value.path()).read_bytes()

    def work(self) -> Workspace:
        """The work as a saved copy has it."""
        return opened(self.save("save-copy").decode())

    def put_into_vault(self, passphrase: str) -> None:
        """Make a vault for what there is."""
        self.open("Safe place")
        for box in ("vault-first", "vault-again"):
            self.key(box).locator("input").fill(passphrase)
        # What is typed is sent when the field is left; the button is drawn anew then, and a press before that is lost.
        self.page.keyboard.press("Tab")
        self.settle()
        self.press("vault-create-go")
        self.page.get_by_text("Kept in your vault.").wait_for()

    def unlock(self, passphrase: str) -> None:
        """Type the passphrase before anything is shown."""
        self.page.get_by_role("heading", name="Unlock your work").wait_for()
        self.key("unlock-passphrase").locator("input").fill(passphrase)
        self.press("unlock-go")
        self.page.get_by_text("Kept in your vault.").wait_for()

    def key(self, name: str) -> Locator:
        return self.page.locator(f".st-key-{name}")

    def press(self, key: str) -> None:
        """Press a button, and wait for the answer."""
        with self._waiting_for_a_run():
            self.key(key).get_by_role("button").first.click()

    @contextlib.contextmanager
    def _waiting_for_a_run(self) -> Iterator[None]:
        """Wait for the run that is asked for inside, which on a busy machine may begin late."""
        # A run that goes on, as of a page just opened, would hide the beginning of the one to come.
        self.page.wait_for_selector(IDLE)
        before = int(self.page.evaluate(RUNS))
        yield
        # What asks for no run, or for one so short that it was not seen, is no failure.
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(f"before => ({RUNS})() > before", arg=before, timeout=LATEST_RUN)
        self.settle()

    def name_new(self, key: str, text: str) -> None:
        """Type something into a drop-down list that is not in it yet."""
        box = self.key(key).get_by_role("combobox")
        box.click()
        box.fill(text)
        self.page.keyboard.press("Enter")
        self.settle()

    def say_of_me(self, fact: str, value: str, group: str = "") -> None:
        """Type a value on About me, in its group, and save it."""
        if group:
            self.page.get_by_role("button", name=group, exact=True).or_(
                self.page.get_by_role("radio", name=group, exact=True)
            ).first.click()
            self.settle()
        with self._waiting_for_a_run():
            self.page.get_by_role("textbox", name=fact, exact=True).fill(value)
            self.page.get_by_role("button", name="Save", exact=True).click()

    def headline(self) -> str:
        """The one number of the page, in words."""
        return (
            self.page.locator("[data-testid=stMain] :is(h2:not(.question), h3)")
            .first.inner_text()
            .replace("\u00a0", " ")
        )


def enter(context: BrowserContext, link: str) -> Dashboard:
    """A new tab that follows a link into the program."""
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.goto(link)
    dashboard = Dashboard(page)
    dashboard.settle()
    return dashboard
