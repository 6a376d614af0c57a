"""How many clicks and seconds it takes from nothing to a figure of one's own, to the first step done, and to a letter.

Run with ``.venv/bin/python -m tests.benchmarks.first_minutes``; it needs Debian's chromium. Seconds are those the
program takes, from each click until all is drawn; reading and deciding come on top. What is chosen from a file dialog
or typed is one action, as a click is.
"""

from __future__ import annotations

import random
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from pages.decide.leakage.text import TO_PLAN
from pages.parts.import_files.text import MAIL_PATH as PATH
from pages.you.start.text import FIND_PLAN_LINK
from tests.browser.conftest import BROWSERS, FLAGS
from tests.browser.driver import Dashboard, enter
from tests.browser.test_in_and_out import hand_in
from tests.browser.test_what_is_done import logins, worked_out
from tests.door.server import Server
from tests.workspace.files.exports import bitwarden

RUNS = 3
PICTURE = 1_000_000


class Count:
    """What a person did so far, and how long the program took for it."""

    def __init__(self) -> None:
        self.clicks, self.seconds = 0, 0.0
        self.reached: dict[str, tuple[int, float]] = {}

    def act(self, action: Callable[[], None]) -> None:
        """One click, one choice of a file, or one value typed."""
        begun = time.perf_counter()
        action()
        self.seconds += time.perf_counter() - begun
        self.clicks += 1

    def reach(self, what: str) -> None:
        self.reached[what] = (self.clicks, self.seconds)


def follow(dashboard: Dashboard, title: str) -> Callable[[], None]:
    """To press a link of the page and wait for what it leads to."""

    def press() -> None:
        dashboard.page.get_by_role("main").get_by_role("link", name=title, exact=True).click()
        dashboard.settle()

    return press


def from_an_export(dashboard: Dashboard, export: Path) -> Count:
    """Hand in sixty logins, look at the figure, change a password, draft a letter."""
    count, page = Count(), dashboard.page
    count.act(lambda: hand_in(dashboard, export))
    count.act(lambda: dashboard.press("import-add"))
    page.get_by_role("heading", name="Eve has").wait_for()
    count.reach("the figure")
    count.act(follow(dashboard, FIND_PLAN_LINK))
    begun = time.perf_counter()
    worked_out(dashboard)
    count.seconds += time.perf_counter() - begun
    count.reach("the plan")
    done = page.get_by_role("main").get_by_role("button", name="Done", exact=True).first

    def change() -> None:
        done.click()
        dashboard.settle()
        page.get_by_text(re.compile("1 of .* done|1 done")).first.wait_for()

    count.act(change)
    count.reach("the first step done")
    count.act(follow(dashboard, "Letters"))
    count.act(lambda: dashboard.press("request-draft"))
    page.get_by_role("heading", name="The letter").wait_for()
    count.reach("a letter")
    return count


def from_the_example(dashboard: Dashboard) -> Count:
    """Open the example, and go from its figure to the letter of a step of its plan."""
    count, page = Count(), dashboard.page
    count.act(lambda: dashboard.press("open-realistic"))
    page.get_by_role("heading", name="Eve has").wait_for()
    count.reach("the figure")

    def plan() -> None:
        page.get_by_role("main").get_by_text(TO_PLAN, exact=True).click()
        dashboard.settle()

    count.act(plan)
    begun = time.perf_counter()
    worked_out(dashboard)
    count.seconds += time.perf_counter() - begun
    count.reach("the plan")

    def write() -> None:
        page.get_by_role("main").get_by_role("button", name="Write the letter").first.click()
        dashboard.key("request-draft").wait_for()
        dashboard.settle()

    count.act(write)
    count.act(lambda: dashboard.press("request-draft"))
    page.get_by_role("heading", name="The letter").wait_for()
    count.reach("a letter")
    return count


def from_an_archive(dashboard: Dashboard, archive: Path) -> Count:
    """Hand in a ZIP archive, to what it would add."""
    count = Count()
    count.act(lambda: dashboard.open("Import"))
    count.act(lambda: hand_in(dashboard, archive))
    dashboard.key("import-add").wait_for()
    count.reach("the proposals")
    return count


def from_a_path(dashboard: Dashboard, archive: Path) -> Count:
    """Name a ZIP archive by its path, to what it would add."""
    count = Count()
    count.act(lambda: dashboard.open("Import"))
    count.act(lambda: dashboard.key("mail").locator("summary").click())
    path = dashboard.key("mail").get_by_label(PATH, exact=True)

    def name() -> None:
        path.fill(str(archive))
        path.press("Enter")
        dashboard.settle()

    count.act(name)
    count.act(lambda: dashboard.press("zip-read"))
    begun = time.perf_counter()
    dashboard.key("import-add").wait_for()
    count.seconds += time.perf_counter() - begun
    count.reach("the proposals")
    return count


def zipped(path: Path, size: int) -> Path:
    """A platform's archive of so many bytes: what it says of the person, and pictures."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("export/data.json", bitwarden(logins()))
        for number in range(size // PICTURE):
            archive.writestr(f"photos/{number}.jpg", random.Random(number).randbytes(PICTURE))
    return path


def show(what: str, browser: Browser, server: Server, path: Callable[[Dashboard], Count]) -> None:
    """Go a path some times in fresh tabs, and print where each click led, with the median of the seconds."""
    runs = []
    for _ in range(RUNS):
        context = browser.new_context(viewport={"width": 1360, "height": 900})
        runs.append(path(enter(context, server.link())).reached)
        context.close()
    print(what)
    for goal, (clicks, _) in runs[0].items():
        seconds = sorted(run[goal][1] for run in runs)
        print(f"  {goal:22} {clicks} clicks  {seconds[RUNS // 2]:5.1f} s ({seconds[0]:.1f} to {seconds[-1]:.1f})")


def main() -> None:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit("Debian's chromium is not installed")
    with sync_playwright() as playwright, Server() as server, tempfile.TemporaryDirectory() as folder:
        export = Path(folder) / "export"
        export.write_bytes(bitwarden(logins()))
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        uploaded, named = zipped(Path(folder) / "small.zip", 49_000_000), zipped(Path(folder) / "large.zip", 10**9)
        show("a ZIP of 49 MB, handed in", browser, server, lambda tab: from_an_archive(tab, uploaded))
        show("a ZIP of 1 GB, by its path", browser, server, lambda tab: from_a_path(tab, named))
        show("sixty logins from a password manager", browser, server, lambda tab: from_an_export(tab, export))
        show("the example", browser, server, from_the_example)
        browser.close()


if __name__ == "__main__":
    main()
