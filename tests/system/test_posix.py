"""Linux and macOS: what differs between the two, as far as it can be tried on one of them."""

import errno
import os
import stat
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has another side", allow_module_level=True)

from leakage.system import posix


@pytest.mark.parametrize("able", [True, False])
def test_macos_asks_the_drive_itself_where_it_can(tmp_path, monkeypatch, able):
    asked, synced = [], []

    def full_sync(handle, command):
        asked.append(command)
        if not able:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    with open(tmp_path / "file", "wb") as file, monkeypatch.context() as patched:
        patched.setattr(posix.fcntl, "F_FULLFSYNC", 51, raising=False)
        patched.setattr(posix.fcntl, "fcntl", full_sync)
        patched.setattr(os, "fsync", synced.append)
        patched.setattr(sys, "platform", "darwin")
        posix.sync(file.fileno())
        assert asked == [51] and synced == ([] if able else [file.fileno()])
        patched.setattr(sys, "platform", "linux")
        posix.sync(file.fileno())
        assert asked == [51] and synced[-1:] == [file.fileno()]


def test_macos_says_how_much_memory_it_ever_held(monkeypatch):
    most = posix.resource.getrusage(posix.resource.RUSAGE_SELF).ru_maxrss
    with monkeypatch.context() as patched:
        patched.setattr(sys, "platform", "darwin")
        assert posix.resident() >= most > 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc")
def test_memory_that_is_taken_is_seen():
    before = posix.resident()
    taken = b"1" * 50_000_000
    assert 40_000_000 < posix.resident() - before < 200_000_000
    del taken


def test_a_file_that_cannot_be_made_private_is_not_made(tmp_path, monkeypatch):
    def refusing(*_):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fchmod", refusing)
        with pytest.raises(PermissionError):
            posix.create_file(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
    os.close(posix.create_file(tmp_path / "file"))
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        posix.create_file(tmp_path / "file")
