"""Migration: how files of earlier formats are read; they are saved in the present one when they are unlocked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from leakage.workspace.vault.header import Revision
from leakage.workspace.vault.sealed import Opened


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file tells without its key.

    Arguments:
        vault: its identity, 16 bytes.
        salt: of its passphrase, at least 8 bytes.
        name: the vault's.
        revision: which state of the vault it is.
        saved: milliseconds since 1970, UTC.
    """

    vault: bytes
    salt: bytes
    name: str = field(repr=False)
    revision: Revision
    saved: int


@dataclass(frozen=True, slots=True)
class Migration:
    """How an earlier format is read. It is given only files whose beginning and digest are right.

    Arguments:
        summary: from a file to what it tells without its key.
        open: from a file and the passphrase to what it holds; raises WrongPassphrase or Damaged.
    """

    summary: Callable[[bytes], Summary]
    open: Callable[[bytes, str], Opened]


MIGRATIONS: dict[int, Migration] = {}
"""By format version, lower than the present one. A format that is left gets its reader here."""
