"""From a file's bytes to its text: which encoding it is in, and what is no text at all."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from leakage.workspace.limits import MOST_BYTES
from leakage.workspace.vault.header import MAGIC

MAX_BYTES = MOST_BYTES
SAMPLE = 4_096
"""Bytes that are looked at to tell UTF-16 without a mark."""

_ARCHIVE = "this is a ZIP archive, or an office file; save the spreadsheet as CSV"
_PICTURE = "this is a picture, and pictures are not read"
_PACKED = "this is a packed file, and packed files are not opened here; unpack it first"

SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", _ARCHIVE),
    (b"PK\x05\x06", _ARCHIVE),
    (b"PK\x07\x08", _ARCHIVE),
    (b"\xd0\xcf\x11\xe0", "this is an old office file; save the spreadsheet as CSV"),
    (b"\x1f\x8b", _PACKED),
    (b"BZh", _PACKED),
    (b"\xfd7zXZ\x00", _PACKED),
    (b"7z\xbc\xaf\x27\x1c", _PACKED),
    (b"Rar!\x1a\x07", _PACKED),
    (b"\x28\xb5\x2f\xfd", _PACKED),
    (b"%PDF-", "this is a PDF document, and documents are not read"),
    (b"\x89PNG\r\n", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"SQLite format 3\x00", "this is a database file; export what you need from it as CSV"),
    (
        b"\x03\xd9\xa2\x9a",
        "this is a KeePass database, which is not opened here; export it from KeePass as XML, or from KeePassXC as CSV",
    ),
    (MAGIC, "this is an encrypted vault; it is opened with its passphrase, not imported"),
)
"""How files that are no text begin, and what to say of them."""

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a file.

    Arguments:
        text: as decoded, without a byte order mark. It never shows in a log.
        encoding: its encoding, as people call it.
        guessed: whether nothing in the file proves that encoding.
    """

    text: str = field(repr=False)
    encoding: str
    guessed: bool = False


def text_of(content: bytes) -> Text:
    """The text of a file, by its mark, else as UTF-8, else by a guess that is said to be one.

    Arguments:
        content: at most ``MAX_BYTES`` long.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what is no text.

    >>> text_of("Zoë".encode("utf-16")).encoding, text_of("Zoë".encode("latin-1"))
    ('UTF-16', Text(encoding='Windows-1252', guessed=True))
    """
    if not content:
        raise ValueError("the file is empty")
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    for start, sentence in SIGNATURES:
        if content.startswith(start):
            raise ValueError(sentence)
    decoded = _by_mark(content) or _unmarked(content)
    if "\0" in decoded.text:
        raise ValueError("the file holds bytes that no text has")
    if not decoded.text or decoded.text.isspace():
        raise ValueError("the file is empty")
    return decoded


def _by_mark(content: bytes) -> Text | None:
    try:
        if content.startswith(_UTF_8_MARK):
            return Text(content.decode("utf-8-sig"), "UTF-8")
        if content.startswith(_UTF_16_MARKS):
            return Text(content.decode("utf-16"), "UTF-16")
    except UnicodeDecodeError:
        raise ValueError("the file begins as Unicode text, but does not go on as such") from None
    return None


def _unmarked(content: bytes) -> Text:
    codec = _wide_codec(content[:SAMPLE])
    if codec is not None:
        return _guessed(content, codec, "UTF-16")
    try:
        return Text(content.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError:
        # What is raised below must not drag this along: it quotes the file.
        pass
    return _guessed(content, "cp1252", "Windows-1252")


def _wide_codec(sample: bytes) -> str | None:
    """UTF-16 without a mark: in most scripts of Europe every other byte is zero."""
    low, high = sample[0::2], sample[1::2]
    if high.count(0) > 0.4 * len(high):
        return "utf-16-le"
    return "utf-16-be" if low.count(0) > 0.4 * len(low) else None


def _guessed(content: bytes, codec: str, encoding: str) -> Text:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError:
        text = "\0"
    # Where nothing but a guess says that it is text, it must at least look like text.
    if _CONTROL.search(text):
        raise ValueError("the file is no text in an encoding that is known here; save it as UTF-8")
    return Text(text, encoding, guessed=True)
