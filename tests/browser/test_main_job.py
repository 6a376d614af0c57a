"""The main job as a new user does it: profile, releases, adversary, leakage, planned release, disinformation."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from leakage.workspace.files.workspace_json import workspace_from_json
from pages.decide.disinformation.text import HEADLINE as DECOYS
from pages.decide.planned_release.text import ONE_WAY
from pages.you.profile.facts_table import FIRST
from pages.you.releases.text import CSV, CSV_FOUND, CSV_NONE_READ
from tests.browser.driver import Dashboard

pytestmark = pytest.mark.browser

FACTS = {"Name": "nickname", "Phone": "my phone", "Email": "my mail", "Card": "main card"}
WAITING = len(FIRST)
"""Rows of an empty profile that wait for a value, above those that are added."""


def begin(dashboard: Dashboard) -> None:
    """Enter a profile of four facts."""
    dashboard.begin_without_person()
    dashboard.pick("profile-labels", *FACTS)
    dashboard.press("profile-add")
    dashboard.type_down("profile", 1, WAITING, list(FACTS.values()))
    dashboard.page.get_by_text("4 facts about you").wait_for()


def release(dashboard: Dashboard, recipient: str, template: str = "") -> None:
    dashboard.name_new("releases-new-recipient", recipient)
    if template:
        dashboard.pick("releases-new-template", template)
    dashboard.press("releases-add")


@pytest.mark.slow
def test_the_main_job(dashboard: Dashboard) -> None:
    begin(dashboard)

    dashboard.open("Accounts")
    release(dashboard, "Corner shop", "Online shop")
    release(dashboard, "Forum")
    # The forum got the name and the phone; the shop was prefilled with name, email, phone and card.
    dashboard.key("releases-style").get_by_text("How sure").click()
    dashboard.settle()
    dashboard.edit_cell("releases-surety", 3, 0, "x")
    dashboard.edit_cell("releases-surety", 3, 1, "0,5")

    dashboard.open("The figure")
    assert dashboard.figure() == "100.0 %"

    dashboard.open("Eve")
    dashboard.page.get_by_text("Each alone", exact=True).click()
    dashboard.settle()
    dashboard.page.get_by_text("Nobody shares.").wait_for()

    dashboard.open("The figure")
    dashboard.page.get_by_text("The one who knows most: Corner shop.").wait_for()

    dashboard.open("Decoys")
    assert dashboard.headline() == DECOYS.format(budget=10, points=20.0)

    dashboard.open("Before I share")
    dashboard.name_new("plans-new-recipient", "Forum")
    dashboard.pick("plans-new-template", "Online shop")
    dashboard.press("plans-add")
    assert dashboard.headline() == ONE_WAY.format(change="no change", after="100.0 %")

    note = dashboard.page.get_by_text("Kept in memory only.")
    note.wait_for()
    dashboard.page.reload()
    dashboard.settle()
    dashboard.open("About me")
    expect(dashboard.page.get_by_text("4 facts about you")).to_have_count(0)


@pytest.mark.slow
def test_undo_leads_back_through_the_pages(dashboard: Dashboard) -> None:
    begin(dashboard)
    dashboard.edit_cell("profile", 1, WAITING + 3, "other card")
    dashboard.press("undo")
    dashboard.open("Accounts")
    release(dashboard, "Shop", "Online shop")
    cells = dashboard.key("editor-releases-ticks")
    cells.wait_for()
    dashboard.press("undo")
    expect(cells).to_have_count(0)
    dashboard.press("redo")
    cells.wait_for()


@pytest.mark.slow
def test_wrong_input_is_said_and_nothing_is_lost(dashboard: Dashboard) -> None:
    begin(dashboard)
    # The phone is called a card, and has the card's value: the same fact a second time.
    dashboard.edit_cell("profile", 0, WAITING + 1, "Card")
    dashboard.edit_cell("profile", 1, WAITING + 1, "main card")
    sentence = "row 9: the same label and value are already in row 7"
    dashboard.page.get_by_text(sentence).wait_for()
    dashboard.page.get_by_text("3 facts about you").wait_for()
    # Half-typed rows are there again after a look at another page.
    dashboard.open("Eve")
    dashboard.open("About me")
    dashboard.page.get_by_text(sentence).wait_for()
    dashboard.edit_cell("profile", 1, WAITING + 1, "other card")
    dashboard.page.get_by_text("4 facts about you").wait_for()


BAD = {
    "value": b"release,recipient,label\nOrder,Shop,Name\n",
    "UTF-8": "release,recipient,label,value\nOrder,Shop,Name,Zo\xeb\n".encode("latin-1"),
}
"""CSV files, by a word of the sentence that says what is wrong: a column lacks, and another encoding."""


@pytest.mark.slow
def test_releases_come_from_a_csv_file_and_leave_as_one(dashboard: Dashboard, tmp_path: Path) -> None:
    begin(dashboard)
    dashboard.open("Accounts")
    dashboard.page.get_by_text(CSV, exact=True).click()
    main = dashboard.page.locator("[data-testid=stMain]")
    for name, content in BAD.items():
        file = tmp_path / f"without {name}.csv"
        file.write_bytes(content)
        dashboard.key("releases-upload").locator("input[type=file]").set_input_files(file)
        dashboard.settle()
        dashboard.page.get_by_text("Not taken over:").wait_for()
        expect(main).to_contain_text(name)
        dashboard.page.get_by_text(CSV_NONE_READ).wait_for()

    file = tmp_path / "given.csv"
    file.write_text(
        "release,recipient,label,value,confidence\nOrder,Shop,Name,nickname,1\nOrder,Shop,Card,old card,0.5\n"
    )
    dashboard.key("releases-upload").locator("input[type=file]").set_input_files(file)
    dashboard.settle()
    dashboard.page.get_by_text(CSV_FOUND.format(accounts="1 account", facts="2 facts")).wait_for()
    dashboard.press("csv-add")

    with dashboard.page.expect_download() as download:
        dashboard.key("releases-download").get_by_role("button").click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert [(row["label"], row["value"], float(row["confidence"])) for row in rows] == [
        ("Card", "old card", 0.5),
        ("Name", "nickname", 1.0),
    ]


@pytest.mark.slow
def test_a_saved_copy_opens_again(dashboard: Dashboard, tmp_path: Path) -> None:
    begin(dashboard)
    with dashboard.page.expect_download() as download:
        dashboard.key("save-copy").get_by_role("button").click()
    saved = tmp_path / "copy.json"
    download.value.save_as(saved)
    assert workspace_from_json(saved.read_text("utf-8")).profile == tuple(FACTS.items())
    dashboard.page.reload()
    dashboard.settle()
    dashboard.menu.get_by_text("Home", exact=True).click()
    dashboard.settle()
    dashboard.open_copy(saved)
    dashboard.open("About me")
    dashboard.page.get_by_text("4 facts about you").wait_for()
