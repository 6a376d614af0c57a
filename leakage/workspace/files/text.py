"""Text of other programs: bytes to text, blanks and marks, days, JSON."""

from __future__ import annotations

import codecs
import contextlib
import datetime
import functools
import itertools
import json
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, TypeAlias

MAX_BYTES, MAX_PIECES = 60_000_000, 3_000_000
"""Bytes of a file, but for mail; entries of JSON, cells, lines or elements of a file, or of all in an archive."""

_PIECES = {"{": "[{,", "[": "[{,", "<": "<"}
NO_EXPORT = "this is not an export. Choose the CSV or JSON file your password manager saved"
LONGEST = 200  # characters of a name, an address or a title

# Bytes to text.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "this is a PDF document; what is read: the same as JSON or CSV, where it can be had"),
    (b"\x03\xd9\xa2\x9a", "this is a KeePass database; export it from KeePass as XML, or from KeePassXC as CSV"),
    (b'{"format": "leakage vault', "this is an encrypted vault; it is opened with its passphrase, not imported"),
)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def text_of(content: bytes) -> str:
    """The text of a file, as UTF-16 by its mark, else UTF-8, else Windows-1252.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what is no text.
    """
    for start, sentence in _SIGNATURES:
        if content.startswith(start):
            raise ValueError(sentence)
    text = ""
    for codec in ("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252"):
        with contextlib.suppress(UnicodeDecodeError):
            text = content.decode(codec)
            text = "" if codec == "cp1252" and _UNPRINTABLE.search(text) else text
            break
    if not text.strip():
        raise ValueError(NO_EXPORT if content.strip() else "the file is empty")
    if "\0" in text:
        raise ValueError("the file holds bytes that no text has")
    return text


def decoded_by(raw: bytes, charset: str) -> str:
    """A text in the charset that its writer states, else in UTF-8, else in Windows-1252."""
    for codec in (charset, "utf-8", "cp1252"):
        # Only codecs from bytes to text: Python has others.
        with contextlib.suppress(LookupError, ValueError):
            if codec and codecs.lookup(codec)._is_text_encoding:
                return raw.decode(codec)
    return raw.decode("latin-1")


# Texts as they are kept and compared.
_UNSEEN = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LETTERS = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_MISREAD = re.compile(r"[\x80-\xff]+")


def unmarked(text: str) -> str:
    """A text without marks of direction and halves of characters."""
    return _UNSEEN.sub("", text)


def cleaned(value: object) -> str:
    """A text without marks of direction, control characters and halves of characters; what is too long is empty."""
    if not isinstance(value, str) or len(value) > 4 * LONGEST:
        return ""
    text = " ".join(_CONTROL.sub(" ", unmarked(value)).split())
    return text if len(text) <= LONGEST else ""


def plain(text: str) -> str:
    """A text in small letters without accents.

    >>> plain("Bestätigung"), plain("SİPARİŞ"), plain("Søppelpost")
    ('bestatigung', 'siparis', 'soppelpost')
    """
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(_LETTERS)


@functools.lru_cache(4_096)
def squeezed(heading: str) -> str:
    """A heading as it is compared: letters and digits, small, without accents."""
    return re.sub(r"[\W_]+", "", plain(heading[:LONGEST]))


def unmisread(text: str) -> str:
    """A text with UTF-8 that was written as Latin-1, as Meta does, put right; the rest is left as it is."""

    def reread(run: re.Match[str]) -> str:
        with contextlib.suppress(UnicodeError):
            return run[0].encode("latin-1").decode("utf-8")
        return run[0]

    return _MISREAD.sub(reread, text)


# Days as other programs write them.
_YEAR_FIRST = re.compile(r"(\d{4})[-/.年] ?(\d\d?)[-/.月] ?(\d\d?)(?!\d)|(\d{4})(\d\d)(\d\d)(?!\d)")
_YEAR_LAST = re.compile(r"(\d\d?)([-/. ])(\d\d?)\2 ?(\d{4})(?!\d)")
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_SECONDS = re.compile(r"-?\d{9,14}(\.\d+)?", re.ASCII)
_MILLISECONDS = 20_000_000_000


def day_of(value: object, earliest: int = 1970) -> str:
    """A day as ``2026-01-31``; empty for what is none, has no year, or may be one of two days.

    Arguments:
        value: what a program writes: a text, or seconds or milliseconds since 1970.
        earliest: the first year that may be meant.

    >>> day_of("2026-01-31T10:00:00Z"), day_of(1_769_817_600), day_of("31. Januar 2024"), day_of("Jan 31, 2024")
    ('2026-01-31', '2026-01-31', '2024-01-31', '2024-01-31')
    >>> day_of("13/1/2024"), day_of("01/13/2024"), day_of("01.02.2024"), day_of("1/2/2024"), day_of("--0131"), day_of(0)
    ('2024-01-13', '2024-01-13', '2024-02-01', '', '', '')
    """
    try:
        day = _day(value)
    except (ValueError, OverflowError, OSError):
        return ""
    # Programs write the first day of 1970 for what they do not know.
    return day.isoformat() if day and earliest <= day.year < 2200 and day != datetime.date(1970, 1, 1) else ""


