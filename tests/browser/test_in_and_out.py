"""Import and export as a person does them; and the report, opened from the disk, asks for nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.vocabulary import percent
from pages.decide.plan.text import WORST
from pages.parts.import_files.text import WHAT_TO_DO
from pages.you.export.text import WARNING
from tests.browser.driver import Dashboard
from tests.readme_figures import figure
from tests.workspace.files.exports import bitwarden, made_up_logins
from tests.workspace.files.files import BREACH, CARD_3

pytestmark = pytest.mark.browser
REAL = realistic_person().workspace
HOLDS = f"It holds {len(REAL.profile)} facts about you, {len(REAL.releases)} accounts"
GROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 23, 29)"}
NOTHING_BESIDE = "document.documentElement.scrollWidth <= window.innerWidth"


def hand_in(dashboard: Dashboard, *files: Path) -> None:
    dashboard.key("import-upload").locator("input[type=file]").set_input_files(list(files))
    dashboard.settle()


def saved_report(dashboard: Dashboard, folder: Path) -> Path:
    dashboard.open("Report and export")
    dashboard.press("report-make")
    with dashboard.page.expect_download() as download:
        dashboard.key("report-save").get_by_role("button").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.slow
def test_files_are_brought_in_together_and_undone_at_once(dashboard: Dashboard, tmp_path: Path) -> None:
    card, pwned, bomb = tmp_path / "me.vcf", tmp_path / "pwned.json", tmp_path / "bomb.csv"
    card.write_text(CARD_3)
    pwned.write_text(json.dumps([BREACH]))
    bomb.write_bytes(b"PK\x03\x04" + bytes(100))
    dashboard.begin_without_person()
    dashboard.open("Import")
    hand_in(dashboard, pwned, card, bomb)
    dashboard.page.get_by_text("1 account and 13 facts about you.").wait_for()
    dashboard.page.get_by_text("The archive is damaged, or is not whole.").wait_for()
    dashboard.press("import-add")
    dashboard.page.get_by_text("Added 1 account and 13 facts about you").wait_for()
    dashboard.open("About me")
    summary = dashboard.page.get_by_text(re.compile(r"\d+ facts about you\b")).first
    summary.wait_for()
    dashboard.press("undo")
    expect(summary).to_have_count(0)


def test_three_clicks_lead_from_an_export_of_300_logins_to_the_first_figure(
    dashboard: Dashboard, tmp_path: Path
) -> None:
    export = tmp_path / "export"
    export.write_bytes(bitwarden(made_up_logins(300)))
    dashboard.open("Import")
    hand_in(dashboard, export)
    dashboard.page.get_by_text("300 accounts and ").wait_for(timeout=60_000)
    dashboard.press("import-add")
    figure = dashboard.key("first-figure")
    figure.get_by_text("accounts share one password.").wait_for(timeout=60_000)
    figure.get_by_text("ties").wait_for()
    figure.get_by_text(re.compile(r"Leakage \d")).wait_for()
    figure.get_by_text(WHAT_TO_DO).click()
    dashboard.page.get_by_role("heading", name="What to do", exact=True).wait_for(timeout=60_000)


@pytest.mark.slow
def test_one_figure_stands_in_the_strip_on_leakage_on_the_plan_and_in_the_report(
    dashboard: Dashboard, tmp_path: Path
) -> None:
    export = tmp_path / "export"
    export.write_bytes(bitwarden(made_up_logins(60)))
    dashboard.open("Import")
    hand_in(dashboard, export)
    dashboard.press("import-add")
    dashboard.key("first-figure").get_by_text("accounts share one password.").wait_for()
    figure = dashboard.figure()
    counted = dashboard.key("strip").get_by_text("Eve has").first.inner_text().replace("\u00a0", " ").strip()
    assert re.fullmatch(r"Eve has \d+ of your \d+ facts", counted)
    file = saved_report(dashboard, tmp_path)
    dashboard.open("The figure")
    assert dashboard.headline() == f"{counted}." and dashboard.figure() == figure
    dashboard.page.get_by_text(f"Leakage {figure.replace(' ', chr(160))}").first.wait_for()
    dashboard.open("Plan")
    if dashboard.page.get_by_role("button", name="Work it out").count():
        dashboard.page.get_by_role("button", name="Work it out").click()
        dashboard.settle()
    sentence = dashboard.page.get_by_text(re.compile(WORST)).first
    assert sentence.inner_text().replace("\u00a0", " ").startswith(f"{WORST} {figure} of you now")
    text = file.read_text("utf-8").replace("\u00a0", " ").replace("&nbsp;", " ")
    assert f"{counted}." in text and f"Leakage {figure}:" in text


def test_a_report_opens_without_a_single_request_and_is_whole(
    dashboard: Dashboard, chromium: Browser, tmp_path: Path
) -> None:
    dashboard.press("open-realistic")
    file = saved_report(dashboard, tmp_path)
    for scheme, ground in GROUNDS.items():
        opens_alone(chromium, file, scheme, ground)
    context = chromium.new_context(viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.evaluate(NOTHING_BESIDE)
    context.close()


def opens_alone(chromium: Browser, file: Path, scheme: str, ground: str) -> None:
    context = chromium.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    requests: list[str] = []
    messages: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.goto(file.as_uri())
    page.get_by_text(f"Leakage {percent(figure(REAL, REAL.chosen))}").wait_for()
    page.locator("svg").first.wait_for()
    assert requests == [file.as_uri()] and messages == []
    assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == ground
    assert page.evaluate(NOTHING_BESIDE)
    context.close()


@pytest.mark.slow
def test_no_table_is_saved_past_the_warning(dashboard: Dashboard) -> None:
    """The toolbars of tables would write formulas as they are, and ask nobody."""
    dashboard.press("open-realistic")
    for page in ("About me", "Accounts"):
        dashboard.open(page)
        table = dashboard.page.locator("[data-testid=stMain] [data-testid=stFullScreenFrame]").first
        table.hover()
        table.get_by_role("button", name="Search").wait_for()
        expect(table.get_by_role("button", name="Download as CSV")).to_have_count(0)


@pytest.mark.slow
def test_plain_files_are_saved_after_the_warning(dashboard: Dashboard, tmp_path: Path) -> None:
    dashboard.press("open-realistic")
    dashboard.open("Report and export")
    button = dashboard.key("export-json").get_by_role("button")
    expect(button).to_be_disabled()
    dashboard.key("export-known").get_by_text(WARNING).click()
    dashboard.settle()
    with dashboard.page.expect_download() as download:
        button.click()
    saved = tmp_path / "copy.json"
    download.value.save_as(saved)
    dashboard.open("Import")
    hand_in(dashboard, saved)
    dashboard.page.get_by_text(HOLDS).wait_for()
