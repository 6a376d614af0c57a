"""What can go wrong with a vault, each as one sentence which repeats nothing of a person's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager


class VaultError(ValueError):
    """Whatever a vault refuses; its message can be shown as it is."""


class WrongPassphrase(VaultError):  # noqa: N818 - these are read by people who catch them
    """The file is as it was written, and this passphrase does not open it.

    Who changes salt, costs or check value on purpose, and mends the digest, makes another passphrase of the right one;
    that cannot be told from a wrong one.
    """

    def __init__(self) -> None:
        super().__init__("this passphrase does not open the vault; nothing was changed")


class TooSoon(VaultError):  # noqa: N818
    """Passphrases were wrong before; the next may be tried in some seconds.

    Arguments:
        seconds: until then, > 0.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the last passphrase was wrong: the next can be tried in {math.ceil(seconds)} s")


class Damaged(VaultError):  # noqa: N818
    """The file is not as it was written.

    Arguments:
        what: is wrong with it.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"this file of the vault is damaged: {what}; an earlier version may still open")


class TooNew(VaultError):  # noqa: N818
    """The file was written in a later format.

    Arguments:
        version, known: of the format, the file's and the highest this program reads.
    """

    def __init__(self, version: int, readable: int) -> None:
        super().__init__(
            f"this vault was saved by a newer program: its format is {version}, and this one reads up to {readable}"
        )


class Missing(VaultError):  # noqa: N818
    """There is no such file."""

    def __init__(self) -> None:
        super().__init__("this vault, or this version of it, is not in the folder any more")


class Conflict(VaultError):  # noqa: N818
    """Somebody saved in between; nothing was written over.

    Arguments:
        copy: the file name of the copy that holds what was to be saved; empty where none was wanted.
    """

    def __init__(self, copy: str = "") -> None:
        self.copy = copy
        both = ": both versions are kept, yours as a copy" if copy else ""
        super().__init__(f"this vault was saved elsewhere in the meantime{both}")


class PassphraseChanged(VaultError):  # noqa: N818
    """The passphrase was changed elsewhere, so this session's key opens nothing any more; nothing was saved."""

    def __init__(self) -> None:
        super().__init__("the passphrase was changed elsewhere: unlock the vault again; nothing was saved")


class OtherPassphrase(VaultError):  # noqa: N818
    """An earlier version was saved under another passphrase than the current one."""

    def __init__(self) -> None:
        super().__init__("this version was saved under another passphrase; unlock it with that one")


class Locked(VaultError):  # noqa: N818
    """The key was forgotten."""

    def __init__(self) -> None:
        super().__init__("the vault is locked")


class Busy(VaultError):  # noqa: N818
    """Another program holds the vault."""

    def __init__(self) -> None:
        super().__init__("another window is saving this vault and does not finish; try again")


class StorageFailed(VaultError):  # noqa: N818
    """The system refused to read or write."""


class NoPlainFile(StorageFailed):
    """What lies under a vault's name is a link, a folder, a pipe, or larger than any vault."""

    def __init__(self) -> None:
        super().__init__("the vault's folder: a file in it is no vault, or larger than any")


class WrongClock(VaultError):  # noqa: N818
    """The clock shows a time that no file can carry."""

    def __init__(self) -> None:
        super().__init__(
            "the clock of this machine shows a time before 1970 or after 9998: nothing was saved; set it and try again"
        )


@contextmanager
def storage_errors() -> Iterator[None]:
    """Errors of the system as ``StorageFailed``, without the path they name: it may hold a person's name.

    >>> with storage_errors():
    ...     open("/nowhere/alice")
    Traceback (most recent call last):
    leakage.workspace.vault.errors.StorageFailed: the vault's folder: No such file or directory
    """
    try:
        yield
    except OSError as error:
        raise StorageFailed(f"the vault's folder: {error.strerror or 'input or output failed'}") from None
