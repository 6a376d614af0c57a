"""The disk: private files, written whole or not at all, and how much room they leave."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from leakage import system
from leakage.file_lock import Lock, LockTaken, locked
from leakage.workspace.vault.errors import Busy, Missing, NoPlainFile, VaultError, storage_errors
from leakage.workspace.vault.file_header import NUMBERS, Kind, VersionName
from leakage.workspace.vault.sealed import LONGEST_FILE

# Files that only their owner can read, written so that a crash leaves the old or the new, never neither.


FOLDER_VARIABLE = "LEAKAGE_DATA"
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
            system.make_folder(missing)
            system.sync_folder(missing.parent)
    system.make_folder_private(folder)


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
        handle = system.open_file(path)
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
            system.replace(path, path.with_name(f"{path.name.split('.')[0]}.{os.urandom(8).hex()}.odd"))


def _is_odd(status: os.stat_result, longest: int) -> bool:
    return not stat.S_ISREG(status.st_mode) or status.st_size > longest


def write_durably(target: Path, data: bytes) -> None:
    """Put a file in its place whole: beside it first, through to the disk, then renamed.

    Until the renaming the old file stands, after it the new one; ``system.sync_folder`` makes the renaming last.
    """
    beside = target.with_name(f"{target.name.split('.')[0]}.{os.urandom(8).hex()}{TEMPORARY}")
    handle = system.create_file(beside)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            system.sync(handle)
        finally:
            os.close(handle)
        system.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            system.remove(beside)
        raise


def keep_as(source: Path, target: Path, longest: int) -> None:
    """Give a file a second name, under which it stays when the first is given to another; copied where it must be."""
    try:
        system.link(source, target)
    except FileExistsError:
        pass
    except OSError:
        write_durably(target, read_file(source, longest))


def remove(path: Path) -> None:
    """Remove a file, if it is there; a folder is left alone."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISDIR(path.lstat().st_mode):
            system.remove(path)


@contextlib.contextmanager
def holding(path: Path, wait: float = LONGEST_LOCK_WAIT) -> Iterator[Lock]:
    """Hold a lock that one thread of one process can hold at a time; it goes with the process.

    Arguments:
        path: of the lock file, which is made.
        wait: seconds to wait for it, >= 0.

    Raises:
        Busy: if it is still held then.
    """
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(locked(path, wait))
        except LockTaken:
            raise Busy from None
        yield lock


# The files of one vault: the current one, the earlier generations, and copies beside them.


MOST_VERSIONS = 10
"""So many generations are kept, and so many copies."""

_VAULT = re.compile(r"([0-9a-f]{32})\.(vault|lock|[0-9a-f]{16}\.temporary|[0-9]{12,}\..*)")


