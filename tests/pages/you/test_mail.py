"""Mail on Import: named by its path, read with a way out, chosen from, and never in a class."""

import sys
import zipfile
from pathlib import Path

import pytest

from leakage import Record, private_files
from leakage.workspace.files.mail.containers import NOT_MAIL
from leakage.workspace.files.texts import MAX_BYTES
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from pages.app.door import SWITCH
from pages.parts.import_files import named_file, text
from tests.pages.helpers import current, history, press, run, start, texts, unfolded
from tests.workspace.files.exports import bitwarden, made_up_logins
from tests.workspace.files.mail_files import FOUND, MAIL
from tests.workspace.files.mail_files import message as written

MINE = Workspace((("Email", "robin@example.org"),))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mail.mbox"
    path.write_bytes(MAIL["Takeout mbox"])
    return path


def named(work, path):
    """The fold, open, with a path typed into it."""
    at = unfolded(start(work, "in_and_out"), "mail")
    return run(at.text_input(key="upload.mail-path.0").set_value(str(path)))


def read(work, path):
    return press(named(work, path), "mail-read")


def table(at):
    return next(table for table in at.main.dataframe if "Company" in table.value)


def tick(at, *rows):
    key = next(key for key in at.session_state._state.filtered_state if key.startswith("mail-rows-"))
    at.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return run(at)


def test_a_mailbox_is_not_read_before_the_button_is_pressed(path, monkeypatch):
    monkeypatch.setattr(private_files, "_open", lambda opened: pytest.fail("a file was opened"))
    at = named(MINE, path)
    assert not at.button(key="mail-read").disabled and not [t for t in at.main.dataframe if "Company" in t.value]


@pytest.mark.parametrize("name", MAIL)
def test_who_writes_is_proposed_and_only_who_is_sure_is_ticked(name, tmp_path):
    path = tmp_path / "box"
    path.write_bytes(MAIL[name])
    at = read(MINE, path)
    shown = [tuple(row) for row in table(at).value.itertuples(index=False)]
    assert shown == [(site, text.SURENESS[sure], first, last) for site, sure, first, last in FOUND[name]]
    press(at, "mail-add")
    sure = [(site, first) for site, sureness, first, _ in FOUND[name] if sureness == "sure"]
    assert [(r.recipient, r.date) for r in current(at).releases] == sure
    assert all(("Email", "robin@example.org") in r.record for r in current(at).releases)
    assert history(at)[-1] == f"import {len(sure)} account"
    # The path and the proposals are gone from the page.
    assert not [t for t in at.main.dataframe if "Company" in t.value]
    assert at.text_input(key="upload.mail-path.1").value == ""


def test_groups_and_single_companies_can_be_ticked(path):
    at = read(MINE, path)
    assert at.button_group(key="mail-groups").value == ["sure"]
    run(at.button_group(key="mail-groups").set_value(["sure", "probable"]))
    assert at.button(key="mail-add").label == text.MAIL_ADD.format(what="2 accounts")
    run(at.button_group(key="mail-groups").set_value([]))
    assert at.button(key="mail-add").disabled and at.button(key="mail-add").help == text.NOTHING_NEW
    press(tick(at, 2), "mail-add")
    assert [release.recipient for release in current(at).releases] == ["office.example"]


def test_the_address_can_be_another_or_none(path):
    at = read(Workspace(), path)
    assert at.selectbox(key="mail-address").value is None
    press(at, "mail-add")
    account = current(at).releases[0]
    assert account.recipient == "books.example" and not account.record.values("Email")
    both = Workspace((("Email", "robin@example.org"), ("Email", "other@example.org")))
    at = read(both, path)
    press(run(at.selectbox(key="mail-address").select_index(1)), "mail-add")
    assert current(at).releases[0].record.values("Email") == ("other@example.org",)


