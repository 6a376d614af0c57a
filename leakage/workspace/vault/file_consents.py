"""File consents: which files that a work names the person agreed to have read, on this machine and for one vault.

They lie beside the vault and not in it: its file may be handed on, and a saved copy may be anybody's. They are sealed
with the vault's own key. Without the passphrase they tell whoever reads the folder that the person agreed to files, and
when last; neither which files nor how many, below some hundred.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from leakage.record import Pair


@dataclass(frozen=True, slots=True)
class FileConsents:
    """The files that may be read: the place of each, and what the file there was like when the person agreed.

    Arguments:
        digests: (place, fingerprint) of each file, both as SHA-256 in hexadecimal; every place once.

    >>> agreed = FileConsents.of("/data/voters.csv", "1,024 bytes, of May")
    >>> agreed.has_place("/data/voters.csv"), agreed.has_place("/dev/console")
    (True, False)
    >>> agreed.covers("/data/voters.csv", "1,024 bytes, of May"), agreed.covers("/data/voters.csv", "of June")
    (True, False)
    """

    digests: tuple[Pair, ...] = field(default=(), repr=False)

    @staticmethod
    def of(place: str, fingerprint: str) -> FileConsents:
        """The consent to one file."""
        return FileConsents(((_digest(place), _digest(fingerprint)),))

    def has_place(self, place: str) -> bool:
        """Whether the person agreed to a file at a place, whatever that was like."""
        return _digest(place) in dict(self.digests)

    def covers(self, place: str, fingerprint: str) -> bool:
        """Whether the person agreed to this very file at a place."""
        return (_digest(place), _digest(fingerprint)) in self.digests

    def with_all_of(self, later: FileConsents) -> FileConsents:
        """Both; of two at one place the later one."""
        return FileConsents(tuple({**dict(self.digests), **dict(later.digests)}.items()))

    def at(self, places: Iterable[str]) -> FileConsents:
        """Those at some places."""
        there = {_digest(place) for place in places}
        return FileConsents(tuple(pair for pair in self.digests if pair[0] in there))


class SavedConsents(msgspec.Struct, forbid_unknown_fields=True):
    """File consents as they are written.

    Arguments:
        folder: the system's number of the folder they were written in: they do not count in a copy of it.
        digests: as ``FileConsents`` has them.
        format: what tells them from a saved work.
    """

    folder: int
    digests: tuple[Pair, ...]
    format: Literal["leakage-file-consents"] = "leakage-file-consents"


def consents_to_json(consents: FileConsents, folder: int) -> bytes:
    """File consents as JSON, for the folder of this number."""
    return msgspec.json.encode(SavedConsents(folder, consents.digests))


def consents_from_json(content: bytes, folder: int) -> FileConsents:
    """What ``consents_to_json`` wrote; none where it is anything else, or was written for another folder.

    >>> agreed = FileConsents.of("/data/voters.csv", "of May")
    >>> consents_from_json(consents_to_json(agreed, 7), 7) == agreed
    True
    >>> consents_from_json(consents_to_json(agreed, 7), 8) == consents_from_json(b"{}", 7) == FileConsents()
    True
    """
    try:
        saved = msgspec.json.decode(content, type=SavedConsents)
    except (msgspec.MsgspecError, UnicodeError):
        return FileConsents()
    return FileConsents(saved.digests) if saved.folder == folder else FileConsents()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
