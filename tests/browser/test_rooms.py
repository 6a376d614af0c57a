"""Walks through rooms of the program, as a person takes them."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from leakage.workspace.workspace import Workspace
from tests.browser.driver import LONGEST, SIZE, Dashboard, enter
from tests.server import Server
from tests.workspace.files.data.exports import bitwarden, made_up_logins

pytestmark = pytest.mark.browser
PASSPHRASE = "seven grey herons wade"


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def import_logins(dashboard: Dashboard, number: int) -> None:
    dashboard.open("Import")
    dashboard.hand_in("import-upload", file("export", bitwarden(made_up_logins(number))))
    dashboard.page.get_by_text(f"{number} accounts and ").wait_for()
    dashboard.press("import-add")


def test_accounts(dashboard: Dashboard) -> None:
    """An import of 300 logins, an account by hand, a refused file, and both undone."""
    import_logins(dashboard, 300)
    dashboard.key("strip").get_by_text("Eve surely has").wait_for()
    dashboard.open("Accounts")
    dashboard.page.get_by_text("Add an account").first.click()
    dashboard.name_new("account-name", "Corner shop")
    dashboard.press("account-add")
    assert len(dashboard.work().releases) == 301
    assert dashboard.work().releases[-1].recipient == "Corner shop"
    dashboard.open("Import")
    dashboard.hand_in("import-upload", file("bomb.zip", b"PK\x03\x04" + bytes(100)))
    assert len(dashboard.work().releases) == 301
    dashboard.press("undo")
    assert len(dashboard.work().releases) == 300
    dashboard.press("undo")
    expect(dashboard.key("save-copy")).to_have_count(0)


def meets_the_closed_door(page: Page) -> None:
    page.get_by_text("The door is closed.").wait_for(timeout=LONGEST)
    assert page.locator("[data-testid=stApp]").count() == 0


def test_safe_place(chromium: Browser) -> None:
    """By the link alone; a refresh and a second tab lose nothing; what is locked is gone from both screens."""
    context = chromium.new_context(viewport=SIZE, accept_downloads=True)
    with Server() as server:
        early = context.new_page()
        early.goto(f"{server.origin}/leakage")
        meets_the_closed_door(early)
        link = server.link()
        dashboard = enter(context, link)
        dashboard.open_copy(Workspace(profile=(("Name", "first herons"),)))
        dashboard.put_into_vault(PASSPHRASE)
        dashboard.open("About me")
        dashboard.say_of_me("Name", "second herons")
        dashboard.page.reload()
        dashboard.settle()
        dashboard.unlock(PASSPHRASE)
        assert dashboard.work().profile == (("Name", "second herons"),)
        other = enter(context, f"{server.origin}/profile")
        other.page.get_by_text("Your work is open in another tab.").wait_for()
        other.unlock(PASSPHRASE)
        assert other.work().profile == (("Name", "second herons"),)
        dashboard.page.bring_to_front()
        dashboard.menu.get_by_text("Eve", exact=True).click()
        dashboard.page.get_by_role("heading", name="Unlock your work").wait_for()
        other.page.bring_to_front()
        other.press("lock")
        for each in (dashboard, other):
            each.page.get_by_role("heading", name="Unlock your work").wait_for()
            assert "second herons" not in each.page.content()
        dashboard.page.go_back()
        dashboard.settle()
        assert "second herons" not in dashboard.page.content()
        stranger = chromium.new_context()
        late = stranger.new_page()
        late.goto(link)
        meets_the_closed_door(late)
        stranger.close()
    context.close()


NOTHING_BESIDE = "document.documentElement.scrollWidth <= window.innerWidth"
GROUND = "body => getComputedStyle(body).backgroundColor"


def test_a_report_opens_and_prints_whole_without_a_single_request(
    dashboard: Dashboard, chromium: Browser, tmp_path: Path
) -> None:
    dashboard.press("open-realistic")
    counted = dashboard.headline()
    dashboard.open("Report and export")
    dashboard.press("report-make")
    written = tmp_path / "report.html"
    written.write_bytes(dashboard.save("report-save"))
    context = chromium.new_context(color_scheme="dark", viewport={"width": 400, "height": 800})
    page = context.new_page()
    requests, messages = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.goto(written.as_uri())
    page.get_by_text(counted).wait_for()
    page.locator("svg").first.wait_for()
    assert page.evaluate(NOTHING_BESIDE)
    dark = page.locator("body").evaluate(GROUND)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4, with its margins
    assert page.locator("body").evaluate(GROUND) == "rgb(255, 255, 255)" != dark
    assert page.evaluate(NOTHING_BESIDE)
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert requests == [written.as_uri()] and messages == []
    context.close()


TABLE = (
    ("Name", "Age", "Zip", "Illness"),
    ("Ann", "21", "4761", "flu"),
    ("Ben", "24", "4762", "asthma"),
    ("Cas", "27", "4763", "flu"),
    ("Dor", "29", "4764", "cancer"),
    ("Eli", "41", "4791", "flu"),
    ("Fay", "43", "4792", "cancer"),
    ("Gus", "46", "4793", "asthma"),
    ("Hal", "48", "4794", "asthma"),
)


def test_science(dashboard: Dashboard) -> None:
    """A table of one's own, gone with a refresh; the other pages open and draw."""
    written = io.StringIO()
    csv.writer(written).writerows(TABLE)
    dashboard.open("Published table")
    dashboard.page.get_by_role("button", name="Open your own").click()
    dashboard.hand_in("given-upload", file("clinic.csv", written.getvalue().encode()))
    # Everybody is alone in every column, so all but the last are marked at first.
    dashboard.page.get_by_role("heading", name=re.compile(r"^8\D+8\D*$")).first.wait_for()
    known = dashboard.page.locator("[class*=st-key-published-known-]")
    known.get_by_role("button", name="Name").first.click()
    dashboard.settle()
    dashboard.page.get_by_role("tab", name="Make it coarser").click()
    smallest_class = dashboard.page.locator("[class*=st-key-published-ask-k-]").get_by_role("spinbutton")
    smallest_class.fill("4")
    smallest_class.press("Enter")
    dashboard.settle()
    dashboard.page.get_by_role("button", name="Try all").click()
    dashboard.key("published-use").wait_for()
    dashboard.press("published-use")
    assert re.findall(r"\d+", dashboard.headline()) == ["3", "7"]
    for page in ("An attacker's error", "Re-identification", "Laboratory", "Copy as Python"):
        dashboard.open(page)
        assert not dashboard.page.locator("[data-testid=stException]").count()
    dashboard.page.reload()
    dashboard.settle()
    dashboard.open("Published table")
    expect(dashboard.page.get_by_text("Dor", exact=True)).to_have_count(0)
