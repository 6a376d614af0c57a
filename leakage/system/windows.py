"""Windows.

Here a file that anybody has open can be neither removed nor replaced, a folder cannot be synced, and a name of a file
may lead over the network.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import ntpath
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

assert sys.platform == "win32"

import msvcrt  # noqa: E402 - only here, behind what tells the type checker where this is

Result = TypeVar("Result")

_BINARY = os.O_BINARY | os.O_NOINHERIT
FILE_MODE = 0o600
PATIENCE = 2.0
"""Seconds for which it is tried again to open, replace or remove what another program reads just now."""


def _patiently(call: Callable[[], Result]) -> Result:
    latest = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except PermissionError:
            if time.monotonic() >= latest:
                raise
            time.sleep(0.01)


# Private files and folders: what lies in the profile is its owner's alone, and so is what lies in such a folder.


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner and the machine's administrators can enter."""
    folder.mkdir(0o700)
    make_folder_private(folder)


def make_folder_private(folder: Path) -> None:
    """See to it that only its owner can enter a folder outside the profile; those inside have the profile's rights."""
    # Where it really lies: a path through the profile may lead out of it again, and so may a link in it.
    place = os.path.realpath(folder)
    if not Path(place).is_relative_to(os.path.realpath(Path.home())):
        _system("icacls.exe", place, "/inheritance:r", "/grant:r", f"*{_user()}:(OI)(CI)F")


def make_file_private(path: Path) -> None:
    """Nothing: a file has the rights of its folder."""


def create_file(path: Path) -> int:
    """Make a file with the rights of its folder, open for writing.

    Raises:
        FileExistsError: where anything has that name.
    """
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, FILE_MODE)


@cache
def _user() -> str:
    """The number by which Windows knows who this is: names may be in any language, and be anybody's."""
    return _system("whoami.exe", "/user", "/fo", "csv", "/nh").strip().rpartition(",")[2].strip('"')


def _system(program: str, *arguments: str) -> str:
    """What a program of Windows prints.

    Raises:
        OSError: where it fails; without the path, for it may hold a person's name.
    """
    path = ntpath.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", program)
    done = subprocess.run(
        [path, *arguments], check=False, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise OSError(errno.EACCES, "it cannot be closed to other people of this machine")
    return done.stdout


# Reading what a person named, or what somebody else may have put there.


OUTSIDE = "on the network"


def is_outside(path: Path) -> bool:
    r"""Whether a path leads to a device or over the network: it begins with two of the separators, as \\server does."""
    return ntpath.normpath(os.fspath(path)).startswith("\\\\")


def real_path(path: Path) -> Path:
    """Where a path leads, without links; one that is outside stays as it is, for to ask where it leads is to go there.

    Raises:
        OSError: where nothing is there.
    """
    whole = path.absolute()
    return whole if is_outside(whole) else Path(os.path.realpath(whole, strict=True))


def open_file(path: Path) -> int:
    """Open a file for reading; a link is not followed."""
    handle = _patiently(lambda: os.open(path, os.O_RDONLY | _BINARY))
    try:
        if not os.path.samestat(os.fstat(handle), os.lstat(path)):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    except BaseException:
        os.close(handle)
        raise
    return handle


_READING = threading.Lock()


def read_at(handle: int, length: int, place: int) -> bytes:
    """So many bytes from a place of a file on, for several threads one after another."""
    with _READING:
        os.lseek(handle, place, os.SEEK_SET)
        return os.read(handle, length)


def handle_path(handle: int) -> Path | None:
    """None. What is open here is not replaced, so its own path leads to it."""
    return None


# Locks, which one thread of one process can have, and which go with the process.


def open_lock(path: Path) -> int:
    """Open a file that is locked, and make it where it is not there."""
    return _patiently(lambda: os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, FILE_MODE))


def try_lock(handle: int) -> bool:
    """Lock an open file until it is closed; whether nobody else has it locked."""
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def close_and_remove(handle: int, path: Path) -> None:
    """Let a lock go, and remove its file unless somebody else has it open by then."""
    os.close(handle)
    with contextlib.suppress(PermissionError, FileNotFoundError):
        os.unlink(path)


# Names, and what a loss of power leaves.


def replace(source: Path, target: Path) -> None:
    """Give a file the name of another in one step: that name leads to the old file or to the new one."""
    _patiently(lambda: os.replace(source, target))


def link(source: Path, target: Path) -> None:
    """Give a file a second name; only some kinds of disks can."""
    os.link(source, target)


def remove(path: Path) -> None:
    """Remove a file."""
    _patiently(lambda: os.unlink(path))


def sync(handle: int) -> None:
    """What was written is on the medium."""
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Nothing: no program can ask for it. After a loss of power a name may still lead to the file of before."""


# The process.


class _MemoryCounters(ctypes.Structure):
    _fields_ = (
        ("cb", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        ("peak_working_set", ctypes.c_size_t),
        ("working_set", ctypes.c_size_t),
        ("peak_paged_pool", ctypes.c_size_t),
        ("paged_pool", ctypes.c_size_t),
        ("peak_nonpaged_pool", ctypes.c_size_t),
        ("nonpaged_pool", ctypes.c_size_t),
        ("committed", ctypes.c_size_t),
        ("peak_committed", ctypes.c_size_t),
    )


_WER_FAULT_REPORTING_NOHEAP = 1


def resident() -> int:
    """Bytes of memory this process holds, on the disk as well; 0 where the system does not say."""
    counters = _MemoryCounters(cb=ctypes.sizeof(_MemoryCounters))
    kernel = ctypes.WinDLL("kernel32")
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)
    told = kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
    return int(counters.committed) if told else 0


def forbid_core_dumps() -> None:
    """The report of a crash leaves out what was in memory; whole dumps, which somebody has to switch on, do not."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.WinDLL("kernel32").WerSetFlags(_WER_FAULT_REPORTING_NOHEAP)


def allow_open_files(count: int) -> None:
    """Nothing: connections are no files here, and have no such limit."""
