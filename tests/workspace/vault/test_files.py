"""What lies in the folder: who can read it, in which order it is written, and that errors name no path."""

import errno
import os
import stat
import subprocess
import sys
import threading

import platformdirs
import pytest

from leakage.workspace.vault import store as disk
from leakage.workspace.vault.errors import Busy, Damaged, Missing, StorageFailed
from leakage.workspace.vault.store import Store
from leakage.workspace.vault.vault import vaults
from tests.workspace.vault.helpers import (
    PASSPHRASE,
    all_bytes,
    contents,
    current_path,
    in_child,
    new,
    only,
    outcome,
    saved,
)


def modes(folder):
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_the_folder_is_0700_and_every_file_0600_whatever_the_umask(tmp_path, umask):
    folder = tmp_path / "deep" / "vaults"
    before = os.umask(umask)
    try:
        saved(new(folder), b"second", b"third")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes(folder) == {0o600} and len(list(folder.iterdir())) == 4


def test_a_file_is_private_from_its_first_byte(tmp_path):
    """Seen at the moment it is made: no mode is mended later that was open for a while."""

    def read():
        seen = []

        def hook(event, arguments):
            if event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT:
                seen.append(arguments[0])

        made = os.open

        def watching(path, flags, mode=0o777, **rest):
            handle = made(path, flags, mode, **rest)
            if flags & os.O_CREAT:
                assert stat.S_IMODE(os.fstat(handle).st_mode) == 0o600
                assert os.fstat(handle).st_size == 0
            return handle

        sys.addaudithook(hook)
        os.umask(0)
        os.open = watching
        saved(new(tmp_path), b"second")
        assert len(seen) >= 4 and all(str(path).startswith(str(tmp_path)) for path in seen)

    assert outcome(in_child(read)) == 0


def test_nothing_is_opened_for_writing_outside_the_folder(tmp_path):
    """Neither on saving nor on reading: what the cipher made is all there ever is on the disk."""

    def read():
        outside = []

        def hook(event, arguments):
            if event == "open":
                path, mode, flags = arguments
                writes = (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or set(str(mode)) & set("wax+")
                if writes and not str(path).startswith(str(tmp_path)):
                    outside.append(path)

        sys.addaudithook(hook)
        mine = new(tmp_path)
        saved(mine, b"second")
        only(tmp_path).unlock(PASSPHRASE).read()
        assert not outside

    assert outcome(in_child(read)) == 0


def test_wrong_modes_are_mended_when_the_vault_is_unlocked(tmp_path):
    folder = tmp_path / "vaults"
    saved(new(folder), b"second")
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    only(folder).unlock(PASSPHRASE)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes(folder) == {0o600}


def test_what_interrupted_writing_left_is_removed_when_the_vault_is_unlocked(tmp_path):
    mine = new(tmp_path)
    left = tmp_path / f"{mine.identity}.{'ab' * 8}.temporary"
    others = tmp_path / f"{'cd' * 16}.{'ab' * 8}.temporary"
    left.write_bytes(b"half")
    others.write_bytes(b"half")
    (tmp_path / "notes.txt").write_bytes(b"a person's own")
    only(tmp_path).unlock(PASSPHRASE)
    assert not left.exists() and (tmp_path / "notes.txt").exists()
    assert not others.exists(), "a creation that was broken off leaves nothing either"


def test_a_vault_being_made_is_not_taken_for_a_broken_off_one(tmp_path):
    store = Store(tmp_path, "ab" * 16)
    beside = tmp_path / f"{store.identity}.{'cd' * 8}.temporary"
    with store.exclusive():
        beside.write_bytes(b"half")
        assert vaults(tmp_path) == ()
        assert beside.exists()
    assert vaults(tmp_path) == ()
    assert not beside.exists()


def test_the_order_of_writing(tmp_path, monkeypatch):
    """Through to the disk before it is renamed; renamed before the folder is flushed; only then is it saved."""
    mine = new(tmp_path)
    revision = mine.read().revision
    order = []

    def recorded(name, call):
        def recording(*arguments, **rest):
            folder = name == "fsync" and stat.S_ISDIR(os.fstat(arguments[0]).st_mode)
            order.append("fsync folder" if folder else name)
            return call(*arguments, **rest)

        return recording

    for name in ("write", "fsync", "link", "replace"):
        monkeypatch.setattr(os, name, recorded(name, getattr(os, name)))
    mine.save(b"second", revision)
    assert order == ["link", "write", "fsync", "replace", "fsync folder"]


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EIO])
def test_a_system_that_refuses_loses_nothing_and_its_error_names_no_path(tmp_path, monkeypatch, call, number):
    mine = new(tmp_path)
    revision = saved(mine, b"second")
    before = all_bytes(tmp_path)
    original = getattr(os, call)

    def refusing(target, *arguments, **rest):
        beside = "temporary" in str(target) or call in ("write", "fsync")
        if not beside:
            return original(target, *arguments, **rest)
        raise OSError(number, os.strerror(number), str(tmp_path))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, refusing)
        with pytest.raises(StorageFailed) as caught:
            mine.save(b"third", revision)
    assert os.strerror(number) in str(caught.value)
    assert str(tmp_path) not in str(caught.value) and mine.identity not in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__
    assert current_path(tmp_path).read_bytes() == before[current_path(tmp_path).name]
    assert not list(tmp_path.glob("*.temporary"))
    assert contents(mine) == [b"first"]
    assert mine.read().content == b"second"
    mine.save(b"third", revision)
    assert contents(mine) == [b"second", b"first"]


