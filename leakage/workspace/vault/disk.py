"""Files that only their owner can read, written so that a crash leaves the old or the new, never neither."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from leakage.file_lock import LockTaken, locked
from leakage.workspace.vault.errors import Busy, Missing, NoPlainFile

FOLDER_VARIABLE = "LEAKAGE_DATA"
FOLDER_MODE = 0o700
FILE_MODE = 0o600
TEMPORARY = ".temporary"
LONGEST_LOCK_WAIT = 10.0


def vaults_folder() -> Path:
    """Where vaults lie: ``vaults`` in the folder that LEAKAGE_DATA names, else in the user's data folder."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named).absolute() / "vaults"
    import platformdirs  # noqa: PLC0415 - not needed at the start

    return platformdirs.user_data_path("leakage", appauthor=False) / "vaults"


def make_private(folder: Path) -> None:
    """Make the folder if it is not there, and see to it that only its owner can enter it."""
    for missing in reversed([part for part in (folder, *folder.parents) if not part.exists()]):
        with contextlib.suppress(FileExistsError):
            missing.mkdir(FOLDER_MODE)
            missing.chmod(FOLDER_MODE)
            sync_folder(missing.parent)
    if stat.S_IMODE(folder.stat().st_mode) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)


def make_file_private(path: Path) -> None:
    """See to it that only its owner can read a file; a link to elsewhere is left alone."""
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode) and stat.S_IMODE(mode) != FILE_MODE:
        path.chmod(FILE_MODE)


def read_file(path: Path, longest: int, most: int = -1) -> bytes:
    """A file's bytes; the first so many of them, where ``most`` is not negative.

    Raises:
        Missing: if there is no such file.
        NoPlainFile: if it is longer than any vault, or no plain file.
    """
    try:
        # Before it is opened too: to open a device may do something.
        if _is_odd(path.lstat(), longest):
            raise NoPlainFile
        # Not to hang on a pipe, and not to follow a link, that somebody put there.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise Missing from None
    try:
        if _is_odd(os.fstat(handle), longest):
            raise NoPlainFile
        with open(handle, "rb", buffering=0, closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)


def put_out_of_the_way(path: Path, longest: int) -> None:
    """Give another name to what is no plain file, or longer than any vault; whatever it is, it is kept."""
    with contextlib.suppress(FileNotFoundError):
        if _is_odd(path.lstat(), longest):
            os.rename(path, path.with_name(f"{path.name.split('.')[0]}.{os.urandom(8).hex()}.odd"))


def _is_odd(status: os.stat_result, longest: int) -> bool:
    return not stat.S_ISREG(status.st_mode) or status.st_size > longest


def write_durably(target: Path, data: bytes) -> None:
    """Put a file in its place whole: beside it first, through to the disk, then renamed.

    Until the renaming the old file stands, after it the new one; ``sync_folder`` makes the renaming last.
    """
    beside = target.with_name(f"{target.name.split('.')[0]}.{os.urandom(8).hex()}{TEMPORARY}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        try:
            # The umask may have taken the owner's own rights.
            os.fchmod(handle, FILE_MODE)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        os.rename(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def keep_as(source: Path, target: Path, longest: int) -> None:
    """Give a file a second name, under which it stays when the first is given to another; copied where it must be."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileExistsError:
        pass
    except OSError:
        write_durably(target, read_file(source, longest))


def remove(path: Path) -> None:
    """Remove a file, if it is there; a folder is left alone."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISDIR(path.lstat().st_mode):
            os.unlink(path)


def sync_folder(folder: Path) -> None:
    """What was renamed, linked or removed in a folder is so after a loss of power too."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def holding(path: Path, wait: float = LONGEST_LOCK_WAIT) -> Iterator[None]:
    """Hold a lock that one thread of one process can hold at a time; it goes with the process.

    Arguments:
        path: of the lock file, which is made.
        wait: seconds to wait for it, >= 0.

    Raises:
        Busy: if it is still held then.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(path, wait))
        except LockTaken:
            raise Busy from None
        yield
