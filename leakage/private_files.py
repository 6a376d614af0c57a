"""Files of the person's own, by their paths: regular files alone, opened without waiting."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

MOST_FILES = 200

UNREADABLE = "the file is not there, or may not be read"
NOT_REGULAR = "only regular files can be read: no folders, pipes, devices, nothing of /proc, /sys, /dev or a network"
CHANGED = "the file changed while it was read: try again"
OTHER_HOME = "a path begins at the root of the disk (/) or at your own home folder (~/), not at another person's"

# Not every system has every flag; a pipe that is put in the place of a file is not waited for.
_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOFOLLOW", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


class SourceError(ValueError):
    """A file that cannot be read, in one sentence that repeats nothing of it."""


FileState: TypeAlias = tuple[int, int, int, int]  # Device, inode, bytes, and nanoseconds when it was written.


@dataclass(frozen=True, slots=True)
class PrivateFile:
    """A regular file that is open for reading, with its real path and its state when it was opened."""

    path: Path = field(repr=False)
    descriptor: int
    state: FileState

    @property
    def descriptor_path(self) -> Path:
        """A path to this very file, whatever is put in its place; its own path where the system has none."""
        held = Path(f"/proc/self/fd/{self.descriptor}")
        return held if held.exists() else self.path

    def check_unchanged(self) -> None:
        """Raise a SourceError if the file was written, or replaced by another, since it was opened."""
        with suppress(OSError):
            if self.state == _state(os.lstat(self.path)) == _state(os.fstat(self.descriptor)):
                return
        raise SourceError(CHANGED)


@contextmanager
def opened(path: Path) -> Iterator[PrivateFile]:
    """A regular file, open for reading inside the block."""
    with _refusing():
        real = _real_path(path)
        # Before it is opened too: to open a device may do something.
        _state(os.lstat(real))
        descriptor = os.open(real, os.O_RDONLY | _FLAGS)
    try:
        file = PrivateFile(real, descriptor, _state(os.fstat(descriptor)))
        file.check_unchanged()
        yield file
    finally:
        os.close(descriptor)


def files_at(path: Path, suffixes: Collection[str]) -> tuple[Path, ...]:
    """The path itself; of a folder its files with such suffixes, sorted by name."""
    with _refusing():
        real = _real_path(path)
        if not real.is_dir():
            return (path,)
        files = sorted(one for one in real.iterdir() if one.suffix.lower() in suffixes)
    if len(files) > MOST_FILES:
        raise SourceError(f"a folder may hold at most {MOST_FILES} such files")
    return tuple(files)


def typed_path(text: str) -> Path:
    """The path that a person typed, from the root of the disk; ``~`` is their own home folder and nobody else's."""
    first = Path(text).parts[:1]
    if first and first[0].startswith("~") and first != ("~",):
        raise SourceError(OTHER_HOME)
    with _refusing():
        return Path(text).expanduser().absolute()


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except SourceError:
        raise
    # ValueError: a character that no path has. RuntimeError: no home folder, or a circle of links.
    except (OSError, ValueError, RuntimeError):
        raise SourceError(UNREADABLE) from None


def _real_path(path: Path) -> Path:
    whole = path.absolute()
    if _is_outside(whole) or _is_outside(real := Path(os.path.realpath(whole, strict=True))):
        raise SourceError(NOT_REGULAR)
    return real


def _is_outside(path: Path) -> bool:
    # To ask where a path of the network leads is to go there: \\server\share.
    return path.drive.startswith("\\\\") or any(path.is_relative_to(folder) for folder in ("/proc", "/sys", "/dev"))


def _state(status: os.stat_result) -> FileState:
    if not stat.S_ISREG(status.st_mode):
        raise SourceError(NOT_REGULAR)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
