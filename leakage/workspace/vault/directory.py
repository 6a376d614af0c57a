"""The vaults in a folder: finding them, making one, bringing one in from elsewhere."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from leakage.workspace.vault.attempt_limiter import AttemptLimiter
from leakage.workspace.vault.disk import make_private, vaults_folder
from leakage.workspace.vault.errors import Damaged, WrongPassphrase, storage_errors
from leakage.workspace.vault.generations import Key, summary_from
from leakage.workspace.vault.header import Cost, Revision, clean_name
from leakage.workspace.vault.keys import check_new_passphrase, new_slot
from leakage.workspace.vault.names import VersionName
from leakage.workspace.vault.sealed import LONGEST_FILE, Opened, now, seal
from leakage.workspace.vault.store import Store, stores
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import Vault

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
    first = Opened(content, Revision(1, os.urandom(16), NO_PARENT), now(), cleaned)
    store, data = Store(place, vault.hex()), seal(vault, first, key.slot, key.data)
    with store.held():
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
    with store.held():
        if store.exists:
            name = VersionName.of(summary.revision, summary.salt, "copy")
            store.add_copy(replace(name, number=store.next_number()), data)
        else:
            store.put(data)
    return Vault(store)
