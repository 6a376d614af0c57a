"""Mbox: the heads of a mailbox's messages, one after the other, in memory that does not grow with the file.

A message begins with a line ``From <sender> <date>`` (RFC 4155). Writers put ``>`` before a line of a body that begins
like it, and not all do; so one begins a message only if it has a time and a year, and a header follows.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping

MOST_OF_HEAD = 1 << 18
"""Bytes of a header that are looked at; those of a message to thousands are longer."""

MOST_OF_FIELD = 2_000
"""Bytes of one field that are kept."""

_BEGINNING = b"\nFrom "
_MESSAGE = re.compile(rb"From ([^\n]{0,990})\n(?:>?From |[!-9;-~]{1,200}[ \t]*:)")
_TIME, _YEAR = re.compile(rb"\d:\d\d"), re.compile(rb"\b(?:19|20)\d\d\b")
_END_OF_HEAD = re.compile(rb"\n(?=\r?\n|From )")
_LONGEST = 1_300
"""Bytes within which it is seen whether a message begins."""


def heads(chunks: Iterable[bytes], most: int = MOST_OF_HEAD) -> Iterator[bytes]:
    """The first line and the header of every message; what follows the header is passed over, however long it is.

    Arguments:
        chunks: the mailbox, in pieces of any length.
        most: bytes of a header that are looked at; what is longer ends there.

    >>> mailbox = b"From a@b.c Fri Jan 31 10:00:00 2020\\nSubject: One\\n\\n>From here\\nSubject: None\\n\\n"
    >>> [head.partition(b"\\n")[2] for head in heads([mailbox, mailbox.replace(b"One", b"Two")])]
    [b'Subject: One', b'Subject: Two']
    """
    buffer, place = b"\n", 0
    for chunk in chunks:
        buffer += chunk
        place = yield from _heads_in(buffer, place, most, last=False)
        buffer, place = buffer[place:], 0
    yield from _heads_in(buffer, place, most, last=True)


def _heads_in(buffer: bytes, place: int, most: int, last: bool) -> Generator[bytes, None, int]:
    """The heads that lie whole in a buffer, from a place on; returns the place to go on from once there is more."""
    while (found := buffer.find(_BEGINNING, place)) >= 0:
        start = found + 1
        if not last and len(buffer) < start + max(most, _LONGEST):
            return found
        if _begins_message(buffer, start):
            end = _END_OF_HEAD.search(buffer, start, start + most)
            place = end.start() if end else min(len(buffer), start + most)
            yield buffer[start:place]
        else:
            place = found + len(_BEGINNING) - 1
    return max(place, len(buffer) - len(_BEGINNING) + 1)


def _begins_message(buffer: bytes, start: int = 0) -> bool:
    line = _MESSAGE.match(buffer, start)
    return line is not None and bool(_TIME.search(line[1]) and _YEAR.search(line[1]))


def is_mbox(beginning: bytes) -> bool:
    """Whether a file that begins like this is a mailbox.

    >>> is_mbox(b"From - Fri Jan 31 10:00:00 2020\\r\\nX-Status: 1\\r\\n"), is_mbox(b"From,To\\n1,2\\n")
    (True, False)
    """
    return _begins_message(beginning.lstrip(b"\r\n"))


def fields_of(head: bytes, wanted: Mapping[bytes, str]) -> dict[str, bytes]:
    """The fields of a head, folded lines joined; of two of a name the first.

    Arguments:
        head: as ``heads`` has it.
        wanted: the fields, by their names in small letters; and what each is called.

    >>> fields_of(b"From x\\nSUBJECT: a\\n b\\nsubject: c\\nTo: d", {b"subject": "subject"})
    {'subject': b'a b'}
    """
    found: dict[str, bytes] = {}
    name: str | None = None
    for line in head.split(b"\n")[1:]:
        if line.startswith((b" ", b"\t")):
            if name is not None and len(found[name]) < MOST_OF_FIELD:
                found[name] += line
            continue
        key, colon, value = line.partition(b":")
        name = wanted.get(key.rstrip().lower()) if colon else None
        if name in found:
            name = None
        if name is not None:
            found[name] = value
    return {name: value[:MOST_OF_FIELD].replace(b"\r", b"").strip() for name, value in found.items()}
