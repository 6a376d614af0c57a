"""A new key for a whole vault: when its passphrase is changed, and when its format is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from leakage.progress import report
from leakage.workspace.vault.errors import VaultError
from leakage.workspace.vault.generations import Key, generations, header_of, opened_version
from leakage.workspace.vault.names import VersionName, key_name
from leakage.workspace.vault.sealed import Opened, seal
from leakage.workspace.vault.store import Store


def rekey(
    store: Store,
    current: Opened,
    open_version: Callable[[VersionName], Opened | None],
    old: Key | None,
    new: Key,
) -> None:
    """Seal the current file and every earlier version that can be opened anew; the vault must be held.

    First the earlier versions are written a second time, with the new key. Then the current file is replaced: from
    that moment the new passphrase holds. Last, what is there twice is removed, but for the one the current key opens.
    Cut short anywhere, the vault opens with the old passphrase or with the new one, all its versions too, and the
    rest of the removing is done when it is unlocked next.

    Arguments:
        store: the vault.
        current: what its current file holds.
        open_version: an earlier version's content; None where it cannot be opened.
        old: the key left; None for an earlier format.
        new: the key from now on.
    """
    identity = bytes.fromhex(store.identity)
    versions = store.versions()
    try:
        for done, name in enumerate(versions):
            report("Sealing the earlier versions anew", done, len(versions))
            opened = open_version(name)
            if opened is not None:
                fresh = replace(name, key=key_name(new.slot.salt))
                store.add(fresh, seal(identity, opened, new.slot, new.data))
        store.put(seal(identity, current, new.slot, new.data))
    finally:
        for key in (new, old):
            if key is not None:
                drop_twins(store, key)


def drop_twins(store: Store, key: Key) -> None:
    """Remove what an interruption left twice, if this key is the current file's; the vault must be held.

    That is versions in another key of what this key opens too, and a generation that is still the current revision.
    """
    try:
        header = header_of(store, store.current())
    except VaultError:
        return
    if not key.fits(header):
        return
    opened = {name: opened_version(store, name, key) for name in store.versions()}
    current = header.revision.identity.hex()
    kept = {current, *(name.revision for name, content in opened.items() if content is not None)}
    twins = {name for name, content in opened.items() if content is None and name.revision in kept}
    store.drop(*twins, *(name for name in opened if name.revision == current and name.kind == "generation"))
    store.prune(key_name(key.slot.salt))


def drop_damaged(store: Store, key: Key) -> None:
    """Remove versions that nobody can open: sealed again they cannot be, and the old passphrase must not stay good."""
    store.drop(*(generation.file for generation in generations(store, key) if generation.condition == "damaged"))
