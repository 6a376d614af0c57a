"""The names of the files that hold a vault's earlier versions."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from leakage.workspace.vault.header import NUMBERS, Revision

Kind: TypeAlias = Literal["generation", "copy"]
"""An earlier state of the vault; or what a stale session wanted to save, or what was brought in from elsewhere."""

_VERSION = re.compile(r"([0-9]{12,})\.([0-9a-f]{32})\.([0-9a-f]{16})\.(generation|copy)")


def key_name(salt: bytes) -> str:
    """How a key is named in file names: by the beginning of its salt."""
    return salt[:8].hex()


@dataclass(frozen=True, slots=True)
class VersionName:
    """The name of a file that holds an earlier version; it tells nothing but what the header tells.

    Arguments:
        number: rises in the order in which they were put aside.
        revision: its identity, in hexadecimal.
        key: as ``key_name`` has it: while a passphrase is changed, a revision is there twice.
        kind: generation or copy.
    """

    number: int
    revision: str
    key: str
    kind: Kind

    @classmethod
    def of(cls, revision: Revision, salt: bytes, kind: Kind) -> VersionName:
        return cls(revision.number, revision.identity.hex(), key_name(salt), kind)

    @classmethod
    def read(cls, text: str) -> VersionName | None:
        """The name a text is; None for any other text.

        >>> name = VersionName(7, "ab" * 16, "01" * 8, "copy")
        >>> VersionName.read(str(name)) == name, VersionName.read("7.copy")
        (True, None)
        """
        parts = _VERSION.fullmatch(text)
        if parts is None or int(parts[1]) >= NUMBERS:
            return None
        return cls(int(parts[1]), parts[2], parts[3], cast(Kind, parts[4]))

    def __str__(self) -> str:
        return f"{self.number:012d}.{self.revision}.{self.key}.{self.kind}"


def name_of_damaged(data: bytes, number: int) -> VersionName:
    """A name for a current file that cannot be read, so that it too is put aside."""
    return VersionName(number, hashlib.sha256(data).hexdigest()[:32], key_name(bytes(16)), "generation")
