"""Nobody types too fast for a table: not into one just opened, not on a busy machine, not with a click right after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Route

from leakage import Record
from leakage.presumption import is_typed
from leakage.workspace.everyday import new_work
from leakage.workspace.person import standard_facts
from leakage.workspace.workspace import Release, Workspace
from tests.browser.driver import ATTEMPTS, HEADER, ROW, Dashboard
from tests.browser.test_vault import facts, open_copy

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROWS = 12
WIDTHS = (160, 110, 130, 140)
"""Of the columns of the standard person's table, at least."""
LATE_TIMERS = """() => {
    const inTime = setTimeout;
    window.setTimeout = (call, wait = 0, ...more) => inTime(call, wait < 20 ? wait + 30 : wait, ...more);
}"""
"""A busy browser takes the keys that have come first, and looks at its timers when there are no more."""
LABELS = tuple(f"Fact {row}" for row in range(ROWS))
OWN = replace(
    Workspace(),
    profile=tuple((label, f"old {row}") for row, label in enumerate(LABELS)),
    releases=(Release("Shop", "Shop", Record.of((LABELS[0], "old 0"))),),
)


def test_what_is_typed_before_the_first_editor_is_there_waits_for_it(dashboard: Dashboard) -> None:
    routes: list[Route] = []
    dashboard.page.route("**/data-grid-overlay-editor.*.js", lambda route: routes.append(route))  # noqa: PLW0108 -- playwright marks what it is given
    open_copy(dashboard, OWN)
    dashboard.open("About me")
    values = [f"New, {row}" for row in range(ROWS)]
    type_at_once(dashboard, "profile", 1, [[value, "Enter"] for value in values])
    assert cells(dashboard, "profile", 1)[0] == "old 0"
    for route in routes:
        route.continue_()
    waits_for(dashboard, "profile", 1, values)
    assert facts(dashboard).profile == tuple(zip(LABELS, values, strict=True))


def test_what_is_typed_on_a_busy_machine_goes_where_it_was_meant_to_go(dashboard: Dashboard) -> None:
    page = dashboard.page
    open_copy(dashboard, OWN)
    dashboard.open("About me")
    page.evaluate(LATE_TIMERS)
    odd = {0: ["ac", "ArrowLeft", "b", "Enter"], 1: ["no", "Escape", "ArrowDown"], 2: ["xyz", "Backspace", "Enter"]}
    there = [odd.get(row, [f"L{row}", "Tab", f"v{row}", "Enter", "ArrowLeft"]) for row in range(ROWS)]
    type_at_once(dashboard, "profile", 0, there)
    labels = ["abc", LABELS[1], "xy", *(f"L{row}" for row in range(3, ROWS))]
    waits_for(dashboard, "profile", 0, labels)
    values = [*(f"old {row}" for row in range(3)), *(f"v{row}" for row in range(3, ROWS))]
    assert facts(dashboard).profile == tuple(zip(labels, values, strict=True))

    dashboard.open("Weights")
    weights = [row + 0.25 for row in range(ROWS)]
    type_at_once(dashboard, "weights", 1, [[f"{weight:g}", "Enter"] for weight in weights])
    waits_for(dashboard, "weights", 1, [f"{weight:g}" for weight in weights])
    assert facts(dashboard).weight_map == dict(zip(labels, weights, strict=True))

    dashboard.open("Accounts")
    type_at_once(dashboard, "releases-ticks", 2, [["Space", "ArrowDown"]] * ROWS)
    waits_for(dashboard, "releases-ticks", 2, ["true"] * ROWS)
    [release] = facts(dashboard).releases
    assert {(item.label, item.value) for item in release.record} >= set(zip(labels, values, strict=True))


def test_what_was_typed_stays_where_another_page_is_opened_at_once(dashboard: Dashboard) -> None:
    page = dashboard.page
    open_copy(dashboard, OWN)
    dashboard.open("About me")
    link = dashboard.menu.get_by_text("Weights", exact=True)
    for row, ends in enumerate(([], ["Enter"])):
        choose(dashboard, "profile", 1, row)
        press_all(dashboard, [f"new {row}", *ends])
        link.click()
        page.get_by_role("heading", name="Weights", exact=True).wait_for()
        dashboard.settle()
        assert facts(dashboard).profile[row] == (LABELS[row], f"new {row}")
        dashboard.open("About me")
    # Neither was any undone by what the table was left with.
    assert [value for _, value in facts(dashboard).profile[:2]] == ["new 0", "new 1"]


