"""Keys, saving and indexing have limits of their own: what does not answer is said, and can be tried again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault import file_header
from pages.eve.adversary import files
from pages.shell import vault_session, watchdog
from pages.shell.watchdog import Limits
from tests.pages.eve.test_files import MEANT, WORK, counted, path
from tests.pages.helpers import current, press, run, start, texts
from tests.pages.shell.test_vault import (
    OWN,
    at_gate,
    directory,
    in_vault,
    made,
    put_into_vault,
    rename_first,
    unlock,
)
from tests.pages.shell.test_watchdog import Closed

__all__ = ["directory", "path"]
SHORT = Limits(1.5, 1.5)


@pytest.fixture
def closed(monkeypatch):
    """Somewhere to get stuck; open again at the end."""
    monkeypatch.setattr(watchdog, "GRACE", 0.1)
    monkeypatch.setattr(watchdog, "_STUCK", [])
    place = Closed()
    yield place
    place.open()


def stuck_in(closed, work):
    """The same work, once it gets through."""

    def first(*args, **options):
        closed.enter()
        return work(*args, **options)

    return first


def test_a_key_that_is_not_derived_in_time_is_said_at_the_gate(closed, monkeypatch):
    made()
    at = start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pages.shell.vault_session.DERIVING", SHORT)
        patch.setattr(file_header, "_derived", stuck_in(closed, file_header._derived))
        unlock(at)
        [error] = at.error
        assert error.value == "Unlocking the vault took more than 1.5 seconds and was stopped."
        unlock(at)
        assert at.error[0].value == "The last attempt at unlocking the vault was stopped and has not ended yet."
        assert at_gate(at) and len(watchdog.stuck()) == 1
    closed.open()
    monkeypatch.undo()
    unlock(at)
    assert not at_gate(at) and current(at) == OWN


def test_what_the_disk_does_not_take_in_time_is_not_saved_and_tried_again(closed, monkeypatch):
    at = put_into_vault(start(OWN))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watchdog, "SAVING", SHORT)
        patch.setattr(vault_session, "save_work", stuck_in(closed, vault_session.save_work))
        rename_first(at, "Bea")
        # The edit saves, and so does the run after it, which does not wait for the same once more.
        assert "The last attempt at saving was stopped and has not ended yet." in texts(at)
        assert in_vault() == OWN and current(at).profile[0] == ("Name", "Bea") and len(watchdog.stuck()) == 1
    # What was stopped did not save, and left nothing that stands in the way.
    closed.open()
    run(at)
    assert in_vault().profile[0] == ("Name", "Bea")
    assert not any("stopped" in said for said in texts(at))
    rename_first(at, "Cleo")
    assert in_vault().profile[0] == ("Name", "Cleo")


def test_an_index_that_makes_no_progress_is_said_and_can_be_gone_on_with(closed, path, monkeypatch):
    at = start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary")
    press(at, "file-agree-0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watchdog, "INDEXING", SHORT)
        patch.setattr(files, "build_index", stuck_in(closed, files.build_index))
        press(at, "index-make")
        told = (
            "The calculation made no progress for 1.5 seconds and was stopped. What is done is kept: press the button"
        )
        assert [error.value for error in at.error] == [f"{told} to go on."]
    closed.open()
    assert watchdog.stuck() == ()
    press(at, "index-make")
    assert not at.error and counted(at)
