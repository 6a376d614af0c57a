"""Odd files among vaults, and saved work."""

import os
import time
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leakage.record import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.vault.errors import Conflict, Damaged, PassphraseChanged, StorageFailed, VaultError
from leakage.workspace.vault.saved_work import amend_work, create_with_work, news, read_newer, read_work, save_work
from leakage.workspace.vault.unlocked import Unlocked, lock_all
from leakage.workspace.vault.vault import bring_in, vaults
from leakage.workspace.workspace import Release, Workspace
from tests.amount import TIMES
from tests.workspace.files.test_workspace_json import workspaces
from tests.workspace.vault.helpers import (
    CANARY,
    CHEAP,
    OTHER,
    PASSPHRASE,
    all_bytes,
    current_path,
    flipped,
    new,
    only,
    saved,
    with_digest,
)

# What else may lie in the folder under a vault's name: it is listed as damaged, and nothing else suffers from it.


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

    monkeypatch.setattr(os, "open", refusing)


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
    first = new(folder)
    saved(first, b"second")
    there = only(folder).unlock(PASSPHRASE)
    first.change_passphrase(PASSPHRASE, OTHER, CHEAP)
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


# A workspace in a vault.


WORK = realistic_person().workspace
EXAMPLES = 10 * TIMES


def made(folder, work=WORK):
    return create_with_work("Mine", PASSPHRASE, work, folder=folder, cost=CHEAP)


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(workspaces)
def test_what_is_saved_is_read(tmp_path_factory, work):
    mine = made(tmp_path_factory.mktemp("vaults"))
    revision = save_work(mine, work, read_work(mine).revision)
    reading = read_work(mine)
    assert (reading.workspace, reading.revision) == (work, revision)


@settings(max_examples=EXAMPLES)
@given(workspaces, workspaces, st.data())
def test_what_is_new_and_what_was_known_are_the_whole(work, other, data):
    mixed = {
        part.name: data.draw(st.sampled_from([getattr(work, part.name), getattr(other, part.name)]))
        for part in fields(Workspace)
        if part.name != "similarities"
    }
    changed = replace(work, **mixed)
    new = news(changed, work)
    for part in fields(Workspace):
        mine, its, old = (getattr(whole, part.name) for whole in (changed, new, work))
        if isinstance(mine, tuple):
            assert [entry for entry in mine if any(entry is earlier for earlier in (*its, *old))] == list(mine)
            assert not [entry for entry in its if any(entry is earlier for earlier in old)]
        else:
            assert mine in (its, old)
    assert news(changed, changed) == Workspace()
    assert workspace_from_json(workspace_to_json(new)) == new


def test_an_edit_is_saved_whole_though_only_what_is_new_was_looked_at(tmp_path):
    mine = made(tmp_path)
    reading = read_work(mine)
    more = Release("More", "Somebody", Record.of(("Name", "x")))
    edited = replace(reading.workspace, releases=(more, *reading.workspace.releases[1:]), title="edited")
    save_work(mine, edited, reading.revision, earlier=reading.workspace)
    assert read_work(mine).workspace == edited


def test_it_survives_the_session(tmp_path):
    mine = made(tmp_path)
    edited = replace(WORK, title="edited")
    revision = save_work(mine, edited, read_work(mine).revision)
    reading = read_work(only(tmp_path).unlock(PASSPHRASE))
    assert (reading.workspace, reading.revision) == (edited, revision)


def test_an_earlier_version_is_read_and_restored(tmp_path):
    mine = made(tmp_path)
    revision = save_work(mine, Workspace(), read_work(mine).revision)
    [earlier] = mine.generations()
    assert read_work(mine, earlier).workspace == WORK
    mine.restore(earlier, revision)
    assert read_work(mine).workspace == WORK


def test_a_conflict_keeps_both(tmp_path):
    mine = made(tmp_path)
    base = read_work(mine).revision
    save_work(mine, replace(WORK, title="here"), base)
    with pytest.raises(Conflict):
        save_work(mine, replace(WORK, title="there"), base)
    [copy] = [generation for generation in mine.generations() if generation.kind == "copy"]
    assert read_work(mine).workspace.title == "here"
    assert read_work(mine, copy).workspace.title == "there"


@pytest.mark.parametrize(
    "unreadable",
    [
        Workspace(title=f"{CANARY} \ud800"),
        Workspace(weights=((CANARY, -1.0),)),
        Workspace(weights=((CANARY, float("nan")),)),
        Workspace(releases=(Release(CANARY, f"\udfff {CANARY}", Record()),)),
    ],
)
def test_what_could_not_be_read_again_is_not_saved(tmp_path, unreadable):
    mine = made(tmp_path)
    before = all_bytes(tmp_path)
    with pytest.raises(ValueError) as caught:
        save_work(mine, unreadable, read_work(mine).revision)
    assert CANARY not in str(caught.value)
    with pytest.raises(ValueError):
        save_work(mine, unreadable, read_work(mine).revision, earlier=WORK)
    with pytest.raises(ValueError):
        edited = replace(WORK, title=unreadable.title, weights=(*WORK.weights, *unreadable.weights))
        edited = replace(edited, releases=(*WORK.releases, *unreadable.releases))
        save_work(mine, edited, read_work(mine).revision, earlier=WORK)
    assert all_bytes(tmp_path) == before
    with pytest.raises(ValueError):
        made(tmp_path / "other", unreadable)
    assert not (tmp_path / "other").exists()


def test_nothing_of_the_work_is_in_the_files(tmp_path):
    work = replace(WORK, profile=(("Name", CANARY), (CANARY, "x")), title=CANARY)
    mine = made(tmp_path, work)
    save_work(mine, replace(work, names=(("N", CANARY),)), read_work(mine).revision)
    assert not [name for name, data in all_bytes(tmp_path).items() if CANARY.encode() in data]
    assert CANARY not in repr(read_work(mine))


def test_what_is_no_workspace_is_refused_in_one_sentence(tmp_path):
    mine = new(tmp_path, b'{"format": "something else"}')
    with pytest.raises(ValueError, match="this is not a saved workspace"):
        read_work(mine)


def test_only_what_was_saved_later_is_newer(tmp_path):
    mine, other = made(tmp_path), only(tmp_path).unlock(PASSPHRASE)
    first, file = read_work(mine), only(tmp_path).file()
    assert read_newer(mine, first.revision) is None
    second = save_work(other, replace(WORK, title="second"), first.revision)
    newer = read_newer(mine, first.revision)
    assert newer is not None and (newer.workspace.title, newer.revision) == ("second", second)
    assert read_newer(other, second) is None
    # No edit, and all the same something new.
    amend_work(other, WORK, second)
    assert read_newer(mine, second) == read_work(mine)
    # An older file in its place is none, and of one that is cut short nothing can be said.
    [path] = tmp_path.glob("*.vault")
    path.write_bytes(file)
    assert read_newer(mine, second) is None
    path.write_bytes(file[:90])
    with pytest.raises(VaultError):
        read_newer(mine, second)


def test_one_vault_is_locked_wherever_it_is_unlocked_and_no_other(tmp_path):
    mine, again = made(tmp_path / "one"), only(tmp_path / "one").unlock(PASSPHRASE)
    other = made(tmp_path / "other")
    lock_all(mine.identity)
    assert (mine.locked, again.locked, other.locked) == (True, True, False)
    lock_all()
    assert other.locked
