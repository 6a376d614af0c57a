"""Which files may be read: beside one vault, sealed, for its folder on this machine alone."""

import os
import shutil
import stat
import threading

import pytest

from leakage.workspace.vault.errors import PassphraseChanged, StorageFailed
from leakage.workspace.vault.file_consents import FileConsents
from tests.workspace.vault.helpers import (
    CHEAP,
    OTHER,
    PASSPHRASE,
    all_bytes,
    current_path,
    in_child,
    new,
    only,
    outcome,
    saved,
)

PLACE, FINGERPRINT = "/home/ann/canary.csv", "17 bytes"
AGREED = FileConsents.of(PLACE, FINGERPRINT)


def consents_path(folder):
    [path] = folder.glob("*.consents")
    return path


def test_they_last_as_long_as_the_vault_and_its_saves_do_not_touch_them(tmp_path):
    mine = new(tmp_path)
    assert mine.file_consents() == FileConsents() and not list(tmp_path.glob("*.consents"))
    mine.agree_to_files(AGREED)
    saved(mine, *(b"%d" % number for number in range(12)))
    mine.rename("Another name")
    again = only(tmp_path).unlock(PASSPHRASE)
    assert again.file_consents() == AGREED
    again.agree_to_files(FileConsents.of("/b", "b"))
    again.agree_to_files(FileConsents.of(PLACE, "18 bytes"))
    found = again.file_consents()
    assert found.covers("/b", "b") and found.covers(PLACE, "18 bytes") and not found.covers(PLACE, FINGERPRINT)
    assert found.at([PLACE]) == FileConsents.of(PLACE, "18 bytes")
    again.delete()
    assert not list(tmp_path.iterdir())


def test_only_their_owner_can_read_them_and_only_with_the_passphrase(tmp_path):
    mine = new(tmp_path)
    mine.agree_to_files(AGREED)
    assert stat.S_IMODE(consents_path(tmp_path).stat().st_mode) == 0o600
    written = b"".join(all_bytes(tmp_path).values())
    assert b"canary" not in written and not any(
        digest.encode() in written for pair in AGREED.digests for digest in pair
    )
    mine.lock()
    assert mine.file_consents() == FileConsents()


def test_they_are_in_no_vault_file_and_hold_for_no_other_vault_nor_a_copied_folder(tmp_path):
    first, there, copied = (tmp_path / name for name in ("here", "there", "copied"))
    mine = new(first)
    before = current_path(first).read_bytes()
    mine.agree_to_files(AGREED)
    assert current_path(first).read_bytes() == before
    new(there, name="Other")
    identity = current_path(there).name.split(".")[0]
    shutil.copy(consents_path(first), there / f"{identity}.consents")
    assert only(there).unlock(PASSPHRASE).file_consents() == FileConsents()
    shutil.copytree(first, copied)
    assert only(copied).unlock(PASSPHRASE).file_consents() == FileConsents()
    assert only(first).unlock(PASSPHRASE).file_consents() == AGREED


def test_another_passphrase_takes_them_along_and_the_old_one_reads_them_no_more(tmp_path):
    mine = new(tmp_path)
    stale = only(tmp_path).unlock(PASSPHRASE)
    mine.agree_to_files(AGREED)
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert changed.file_consents() == AGREED == only(tmp_path).unlock(OTHER).file_consents()
    assert stale.file_consents() == FileConsents()
    with pytest.raises(PassphraseChanged):
        stale.agree_to_files(FileConsents.of("/b", "b"))
    assert changed.file_consents() == AGREED


@pytest.mark.parametrize("fails", ["drop_consents", "put_consents"])
def test_a_passphrase_is_changed_though_they_cannot_be_written(tmp_path, monkeypatch, fails):
    mine = new(tmp_path)
    mine.agree_to_files(AGREED)

    def refused(*_):
        raise StorageFailed("the vault's folder: No space left on device")

    monkeypatch.setattr(f"leakage.workspace.vault.store.Store.{fails}", refused)
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert changed.read().content == b"first" and changed.file_consents() == FileConsents()


@pytest.mark.parametrize("odd", ["pipe", "folder", "link", "cut short", "a vault"])
def test_what_is_none_of_them_is_none_and_is_not_waited_for(tmp_path, odd):
    mine = new(tmp_path)
    mine.agree_to_files(AGREED)
    path = consents_path(tmp_path)
    whole = path.read_bytes()
    path.unlink()
    if odd == "pipe":
        os.mkfifo(path)
    elif odd == "folder":
        path.mkdir()
    elif odd == "link":
        path.symlink_to(current_path(tmp_path))
    else:
        path.write_bytes(whole[:-1] if odd == "cut short" else current_path(tmp_path).read_bytes())

    def read():
        again = only(tmp_path).unlock(PASSPHRASE)
        assert again.file_consents() == FileConsents()
        again.agree_to_files(AGREED)
        assert again.file_consents() == AGREED and again.read().content == b"first"

    assert in_time(read) == 0


def in_time(read):
    """What came of something in a process of its own, which is ended where it waits for a pipe."""
    child = in_child(read)
    end = threading.Timer(60, os.kill, (child, 9))
    end.start()
    try:
        return outcome(child)
    finally:
        end.cancel()


def test_of_two_tabs_that_agree_at_once_neither_is_forgotten(tmp_path):
    tabs = [new(tmp_path), *(only(tmp_path).unlock(PASSPHRASE) for _ in range(3))]
    threads = [
        threading.Thread(target=tab.agree_to_files, args=(FileConsents.of(f"/{number}", "x"),))
        for number, tab in enumerate(tabs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(tabs[0].file_consents().covers(f"/{number}", "x") for number in range(4))
