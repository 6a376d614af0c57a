"""Every page in a browser, with the realistic person of 2026 and with works of many releases: seconds and memory.

Run with ``.venv/bin/python -m tests.benchmarks.pages``; it needs Debian's chromium. For each work, the realistic
person's or one of ``tests.benchmarks.works``, a server of its own opens it from a saved copy. Then every page is opened
("cold"), opened again ("again"), and once more after an edit of the weights ("after an edit"). What a page then leaves
alone is asked for with its button, and its estimate stands beside the seconds it took. Seconds are from the click until
the run has ended and every chart and table is drawn, as the browser sees it; those of the processor are the server's
and, after a plus, the page's in the browser, until neither does anything more. Memory is what the server holds then,
and the most it ever held. At the end of a work stands a table of all its pages.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, TimeoutError, sync_playwright

from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.presets import PRESETS
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.works import WORKS, made_up
from tests.browser.conftest import FLAGS
from tests.browser.driver import IDLE, IN_A_MENU, Dashboard
from tests.browser.processes import memory_of, processor_seconds_of
from tests.door.server import Server

DRAWN = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    return app?.dataset.testScriptState === 'notRunning' && !document.querySelector('[data-testid=stSkeleton]')
        && [...document.querySelectorAll('[data-testid=stPlotlyChart]')].every(chart => chart.querySelector('svg'));
}"""
DRAWN_AT = f"""title => ({DRAWN})()
    && document.title.startsWith(title + " · ")"""
QUIET = 0.3
"""Seconds without work after which nothing more comes of a step."""
MOST_WAITS = 100
LEFT = "not worked out yet: it takes "
REALISTIC = "the realistic person of 2026"
WALKED = [REALISTIC, "1,000 releases", "10,000 x 12"]
STATES = ("cold", "again", "after an edit")
OFFERED = "contains(@class, 'st-key-on-demand')"
MOVED = """before => {
    const strip = document.querySelector('.st-key-strip p');
    return strip && strip.innerText !== before;
}"""


