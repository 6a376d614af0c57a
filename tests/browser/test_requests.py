"""From an import of fifty accounts to a letter that was sent and answered, as a person does it."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from pathlib import Path

import icalendar
import pytest
from playwright.sync_api import expect

from tests.browser.driver import Dashboard
from tests.browser.test_in_and_out import hand_in
from tests.workspace.files.exports import bitwarden, made_up_logins

pytestmark = pytest.mark.browser


def saved(dashboard: Dashboard, key: str) -> bytes:
    with dashboard.page.expect_download() as download:
        dashboard.key(key).get_by_role("button").click()
    return Path(download.value.path()).read_bytes()


def choose(dashboard: Dashboard, key: str, option: str) -> None:
    dashboard.key(key).get_by_role("combobox").click()
    dashboard.page.get_by_role("option", name=option, exact=True).click()
    dashboard.settle()


def test_from_an_import_of_50_accounts_to_a_letter_that_was_answered(dashboard: Dashboard, tmp_path: Path) -> None:
    export = tmp_path / "export"
    logins = made_up_logins(50)
    at_adobe = replace(logins[0], title="Adobe", url="https://www.adobe.com/login", user="robin@example.org")
    export.write_bytes(bitwarden([at_adobe, *logins[1:]]))
    dashboard.open("Import and export")
    hand_in(dashboard, export)
    expect(dashboard.page.get_by_text("50 releases with")).to_be_visible(timeout=60_000)
    dashboard.press("import-add")

    dashboard.open("Requests")
    dashboard.pick("request-recipient-box", "adobe.com")
    expect(dashboard.page.get_by_text("asked by email to dpo@adobe.com")).to_be_visible()
    dashboard.press("request-draft")
    letter = dashboard.page.get_by_test_id("stCode")
    expect(letter).to_contain_text("Request for erasure under Article 17 GDPR", timeout=60_000)
    expect(letter).to_contain_text("robin@example.org")

    mail = email.message_from_bytes(saved(dashboard, "request-eml"), policy=email.policy.default)
    assert (mail["To"], mail["From"]) == ("dpo@adobe.com", "robin@example.org")
    assert mail["Subject"] == "Request for erasure under Article 17 GDPR"
    assert "planted" not in mail.get_content() and "robin.old" not in mail.get_content()
    assert b"<h1>Request for erasure under Article 17 GDPR</h1>" in saved(dashboard, "request-html")

    dashboard.press("request-note")
    expect(dashboard.page.get_by_text("An answer is due by")).to_be_visible()
    [event] = icalendar.Calendar.from_ical(saved(dashboard, "request-calendar")).walk("VEVENT")
    assert "adobe" not in str(event["SUMMARY"])

    dashboard.press("request-note")
    expect(dashboard.page.get_by_text("answered on")).to_be_visible()
    expect(dashboard.page.get_by_role("heading", name="No answer is awaited")).to_be_visible()
    choose(dashboard, "request-step-answered-erasure-gdpr", "done")
    dashboard.press("request-note")
    expect(dashboard.page.get_by_text("done on")).to_be_visible()
    dashboard.open("Erasure")
    expect(dashboard.page.get_by_text("What came of it?")).to_be_visible()
