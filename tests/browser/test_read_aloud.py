"""The main path as a screen reader tells it: what is there, by role and name, in the order in which it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.decide.leakage import text as figure
from pages.decide.plan import text as plan
from pages.decide.requests import text as letters
from pages.parts.import_files import text as files
from pages.you.start import text as home
from tests.browser.driver import Dashboard
from tests.browser.test_in_and_out import hand_in
from tests.browser.test_what_is_done import logins, worked_out
from tests.workspace.files.exports import bitwarden

pytestmark = pytest.mark.browser

ROOMS = ("Home", "My accounts", "About me", "Eve", "What she knows", "What to do", "Safe place", "Weights")
UNNAMED = re.compile(r"^\s*- (?:button|link|checkbox|radio|combobox|textbox|spinbutton|tab|figure|heading)(?: \[|:|$)")
NUMBER = re.compile(r"\d[\d,.]*\b")


def pattern(sentence: str) -> str:
    """A name with any numbers in place of its own.

    >>> print(pattern("4 steps in 51 minutes"))
    /[0-9,.]+ steps in [0-9,.]+ minutes/
    """
    return f"/{NUMBER.sub('[0-9,.]+', sentence)}/"


def named(role: str, name: str, more: str = "") -> str:
    """One line of an outline: a role and its name; a name between slashes is a pattern."""
    shown = name if name.startswith("/") else f'"{name}"'
    return f"{role} {shown}{f' [{more}]' if more else ''}"


def heading(name: str, level: int) -> str:
    return named("heading", name, f"level={level}")


def hear(page: Page, outline: Sequence[str]) -> None:
    """Expect these on the page, in this order, whatever else is between them; and nothing without a name."""
    main = page.get_by_role("main")
    # What stands behind a colon is no part of a name; all else is quoted, as names may hold anything.
    quoted = (line if line.startswith("text:") else f"'{line.replace(chr(39), 2 * chr(39))}'" for line in outline)
    lines = "".join(f"  - {line}\n" for line in quoted)
    expect(main).to_match_aria_snapshot(f"- main:\n{lines}")
    assert [line for line in main.aria_snapshot().split("\n") if UNNAMED.match(line)] == []


def test_the_main_path_is_read_in_order(dashboard: Dashboard, tmp_path: Path) -> None:
    page = dashboard.page
    expect(page.get_by_role("navigation")).to_match_aria_snapshot(
        "- navigation:\n  - list:\n" + "".join(f'    - listitem:\n      - link "{room}"\n' for room in ROOMS)
    )
    hear(
        page,
        [
            named("button", "Undo", "disabled"),
            heading(home.TITLE, 1),
            heading(home.QUESTION, 2),
            named("region", files.FILES),
            named("button", home.TYPE_BUTTON),
            named("button", home.EXAMPLE_BUTTON),
            named("link", home.KEEP),
        ],
    )

    export = tmp_path / "export"
    export.write_bytes(bitwarden(logins()))
    hand_in(dashboard, export)
    page.get_by_text("60 accounts and ").wait_for()
    hear(page, [named("region", files.FILES), heading(files.WOULD_ADD, 3), named("button", files.ADD)])

    dashboard.press("import-add")
    hear(
        page,
        [
            named("button", "Undo"),
            heading("Home", 1),
            "status",
            heading(pattern("Eve has 4 of your 35 facts."), 3),
            named("link", home.HEAVIEST_LINK),
            named("link", home.SHARED_LINK),
            named("link", "/plan|helps/"),
            named("link", home.IMPORT_LINK),
        ],
    )

    page.get_by_role("main").get_by_role("link", name=home.HEAVIEST_LINK).click()
    page.get_by_role("heading", name="What she knows", level=1).wait_for()
    dashboard.settle()
    hear(
        page,
        [
            heading("What she knows", 1),
            *(named("link", part) for part in ("The figure", "Step by step", "Timeline")),
            heading(figure.QUESTION, 2),
            heading(pattern("Eve has 4 of your 35 facts."), 2),
            named("button", figure.TO_PLAN),
            named("button", "/[0-9.]+ % Everyone together/"),
            named("button", "/[0-9.]+ % Each company alone/"),
            heading("What is right, wrong or missing?", 3),
            named("figure", pattern("18 facts right, 0 facts wrong, 19 facts missing.")),
            "tablist",
            named("tabpanel", figure.WHY),
        ],
    )

    page.get_by_role("button", name=figure.TO_PLAN).click()
    page.get_by_role("heading", name="What to do", level=1).wait_for()
    dashboard.settle()
    worked_out(dashboard)
    hear(
        page,
        [
            heading("What to do", 1),
            *(named("link", part) for part in ("Plan", "Before I share", "Decoys", "Letters")),
            heading(plan.QUESTION, 2),
            named("radiogroup", plan.WHAT),
            named("spinbutton", plan.MINUTES),
            named("spinbutton", plan.MONEY),
            heading(pattern(plan.TITLE.format(steps="4 steps", took=plan.TOOK.format(minutes=51), back=7.2)), 2),
            "text: /1. Give /",
            "text: /2. Give /",
        ],
    )

    page.get_by_role("link", name="Letters", exact=True).click()
    dashboard.key("request-draft").wait_for()
    hear(
        page,
        [
            heading(letters.QUESTION, 2),
            *("group" for _ in (letters.WHO, letters.WHAT, letters.LAW)),
            named("button", letters.DRAFT),
        ],
    )
    for name in (letters.WHO, letters.WHAT, letters.LAW):
        expect(page.get_by_role("combobox", name=name)).to_have_count(1)

    dashboard.press("request-draft")
    hear(
        page,
        [
            named("button", letters.REMOVE),
            named("textbox", "Name (not typed)"),
            named("radiogroup", "In the letter"),
            heading(letters.LETTER, 3),
            heading(letters.HAPPENED, 3),
            named("button", letters.SAVE),
        ],
    )


def test_what_is_not_there_in_order_or_without_a_name_is_noticed(chromium_page: Page) -> None:
    hear(chromium_page, [heading("First", 1), named("button", "Second")])
    for wrong in ([named("button", "Second"), heading("First", 1)], [heading("First", 2)], [named("link", "Second")]):
        with pytest.raises(AssertionError):
            expect(chromium_page.get_by_role("main")).to_match_aria_snapshot(
                "- main:\n" + "".join(f"  - {line}\n" for line in wrong), timeout=500
            )
    chromium_page.get_by_role("main").evaluate("main => main.append(document.createElement('button'))")
    with pytest.raises(AssertionError):
        hear(chromium_page, [heading("First", 1)])


@pytest.fixture
def chromium_page(dashboard: Dashboard) -> Page:
    """A page of our own in the same browser."""
    page = dashboard.page.context.new_page()
    page.set_content("<main><h1>First</h1><p>words</p><button>Second</button></main>")
    return page
