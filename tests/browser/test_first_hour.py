"""A worried person with an export of 62 logins: from nothing to the figure, a step, a letter, and a breach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from leakage.workspace.figures.count import count
from leakage.workspace.figures.steps import first_steps
from tests.browser.driver import Dashboard, enter
from tests.server import Server
from tests.workspace.files.data.exports import bitwarden, made_up_logins

pytestmark = pytest.mark.browser
SMALL = {"width": 1280, "height": 720}
PASSPHRASE = "seven grey herons wade"
MADE_UP = made_up_logins(62)
# An account that a request soon deletes.
RYANAIR = replace(MADE_UP[1], title="Ryanair", url="https://www.ryanair.com/login", user="robin@example.org")
LOGINS = [RYANAIR, *MADE_UP[1:]]
EXPORT = FilePayload(name="my logins.json", mimeType="application/json", buffer=bitwarden(LOGINS))


@pytest.fixture
def worried(chromium: Browser) -> Iterator[Dashboard]:
    """A small screen, and a program that nobody has used yet and that keeps no vault."""
    with Server() as server:
        yield enter(chromium.new_context(viewport=SMALL, accept_downloads=True), server.link())


def hand_in_by_clicks(page: Page) -> None:
    """Two clicks: the button, and the file in the window of the browser."""
    with page.expect_file_chooser() as chooser:
        page.locator(".st-key-import-upload").get_by_role("button", name="Upload").last.click()
    chooser.value.set_files([EXPORT])


def test_from_nothing_to_a_letter_in_eight_clicks_and_back_from_the_vault(worried: Dashboard) -> None:
    """Three clicks to the figure, where the first step is read, four to tick it; typing is no click."""
    charts = worried.page.locator(".stPlotlyChart")
    charts.locator("svg").first.wait_for(state="attached")
    assert not charts.is_visible(), "what draws charts was loaded out of sight"
    assert worried.key("charts-ahead").evaluate("place => place.offsetHeight") == 0
    hand_in_by_clicks(worried.page)
    worried.page.get_by_text("62 accounts and ").wait_for()
    charts.wait_for(state="detached")
    worried.press("import-add")
    work = worried.work()
    assert len(work.releases) == 62
    assert worried.headline() == f"{count(work).sentence}."
    worried.page.get_by_text("Delete the export file now: my logins.json").wait_for()
    step = worried.key("home-step-1")
    step.get_by_text(first_steps(work)[0].title).wait_for()
    expect(step).to_be_in_viewport(ratio=0.5)
    assert not any(login.password in worried.page.content() for login in LOGINS)
    worried.press("home-done")
    assert [answer.step for answer in worried.work().answers] == [first_steps(work)[0].key]
    letter = letter_by_four_clicks(worried)
    assert "Robin Example" in letter and "Article 17" in letter
    worried.press("letter-step-sent")
    plan = plan_shown(worried)
    worried.put_into_vault(PASSPHRASE)
    before = worried.work()
    assert [step for step, _ in before.requests[0].steps][-1] == "sent"
    worried.page.reload()
    worried.settle()
    worried.unlock(PASSPHRASE)
    assert worried.work() == before and plan_shown(worried) == plan
    worried.page.context.close()


def plan_shown(worried: Dashboard) -> list[str]:
    worried.open("Plan")
    worried.key("plan-step-1").wait_for()
    worried.settle()
    return worried.page.locator("[class*=st-key-plan-step-]").all_inner_texts()


def letter_by_four_clicks(worried: Dashboard) -> str:
    """The room, its part, the list of companies, the company."""
    worried.open("Letters")
    whom = worried.page.locator("[class*=st-key-company-box]").get_by_role("combobox")
    whom.click()
    whom.fill("ryanair.com")
    whom.press("Enter")
    worried.settle()
    name = worried.page.get_by_role("textbox", name="Name")
    name.fill("Robin Example")
    name.press("Enter")
    worried.settle()
    worried.key("letter-txt").wait_for()
    return worried.save("letter-txt").decode()


def test_a_list_of_breaches_finds_a_leaked_password(worried: Dashboard) -> None:
    worried.hand_in("import-upload", EXPORT)
    worried.press("import-add")
    after = worried.work()
    worried.open("Breaches")
    shared = next(release for release in after.releases if release.record.values("Password"))
    leak = {"Name": "Leak", "Title": "Leak", "Domain": shared.recipient, "BreachDate": "2026-11-01", "PwnCount": 1}
    content = json.dumps([{**leak, "DataClasses": ["Email addresses", "Passwords"]}]).encode()
    worried.page.get_by_text("I have a file").click()
    worried.hand_in("import-upload", FilePayload(name="breaches.json", mimeType="application/json", buffer=content))
    worried.press("import-add")
    assert [release.breach for release in worried.work().breaches] == [shared.recipient]
    worried.open("Home")
    worried.key("home-urgent").get_by_text("may still open").wait_for()
    worried.page.context.close()


def test_nothing_on_home_is_wider_than_a_phone(chromium: Browser, server: Server) -> None:
    phone = enter(chromium.new_context(viewport={"width": 400, "height": 800}), server.link())
    for _ in range(2):
        inside = (
            "[...document.querySelectorAll('[data-testid=stHtml] *')].every(one => one.getBoundingClientRect().right"
        )
        assert phone.page.evaluate(f"document.documentElement.scrollWidth <= innerWidth && {inside} <= innerWidth)")
        if phone.key("open-realistic").count():
            phone.press("open-realistic")
    phone.page.context.close()