@dataclass(frozen=True, slots=True)
class Store:
    """One vault's files in a folder; what they hold is none of its business.

    Arguments:
        folder: of all vaults.
        identity: 32 hexadecimal digits, with which every file of this vault begins.
    """

    folder: Path
    identity: str

    @contextmanager
    def exclusive(self, wait: float = LONGEST_LOCK_WAIT) -> Iterator[Lock]:
        """Alone with this vault, among all threads and processes.

        Raises:
            Busy: if somebody else holds it for longer than that.
        """
        with storage_errors(), holding(self._path("lock"), wait) as lock:
            yield lock

    def current(self) -> bytes:
        """The current file.

        Raises:
            Missing: if there is none.
        """
        return self._read("vault")

    def beginning(self, length: int) -> bytes:
        """So many bytes of the current file, or fewer where it has no more.

        Raises:
            Missing: if there is none.
        """
        with storage_errors():
            return read_file(self._path("vault"), LONGEST_FILE, length)

    def version(self, name: VersionName) -> bytes:
        """An earlier version's file.

        Raises:
            Missing: if there is none of that name.
        """
        return self._read(str(name))

    def versions(self) -> list[VersionName]:
        """The earlier versions, the latest first."""
        names = (VersionName.read(rest) for rest in self._rests())
        return sorted((name for name in names if name), key=lambda name: (name.number, name.key), reverse=True)

    @property
    def exists(self) -> bool:
        """Whether anything of it is left that could be opened."""
        with storage_errors():
            return os.path.lexists(self._path("vault")) or bool(self.versions())

    def next_number(self, current: int = 0) -> int:
        """A number higher than that of all versions, and than the current one's."""
        # A name is only a name: one near the end of all numbers must not bring the vault there.
        numbers = (name.number for name in self.versions() if name.number < NUMBERS // 2)
        return max((current, *numbers)) + 1

    def put(self, data: bytes) -> None:
        """Make this the current file; nothing is put aside but what is no file of a vault at all."""
        with storage_errors():
            put_out_of_the_way(self._path("vault"), LONGEST_FILE)
            write_durably(self._path("vault"), data)
            system.sync_folder(self.folder)

    def put_aside_and(self, aside: VersionName, data: bytes) -> None:
        """Keep the current file as an earlier version, and make this the current one.

        The current file has two names for a moment, then one; it is never without.
        """
        with storage_errors():
            keep_as(self._path("vault"), self._path(str(aside)), LONGEST_FILE)
            self.put(data)
            self.prune(aside.key)

    def add(self, name: VersionName, data: bytes) -> None:
        """Add a version beside the current file."""
        with storage_errors():
            write_durably(self._path(str(name)), data)
            system.sync_folder(self.folder)

    def add_copy(self, name: VersionName, data: bytes) -> None:
        """Add a copy, and drop the oldest of more than ten."""
        self.add(name, data)
        self.prune(name.key)

    def drop(self, *names: VersionName) -> None:
        """Remove earlier versions."""
        with storage_errors():
            for name in names:
                remove(self._path(str(name)))
            system.sync_folder(self.folder)

    def delete(self, lock: Lock) -> None:
        """Remove everything, the current file last, then the lock; cut short, fewer versions are left."""
        self.drop(*self.versions())
        self.clear_up()
        with storage_errors():
            remove(self._path("vault"))
            system.sync_folder(self.folder)
        # Not before it is let go: not every system removes what is open.
        lock.passing = True

    def clear_up(self) -> None:
        """Remove what interrupted writing left, and close what is open to others; only while it is held."""
        with storage_errors():
            make_private(self.folder)
            for rest in self._rests():
                if rest.endswith(TEMPORARY):
                    remove(self._path(rest))
                else:
                    system.make_file_private(self._path(rest))

    def prune(self, key: str) -> None:
        """Keep the last ten generations and the last ten copies in a key; it must be held.

        In one key alone: while a passphrase is changed all are there twice.
        """
        # What was saved is saved: a version too many is no reason to say that it was not.
        with suppress(OSError):
            for kind in get_args(Kind):
                for name in [name for name in self.versions() if (name.kind, name.key) == (kind, key)][MOST_VERSIONS:]:
                    remove(self._path(str(name)))

    def _rests(self) -> list[str]:
        with storage_errors():
            names = [path.name for path in self.folder.iterdir()] if self.folder.exists() else []
        return [name[len(self.identity) + 1 :] for name in names if name.startswith(f"{self.identity}.")]

    def _read(self, rest: str) -> bytes:
        with storage_errors():
            return read_file(self._path(rest), LONGEST_FILE)

    def _path(self, rest: str) -> Path:
        return self.folder / f"{self.identity}.{rest}"


def current_or_none(store: Store) -> bytes | None:
    """The current file; None where it is gone, though earlier versions are there, and where it is no plain file.

    Raises:
        Missing: if nothing of the vault is there any more.
    """
    try:
        return store.current()
    except NoPlainFile:
        return None
    except Missing:
        if not store.versions():
            raise
        return None


def stores(folder: Path) -> list[Store]:
    """Every vault in a folder, in no order; what a broken-off creation left is removed."""
    with storage_errors():
        names = [path.name for path in folder.iterdir()] if folder.exists() else []
    identities = sorted({match[1] for match in map(_VAULT.fullmatch, names) if match})
    all_stores = [Store(folder, identity) for identity in identities]
    for store in all_stores:
        if not store.exists:
            _remove_if_free(store)
    return [store for store in all_stores if store.exists]


def _remove_if_free(store: Store) -> None:
    # It may be being made just now, or be nothing that can be removed.
    with suppress(VaultError), store.exclusive(wait=0.0) as lock:
        if not store.exists:
            store.delete(lock)