def birthday_of(value: object) -> str:
    """As ``day_of``, from 1900 on."""
    return day_of(value, 1900)


def _day(value: object) -> datetime.date | None:
    text = value[:60].strip() if isinstance(value, str) else ""
    if found := _YEAR_FIRST.match(text):
        return datetime.date(*(int(part) for part in found.groups() if part))
    if found := _YEAR_LAST.match(text):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        if found[2] != "." and first <= 12 and second <= 12 and first != second:
            return None
        return datetime.date(year, first, second) if second > 12 else datetime.date(year, second, first)
    if (isinstance(value, int | float) and not isinstance(value, bool)) or _SECONDS.fullmatch(text):
        number = float(text or value)  # type: ignore[arg-type]
        seconds = number / 1000 if abs(number) > _MILLISECONDS else number
        return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
    words = _WORDS.findall(plain(text))[:8]
    months = [_months()[word] for word in words if word in _months()]
    years, days = ([int(word) for word in words if word.isdecimal() and len(word) in sizes] for sizes in ((4,), (1, 2)))
    return datetime.date(years[0], months[0], days[0]) if months and years and days else None


@functools.cache
def _months() -> Mapping[str, int]:
    return {name: int(month) for month, names in lists("shapes.toml")["months"].items() for name in names.split()}


@functools.cache
def lists(name: str) -> Mapping[str, Any]:
    """The content of one of this package's TOML files, such as ``logins.toml``."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


def pieces_of(text: str, before: int = 0) -> int:
    """The number of pieces of a text, by the signs between them, added to those before: a bound on the time to read it.

    Raises:
        ValueError: for more than can be read.

    >>> pieces_of("[1, 2]"), pieces_of("a,b", before=1)
    (2, 2)
    """
    signs = _PIECES.get(text[:100].lstrip("\ufeff\xef\xbb\xbf \t\r\n")[:1], ",;\t|\n")
    pieces = before + sum(map(text.count, signs))
    if pieces > MAX_PIECES:
        raise ValueError(f"there are more than {MAX_PIECES:,} pieces, the most that can be read")
    return pieces


# JSON, whose shape is not trusted.
Json: TypeAlias = Any
_ENTRIES = re.compile(r"\*(?:\[([^=\]]+)=([^\]]*)\])?")


def parsed(text: str) -> Json:
    """What JSON text holds.

    Raises:
        ValueError: with one sentence, which repeats nothing of the text, where it is no JSON.
    """
    try:
        # NaN and Infinity are no JSON, and no whole numbers.
        return json.loads(text, parse_constant=int)
    except RecursionError:
        sentence = "the file is nested too deep to be read"
    except ValueError:
        sentence = "the file is not complete JSON; was it cut short or changed?"
    raise ValueError(sentence)


def objects(value: Json) -> Iterator[Mapping[str, Json]]:
    """The objects among the entries of a list or iterator; none for anything else."""
    return (entry for entry in value if isinstance(entry, dict)) if isinstance(value, list | Iterator) else iter(())


def values_at(whole: Json, path: str) -> Iterator[Json]:
    """What lies at a path of keys parted by ``/``; ``*`` stands for every entry, ``*[kind=x]`` for those of that kind.

    >>> list(values_at({"users": [{"name": "a"}, {"name": "b", "kind": "x"}, 3]}, "users/*/name"))
    ['a', 'b']
    >>> list(values_at({"users": [{"name": "a"}, {"name": "b", "kind": "x"}]}, "users/*[kind=x]/name"))
    ['b']
    """
    values: Iterable[Json] = (whole,)
    for step in filter(None, path.split("/")):
        values = _inner(values, step)
    yield from values


def first_at(whole: Json, *paths: str) -> Json:
    """The first value at any of some paths that is there and not empty; None where none is."""
    return next((value for path in paths for value in values_at(whole, path) if value not in (None, "")), None)


def beginning_of(whole: Json) -> Json:
    """The part by which a file is recognised: its first thousand entries, and a hundred of each list among them."""
    if isinstance(whole, dict):
        entries = itertools.islice(whole.items(), 1_000)
        return {key: value[:100] if isinstance(value, list) else value for key, value in entries}
    return whole[:100] if isinstance(whole, list) else whole


def leads(whole: Json, path: str) -> bool:
    """Whether anything is at a path, even if empty; of several joined by ``&``, at each."""
    return all(next((True for _ in values_at(whole, one.strip())), False) for one in path.split("&"))


def _inner(values: Iterable[Json], step: str) -> Iterator[Json]:
    entries = _ENTRIES.fullmatch(step)
    for value in values:
        if entries is None:
            if isinstance(value, dict) and step in value:
                yield value[step]
        elif isinstance(value, list | dict):
            each = value.values() if isinstance(value, dict) else value
            key, wanted = entries[1], entries[2]
            yield from (e for e in each if isinstance(e, dict) and str(e.get(key)) == wanted) if key else each
