"""What else may lie in the folder under a vault's name: it is listed as damaged, and nothing else suffers from it."""

import os
import time

import pytest

from leakage.workspace.vault import store
from leakage.workspace.vault.errors import Damaged, PassphraseChanged, StorageFailed, VaultError
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import bring_in, vaults
from tests.workspace.vault.helpers import (
    CHEAP,
    OTHER,
    PASSPHRASE,
    current_path,
    flipped,
    new,
    only,
    saved,
    with_digest,
)

ODD = "0f" * 16
VERSION = f"{5:012d}.{'ab' * 16}.{'cd' * 8}.generation"


def a_link(path, monkeypatch):
    elsewhere = path.parent.parent / "elsewhere"
    elsewhere.write_bytes(b"not of this folder")
    path.symlink_to(elsewhere)


def a_link_to_nothing(path, monkeypatch):
    path.symlink_to(path.parent / "nowhere")


def a_folder(path, monkeypatch):
    path.mkdir()
    (path / "inside").write_bytes(b"")


def a_huge_file(path, monkeypatch):
    with open(path, "wb") as file:
        file.truncate(200_000_000)


def a_pipe(path, monkeypatch):
    os.mkfifo(path)


def an_unreadable_file(path, monkeypatch):
    """Refused by the call itself: the tests may run as root, whom no mode refuses."""
    path.write_bytes(b"whatever")
    real = os.open

    def refusing(name, *rest, **more):
        if os.fspath(name) == os.fspath(path):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return real(name, *rest, **more)

    monkeypatch.setattr(store.os, "open", refusing)


KINDS = [a_link, a_link_to_nothing, a_folder, a_huge_file, a_pipe, an_unreadable_file]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "vaults"


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
def test_it_is_listed_as_damaged_and_the_good_vault_goes_on(folder, monkeypatch, odd):
    new(folder, b"first")
    odd(folder / f"{ODD}.vault", monkeypatch)
    listings = {vault.identity: vault.listing() for vault in vaults(folder)}
    assert len(listings) == 2
    assert (listings[ODD].condition, listings[ODD].saved) == ("damaged", None)
    good = next(vault for vault in vaults(folder) if vault.identity != ODD)
    opened = good.unlock(PASSPHRASE)
    saved(opened, b"second")
    assert opened.read().content == b"second"
    assert os.path.lexists(folder / f"{ODD}.vault")


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
def test_nothing_of_it_can_be_unlocked(folder, monkeypatch, odd):
    folder.mkdir()
    odd(folder / f"{ODD}.vault", monkeypatch)
    vault = only(folder)
    assert vault.latest_good() is None
    with pytest.raises(VaultError):
        vault.unlock(PASSPHRASE)
    with pytest.raises(VaultError):
        vault.file()


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
def test_in_the_place_of_an_earlier_version_it_stands_in_no_way(folder, monkeypatch, odd):
    saved(new(folder), b"second")
    path = folder / f"{only(folder).identity}.{VERSION}"
    odd(path, monkeypatch)
    mine = only(folder).unlock(PASSPHRASE)
    assert [version.condition for version in mine.generations()] == ["damaged", "good"]
    saved(mine, b"third")
    mine = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert mine.read().content == b"third"
    good = [version for version in mine.generations() if version.condition == "good"]
    assert [mine.read(version).content for version in good] == [b"second", b"first"]
    again = only(folder).unlock(OTHER)
    assert again.read().content == b"third"


