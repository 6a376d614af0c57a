"""Regular file: what a path of a person's may lead to, opened without waiting and open for as long as it is read."""

from __future__ import annotations

import itertools
import os
import stat
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from leakage import system
from leakage.progress import check_cancelled

Result = TypeVar("Result")

SLOWEST = 2.0
"""Seconds that a disk may take to answer; a file of a slower one is refused, and can be tried again."""

STEP = 0.05
"""Seconds between two moments at which whoever waits for a disk can stop."""

MOST_STALLED = 8
"""Threads that may wait for a disk that does not answer; nothing ends them but the disk."""

MOST_FILES = 200
"""Of a folder, which are open at once."""

UNREADABLE = "the file is not there, or may not be read"
NOT_REGULAR = f"only regular files can be read: no folders, pipes or devices, and nothing {system.OUTSIDE}"
SLOW = "the disk of this file does not answer: try again once it does"
CHANGED = "the file changed while it was read: try again"
OTHER_HOME = "a path begins at the root of the disk (/) or at your own home folder (~/), not at another person's"

_LOCK = threading.Lock()
_STALLED: set[str] = set()
"""Paths that a thread waits for, longer than anybody waits for the thread."""


class SourceError(ValueError):
    """A file that cannot be read as records, in one sentence that repeats nothing of it."""


@dataclass(frozen=True, slots=True)
class FileState:
    """What is the same of a file as long as nobody writes it or puts another in its place.

    Arguments:
        device, inode: which file it is.
        size: in bytes.
        modified: nanoseconds since 1970.
    """

    device: int
    inode: int
    size: int
    modified: int

    @staticmethod
    def of(status: os.stat_result) -> FileState:
        """The state that the system tells.

        Raises:
            SourceError: for what is no regular file.
        """
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(NOT_REGULAR)
        return FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, slots=True)
class RegularFile:
    """A regular file that is open for reading.

    Arguments:
        path: without links.
        descriptor: of the system; read by ``system.read_at``, for its position is nobody's.
        state: when it was opened.
    """

    path: Path = field(repr=False)
    descriptor: int
    state: FileState

    @property
    def descriptor_path(self) -> Path:
        """A path to this very file, whatever is put in its place; its own path where the system has none."""
        return system.handle_path(self.descriptor) or self.path

    def beginning(self, length: int) -> bytes:
        """So many bytes from its beginning, or all there are.

        Raises:
            SourceError: where they cannot be read.
        """
        return self.answer(lambda: system.read_at(self.descriptor, length, 0))

    def answer(self, work: Callable[[], Result]) -> Result:
        """What a short work at the file brings.

        Raises:
            SourceError: as the work, where the system refuses it, or its disk does not answer.
        """
        return _in_time(self.path, work)

    def check_unchanged(self) -> None:
        """Check that the path still leads to this file, of the same size and age.

        Raises:
            SourceError: where it does not.
        """
        at_path, opened_before = _in_time(self.path, lambda: (_state(self.path), os.fstat(self.descriptor)))
        if at_path != self.state or FileState.of(opened_before) != self.state:
            raise SourceError(CHANGED)


@contextmanager
def opened(path: Path) -> Iterator[RegularFile]:
    """A regular file, open for reading inside the block.

    Raises:
        SourceError: where there is none that may be read, or its disk does not answer.
    """
    file = _in_time(path, lambda: _open(path), _close)
    try:
        yield file
    finally:
        _close(file)


def files_at(path: Path, in_folder: Collection[str]) -> tuple[Path, ...]:
    """The path itself; of a folder the files in it whose names end so, in the order of their names.

    Raises:
        SourceError: as ``opened``, and for a folder of more than ``MOST_FILES`` such files.
    """
    return _in_time(path, lambda: _files_at(path, in_folder))


def typed_path(text: str) -> Path:
    """The path that a person typed, from the root of the disk; ``~`` is their own home folder and nobody else's.

    Raises:
        SourceError: for a path that begins at another person's home folder, whom the network may have to be asked for.

    >>> typed_path("/data/voters.csv").name
    'voters.csv'
    >>> typed_path("~nobody/x.csv")
    Traceback (most recent call last):
    leakage.regular_file.SourceError: a path begins at the root of the disk (/) or at your own home folder \
(~/), not at another person's
    """
    first = Path(text).parts[:1]
    if first and first[0].startswith("~") and first != ("~",):
        raise SourceError(OTHER_HOME)
    try:
        return Path(text).expanduser().absolute()
    except (RuntimeError, OSError):
        raise SourceError(UNREADABLE) from None


def _files_at(path: Path, in_folder: Collection[str]) -> tuple[Path, ...]:
    real = _real_path(path)
    if not real.is_dir():
        return (path,)
    found = (one for one in real.iterdir() if one.suffix.lower() in in_folder)
    files = sorted(itertools.islice(found, MOST_FILES + 1))
    if len(files) > MOST_FILES:
        raise SourceError(f"a folder may hold at most {MOST_FILES} such files")
    return tuple(files)


def _real_path(path: Path) -> Path:
    real = system.real_path(path)
    if any(map(system.is_outside, (path.absolute(), real))):
        raise SourceError(NOT_REGULAR)
    return real


def _open(path: Path) -> RegularFile:
    real = _real_path(path)
    # Before it is opened too: to open a device may do something.
    FileState.of(os.lstat(real))
    descriptor = system.open_file(real)
    try:
        return RegularFile(real, descriptor, FileState.of(os.fstat(descriptor)))
    except BaseException:
        os.close(descriptor)
        raise


def _close(file: RegularFile) -> None:
    os.close(file.descriptor)


def _state(path: Path) -> FileState | None:
    """The state of what lies at a path itself, whatever a link there leads to; None where there is nothing."""
    try:
        return FileState.of(os.lstat(path))
    except FileNotFoundError:
        return None


def _in_time(path: Path, work: Callable[[], Result], undo: Callable[[Result], None] | None = None) -> Result:
    """What a work at a path brings, in a thread that is left alone when its disk does not answer.

    Arguments:
        path: refused at once while a thread still waits for it.
        work: what to do.
        undo: what to do with an outcome that comes too late.

    Raises:
        SourceError: as ``work``, where the system refuses it, or does not answer.
    """
    try:
        return _finished(str(path), work, undo)
    except SourceError:
        raise
    # ValueError: a path with a character that no path has.
    except (OSError, ValueError):
        raise SourceError(UNREADABLE) from None


def _finished(key: str, work: Callable[[], Result], undo: Callable[[Result], None] | None) -> Result:
    with _LOCK:
        if key in _STALLED or len(_STALLED) >= MOST_STALLED:
            raise SourceError(SLOW)
    outcome: Future[Result] = Future()
    threading.Thread(target=_work, args=(key, work, outcome), daemon=True).start()
    try:
        for _ in range(round(SLOWEST / STEP)):
            if wait([outcome], STEP).done:
                return outcome.result()
            check_cancelled()
        raise SourceError(SLOW)
    except BaseException:
        _leave(key, outcome, undo)
        raise


def _work(key: str, work: Callable[[], Result], outcome: Future[Result]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:
        outcome.set_exception(error)
    with _LOCK:
        _STALLED.discard(key)


def _leave(key: str, outcome: Future[Result], undo: Callable[[Result], None] | None) -> None:
    """Wait no more for an outcome, and undo it when it comes."""
    with _LOCK:
        if not outcome.done():
            _STALLED.add(key)
    if undo is not None:
        outcome.add_done_callback(lambda late: None if late.exception() else undo(late.result()))
