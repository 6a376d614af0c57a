"""From an import of sixty logins to values changed and a letter answered, and every page that says so."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from leakage.workspace.figures.plan.actions import USUAL_LEVERS, ActionKind
from pages.decide.plan.text import TERMS, TICK_OFF
from pages.kit.glossary import CALLED
from tests.browser.driver import HEADER, ROW, Dashboard
from tests.browser.test_in_and_out import hand_in
from tests.workspace.files.exports import Login, bitwarden, made_up_logins

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHARED, PASSWORDS = 20, 3
"""Accounts that share passwords, and how many there are; the others have their own."""

KINDS = ("an address|addresses", "a user name|user names", "a password|passwords")
"""What the accounts of a group get of their own."""

PLANS = "on-demand-pages-kit-shared_figures-plans"


def logins() -> list[Login]:
    """Sixty, with one address, one user name and a few shared passwords; one of them deletes accounts quickly."""
    found = [
        replace(
            login,
            user="robin@example.org" if number % 4 else "robin_reads",
            password=f"planted-{number % PASSWORDS}" if number < SHARED else f"planted-own-{number}",
        )
        for number, login in enumerate(made_up_logins(60))
    ]
    found[1] = replace(found[1], title="Ryanair", url="https://www.ryanair.com/login")
    return found


def plan(dashboard: Dashboard) -> None:
    """Open the plan."""
    dashboard.open("Plan")
    worked_out(dashboard)


def worked_out(dashboard: Dashboard) -> None:
    """Have the plan worked out where a busy machine only offers it."""
    step, offered = dashboard.key("plan-step-1"), dashboard.key(PLANS)
    step.or_(offered).first.wait_for()
    if offered.is_visible():
        dashboard.press(PLANS)
    step.wait_for()


def only(dashboard: Dashboard, *levers: ActionKind) -> None:
    """Leave some kinds of actions alone of those that a plan may hold."""
    for lever in USUAL_LEVERS:
        button = dashboard.key("plan-levers").get_by_role("button", name=CALLED[lever], exact=True)
        if (button.get_attribute("aria-pressed") == "true") != (lever in levers):
            button.click()
            dashboard.settle()
    worked_out(dashboard)


def step_with(dashboard: Dashboard, kind: str) -> Locator:
    """The first step of the plan whose accounts get something of their own."""
    title = re.compile(rf"\d+\. Give .*({kind}) of (its|their) own")
    return dashboard.page.locator("[class*=st-key-plan-step-]").filter(has_text=title).first


def tick_first(dashboard: Dashboard, step: Locator) -> None:
    """Tick the first account of a step, and say that it is changed."""
    grid = step.get_by_test_id("stDataFrame").first
    if not grid.is_visible():
        step.get_by_text(TICK_OFF).click()
    button = step.get_by_role("button", name=re.compile("changed"))
    grid.scroll_into_view_if_needed()
    # A fold that opens, or a page that is still drawn, moves the table under the mouse.
    dashboard.settle()
    box = grid.bounding_box()
    assert box is not None
    dashboard.page.mouse.click(box["x"] + 15, box["y"] + HEADER + ROW / 2)
    expect(button).to_have_text(re.compile("I have changed 1 account"))
    dashboard.settle()
    button.click()
    dashboard.settle()
    worked_out(dashboard)


def progress(dashboard: Dashboard) -> tuple[int, str, str]:
    """How many things are done, and the figure before the first of them and now, as the page says it."""
    said = dashboard.page.get_by_text(re.compile(r"^\d+ (of \d+ )?done: ")).first
    words = said.inner_text().replace("\u00a0", " ")
    match = re.fullmatch(r"(\d+) (?:of \d+ )?done: (.*) → (.*)", words)
    assert match, words
    return int(match[1]), match[2], match[3]


def test_what_is_done_is_seen_on_every_page(dashboard: Dashboard, tmp_path: Path) -> None:
    export = tmp_path / "export"
    export.write_bytes(bitwarden(logins()))
    dashboard.open("Import")
    hand_in(dashboard, export)
    dashboard.page.get_by_text("60 accounts and ").wait_for()
    dashboard.press("import-add")
    dashboard.key("first-figure").get_by_text("for this Eve").wait_for()
    before = dashboard.figure()

    plan(dashboard)
    dashboard.page.get_by_text(TERMS).click()
    only(dashboard, "change")
    for number, kind in enumerate(KINDS, 1):
        tick_first(dashboard, step_with(dashboard, kind))
        expect(dashboard.page.get_by_text(re.compile(rf"^{number} of \d+ done: "))).to_be_visible()
    assert progress(dashboard) == (3, before, dashboard.figure())
    dashboard.page.get_by_text(re.compile(r"^1 of \d+ done$")).first.wait_for()

    only(dashboard, "erase")
    first = dashboard.key("plan-step-1")
    expect(first).to_contain_text("1. Ask ryanair.com to delete Ryanair")
    expect(first).to_contain_text("to do")
    dashboard.press("plan-letter-1-0")
    dashboard.press("request-draft")
    name = dashboard.page.get_by_role("textbox", name="Name (not typed)")
    name.fill("Robin Example")
    name.press("Enter")
    dashboard.key("request-eml").wait_for()
    dashboard.press("request-note")
    dashboard.page.get_by_text("An answer is due by").wait_for()

    plan(dashboard)
    sent = dashboard.page.locator("[class*=st-key-plan-step-]").filter(has_text="ryanair.com").first
    expect(sent).to_contain_text(re.compile("sent, answer due \\d+ [A-Z]"))
    dashboard.open("Home")
    dashboard.page.get_by_text("So far: 3 accounts changed and 1 letter waiting for an answer.").wait_for()
    dashboard.page.get_by_text(re.compile(r"ryanair\.com should answer by \d+ ")).wait_for()

    dashboard.open("Letters")
    dashboard.pick("request-step-sent-erasure-gdpr", "done")
    dashboard.press("request-note")
    dashboard.page.get_by_text("done on").wait_for()
    after = dashboard.figure()
    assert after != before

    plan(dashboard)
    assert progress(dashboard) == (4, before, after)
    expect(dashboard.key("settled-done")).to_contain_text("ryanair.com deleted your data")
    dashboard.open("Timeline")
    took = f"What you have done since took it from {before} to {after}."
    expect(dashboard.page.get_by_text(re.compile(took.replace(" %", "\\s%")))).to_be_visible()
    dashboard.open("Home")
    assert progress(dashboard) == (4, before, after)
    dashboard.page.get_by_text(re.compile("^So far: 3 accounts changed and 1 request granted")).wait_for()