def test_the_standard_person_is_typed_as_quickly_as_a_table_of_ones_own(dashboard: Dashboard) -> None:
    """Values one below the other: none is lost, and no other fact changes."""
    dashboard.page.evaluate(LATE_TIMERS)
    open_copy(dashboard, new_work())
    dashboard.open("About me")
    labels = [fact.label for fact in standard_facts()]
    values = [f"new {row}" for row in range(ROWS)]
    type_at_once(dashboard, "person", 1, [[value, "Enter"] for value in values])
    waits_for(dashboard, "person", 1, values)
    typed_facts = [(label, value) for label, value in facts(dashboard).profile if is_typed((label, value))]
    assert typed_facts == list(zip(labels, values, strict=False))
    assert len(facts(dashboard).profile) == len(labels)


def test_a_tick_and_a_click_right_after_typing_come_after_what_was_typed(dashboard: Dashboard) -> None:
    """A fact typed, its neighbour ticked and the next cell clicked, each sooner than the editor has closed."""
    page = dashboard.page
    page.evaluate(LATE_TIMERS)
    open_copy(dashboard, new_work())
    dashboard.open("About me")
    labels = [fact.label for fact in standard_facts()]
    for row in range(0, ROWS, 2):
        click_cell(dashboard, 1, row)
        page.wait_for_timeout(250)
        press_all(dashboard, [f"new {row}", *(["Enter"] if row % 4 else [])])
        click_cell(dashboard, 2, row + 1)
        # Two clicks within this time are a double one.
        page.wait_for_timeout(500)
    waits_for(dashboard, "person", 2, ["false", "true"] * (ROWS // 2))
    work = facts(dashboard)
    typed_facts = [(label, value) for label, value in work.profile if is_typed((label, value))]
    assert typed_facts == [(labels[row], f"new {row}") for row in range(0, ROWS, 2)]
    assert set(work.absent) == {labels[row + 1] for row in range(0, ROWS, 2)}


def click_cell(dashboard: Dashboard, column: int, row: int) -> None:
    """Press the mouse in the middle of a cell of the standard person's table, whatever the table is busy with."""
    box = dashboard.key("editor-person").locator("canvas").first.bounding_box()
    assert box is not None
    # What is left of the width goes to all columns but the first, which is pinned.
    more = (box["width"] - sum(WIDTHS)) / (len(WIDTHS) - 1)
    widths = [WIDTHS[0], *(width + more for width in WIDTHS[1:])]
    x = sum(widths[:column]) + widths[column] / 2
    dashboard.page.mouse.click(box["x"] + x, box["y"] + HEADER + (row + 0.5) * ROW)


def choose(dashboard: Dashboard, table: str, column: int, row: int = 0) -> None:
    assert any(dashboard.choose_cell(table, column, row) for _ in range(ATTEMPTS))


def type_at_once(dashboard: Dashboard, table: str, column: int, rows: Sequence[Sequence[str]]) -> None:
    """Type text and press keys from the top of a column on, as quickly as they can be sent."""
    choose(dashboard, table, column)
    press_all(dashboard, [part for row in rows for part in row])


def press_all(dashboard: Dashboard, parts: Sequence[str]) -> None:
    for part in parts:
        if part in ("Enter", "Tab", "Escape", "Backspace", "Space", "ArrowLeft", "ArrowDown"):
            dashboard.page.keyboard.press(part)
        else:
            dashboard.page.keyboard.type(part)


def grid_cells(dashboard: Dashboard, table: str, column: int) -> Locator:
    grid = dashboard.key(f"editor-{table}").locator("[data-testid=stDataFrame]")
    # Where rows can be marked, the marks are the first column.
    first = int(grid.locator("[role=gridcell]").first.get_attribute("aria-colindex") or 1)
    return grid.locator(f"[role=gridcell][aria-colindex='{column + first}']")


def cells(dashboard: Dashboard, table: str, column: int) -> list[str]:
    return [str(cell.text_content()) for cell in grid_cells(dashboard, table, column).all()][:ROWS]


def waits_for(dashboard: Dashboard, table: str, column: int, values: Sequence[str]) -> None:
    for _ in range(100):
        if cells(dashboard, table, column) == list(values):
            break
        dashboard.page.wait_for_timeout(200)
    assert cells(dashboard, table, column) == list(values)
    dashboard.page.wait_for_timeout(250)
    dashboard.settle()
