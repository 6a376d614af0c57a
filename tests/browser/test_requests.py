"""From an import of fifty accounts over a plan to a letter that was sent and answered, as a person does it."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from pathlib import Path

import icalendar
import pytest
from playwright.sync_api import expect

from pages.decide.plan.text import TERMS
from pages.decide.requests.text import ALL
from pages.kit.glossary import CALLED
from tests.browser.driver import Dashboard
from tests.browser.test_in_and_out import hand_in
from tests.workspace.files.exports import bitwarden, made_up_logins

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def saved(dashboard: Dashboard, key: str) -> bytes:
    # The button is drawn anew after what was typed; a press before that is lost.
    dashboard.settle()
    with dashboard.page.expect_download() as download:
        dashboard.key(key).get_by_role("button").click()
    return Path(download.value.path()).read_bytes()


def choose(dashboard: Dashboard, key: str, option: str) -> None:
    dashboard.key(key).get_by_role("combobox").click()
    dashboard.page.get_by_role("option", name=option, exact=True).click()
    dashboard.settle()


def only_deletions(dashboard: Dashboard) -> None:
    """Leave deletions alone of what may be done: nothing is planned here, and nothing made sure of."""
    dashboard.page.get_by_text(TERMS).click()
    for lever in (CALLED["change"], CALLED["stop sharing"]):
        dashboard.key("plan-levers").get_by_role("button", name=lever, exact=True).click()
        dashboard.settle()


def first_action(dashboard: Dashboard) -> str:
    """What the plan begins with, worked out where it is offered."""
    offered = dashboard.key("on-demand-pages-kit-shared_figures-plans")
    if offered.is_visible():
        dashboard.press("on-demand-pages-kit-shared_figures-plans")
    first = dashboard.page.get_by_text("1. Ask ")
    first.wait_for(timeout=60_000)
    return first.inner_text()


def test_from_an_import_of_50_accounts_to_a_letter_that_was_answered(dashboard: Dashboard, tmp_path: Path) -> None:
    export = tmp_path / "export"
    logins = [login for login in made_up_logins(70) if not login.site.startswith("bank")][:50]
    # An account that a request soon deletes, where more is presumed than at any other: the first thing to do.
    first = replace(logins[1], title="Ryanair", url="https://www.ryanair.com/login", user="robin@example.org")
    export.write_bytes(bitwarden([first, *logins[1:]]))
    dashboard.open("Import")
    hand_in(dashboard, export)
    dashboard.page.get_by_text("50 accounts and ").wait_for(timeout=60_000)
    dashboard.press("import-add")

    dashboard.open("Plan")
    only_deletions(dashboard)
    assert first_action(dashboard) == "1. Ask ryanair.com to delete Ryanair"
    dashboard.press("plan-letter-1-0")
    dashboard.page.get_by_text("asked by email to DPO@ryanair.com").wait_for()
    dashboard.press("request-draft")
    # Nobody can take away a letter without a name: it is asked for in its place.
    dashboard.page.get_by_text("Not ready to send. Missing: your name.").wait_for()
    assert not dashboard.key("request-eml").is_visible()
    name = dashboard.page.get_by_role("textbox", name="Name (not typed)")
    name.fill("Robin Example")
    name.press("Enter")
    letter = dashboard.page.get_by_test_id("stCode")
    expect(letter).to_contain_text("Request for erasure under Article 17 GDPR", timeout=60_000)
    expect(letter).to_contain_text("robin@example.org")
    expect(letter).to_contain_text("Yours faithfully,\n\nRobin Example")

    mail = email.message_from_bytes(saved(dashboard, "request-eml"), policy=email.policy.default)
    assert (mail["To"], mail["From"]) == ("DPO@ryanair.com", "robin@example.org")
    assert mail["Subject"] == "Request for erasure under Article 17 GDPR"
    assert "planted" not in mail.get_content() and "robin.old" not in mail.get_content()
    assert b"<h1>Request for erasure under Article 17 GDPR</h1>" in saved(dashboard, "request-html")

    dashboard.press("request-note")
    dashboard.page.get_by_text("An answer is due by").wait_for()
    dashboard.page.get_by_text(ALL).click()
    [event] = icalendar.Calendar.from_ical(saved(dashboard, "request-calendar")).walk("VEVENT")
    assert "ryanair" not in str(event["SUMMARY"])

    dashboard.press("request-note")
    dashboard.page.get_by_text("answered on").wait_for()
    dashboard.page.get_by_role("heading", name="No replies due").wait_for()
    choose(dashboard, "request-step-answered-erasure-gdpr", "done")
    dashboard.press("request-note")
    dashboard.page.get_by_text("done on").wait_for()
    dashboard.open("Plan")
    assert "Ryanair" not in first_action(dashboard)
