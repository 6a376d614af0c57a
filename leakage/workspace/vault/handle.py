"""What holds the key of a vault: it reads and seals files, and forgets the key when it is told to."""

from __future__ import annotations

from threading import Lock
from typing import NoReturn
from weakref import WeakSet

from leakage.workspace.vault.errors import Locked, OtherPassphrase, PassphraseChanged
from leakage.workspace.vault.generations import Generation, Key, header_of
from leakage.workspace.vault.header import HEADER_LENGTH, Revision, header_from
from leakage.workspace.vault.sealed import Opened, now, open_sealed, seal
from leakage.workspace.vault.store import Store

_HANDLES: WeakSet[Handle] = WeakSet()
_HANDLES_HELD = Lock()


def lock_all(identity: str = "") -> None:
    """Forget the keys of all vaults that this process has unlocked, or of one vault wherever it has."""
    with _HANDLES_HELD:
        handles = list(_HANDLES)
    for handle in handles:
        if identity in ("", handle.identity):
            handle.lock()


class Handle:
    """A vault and its key, for reading; it shows nothing, and cannot be copied or pickled.

    Its methods raise Locked after ``lock``.
    """

    __slots__ = ("__weakref__", "_key", "_name", "_store")

    def __init__(self, store: Store, key: Key, name: str) -> None:
        self._store, self._name = store, name
        self._key: Key | None = key
        with _HANDLES_HELD:
            _HANDLES.add(self)

    def __repr__(self) -> str:
        return "<Unlocked>" if self._key else "<Unlocked: locked>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("an unlocked vault cannot be copied or pickled")

    def lock(self) -> None:
        """Forget the key; nothing can be read or saved any more."""
        self._key = None

    @property
    def locked(self) -> bool:
        """Whether the key is forgotten."""
        return self._key is None

    @property
    def identity(self) -> str:
        """Which vault it is: 32 hexadecimal digits."""
        return self._store.identity

    def revision(self) -> Revision:
        """That of the current file, as its header says: whether there is something new, not whether it is good.

        Raises:
            Damaged: for a header that is none.
        """
        return header_from(self._store.beginning(HEADER_LENGTH)).revision

    def read(self, generation: Generation | None = None) -> Opened:
        """What the vault holds, or held in an earlier version.

        Raises:
            Damaged: if the file was changed or cut short.
            TooNew: if it was written in a later format.
            OtherPassphrase: if the earlier version was saved under another passphrase.
        """
        self._held_key()
        data = self._store.current() if generation is None else self._store.version(generation.file)
        try:
            return self.open_file(data)
        except OtherPassphrase:
            if generation is None:
                raise PassphraseChanged from None
            raise

    def open_file(self, data: bytes) -> Opened:
        """What a file of this vault holds, wherever it lies.

        Raises:
            Damaged, TooNew, OtherPassphrase: as ``read``.
        """
        key = self._held_key()
        header = header_of(self._store, data)
        if not key.fits(header):
            raise OtherPassphrase
        return open_sealed(data, header, key.data)

    def seal_file(self, content: bytes, revision: Revision) -> bytes:
        """A file of this vault that lies nowhere: what holds it can hand it back to who knows the passphrase.

        Raises:
            ValueError: for a content that is too long.
        """
        return self._sealed(Opened(content, revision, now(), self._name))

    def _held_key(self) -> Key:
        if self._key is None:
            raise Locked
        return self._key

    def _sealed(self, opened: Opened) -> bytes:
        key = self._held_key()
        return seal(bytes.fromhex(self._store.identity), opened, key.slot, key.data)
