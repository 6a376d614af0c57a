"""Random clicks by three sessions for as long as wanted: memory, the log, and whether a vault holds what was entered.

Run with ``.venv/bin/python -m tests.benchmarks.soak --minutes 10``; two hours (``--minutes 120``) is the long run. It
needs Debian's chromium. Three tabs of a browser click in one server, in turn and often before the last click is
answered. Two of them click whatever can be clicked, in worked examples. The third works in a vault: it takes weights,
chooses who shares, undoes and redoes, and a model of its edits goes along. Every minute, and at the end, the vault's
file is opened without the program and must hold what the model holds. Memory is printed every minute; whatever
the log says of errors, or a page says of a failure, ends the run.
"""

from __future__ import annotations

import argparse
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

from leakage.measure.weights import weight_of
from leakage.workspace.files.workspace_json import workspace_from_json
from leakage.workspace.presets import PRESETS
from leakage.workspace.vault.open_alone import opened
from leakage.workspace.workspace import Pooling, PoolingKind, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.browser.conftest import FLAGS
from tests.browser.driver import IDLE, IN_A_MENU, Dashboard
from tests.browser.processes import memory_of
from tests.browser.test_vault import PASSPHRASE, open_copy, put_into_vault
from tests.door.server import Server

MINUTE = 60.0
ERRORS = ("Traceback", "Error", "ERROR")
SHOWN = 60
"""Lines of the log that are shown from the first error on."""
LONGEST = 120_000
"""Milliseconds that a busy machine may take to answer a click."""

POOLINGS: dict[str, PoolingKind] = {"All together": "together", "Each alone": "alone", "In groups": "coalitions"}
TITLES = [page.title for page in IN_A_MENU[1:]]
LEFT_OUT = ("vault", "lock", "log-out", "gate", "download", "save", "upload")
CLICKABLE = "[data-testid=stMain] :is(button, [role=tab], [role=radio], summary):not([disabled]):visible"


@dataclass
class Model:
    """What the work in the vault must be, by the edits that were made: steps, and which of them is the current one."""

    steps: list[Workspace]
    position: int = 0

    @property
    def current(self) -> Workspace:
        return self.steps[self.position]

    def edit(self, work: Workspace) -> None:
        self.steps = [*self.steps[: self.position + 1], work]
        self.position += 1

    def move(self, by: int) -> None:
        self.position = min(max(self.position + by, 0), len(self.steps) - 1)


@dataclass
class Clicker:
    """A tab that clicks at random.

    Arguments:
        page: the tab.
        chance: what draws.
    """

    page: Page
    chance: random.Random
    clicks: int = 0
    dashboard: Dashboard = field(init=False)

    def __post_init__(self) -> None:
        self.dashboard = Dashboard(self.page)

    def step(self) -> None:
        """Open a page or click something; now and then without waiting for the answer."""
        if self.chance.random() < 0.3:
            self._open_page()
        else:
            self._click(self._something())
        if self.chance.random() < 0.7:
            self.rest()

    def rest(self) -> None:
        """Wait until the program has answered."""
        self.page.wait_for_selector(IDLE, timeout=LONGEST)

    def failures(self) -> int:
        """How many parts of the page say that they failed."""
        return self.page.get_by_text("This page failed").count()

    def _something(self) -> Locator | None:
        there = self.page.locator(CLICKABLE)
        count = there.count()
        if not count:
            return None
        picked = there.nth(self.chance.randrange(count))
        try:
            key = picked.evaluate("node => node.closest('[class*=st-key]')?.className ?? ''", timeout=2_000)
        except TimeoutError:
            return None
        return None if any(word in key for word in LEFT_OUT) else picked

    def _click(self, target: Locator | None) -> None:
        try:
            if target is not None:
                # A page that is drawn anew may take away what was to be clicked.
                target.click(timeout=2_000)
                self.clicks += 1
        except TimeoutError:
            self.page.keyboard.press("Escape")


