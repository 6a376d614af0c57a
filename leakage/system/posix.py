"""Linux and macOS."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import sys
from pathlib import Path

assert sys.platform != "win32"

import fcntl  # noqa: E402 - only here, behind what tells the type checker where this is
import resource  # noqa: E402

FOLDER_MODE = 0o700
FILE_MODE = 0o600


# Private files and folders.


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter."""
    folder.mkdir(FOLDER_MODE)
    # The umask may have taken the owner's own rights.
    folder.chmod(FOLDER_MODE)


def make_folder_private(folder: Path) -> None:
    """See to it that only its owner can enter a folder."""
    if stat.S_IMODE(folder.stat().st_mode) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)


def make_file_private(path: Path) -> None:
    """See to it that only its owner can read a file; a link to elsewhere is left alone."""
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode) and stat.S_IMODE(mode) != FILE_MODE:
        path.chmod(FILE_MODE)


def create_file(path: Path) -> int:
    """Make a file that only its owner can read, open for writing.

    Raises:
        FileExistsError: where anything has that name.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        # The umask may have taken the owner's own rights.
        os.fchmod(handle, FILE_MODE)
    except BaseException:
        os.close(handle)
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise
    return handle


# Reading what a person named, or what somebody else may have put there.


OUTSIDE = "under /proc, /sys or /dev"
_OUTSIDE = tuple(map(Path, ("/proc", "/sys", "/dev")))


def is_outside(path: Path) -> bool:
    """Whether what lies at a path from the root of the disk is the system's own, and no file that a person keeps."""
    return any(path.is_relative_to(folder) for folder in _OUTSIDE)


def real_path(path: Path) -> Path:
    """Where a path leads, without links.

    Raises:
        OSError: where nothing is there.
    """
    return Path(os.path.realpath(path, strict=True))


def open_file(path: Path) -> int:
    """Open a file for reading; never wait for a pipe, follow a link, or take a terminal."""
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY | os.O_CLOEXEC)


def read_at(handle: int, length: int, place: int) -> bytes:
    """So many bytes from a place of a file on, for several threads at once."""
    return os.pread(handle, length, place)


def handle_path(handle: int) -> Path | None:
    """A path to what is open, whatever is put in its place; None where the system has none."""
    path = Path(f"/proc/self/fd/{handle}")
    return path if path.exists() else None


# Locks, which one thread of one process can have, and which go with the process.


def open_lock(path: Path) -> int:
    """Open a file that is locked, and make it where it is not there."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        os.fchmod(handle, FILE_MODE)
    except BaseException:
        os.close(handle)
        raise
    return handle


def try_lock(handle: int) -> bool:
    """Lock an open file until it is closed; whether nobody else has it locked."""
    # flock, not lockf: the latter lets two threads of one process in, and two tabs are two threads.
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def close_and_remove(handle: int, path: Path) -> None:
    """Remove a file that is locked, and let it go."""
    try:
        os.unlink(path)
    finally:
        os.close(handle)


# Names, and what a loss of power leaves.


def replace(source: Path, target: Path) -> None:
    """Give a file the name of another in one step: that name leads to the old file or to the new one."""
    os.replace(source, target)


def link(source: Path, target: Path) -> None:
    """Give a file a second name."""
    os.link(source, target, follow_symlinks=False)


def remove(path: Path) -> None:
    """Remove a file."""
    os.unlink(path)


def sync(handle: int) -> None:
    """What was written is on the medium."""
    if sys.platform == "darwin":
        # There fsync leaves it in the drive's own memory. Not every disk can do more.
        with contextlib.suppress(OSError):
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """What was renamed, linked or removed in a folder is so after a loss of power too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        sync(handle)
    finally:
        os.close(handle)


# The process.


_PAGES = Path("/proc/self/statm")
_PR_SET_DUMPABLE = 4


def resident() -> int:
    """Bytes of memory this process holds; on macOS the most it ever held; 0 where the system does not say."""
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        return int(_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def forbid_core_dumps() -> None:
    """A crash leaves no file with what was in memory; on Linux no other program of the user may look into it either."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # A system that hands crashes to a program does so whatever the limit says.
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def allow_open_files(count: int) -> None:
    """As many open files, where the system grants them."""
    with contextlib.suppress(OSError, ValueError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
