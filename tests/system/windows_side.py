"""What only Windows does; run by ``test_windows.py``, with what stands in for Windows."""

import os
import sys
import threading
from pathlib import Path

import pytest

from leakage import system
from leakage.file_lock import LockTaken, locked
from leakage.regular_file import SourceError, opened
from leakage.system import windows
from tests.system.as_windows import COMMITTED, FAKES, Kernel


def test_this_is_the_windows_side():
    assert system.replace is windows.replace and "leakage.system.posix" not in sys.modules
    with pytest.raises(AttributeError):
        _ = windows.os.O_NOFOLLOW


@pytest.mark.parametrize(
    "path", [r"\\server\share\x.csv", "//server/share/x.csv", r"\\?\C:\x.csv", r"\\.\PhysicalDrive0"]
)
def test_a_name_that_leads_over_the_network_or_to_a_device_is_never_looked_at(path, monkeypatch):
    assert system.is_outside(Path(path)) and not system.is_outside(Path(r"C:\Users\person\x.csv"))
    for call in ("stat", "lstat", "open"):
        monkeypatch.setattr(os, call, lambda *_, **__: pytest.fail("it was looked at"))
    # Elsewhere than on Windows a path that begins with two such strokes begins at the folder one is in.
    monkeypatch.setattr(Path, "absolute", lambda self: self)
    with pytest.raises(SourceError, match="nothing on the network"), opened(Path(path)):
        pass


def test_a_link_put_in_the_place_of_a_file_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").write_bytes(b"of others")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError, match="symbolic links"):
        system.open_file(tmp_path / "link")
    assert os.listdir("/proc/self/fd") == before


def test_a_place_of_a_file_is_read_by_several_at_once(tmp_path):
    (tmp_path / "file").write_bytes(bytes(range(256)) * 100)
    handle, wrong = system.open_file(tmp_path / "file"), []

    def read(place):
        for _ in range(200):
            if system.read_at(handle, 10, place) != bytes(range(place, place + 10)):
                wrong.append(place)

    threads = [threading.Thread(target=read, args=(place,)) for place in (0, 50, 100, 150)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.close(handle)
    assert wrong == []


def test_the_file_of_a_lock_goes_when_nobody_has_it_any_more(tmp_path):
    path = tmp_path / "a.lock"
    with locked(path, passing=True):
        with pytest.raises(LockTaken), locked(path):
            pass
        with open(path, "rb"):
            assert path.exists()
    assert not path.exists()
    with open(path, "wb"), locked(path, passing=True):
        pass
    assert path.exists(), "somebody else had it open"


def test_a_path_through_the_profile_that_leads_out_of_it_is_closed(tmp_path, monkeypatch):
    calls, whole = [], FAKES["subprocess"].run
    monkeypatch.setattr(FAKES["subprocess"], "run", lambda command, **rest: calls.append(command) or whole(command))
    (tmp_path / "me").mkdir()
    (tmp_path / "public").mkdir()
    (tmp_path / "me" / "link").symlink_to(tmp_path / "public")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for folder in ("me/../public/one", "me/link/two", "me/three"):
        system.make_folder(tmp_path / folder)
    closed = [command[1] for command in calls if "icacls" in command[0]]
    assert closed == [str(tmp_path / "public" / name) for name in ("one", "two")]


def test_memory_is_asked_of_the_system_and_crashes_leave_it_out():
    assert system.resident() == COMMITTED
    system.forbid_core_dumps()
    assert Kernel.flags == [1]
    system.allow_open_files(4096)