class Walk:
    """One browser tab on its way through the pages.

    Arguments:
        server: the program.
        page: the tab.
        seconds: the longest time for each step.
    """

    def __init__(self, server: Server, page: Page, seconds: float) -> None:
        self.server, self.page, self.seconds = server, page, seconds
        self.dashboard = Dashboard(page)
        self.times: dict[tuple[str, str], tuple[str, float, float]] = {}
        self._devtools = page.context.new_cdp_session(page)
        # Of the processor, not of the clock: other work beside it counts for nothing.
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def begin(self, copy: Path) -> None:
        """Open a saved copy."""
        # Reading a large copy is timed by a benchmark of its own; without the work there is nothing to walk through.
        self.page.set_default_timeout(10_000 * self.seconds)
        self.page.goto(self.server.link())
        self.dashboard.settle()
        self.dashboard.open_copy(copy)
        self.page.set_default_timeout(1000 * self.seconds)

    def timed(self, what: str, name: str, step: Callable[[], None]) -> None:
        """Do a step and print what it took."""
        process = self.server.process.pid
        server, browser = self._quiet()
        begun = time.perf_counter()
        try:
            step()
            taken = f"{time.perf_counter() - begun:6.2f} s"
        except TimeoutError:
            taken = f"not done after {self.seconds:.0f} s"
        # Both, and each as if there were one processor.
        served, drew = (after - before for after, before in zip(self._quiet(), (server, browser), strict=True))
        self.times[name, what] = taken, served, drew
        memory, most = memory_of(process), memory_of(process, "VmHWM")
        print(
            f"{name:20} {what:26} {taken} (processor {served:5.2f} + {drew:4.2f} s) {memory:6.0f} MB, "
            f"at most {most:6.0f} MB",
            flush=True,
        )

    def _quiet(self) -> tuple[float, float]:
        """What server and browser have used once what they were at is over: it counts for the step before."""
        used = self._used()
        for _ in range(MOST_WAITS):
            self.page.wait_for_timeout(1000 * QUIET)
            before, used = used, self._used()
            if sum(used) - sum(before) < QUIET / 10:
                break
        return used

    def _used(self) -> tuple[float, float]:
        return processor_seconds_of(self.server.process.pid), self._drawing()

    def _drawing(self) -> float:
        """Seconds of processor time that the page itself has used in the browser."""
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    def table(self) -> None:
        """A line for each page: the seconds, and in brackets those of the processor, where they are over one marked."""
        print(f"{'':20}" + "".join(f"{state:>30}" for state in STATES))
        for title in dict.fromkeys(name for name, _ in self.times):
            cells = [self.times.get((title, state), ("", 0.0, 0.0)) for state in STATES]
            shown = [
                f"{taken} ({served:.2f} + {drew:.2f} s){'!' if served + drew > 1.0 else ' '}"
                for taken, served, drew in cells
            ]
            print(f"{title:20}" + "".join(f"{cell:>30}" for cell in shown), flush=True)

    def open(self, title: str, way: Locator | None = None) -> None:
        """Open a page by the last link to it, and wait until its run has ended."""
        (way or self.way_to(title)).click()
        self.page.wait_for_function(DRAWN_AT, arg=title)

    def way_to(self, title: str) -> Locator:
        """From its room."""
        return Dashboard(self.page).way_to(title)

    def ask(self, left: str) -> None:
        """Press the button below the sentence that says what was left alone, and wait until that is there instead."""
        sentence = self.page.get_by_text(left, exact=True).first
        sentence.locator(f"xpath=following::*[{OFFERED}][1]//button").click()
        sentence.wait_for(state="detached")
        self.page.wait_for_function(DRAWN)

    def edit(self) -> None:
        """Another set of weights, as an edit that every figure depends on, from the choice to the new figure."""
        strip = self.page.locator(".st-key-strip p").first
        before = strip.inner_text()
        self.page.get_by_role("option", name=PRESETS[-1].name, exact=True).first.click()
        self.page.wait_for_function(MOVED, arg=before)
        self.page.wait_for_function(DRAWN)

    def open_choice(self) -> None:
        """Everything before the click that edits."""
        self.open("Weights")
        self.page.wait_for_selector(IDLE)
        self.page.locator("[class*=st-key-weights-preset]").get_by_role("combobox").click()


def walk(browser: Browser, name: str, seconds: float) -> None:
    """All pages with one work."""
    work = person_of_2026().workspace if name == REALISTIC else made_up(name)
    print(f"{name}: {len(work.releases):,} releases, {len(work.background):,} background records", flush=True)
    # The first page is where the work is opened; its heading is a question.
    titles = [page.title for page in IN_A_MENU[1:]]
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.json"
        copy.write_text(workspace_to_json(work))
        tab = Walk(server, browser.new_page(viewport={"width": 1400, "height": 1000}), seconds)
        tab.begin(copy)
        for what in ("cold", "again"):
            for title in titles:
                way = tab.way_to(title)
                tab.timed(what, title, lambda title=title, way=way: tab.open(title, way))  # type: ignore[misc]
        tab.open_choice()
        tab.timed("edited", "Weights", tab.edit)
        for title in titles:
            way = tab.way_to(title)
            tab.timed("after an edit", title, lambda title=title, way=way: tab.open(title, way))  # type: ignore[misc]
            for left in tab.page.get_by_text(LEFT).filter(visible=True).all_inner_texts():
                tab.timed(left.partition(LEFT)[2], title, lambda left=left: tab.ask(left))  # type: ignore[misc]
        tab.table()
        tab.page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--works", nargs="*", default=WALKED, choices=[REALISTIC, *WORKS])
    parser.add_argument("--seconds", type=float, default=60.0, help="the longest for each step")
    given = parser.parse_args()
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for name in given.works:
            walk(browser, name, given.seconds)
        browser.close()


if __name__ == "__main__":
    main()