def test_your_own_messages_are_passed_over(tmp_path):
    path = tmp_path / "sent"
    path.write_bytes(written("Robin <robin@example.org>", "Your order"))
    at = read(MINE, path)
    assert "0 companies in 1 message." in texts(at) and not [t for t in at.main.dataframe if "Company" in t.value]


def test_what_is_there_already_is_not_added_again(path):
    held = Release("Books", "books.example", Record.of(("Email", "robin@example.org")), "2019-01-01")
    at = read(Workspace(MINE.profile, releases=(held,)), path)
    assert at.button(key="mail-add").disabled and at.button(key="mail-add").help == text.NOTHING_NEW


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"a,b\n", NOT_MAIL), (None, private_files.UNREADABLE)], ids=["another file", "none"]
)
def test_what_is_no_mailbox_is_refused_in_a_sentence(content, sentence, tmp_path):
    if content is not None:
        (tmp_path / "x").write_bytes(content)
    at = read(MINE, tmp_path / "x")
    [error] = [error.value for error in at.main.error]
    assert error[1:] == f"{sentence[1:]}. {text.NOT_TAKEN}" and str(tmp_path) not in error
    assert current(at) == MINE


def test_a_class_names_no_mail(path, monkeypatch):
    at = read(MINE, path)
    monkeypatch.setattr(sys, "argv", [*sys.argv, SWITCH])
    monkeypatch.setattr(private_files, "_open", lambda opened: pytest.fail("a file was opened"))
    run(at)
    assert not [fold for fold in at.main.expander if fold.label == text.MAIL]
    assert not [button for button in at.button if (button.key or "").startswith("mail-")]


def test_with_many_companies_the_first_are_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(named_file, "MOST_ROWS", 2)
    path = Path(tmp_path / "box")
    path.write_bytes(b"".join(written(f"a@s{n}.example", "Your order") for n in range(5)))
    at = read(MINE, path)
    assert len(table(at).value) == 2 and text.MAIL_MORE.format(more="3") in texts(at)


def zipped(path, logins=60, filling=0):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("photos/1.jpg", bytes(filling))
        archive.writestr("export/data.json", bitwarden(made_up_logins(logins)))
    return path


def test_an_archive_is_read_as_an_upload_is(tmp_path):
    at = press(named(Workspace(), zipped(tmp_path / "export.zip", filling=MAX_BYTES)), "zip-read")
    assert any("60 accounts" in line for line in texts(at)) and not current(at).releases
    assert at.button(key="import-leave-out").label == "Leave out export.zip"
    at = press(at, "import-add")
    assert len(current(at).releases) == 60 and len(history(at)) == 2
    assert not [button for button in at.button if button.key == "import-leave-out"]


def test_a_saved_copy_in_an_archive_is_opened_and_held_no_more(tmp_path):
    path = tmp_path / "copy.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("copy.json", workspace_to_json(MINE))
    at = press(named(Workspace(), path), "zip-read")
    at = press(at, next(button.key for button in at.button if button.key.startswith("import-open-")))
    assert current(at).profile == MINE.profile
    assert not [button for button in at.button if button.key == "import-leave-out"]


def test_an_archive_is_left_out_again(tmp_path):
    at = press(named(Workspace(), zipped(tmp_path / "export.zip")), "zip-read")
    at = press(at, "import-leave-out")
    assert not current(at).releases and len(history(at)) == 1
    assert not [button for button in at.button if button.key in ("import-leave-out", "import-add")]


@pytest.mark.parametrize(
    ("content", "said"), [(b"MZ", "no ZIP archive"), (b"PK\x03\x04" + bytes(90), "damaged"), (b"", "no ZIP archive")]
)
def test_what_is_no_archive_is_refused_in_one_sentence(content, said, tmp_path):
    path = tmp_path / "CANARY.zip"
    path.write_bytes(content)
    at = press(named(Workspace(), path), "zip-read")
    [error] = [error.value for error in at.main.error]
    assert said in error and "CANARY" not in error
    assert at.text_input(key="upload.mail-path.0").value == str(path)