class Keeper(Clicker):
    """The tab that works in a vault, with a model of its edits."""

    model: Model

    def begin(self, work: Workspace) -> None:
        """Open the work and put it into a vault."""
        open_copy(self.dashboard, work)
        put_into_vault(self.dashboard)
        self.model = Model([work])
        self.edits: list[str] = []

    def step(self) -> None:
        """Look at a page, or make one of the edits that the model knows."""
        kinds: list[Callable[[], None]] = [self._open_page, self._open_page, self._weights, self._pooling, self._move]
        self.chance.choice(kinds)()
        self.clicks += 1

    def _open_page(self) -> None:
        self.dashboard.open(self.chance.choice(TITLES))

    def _weights(self) -> None:
        preset = self.chance.choice(PRESETS)
        self.dashboard.open("Weights")
        box = self._bound("weights-preset").get_by_role("combobox")
        box.click()
        box.fill(preset.name)
        self.page.get_by_role("option", name=preset.name, exact=True).first.click()
        self.page.keyboard.press("Escape")
        # Another set may say the same and stay the one shown: then there was no edit.
        self.dashboard.settle()
        work = self.model.current
        preset_weights = {label: preset.weight(label) for label, _ in work.profile}
        weights = {label: weight for label, weight in preset_weights.items() if weight is not None}
        if any(weight_of(label, work.weight_map) != weight for label, weight in weights.items()):
            self.model.edit(replace(work, weights=tuple({**work.weight_map, **weights}.items())))
            self.edits.append(f"weights {preset.name}")

    def _pooling(self) -> None:
        work = self.model.current
        name = self.chance.choice([name for name, kind in POOLINGS.items() if kind != work.pooling.kind])
        self.dashboard.open("Eve")
        self._bound("pooling-kind").get_by_text(name, exact=True).click()
        self.dashboard.settle()
        self.model.edit(replace(work, pooling=Pooling(POOLINGS[name], work.pooling.coalitions)))
        self.edits.append(f"pooling {name}")

    def _bound(self, key: str) -> Locator:
        """A widget that shows part of the work; changed elsewhere, it is another one under another key."""
        return self.page.locator(f"[class*='st-key-{key}']").first

    def _move(self) -> None:
        by = self.chance.choice((-1, 1))
        button = self.dashboard.key("undo" if by < 0 else "redo").get_by_role("button")
        if button.is_enabled() and not (by < 0 and self.model.position == 0):
            button.click()
            # Now and then there and back before the page could be drawn.
            back = self.dashboard.key("redo" if by < 0 else "undo").get_by_role("button")
            if self.chance.random() < 0.3 and back.is_enabled():
                back.click()
                by = 0
            self.dashboard.settle()
            self.model.move(by)
            self.edits.append({-1: "undo", 0: "there and back", 1: "redo"}[by])


def work_in_vault(server: Server) -> Workspace:
    """The work in the vault's file, opened as a person would without the program."""
    [path] = (server.data / "vaults").glob("*.vault")
    return workspace_from_json(opened(path.read_bytes(), PASSPHRASE).decode())


def check(server: Server, clickers: list[Clicker], keeper: Keeper) -> None:
    """Raises where a page failed, the log tells of an error, or the vault holds something else than the model."""
    keeper.rest()
    failed = sum(clicker.failures() for clicker in clickers)
    lines = list(server.lines)
    errors = [number for number, line in enumerate(lines) if any(word in line for word in ERRORS)]
    vault, model = work_in_vault(server), keeper.model
    # Which policy is the worst follows from the rest, and is no edit.
    if vault.follow_worst:
        vault = replace(vault, chosen=model.current.chosen)
    if failed or errors or vault != model.current:
        print("".join(lines[errors[0] : errors[0] + SHOWN]) if errors else "")
        compared = [part.name for part in fields(vault) if part.compare]
        differs = [name for name in compared if getattr(vault, name) != getattr(model.current, name)]
        before = [number - model.position for number, step in enumerate(model.steps) if step == vault]
        raise SystemExit(
            f"{failed} pages failed, {len(errors)} lines tell of errors; vault and model differ in {differs}; the "
            f"vault is what the model was {before} steps from now; the last edits were {keeper.edits[-6:]}"
        )


def soak(browser: Browser, minutes: float, seed: int) -> None:
    with Server() as server:
        chance = random.Random(seed)
        tabs = [browser.new_context(viewport={"width": 1400, "height": 1000}).new_page() for _ in range(3)]
        for tab in tabs:
            tab.set_default_timeout(LONGEST)
            tab.goto(server.link())
            Dashboard(tab).settle()
        keeper = Keeper(tabs[0], chance)
        keeper.begin(person_of_2026().workspace)
        clickers: list[Clicker] = [keeper, *(Clicker(tab, chance) for tab in tabs[1:])]
        for clicker in clickers[1:]:
            clicker.dashboard.press("open-realistic")
        begun = reported = time.monotonic()
        while time.monotonic() - begun < minutes * MINUTE:
            chance.choice(clickers).step()
            if time.monotonic() - reported > MINUTE:
                reported = time.monotonic()
                check(server, clickers, keeper)
                _say(begun, clickers, server)
        check(server, clickers, keeper)
        _say(begun, clickers, server)
        print("no page failed, the log tells of no error, and the vault is the model")


def _say(begun: float, clickers: list[Clicker], server: Server) -> None:
    passed, clicks = (time.monotonic() - begun) / MINUTE, sum(clicker.clicks for clicker in clickers)
    print(f"{passed:6.1f} minutes, {clicks:6,} clicks: {memory_of(server.process.pid):6.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("Debian's chromium is not installed")
    expect.set_options(timeout=LONGEST)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        soak(browser, given.minutes, given.seed)
        browser.close()


if __name__ == "__main__":
    main()
