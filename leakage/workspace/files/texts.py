"""Files as text: encodings, JSON, days, and refusals in one sentence."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from leakage.workspace.limits import MOST_BYTES

# Why a file cannot be read, in one sentence that repeats nothing of the file.


_TYPES = {
    "str": "text",
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
    "list": "a list",
    "dict": "an object",
}
_LAST = re.compile(r"\.(\w+)$|\[(\d+)\]$")
_UNKNOWN = "Object contains unknown field", "Invalid value", "Invalid enum value"


def refusal(error: str) -> str:
    """The sentence for what ``msgspec`` found.

    >>> refusal("Expected `str`, got `int` - at `$.releases[0].name`")
    'name of entry 1 of releases must be text, got a whole number'
    >>> refusal("Invalid value 'Alice' - at `$.kind`")
    'kind is not one that this program knows'
    """
    what, _, path = error.partition(" - at `")
    place = _place(path.rstrip("`"))
    if what.startswith("Object missing required field"):
        return f"{place} lacks its {what.split('`')[1]}"
    if what.startswith(_UNKNOWN[0]):
        return f"{place} has parts that this program does not know"
    if what.startswith(_UNKNOWN[1:]):
        return f"{place} is not one that this program knows"
    if what.startswith("Expected `array` of at most length"):
        # Of an entry that is too long no path is told.
        return "an entry of a list has parts that this program does not know"
    if what == "Number out of range":
        return f"{place} must be a finite number"
    # What a type itself refuses is a sentence already.
    return f"{place} must be {_in_words(what)}" if what.startswith("Expected ") else f"{place}: {what}"


def _in_words(what: str) -> str:
    words = re.sub(r"`([\w |]+)`", lambda types: " or ".join(_TYPES.get(t, t) for t in types[1].split(" | ")), what)
    return words.removeprefix("Expected ").removesuffix(".0")


def _place(path: str) -> str:
    parts = []
    while last := _LAST.search(path):
        path = path[: last.start()]
        inner = "part" if path.endswith("]") else "entry"
        parts.append(last[1] or f"{inner} {int(last[2]) + 1}")
    return " of ".join(parts) or "the file"


# Days as other programs write them: in words of ISO 8601, or as seconds or milliseconds since 1970.


EARLIEST = datetime.date(1970, 1, 2)
LATEST = datetime.date(2200, 1, 1)
_MILLISECONDS = 20_000_000_000
"""More than this many seconds lie beyond every date that is written."""

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_SPOKEN = re.compile(r"(\d{1,2})[ -](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[ -](\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_of(value: object) -> str:
    """A day as ``2026-01-31``; empty for what is none, for programs write zeros and blanks for what they do not know.

    >>> day_of("2026-01-31T10:00:00Z"), day_of(1_769_817_600), day_of("1769817600000"), day_of("01 Jan 2024")
    ('2026-01-31', '2026-01-31', '2026-01-31', '2024-01-01')
    >>> day_of("10-Aug-2002"), day_of(0), day_of("soon"), day_of(None)
    ('2002-08-10', '', '', '')
    """
    try:
        day = _read(value)
    except (ValueError, OverflowError, OSError):
        return ""
    return day.isoformat() if day and EARLIEST <= day <= LATEST else ""


def _read(value: object) -> datetime.date | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _since_1970(float(value))
    if not isinstance(value, str):
        return None
    text = value[:40].strip()
    if iso := _ISO.match(text):
        return datetime.date(*map(int, iso.groups()))
    if spoken := _SPOKEN.match(text):
        return datetime.date(int(spoken[3]), _MONTHS.index(spoken[2]) + 1, int(spoken[1]))
    return _since_1970(float(text)) if re.fullmatch(r"\d{9,14}(\.\d+)?", text, re.ASCII) else None


def _since_1970(number: float) -> datetime.date:
    seconds = number / 1000 if number > _MILLISECONDS else number
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()


# Texts of other programs as they are kept: without what cannot be seen, and numbers by their last digits only.


LONGEST = 200
"""Characters of a name, an address or a title."""

_UNSEEN = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Marks of direction, blanks without width, and halves of characters."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NOT_OF_A_NUMBER = re.compile(r"[^0-9A-Za-z]")


def cleaned(value: object, longest: int = LONGEST) -> str:
    """A text without marks of direction, control characters and halves of characters, blanks as one space.

    Arguments:
        value: of a file; what is no text, or longer than it may be, becomes empty.
        longest: characters it may have.

    >>> cleaned("  a\\u202eb\\x00c "), cleaned(None), cleaned("x" * 300)
    ('ab c', '', '')
    """
    if not isinstance(value, str) or len(value) > 4 * longest:
        return ""
    text = " ".join(_CONTROL.sub(" ", _UNSEEN.sub("", value)).split())
    return text if len(text) <= longest else ""


def last_digits(number: object) -> str:
    """A number of a card, an account or a document by its last four characters; empty where that would be all of it.

    >>> last_digits("4111 1111 1111 1234"), last_digits("************1234"), last_digits("12")
    ('ends in 1234', 'ends in 1234', '')
    """
    text = cleaned(number)
    plain = _NOT_OF_A_NUMBER.sub("", text)
    masked = len(plain) < len(text)
    return f"ends in {plain[-4:]}" if len(plain) > 4 or (len(plain) == 4 and masked) else ""


# JSON of other programs: parsed within limits, and looked into without trust in its shape.


Json: TypeAlias = Any

MAX_PIECES = 5_000_000
"""Lists, objects and entries of a JSON file: what they are made into takes far more room than the file."""


def parsed(text: str) -> Json:
    """What JSON text holds.

    Raises:
        ValueError: with one sentence, which repeats nothing of the text, where it is no JSON, or too much of it.

    >>> parsed('{"a": [1]}')
    {'a': [1]}
    >>> parsed('{"a": ')
    Traceback (most recent call last):
    ValueError: the file is not complete JSON; was it cut short or changed?
    """
    refuse_many_pieces(text)
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("the file is nested too deep to be read") from None
    except ValueError:
        raise ValueError("the file is not complete JSON; was it cut short or changed?") from None


def refuse_many_pieces(text: str) -> None:
    """Refuse what would take too much room once it is parsed.

    Raises:
        ValueError: for more than ``MAX_PIECES`` lists, objects and entries.
    """
    if sum(map(text.count, "[{,")) > MAX_PIECES:
        raise ValueError(f"the file has more than {MAX_PIECES:,} pieces, the most that can be read")


def part(whole: Json, *path: str) -> Json:
    """What lies at a path of keys; None where nothing does.

    >>> part({"a": {"b": 1}}, "a", "b"), part({"a": 2}, "a", "b")
    (1, None)
    """
    for key in path:
        if not isinstance(whole, Mapping):
            return None
        whole = whole.get(key)
    return whole


def objects(value: Json) -> Iterator[Mapping[str, Json]]:
    """The objects of a list; what is no list has none.

    >>> list(objects([{"a": 1}, 2])), list(objects("ab"))
    ([{'a': 1}], [])
    """
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, dict))


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError


# From a file's bytes to its text: which encoding it is in, and what is no text at all.


MAX_BYTES = MOST_BYTES
SAMPLE = 4_096
"""Bytes that are looked at to tell UTF-16 without a mark."""

_ARCHIVE = "this is a ZIP archive, or an office file; save the spreadsheet as CSV"
_PICTURE = "this is a picture; what is read: text, as JSON, CSV or vCard"
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
    (b"%PDF-", "this is a PDF document; what is read: the same as JSON or CSV, where it can be had"),
    (b"\x89PNG\r\n", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"SQLite format 3\x00", "this is a database file; export what you need from it as CSV"),
    (
        b"\x03\xd9\xa2\x9a",
        "this is a KeePass database, which is not opened here; export it from KeePass as XML, or from KeePassXC as CSV",
    ),
    (b'{"format": "leakage vault', "this is an encrypted vault; it is opened with its passphrase, not imported"),
)
"""How files that are no text begin, and what to say of them."""

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


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
    if _UNPRINTABLE.search(text):
        raise ValueError("the file is no text in an encoding that is known here; save it as UTF-8")
    return Text(text, encoding, guessed=True)