@pytest.mark.parametrize("odd", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", ["lock", f"{'ab' * 8}.temporary"])
def test_alone_under_a_name_beside_a_vaults_it_stops_no_listing(folder, monkeypatch, odd, name):
    new(folder, b"first")
    odd(folder / f"{ODD}.{name}", monkeypatch)
    assert any(vault.identity != ODD and vault.unlock(PASSPHRASE) for vault in vaults(folder))


def test_an_earlier_version_takes_the_place_of_what_is_no_file(folder):
    """The vault that was offered is opened and saved; what stood in its place is put out of the way, not removed."""
    saved(new(folder), b"second")
    path = current_path(folder)
    identity = only(folder).identity
    path.unlink()
    path.mkdir()
    vault = only(folder)
    generation = vault.latest_good()
    mine = vault.unlock(PASSPHRASE, generation)
    mine.restore(generation, mine.read(generation).revision)
    assert only(folder).listing().condition == "good"
    assert mine.read().content == b"first"
    assert [entry.is_dir() for entry in folder.glob(f"{identity}.*.odd")] == [True]


def test_a_folder_that_cannot_be_listed_is_refused_in_a_sentence(folder):
    folder.write_bytes(b"no folder")
    with pytest.raises(StorageFailed, match="the vault's folder: ") as caught:
        vaults(folder)
    assert str(folder) not in str(caught.value)


SAVED_AT = 8 + 2 + 16 + 1 + 4 + 4 + 16 + 32 + 12 + 48 + 8 + 16 + 16
NUMBER_AT = SAVED_AT - 8 - 16 - 16


@pytest.mark.parametrize("place", [SAVED_AT, NUMBER_AT], ids=["a time", "a number"])
def test_a_header_with_a_number_that_no_vault_has_is_damaged(folder, place):
    """Made on purpose, digest and all: it would break the sentence that says when, and the next save."""
    mine = new(folder)
    path = current_path(folder)
    path.write_bytes(with_digest(flipped(path.read_bytes(), place, bit=7)))
    assert only(folder).listing().condition == "damaged"
    with pytest.raises(Damaged, match="numbers"):
        mine.read()
    with pytest.raises(Damaged, match="numbers"):
        bring_in(path.read_bytes(), folder)


def test_no_name_brings_the_numbers_to_their_end(folder):
    """Seen with a file that somebody named so: the number of the next save did not fit its header."""
    mine = new(folder)
    for number, listed in ((10**24, 0), (2**63 - 1, 1)):
        (folder / f"{mine.identity}.{number}.{'ab' * 16}.{'cd' * 8}.copy").write_bytes(b"")
        assert len(mine.generations()) == listed
    saved(mine, b"second")
    assert mine.read().revision.number == 2


@pytest.mark.parametrize("nanoseconds", [-1, -(10**18)])
def test_a_clock_before_1970_gets_a_sentence_and_nothing_is_saved(folder, monkeypatch, nanoseconds):
    mine = new(folder)
    revision = mine.read().revision
    monkeypatch.setattr(time, "time_ns", lambda: nanoseconds)
    with pytest.raises(VaultError, match="clock of this machine shows a time before 1970"):
        mine.save(b"second", revision)
    with pytest.raises(VaultError, match="clock of this machine"):
        new(folder, name="Another")
    assert mine.read().content == b"first"
    assert len(vaults(folder)) == 1


def stale(folder) -> Unlocked:
    """A handle of before the passphrase was changed elsewhere."""
    here = new(folder)
    saved(here, b"second")
    there = only(folder).unlock(PASSPHRASE)
    here.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    return there


def test_a_stale_handle_deletes_nothing(folder):
    handle = stale(folder)
    before = sorted(folder.iterdir())
    with pytest.raises(PassphraseChanged):
        handle.delete()
    assert sorted(folder.iterdir()) == before
    assert only(folder).unlock(OTHER).read().content == b"second"


def test_a_stale_handle_deletes_nothing_where_the_current_file_is_damaged(folder):
    handle = stale(folder)
    path = current_path(folder)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(PassphraseChanged):
        handle.delete()
    assert only(folder).latest_good() is not None


def test_a_damaged_vault_can_be_deleted_by_who_has_its_key(folder):
    mine = new(folder)
    saved(mine, b"second")
    path = current_path(folder)
    path.write_bytes(path.read_bytes()[:-1])
    mine.delete()
    assert vaults(folder) == ()
