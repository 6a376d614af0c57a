"""Archives: opened by the members that can be read here, within limits on size, number and ratio."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from leakage.workspace.files.texts import MAX_BYTES

MAX_LISTED = 4_000_000
"""Bytes of an archive's own list of members: some fifty thousand of them."""

MAX_MEMBERS = 200
"""Members that can be read."""

MAX_TOTAL = 150_000_000
"""Bytes of all of them, unpacked."""

MAX_RATIO = 200
"""How much larger than packed a member may be, beyond ``SMALL`` bytes; texts are seldom over 30."""

SMALL = 1_000_000
ENDINGS = (".json", ".csv", ".vcf", ".ndjson", "export.data")
"""How the names of members end that are opened; anything else stays shut."""

_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_DAMAGED = "the archive is damaged, or is not whole"


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive; neither name nor content show in a log.

    Arguments:
        name: its path in the archive.
        content: unpacked.
    """

    name: str = field(repr=False)
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Archive:
    """What was opened of an archive.

    Arguments:
        members: those that can be read.
        passed_over: how many files it has besides.
    """

    members: tuple[Member, ...]
    passed_over: int


def is_archive(content: bytes) -> bool:
    """Whether this is a ZIP archive, by its first bytes."""
    return content.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def opened_archive(content: bytes) -> Archive:
    """The members that can be read; nothing is written to disk, and archives in archives stay shut.

    Arguments:
        content: a ZIP archive of at most ``MAX_BYTES``.

    Raises:
        ValueError: with one sentence, which repeats nothing of it, for an archive that is damaged, encrypted, too
            large, or larger unpacked than it may be.

    >>> held = io.BytesIO()
    >>> with zipfile.ZipFile(held, "w") as archive:
    ...     archive.writestr("data.json", "[]")
    ...     archive.writestr("photo.jpg", "")
    >>> found = opened_archive(held.getvalue())
    >>> found.members[0].content, found.passed_over
    (b'[]', 1)
    """
    _check_list(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = [member for member in archive.infolist() if not member.is_dir()]
            wanted = [member for member in files if member.filename.casefold().endswith(ENDINGS)]
            _check_members(wanted)
            return Archive(tuple(_unpacked(archive, wanted)), len(files) - len(wanted))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, struct.error, zlib.error):
        sentence = _DAMAGED
    except UnicodeError:
        sentence = "the archive has a member whose name cannot be read"
    raise ValueError(sentence)


def _check_list(content: bytes) -> None:
    """Refuse a list of members that would take too much room, before it is read."""
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    end = content.rfind(_END, max(0, len(content) - (1 << 16) - 22))
    if end < 0 or len(content) < end + 22:
        raise ValueError(_DAMAGED)
    if content.rfind(_END_64, max(0, end - 20), end) >= 0:
        raise ValueError("the archive is of a kind for more than 4 GB, which is not opened here")
    if struct.unpack_from("<I", content, end + 12)[0] > MAX_LISTED:
        raise ValueError("the archive has more members than can be listed here")


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if not members:
        raise ValueError("the archive holds no file that can be read here: no JSON, no CSV and no vCard")
    if len(members) > MAX_MEMBERS:
        raise ValueError(f"the archive holds more than {MAX_MEMBERS} files that could be read; take out those you need")
    if any(member.flag_bits & 1 for member in members):
        raise ValueError("the archive is locked with a password; unpack it first")
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise ValueError("the archive is packed in a way that is not known here; unpack it first")
    if any(_is_bomb(member) for member in members) or sum(member.file_size for member in members) > MAX_TOTAL:
        raise ValueError("the archive would unpack to far more than it may")


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    too_dense = member.file_size > SMALL and member.file_size > MAX_RATIO * max(1, member.compress_size)
    return too_dense or member.file_size > MAX_BYTES


def _unpacked(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[Member]:
    """The members one by one; what they say about their size is not believed."""
    left = MAX_TOTAL
    for member in members:
        with archive.open(member) as file:
            content = file.read(min(left, MAX_BYTES) + 1)
        left -= len(content)
        if left < 0 or len(content) > MAX_BYTES or len(content) > MAX_RATIO * max(SMALL, member.compress_size):
            raise ValueError("the archive would unpack to far more than it may")
        yield Member(member.filename, content)
