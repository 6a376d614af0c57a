"""Vaults: making, finding, unlocking and removing one."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from leakage.workspace.vault.errors import (
    Busy,
    Damaged,
    OtherPassphrase,
    StorageFailed,
    TooNew,
    VaultError,
    WrongPassphrase,
    storage_errors,
)
from leakage.workspace.vault.file_header import (
    Cost,
    Header,
    Revision,
    VersionName,
    check_new_passphrase,
    clean_name,
    data_key_of,
    name_of_damaged,
    new_slot,
    passphrase_bytes,
)
from leakage.workspace.vault.generations import (
    Condition,
    Generation,
    Key,
    drop_twins,
    generations,
    header_of,
    rekey,
    summary_from,
    summary_of,
)
from leakage.workspace.vault.passphrases import ATTEMPTS, AttemptLimiter
from leakage.workspace.vault.sealed import LONGEST_FILE, MIGRATIONS, OpenedVault, now, open_sealed, seal, version_of
from leakage.workspace.vault.store import Store, current_or_none, make_private, stores, vaults_folder
from leakage.workspace.vault.unlocked import Unlocked

# A vault that may be locked.


@dataclass(frozen=True, slots=True)
class Listing:
    """What a vault shows while it is locked.

    Arguments:
        name: as its owner called it; that of its latest version that can be read where the current file cannot.
        condition: of the current file: as it was written ("good"), damaged (gone, or no file that can be read), or of
            a later format.
        saved: milliseconds since 1970, UTC; None where the current file cannot be read.
    """

    name: str = field(repr=False)
    condition: Condition
    saved: int | None


@dataclass(frozen=True, slots=True)
class Vault:
    """A vault in a folder. It can be listed, handed on as the encrypted file it is, and unlocked; not read.

    Arguments:
        store: its files.
    """

    store: Store = field(repr=False)

    @property
    def identity(self) -> str:
        """Which vault it is: 32 hexadecimal digits."""
        return self.store.identity

    def listing(self) -> Listing:
        """What it shows while it is locked."""
        try:
            summary = summary_of(self.store, self.store.current())
            return Listing(summary.name, "good", summary.saved)
        except TooNew:
            condition: Condition = "newer program"
        except VaultError:  # damaged, gone, or no plain file that can be read
            condition = "damaged"
        names = (generation.name for generation in self.generations() if generation.name is not None)
        return Listing(next(names, "Without a name"), condition, None)

    def generations(self) -> tuple[Generation, ...]:
        """The earlier versions, the latest first; "good" says that a file is as it was written."""
        return generations(self.store)

    def latest_good(self) -> Generation | None:
        """The latest earlier version that is as it was written: what to offer where the current file is damaged."""
        return next((generation for generation in self.generations() if generation.condition == "good"), None)

    def file(self) -> bytes:
        """The current file, encrypted as it is, to be kept elsewhere.

        Raises:
            Missing: if it is gone.
        """
        return self.store.current()

    def check(self, passphrase: str) -> None:
        """Return if this is its passphrase; nothing is unlocked, and no attempt is counted.

        Raises:
            WrongPassphrase: if it is not.
            Damaged, TooNew, Missing: as the file is.
            ValueError: for what cannot be a passphrase.
        """
        header = header_of(self.store, self.store.current())
        data_key_of(header.slot, header.vault, passphrase)

    def unlock(self, passphrase: str, generation: Generation | None = None) -> Unlocked:
        """Open the vault; takes as long as Argon2id was told to, and longer each time after a wrong one.

        What an interrupted save left is removed, modes are mended, and a vault of an earlier format is saved in the
        present one.

        Arguments:
            passphrase: its passphrase.
            generation: an earlier version to begin with, where the current file is damaged.

        Raises:
            WrongPassphrase: nothing was changed.
            TooSoon: if the last was wrong and its time is not over.
            Damaged, TooNew, Missing: as the file is.
            ValueError: for what cannot be a passphrase.
        """
        passphrase_bytes(passphrase)
        data = self.store.current() if generation is None else self.store.version(generation.file)
        if version_of(data) in MIGRATIONS:
            return self._migrated(passphrase, data, generation)
        header = header_of(self.store, data)
        key = self._key_to(header, passphrase)
        open_sealed(data, header, key.data)
        self._clear_up(key)
        return Unlocked(self.store, key, header.name)

    def with_passphrase_of(self, data: bytes, passphrase: str) -> Unlocked:
        """A handle that opens a file of this vault, under whose passphrase nothing may be saved any more.

        Raises:
            WrongPassphrase, TooSoon, Damaged, TooNew, ValueError: as ``unlock``.
        """
        header = header_of(self.store, data)
        return Unlocked(self.store, self._key_to(header, passphrase), header.name)

    def _key_to(self, header: Header, passphrase: str) -> Key:
        with ATTEMPTS.attempt(self.store):
            return Key(header.slot, data_key_of(header.slot, header.vault, passphrase))

    def _clear_up(self, key: Key) -> None:
        # Somebody who saves just now, or a folder that cannot be written, is no reason not to read.
        with suppress(Busy, StorageFailed), self.store.exclusive(wait=0.0):
            self.store.clear_up()
            drop_twins(self.store, key)

    def _migrated(self, passphrase: str, data: bytes, generation: Generation | None) -> Unlocked:
        """The vault in the present format, with all earlier versions that the passphrase opens."""
        summary_of(self.store, data)
        with ATTEMPTS.attempt(self.store):
            earlier = MIGRATIONS[version_of(data)].open(data, passphrase)
        key = Key(*new_slot(passphrase, bytes.fromhex(self.identity), Cost()))
        with self.store.exclusive():
            self.store.clear_up()
            current = current_or_none(self.store)
            if generation is None and current != data:
                raise Busy
            if generation is not None:
                self._put_damaged_aside(current)
            rekey(self.store, earlier, lambda name: _opened_by_earlier(self.store.version(name), passphrase), None, key)
        return Unlocked(self.store, key, earlier.name)

    def _put_damaged_aside(self, current: bytes | None) -> None:
        """Keep a damaged current file before an earlier version of an earlier format takes its place."""
        if current is None:
            return
        try:
            summary_of(self.store, current)
        except Damaged:
            self.store.add(name_of_damaged(current, self.store.next_number()), current)
        else:
            raise OtherPassphrase


def _opened_by_earlier(data: bytes, passphrase: str) -> OpenedVault | None:
    """What a file of an earlier format holds; None where it is none, or this passphrase does not open it."""
    try:
        version = version_of(data)
        return MIGRATIONS[version].open(data, passphrase) if version in MIGRATIONS else None
    except (Damaged, WrongPassphrase):
        return None


# The vaults in a folder: finding them, making one, bringing one in from elsewhere.


NO_PARENT = bytes(16)


def vaults(folder: Path | None = None) -> tuple[Vault, ...]:
    """Every vault there is, by name; those whose current file cannot be read come last.

    Arguments:
        folder: where they lie; by default where ``vaults_folder`` says.

    Raises:
        StorageFailed: if the folder cannot be listed.
    """
    there = [Vault(store) for store in stores(folder or vaults_folder())]
    listings = {vault.identity: vault.listing() for vault in there}

    def place(vault: Vault) -> tuple[bool, str, str]:
        listing = listings[vault.identity]
        return listing.saved is None, listing.name.casefold(), vault.identity

    return tuple(sorted(there, key=place))


def opened_by(passphrase: str, folder: Path | None = None, *, most: int = 5) -> Vault:
    """The first of the vaults that a passphrase opens; it stays locked, and nothing is read or changed.

    Wrong ones are counted apart from those typed to unlock a vault.

    Arguments:
        passphrase: for any of the vaults.
        folder: where they lie; by default where ``vaults_folder`` says.
        most: so many are tried, for each takes as long as its Argon2id.

    Raises:
        WrongPassphrase: if it opens none.
        TooSoon: if the last was wrong and its time is not over.
        StorageFailed: if the folder cannot be listed.
    """
    there = vaults(folder)[:most]
    with ASIDE.attempt(folder or vaults_folder()):
        for vault in there:
            with suppress(ValueError):
                vault.check(passphrase)
                return vault
        raise WrongPassphrase


ASIDE = AttemptLimiter()
"""Of passphrases that unlock nothing."""


def create(
    name: str, passphrase: str, content: bytes, *, folder: Path | None = None, cost: Cost | None = None
) -> Unlocked:
    """A new vault, unlocked.

    Arguments:
        name: anybody who can read the folder can read it; at most 40 characters, and no other vault's.
        passphrase: at least 8 characters that are no blanks. Whoever forgets it has lost the vault.
        content: what to put into it.
        folder: where vaults lie; by default where ``vaults_folder`` says.
        cost: of Argon2id.

    Raises:
        ValueError: for a name or a passphrase that will not do, or a content that is too long.
        StorageFailed: if the system refuses.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     mine = create("Mine", "my dear passphrase", b"all of it", folder=Path(place), cost=Cost(1, 8, 1))
    ...     revision = mine.save(b"all of it, and more", mine.read().revision)
    ...     [found] = vaults(Path(place))
    ...     found.listing().name, found.unlock("my dear passphrase").read().content
    ('Mine', b'all of it, and more')
    """
    cleaned, place = clean_name(name), folder or vaults_folder()
    check_new_passphrase(passphrase)
    with storage_errors():
        make_private(place)
    if any(vault.listing().name.casefold() == cleaned.casefold() for vault in vaults(place)):
        raise ValueError("another vault has this name already")
    vault = os.urandom(16)
    key = Key(*new_slot(passphrase, vault, cost or Cost()))
    first = OpenedVault(content, Revision(1, os.urandom(16), NO_PARENT), now(), cleaned)
    store, data = Store(place, vault.hex()), seal(vault, first, key.slot, key.data)
    with store.exclusive():
        store.put(data)
    return Unlocked(store, key, cleaned)


def bring_in(data: bytes, folder: Path | None = None) -> Vault:
    """Put a vault's file that was kept elsewhere into the folder, still locked.

    Where the vault is there already the file becomes a copy beside the current one, and nothing is replaced.

    Raises:
        Damaged, TooNew: as the file is.
        StorageFailed: if the system refuses.
    """
    if len(data) > LONGEST_FILE:
        raise Damaged("it is longer than any vault")
    summary = summary_from(data)
    place = folder or vaults_folder()
    with storage_errors():
        make_private(place)
    store = Store(place, summary.vault.hex())
    with store.exclusive():
        if store.exists:
            name = VersionName.of(summary.revision, summary.salt, "copy")
            store.add_copy(replace(name, number=store.next_number()), data)
        else:
            store.put(data)
    return Vault(store)
