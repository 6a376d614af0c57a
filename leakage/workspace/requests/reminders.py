"""Reminders: the deadlines of requests as a calendar file (RFC 5545)."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable

from icalendar import Alarm, Calendar, Event

from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import deadline

_PRODUCT = "-//leakage//requests//EN"
_MORNING = datetime.timedelta(hours=9)


def reminders(requests: Iterable[SubjectRequest], today: datetime.date, named: bool = False) -> bytes:
    """An ``.ics`` file with an all-day entry for the last day of every deadline, and an alarm in its morning.

    An entry keeps its identity, so that a later file moves it instead of adding another.

    Arguments:
        requests: those that were not sent, or rest on no law, have no deadline and no entry.
        today: when the file is made.
        named: whether an entry says which recipient was asked: calendars are often kept by somebody else.
    """
    calendar = Calendar()
    for name, value in (("prodid", _PRODUCT), ("version", "2.0"), ("calscale", "GREGORIAN")):
        calendar.add(name, value)
    sent: Counter[str] = Counter()
    for request in requests:
        alike = f"{request.kind} {request.ground} {request.day_of('sent')}"
        sent[alike] += 1
        due = deadline(request)
        if due is not None:
            whom = f", {plain(request.recipient)}" if named else ""
            summary = f"Last day for an answer: request for {request.kind}{whom}"
            calendar.add_component(_event(due.last, summary, today, f"{alike} {sent[alike]}"))
    content: bytes = calendar.to_ical(sorted=False)
    return content


def _event(last: datetime.date, summary: str, today: datetime.date, identity: str) -> Event:
    event = Event()
    # Nobody's name is in it, not even hashed: whoever keeps the calendar could try them all.
    event.add("uid", f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}@leakage.invalid")
    event.add("dtstamp", datetime.datetime.combine(today, datetime.time(), datetime.UTC))
    event.add("dtstart", last)
    event.add("dtend", last + datetime.timedelta(1))
    for name, value in (("summary", summary), ("transp", "TRANSPARENT"), ("class", "PRIVATE")):
        event.add(name, value)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", "Has your request been answered?")
    alarm.add("trigger", _MORNING)
    event.add_component(alarm)
    return event


def plain(text: str) -> str:
    """A text without what no calendar file may hold: of control characters only tabs and line ends stay.

    >>> plain("a\\x01b\\r\\nc")
    'ab\\nc'
    """
    lines = text.encode("utf-8", errors="replace").decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        c for c in lines if c in "\t\n" or not (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or c in "\u2028\u2029")
    )