def test_short_writes_are_gone_on_with(tmp_path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data[:10_000])))
    mine = new(tmp_path, bytes(50_000))
    assert mine.read().content == bytes(50_000)


def test_a_folder_without_links_keeps_generations_all_the_same(tmp_path, monkeypatch):
    def refusing(*_, **__):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refusing)
    mine = new(tmp_path)
    saved(mine, b"second", b"third")
    assert contents(mine) == [b"second", b"first"]
    assert modes(tmp_path) == {0o600}


def test_a_link_or_a_pipe_in_place_of_the_vault_is_not_followed(tmp_path):
    mine = new(tmp_path / "vaults")
    path = current_path(tmp_path / "vaults")
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageFailed):
        mine.read()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(StorageFailed):
        mine.read()


def test_a_file_larger_than_any_vault_is_not_read(tmp_path):
    mine = new(tmp_path)
    with open(current_path(tmp_path), "r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(StorageFailed, match="larger than any"):
        mine.read()


def test_a_file_in_the_place_of_another_vault_is_refused(tmp_path):
    intruder, other = new(tmp_path, b"one", "One"), new(tmp_path, b"other", "Other")
    path = tmp_path / f"{other.identity}.vault"
    path.write_bytes((tmp_path / f"{intruder.identity}.vault").read_bytes())
    with pytest.raises(Damaged, match="belongs to another vault"):
        other.read()


def test_a_vault_that_is_held_is_waited_for_and_then_given_up(tmp_path):
    store = Store(tmp_path, new(tmp_path).identity)
    with store.exclusive(), pytest.raises(Busy), store.exclusive(wait=0.02):
        pass
    with store.exclusive(wait=0.0):
        pass


def test_two_threads_do_not_hold_it_at_once(tmp_path):
    store, inside, most = Store(tmp_path, "ab" * 16), [], []

    def hold():
        for _ in range(20):
            with store.exclusive():
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 80


def test_who_waited_for_a_vault_that_was_deleted_holds_the_lock_that_counts(tmp_path):
    store, holds, may_go = Store(tmp_path, "ab" * 16), threading.Event(), threading.Event()

    def hold():
        with store.exclusive():
            holds.set()
            may_go.wait()

    waiting = threading.Thread(target=hold, daemon=True)
    with store.exclusive() as lock:
        waiting.start()
        assert not holds.wait(0.05)
        store.delete(lock)
    holds.wait()
    with pytest.raises(Busy), store.exclusive(wait=0.0):
        pass
    may_go.set()
    waiting.join()


def test_a_lock_goes_with_its_process(tmp_path):
    store = Store(tmp_path, "ab" * 16)

    def die_holding():
        with store.exclusive():
            os._exit(7)

    assert outcome(in_child(die_holding)) == 7
    with store.exclusive(wait=0.0):
        pass


def test_the_folder_is_the_one_named_or_the_users(tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER_VARIABLE, str(tmp_path))
    assert disk.vaults_folder() == tmp_path / "vaults"
    mine = new(None)
    assert [path.parent for path in (tmp_path / "vaults").glob("*.vault")] == [tmp_path / "vaults"]
    assert [vault.identity for vault in vaults()] == [mine.identity]
    monkeypatch.delenv(disk.FOLDER_VARIABLE)
    assert disk.vaults_folder() == platformdirs.user_data_path("leakage", appauthor=False) / "vaults"


def test_the_folder_named_keeps_its_mode(tmp_path, monkeypatch):
    monkeypatch.setenv(disk.FOLDER_VARIABLE, str(tmp_path))
    tmp_path.chmod(0o755)
    new(None)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "vaults").stat().st_mode) == 0o700


def test_nothing_heavy_is_imported_before_a_vault_is_opened():
    probe = (
        "import sys, leakage.workspace.vault.saved_work as _; print({'cryptography', 'platformdirs'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_vault_that_was_deleted_is_missing(tmp_path):
    mine = new(tmp_path)
    other = only(tmp_path).unlock(PASSPHRASE)
    revision = saved(mine, b"second")
    mine.delete()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Missing):
        other.read()
    with pytest.raises(Missing):
        other.save(b"third", revision)
    assert vaults(tmp_path) == () and list(tmp_path.iterdir()) == []
