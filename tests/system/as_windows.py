"""The program as Windows would have it, on another system: ``python -m pytest -p tests.system.as_windows ...``.

What only POSIX has is gone for the program's own modules alone: ``fcntl``, ``resource``, many names of ``os``.
They are told that this is Windows, and find its calls at the lowest place: ``msvcrt.locking``, ``icacls``, ``whoami``,
``kernel32``. What anybody has open can be neither replaced nor removed; a folder cannot be opened; text is not binary.
"""

from __future__ import annotations

import builtins
import ctypes
import fcntl
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

OWN = {"leakage", "pages", "app"}
GONE = {"fcntl", "resource", "pwd", "grp", "termios", "leakage.system.posix"}
USER = "S-1-5-21-1111111111-2222222222-3333333333-1001"
SYSTEM = "C:\\Windows\\System32\\"
COMMITTED = 123_456_789

_KEPT = {"O_RDONLY", "O_WRONLY", "O_RDWR", "O_CREAT", "O_EXCL", "O_TRUNC", "O_APPEND"}
_GONE_OF_OS = {name for name in dir(os) if name.startswith(("O_", "SCHED_", "sched_", "posix_", "W"))} - _KEPT
_GONE_OF_OS |= {"fchmod", "fchown", "chown", "lchown", "pread", "pwrite", "fork", "sysconf", "mkfifo", "umask", "uname"}
_GONE_OF_OS |= {"getuid", "geteuid", "getgid", "getegid", "killpg", "getpgid", "setsid", "statvfs", "sync", "fdatasync"}


def _is_open(path: object) -> bool:
    """Whether any process of these tests has a file open: Windows asks nobody to share what is removed."""
    real = os.path.realpath(os.path.dirname(os.fspath(path))) + os.sep + os.path.basename(os.fspath(path))
    for process in os.listdir("/proc"):
        if process.isdigit():
            try:
                ours = os.getpgid(int(process)) == os.getpgid(0)
                if ours and any(os.readlink(entry.path) == real for entry in os.scandir(f"/proc/{process}/fd")):
                    return True
            except OSError:
                # It has ended, or what was open was closed.
                continue
    return False


def _refuse_if_open(path: object) -> None:
    if _is_open(path):
        raise PermissionError(13, "Permission denied")


class Os(ModuleType):
    """``os`` without what Windows has not; each call ends in that of the real one, as it stands then."""

    name, O_BINARY, O_NOINHERIT = "nt", 0x8000, 0x80

    def __getattr__(self, name):
        if name in _GONE_OF_OS:
            raise AttributeError(f"Windows has no os.{name}")
        return getattr(os, name)

    def open(self, path, flags, mode=0o777):
        assert flags & self.O_BINARY, "line ends would be turned into others"
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied")
        return os.open(path, flags & ~(self.O_BINARY | self.O_NOINHERIT), mode)

    def unlink(self, path):
        _refuse_if_open(path)
        os.unlink(path)

    def replace(self, source, target):
        _refuse_if_open(source)
        _refuse_if_open(target)
        os.replace(source, target)

    def link(self, source, target):
        os.link(source, target, follow_symlinks=False)


class Sys(ModuleType):
    platform = "win32"

    def __getattr__(self, name):
        return getattr(sys, name)


class Msvcrt(ModuleType):
    LK_NBLCK = 2
    LK_UNLCK = 0

    def locking(self, handle, mode, length):
        assert (mode, length) == (self.LK_NBLCK, 1)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None


class Subprocess(ModuleType):
    """Two programs of Windows: an access list of one user is a mode of one owner here."""

    DEVNULL = subprocess.DEVNULL
    refuses = False

    def run(self, command, **_):
        if self.refuses:
            return subprocess.CompletedProcess(command, 5, "")
        if command == [SYSTEM + "whoami.exe", "/user", "/fo", "csv", "/nh"]:
            return subprocess.CompletedProcess(command, 0, f'"desk\\person, the first","{USER}"\r\n')
        program, folder, *rest = command
        assert [program, *rest] == [SYSTEM + "icacls.exe", "/inheritance:r", "/grant:r", f"*{USER}:(OI)(CI)F"]
        os.chmod(folder, 0o700)
        return subprocess.CompletedProcess(command, 0, "")


class Kernel:
    """``kernel32``, as far as it is asked."""

    flags: ClassVar[list[int]] = []

    def __init__(self, name):
        assert name == "kernel32"
        # Functions, for their types are set as attributes.
        self.GetCurrentProcess = lambda: 2**64 - 1
        self.K32GetProcessMemoryInfo = self._memory()
        self.WerSetFlags = lambda flags: self.flags.append(flags) or 0

    def _memory(self):
        def told(process, counters, length):
            assert process == 2**64 - 1 and counters._obj.cb == length == ctypes.sizeof(counters._obj) == 72
            counters._obj.committed = COMMITTED
            return 1

        return told


class Ctypes(ModuleType):
    WinDLL = Kernel

    def __getattr__(self, name):
        return getattr(ctypes, name)


FAKES = {fake.__name__: fake for fake in (Os("os"), Sys("sys"), Msvcrt("msvcrt"), Subprocess("subprocess"))}
FAKES["ctypes"] = Ctypes("ctypes")
_whole = builtins.__import__


def _imported(name, globals=None, locals=None, fromlist=(), level=0):
    if globals is not None and str(globals.get("__name__")).split(".")[0] in OWN:
        if name in GONE:
            raise ModuleNotFoundError(f"Windows has no {name}", name=name)
        if name in FAKES:
            return FAKES[name]
    return _whole(name, globals, locals, fromlist, level)


assert not OWN & {name.split(".")[0] for name in sys.modules}, "what is imported already knows another system"
builtins.__import__ = _imported

# What a test asks that Windows does not promise, and why.
NOT_HERE = {
    "whatever_the_umask": "modes are no access lists",
    "private_from_its_first_byte": "modes are no access lists",
    "wrong_modes_are_mended": "modes are no access lists",
    "both_can_be_removed": "modes are no access lists",
    "test_the_order_of_writing": "no folder is synced",
    "file_of_the_system": "there is no /proc",
    "file of the system's": "there is no /proc",
    "looked_at_is_refused[a pipe]": "pipes lie in no folder",
    "star_in_a_name": "no name has a star",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, why in NOT_HERE.items():
            if name in item.name:
                item.add_marker(pytest.mark.skip(reason=f"Windows: {why}"))


def pytest_report_header() -> str:
    return f"as on Windows, over {Path(__file__).name}"
