"""Containers: the mailboxes in a file that is named by its path, as streams: an mbox, packed or in an archive.

What an archive says about itself is not believed: no length of it makes this read more at a time, or for ever.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from typing import Protocol

from leakage.private_files import PrivateFile, SourceError
from leakage.workspace.files.file_reader import PIECE, FileReader
from leakage.workspace.files.mail.mbox import is_mbox

BEGINNING = 4_096
"""Bytes by which a mailbox is known."""

MAX_RATIO = 200
"""How much larger than packed a mailbox may be, beyond ``SMALL`` packed bytes; texts are seldom over 30."""

SMALL = 1 << 16

_ZIP, _GZIP = (b"PK\x03\x04", b"PK\x05\x06"), b"\x1f\x8b"
_ENDINGS = (".mbox", ".mbx")
_BLOCK = 512
_LONGEST_NOTE = 1 << 20
"""Bytes of what a tar archive says of a member beside its first block."""

NOT_MAIL = "this is no mailbox (mbox), and no ZIP or tgz archive"
NO_MAIL = "the archive has no mailbox (mbox) in it; of a large export of Google mail may be in another part"
DAMAGED = "the file is damaged, or is not whole"
LOCKED = "the archive is locked with a password; unpack it first"
UNKNOWN_PACKING = "the archive is packed in a way that is not known here; unpack it first"
TOO_DENSE = "the file would unpack to far more than it may"


class Readable(Protocol):
    """What bytes can be read from, one after the other."""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer at the end."""


def mailboxes(file: PrivateFile) -> Iterator[Iterator[bytes]]:
    """Every mailbox of a file as a stream of pieces, to be read before the next; reports how far it is.

    Arguments:
        file: an mbox, one packed by gzip, or a ZIP or tgz archive; known by its content.

    Raises:
        SourceError: with one sentence, which repeats nothing of it, for any other, and where it cannot be read on.
    """
    beginning = file.read_at(0, BEGINNING)
    sentence = DAMAGED
    try:
        if is_mbox(beginning):
            yield _pieces(FileReader(file))
        elif beginning.startswith(_ZIP):
            yield from _some(_in_zip(FileReader(file)))
        elif beginning.startswith(_GZIP):
            yield from _some(_in_gzip(file))
        else:
            sentence = NOT_MAIL
            raise SourceError(sentence)
        return
    except SourceError as error:
        sentence = str(error)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error):
        # ValueError: a name that cannot be decoded, or a place before the beginning.
        pass
    raise SourceError(sentence)


def _some(found: Iterator[Iterator[bytes]]) -> Iterator[Iterator[bytes]]:
    """The same mailboxes; refuses an archive that has none."""
    first = next(found, None)
    if first is None:
        raise SourceError(NO_MAIL)
    yield first
    yield from found


def _pieces(stream: Readable, most: int | None = None) -> Iterator[bytes]:
    """A stream in pieces, of so many bytes at most.

    Raises:
        SourceError: where it is longer.
    """
    read = 0
    while piece := stream.read(PIECE):
        read += len(piece)
        if most is not None and read > most:
            raise SourceError(TOO_DENSE)
        yield piece


# ZIP: members whose name ends as that of a mailbox, or has no ending, and whose content begins like one.


def _in_zip(reader: FileReader) -> Iterator[Iterator[bytes]]:
    with zipfile.ZipFile(reader) as archive:
        members = [member for member in archive.infolist() if _may_be_mail(member.filename)]
        if any(member.flag_bits & 1 for member in members):
            raise SourceError(LOCKED)
        if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
            raise SourceError(UNKNOWN_PACKING)
        for member in sorted(members, key=lambda member: member.header_offset):
            with archive.open(member) as stream:
                beginning = stream.read(BEGINNING)
            if is_mbox(beginning):
                with archive.open(member) as stream:
                    yield _pieces(stream, MAX_RATIO * (member.compress_size + SMALL))


