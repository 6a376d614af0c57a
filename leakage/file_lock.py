"""File lock: one thread of one process at a time, whatever else happens to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leakage import system


class LockTaken(Exception):  # noqa: N818 - it is read by people who catch it
    """Another thread or process has the lock."""


@dataclass(slots=True)
class Lock:
    """A lock that this thread has.

    Arguments:
        passing: whether its file goes afterwards.
    """

    passing: bool


@contextmanager
def locked(path: Path, wait: float = 0.0, *, passing: bool = False) -> Iterator[Lock]:
    """Have a lock that one thread of one process can have at a time; it goes with the process.

    Arguments:
        path: of the lock file, which is made.
        wait: seconds to wait for it, >= 0.
        passing: whether the lock file goes afterwards; who has the lock may say otherwise.

    Raises:
        LockTaken: if another has it still then.
        OSError: where the file cannot be made.
    """
    handle = _locked(path, time.monotonic() + wait)
    lock = Lock(passing)
    try:
        yield lock
    finally:
        if lock.passing and _is(handle, path):
            system.close_and_remove(handle, path)
        else:
            os.close(handle)


def _locked(path: Path, latest: float) -> int:
    while True:
        handle = system.open_lock(path)
        try:
            if _take(handle, latest) and _is(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _take(handle: int, latest: float) -> bool:
    while not system.try_lock(handle):
        if time.monotonic() >= latest:
            raise LockTaken
        time.sleep(0.002)
    return True


def _is(handle: int, path: Path) -> bool:
    """Whether the file of the lock is still the one of that name: whoever had it before may have deleted it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
