"""A file's memory is given back as soon as no page shows the file, and not before."""

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import create_with_work
from leakage.workspace.workspace import Workspace
from tests.pages.helpers import current, go, open_copy, press, run, start
from tests.starting import starting_workspace
from tests.workspace.files.files import CARD_3

OWN = starting_workspace()
PASSPHRASE = "seven grey herons"


@pytest.fixture
def stored(monkeypatch):
    """The names of the files that are kept; the manager of a test is another one in every run."""
    names = {}
    remove, add, drop = (
        getattr(MemoryUploadedFileManager, name) for name in ("remove_file", "add_file", "remove_session_files")
    )

    def adding(manager, session_id, file):
        add(manager, session_id, file)
        names[file.file_id] = file.name

    def removing(manager, session_id, file_id):
        remove(manager, session_id, file_id)
        names.pop(file_id)

    def dropping(manager, session_id):
        drop(manager, session_id)
        names.clear()

    monkeypatch.setattr(MemoryUploadedFileManager, "add_file", adding)
    monkeypatch.setattr(MemoryUploadedFileManager, "remove_file", removing)
    monkeypatch.setattr(MemoryUploadedFileManager, "remove_session_files", dropping)
    return names.values()


def hand_in(at, *names):
    for name in names:
        at.file_uploader(key="upload.import.0").upload(name, CARD_3.encode(), "text/vcard")
    return run(at)


def test_it_is_kept_while_it_is_shown_and_given_back_once_it_was_taken(stored):
    at = hand_in(go(start(OWN), "in_and_out"), "me.vcf", "again.vcf")
    assert sorted(stored) == ["again.vcf", "me.vcf"]
    run(run(at))
    assert sorted(stored) == ["again.vcf", "me.vcf"]
    press(at, "import-add")
    assert current(at).profile and not stored


def test_it_is_given_back_when_its_page_is_left(stored):
    at = hand_in(go(start(OWN), "in_and_out"), "me.vcf")
    go(at, "profile")
    assert not stored


def test_a_saved_copy_is_given_back_when_another_page_is_opened(stored):
    at = start()
    open_copy(at, OWN)
    assert current(at) == OWN
    go(at, "profile")
    assert not stored


def test_a_page_that_ends_early_gives_nothing_back_that_may_still_be_shown(stored):
    """It waits for the next page that is drawn to its end."""
    at = hand_in(go(start(Workspace()), "in_and_out"), "me.vcf")
    go(at, "leakage")
    run(at)
    go(at, "profile")
    assert not stored


def test_locking_gives_everything_back(stored, tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    create_with_work("Mine", PASSPHRASE, OWN, cost=Cost(1, 8, 1))
    at = start()
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    hand_in(go(press(at, "gate-unlock"), "in_and_out"), "me.vcf")
    assert list(stored) == ["me.vcf"]
    press(at, "lock")
    assert at.title[0].value == "Unlock your work" and not stored
