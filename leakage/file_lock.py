"""File lock: one thread of one process at a time, whatever else happens to it."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNERS_ALONE = 0o600


class LockTaken(Exception):  # noqa: N818 - it is read by people who catch it
    """Another thread or process has the lock."""


@contextmanager
def locked(path: Path, wait: float = 0.0, *, passing: bool = False) -> Iterator[None]:
    """Have a lock that one thread of one process can have at a time; it goes with the process.

    Arguments:
        path: of the lock file, which is made.
        wait: seconds to wait for it, >= 0.
        passing: whether the lock file goes afterwards.

    Raises:
        LockTaken: if another has it still then.
        OSError: where the file cannot be made.
    """
    handle = _locked(path, time.monotonic() + wait)
    try:
        yield
    finally:
        if passing and _is(handle, path):
            os.unlink(path)
        os.close(handle)


def _locked(path: Path, latest: float) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, OWNERS_ALONE)
        try:
            os.fchmod(handle, OWNERS_ALONE)
            if _take(handle, latest) and _is(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _take(handle: int, latest: float) -> bool:
    # flock, not lockf: the latter lets two threads of one process in, and two tabs are two threads.
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= latest:
                raise LockTaken from None
            time.sleep(0.002)


def _is(handle: int, path: Path) -> bool:
    """Whether the file of the lock is still the one of that name: whoever had it before may have deleted it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
