"""Reminders: the deadlines of requests as a calendar file (RFC 5545)."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import deadline

LONGEST_LINE = 75
"""Octets of a line, without its end (RFC 5545, Section 3.1)."""

_PRODUCT = "-//leakage//requests//EN"


def reminders(requests: Iterable[SubjectRequest], today: datetime.date, named: bool = False) -> bytes:
    """An ``.ics`` file with an all-day entry for the last day of every deadline, and an alarm in its morning.

    An entry keeps its identity, so that a later file moves it instead of adding another.

    Arguments:
        requests: those that were not sent, or rest on no law, have no deadline and no entry.
        today: when the file is made.
        named: whether an entry says which recipient was asked: calendars are often kept by somebody else.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"]
    sent: Counter[str] = Counter()
    for request in requests:
        alike = f"{request.kind} {request.ground} {request.day_of('sent')}"
        sent[alike] += 1
        lines.extend(_event(request, today, named, f"{alike} {sent[alike]}"))
    lines.append("END:VCALENDAR")
    return "".join(folded(line) for line in lines).encode("utf-8", errors="replace")


def _event(request: SubjectRequest, today: datetime.date, named: bool, identity: str) -> Iterator[str]:
    due = deadline(request)
    if due is None:
        return
    whom = f", {request.recipient}" if named else ""
    yield "BEGIN:VEVENT"
    # Nobody's name is in it, not even hashed: whoever keeps the calendar could try them all.
    yield f"UID:{hashlib.sha256(identity.encode()).hexdigest()[:32]}@leakage.invalid"
    yield f"DTSTAMP:{today:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{due.last:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{due.last + datetime.timedelta(1):%Y%m%d}"
    yield f"SUMMARY:{escaped(f'Last day for an answer: request for {request.kind}{whom}')}"
    yield "TRANSP:TRANSPARENT"
    yield "CLASS:PRIVATE"
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Has your request been answered?")
    yield from ("TRIGGER:PT9H", "END:VALARM", "END:VEVENT")


def escaped(text: str) -> str:
    """A text as a value (RFC 5545, Section 3.3.11); of control characters only line ends are written, as ``\\\\n``.

    >>> print(escaped("a,b;c\\\\d\\ne"))
    a\\,b\\;c\\\\d\\ne
    """
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\r", "\\n"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return "".join(c for c in text if c == "\t" or not (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or c in "\u2028\u2029"))


def folded(line: str) -> str:
    """A line with its end, broken before 75 octets and never within a character.

    >>> folded("é" * 40).split("\\r\\n")[1]
    ' ééé'
    """
    parts, size = [""], 0
    for character in line:
        octets = len(character.encode("utf-8", errors="replace"))
        if size + octets > LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += octets
    return "\r\n".join(parts) + "\r\n"