def _may_be_mail(name: str) -> bool:
    base = name.rpartition("/")[2].casefold()
    return base.endswith(_ENDINGS) or bool(base and "." not in base)


# gzip and tar: read from the first byte to the last, whatever the members are called.


def _in_gzip(file: PrivateFile) -> Iterator[Iterator[bytes]]:
    most = MAX_RATIO * (file.state.size + SMALL)
    with gzip.GzipFile(fileobj=FileReader(file)) as packed:
        stream = _Limited(packed, most)
        beginning = stream.read(BEGINNING)
        if is_mbox(beginning):
            yield _pieces(_Prefixed(beginning, stream))
        elif beginning[257:262] == b"ustar":
            yield from _in_tar(_Prefixed(beginning, stream))


class _Limited:
    """A stream that is refused where it is longer than it may be."""

    def __init__(self, stream: Readable, left: int) -> None:
        self._stream, self._left = stream, left

    def read(self, size: int, /) -> bytes:
        content = self._stream.read(size)
        self._left -= len(content)
        if self._left < 0:
            raise SourceError(TOO_DENSE)
        return content


class _Prefixed:
    """A stream of which the beginning was read already."""

    def __init__(self, beginning: bytes, stream: Readable) -> None:
        self._beginning, self._stream = beginning, stream

    def read(self, size: int, /) -> bytes:
        content, self._beginning = self._beginning[:size], self._beginning[size:]
        while len(content) < size and (more := self._stream.read(size - len(content))):
            content += more
        return content


class _Member:
    """So many bytes of a stream."""

    def __init__(self, stream: Readable, size: int) -> None:
        self._stream, self.left = stream, size

    def read(self, size: int, /) -> bytes:
        content = self._stream.read(min(size, self.left))
        self.left -= len(content)
        return content

    def skip(self) -> None:
        """Read to the end."""
        while self.read(PIECE):
            pass


def _in_tar(stream: Readable) -> Iterator[Iterator[bytes]]:
    """The mailboxes of a tar archive (POSIX.1-2001, pax); a member of which a note says so is larger than 8 GB.

    Not ``tarfile``: it reads whatever stands beside a member as a whole, and is told there how long that is.
    """
    noted: int | None = None
    while len(block := stream.read(_BLOCK)) == _BLOCK and block.strip(b"\0"):
        kind, size = _kind_and_size(block)
        if kind == b"x":
            noted = _noted_size(stream, size)
            continue
        size = size if noted is None or kind in b"gLK" else noted
        member = _Member(stream, size)
        if kind in (b"0", b"\0", b"7"):
            beginning = member.read(BEGINNING)
            if is_mbox(beginning):
                yield _pieces(_Prefixed(beginning, member))
        member.skip()
        if member.left or len(stream.read(-size % _BLOCK)) != -size % _BLOCK:
            raise SourceError(DAMAGED)
        noted = noted if kind in b"gLK" else None


def _kind_and_size(block: bytes) -> tuple[bytes, int]:
    """Of a member's first block."""
    if sum(block) - sum(block[148:156]) + 8 * ord(" ") != _octal(block[148:156]):
        raise SourceError(DAMAGED)
    large = block[124] & 0x80
    return block[156:157], int.from_bytes(block[125:136], "big") if large else _octal(block[124:136])


def _octal(field: bytes) -> int:
    text = field.strip(b" \0")
    if not all(digit in b"01234567" for digit in text):
        raise SourceError(DAMAGED)
    return int(text or b"0", 8)


def _noted_size(stream: Readable, length: int) -> int | None:
    """The size that a note says the next member has."""
    if length > _LONGEST_NOTE:
        raise SourceError(DAMAGED)
    note = stream.read(length + -length % _BLOCK)[:length]
    sizes = [line.partition(b"=")[2] for line in note.split(b"\n") if line.partition(b"=")[0].endswith(b" size")]
    if not sizes:
        return None
    if not sizes[-1].isdigit() or len(sizes[-1]) > len(str(1 << 63)):
        raise SourceError(DAMAGED)
    return int(sizes[-1])
