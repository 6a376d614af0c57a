"""Reminders: the deadlines of requests, and a look at the plan every month, as calendar files (RFC 5545)."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable

from leakage.arguments import need_extra

need_extra("icalendar", "vault", "a calendar of reminders")

from icalendar import Alarm, Calendar, Event

from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import deadline, months_after

_PRODUCT = "-//leakage//requests//EN"
_MONTHLY = "Look at your privacy plan"
_EVERY_MONTH = 28
"""The last day that every month has."""
_MORNING = datetime.timedelta(hours=9)


def reminders(requests: Iterable[SubjectRequest], today: datetime.date, named: bool = False) -> bytes:
    """An ``.ics`` file with an all-day entry for the last day of every deadline, and an alarm in its morning.

    An entry keeps its identity, so that a later file moves it instead of adding another.

    Arguments:
        requests: those that were not sent, or rest on no law, have no deadline and no entry.
        today: when the file is made.
        named: whether an entry says which recipient was asked: calendars are often kept by somebody else.
    """
    calendar = _calendar()
    sent: Counter[str] = Counter()
    for request in requests:
        alike = f"{request.kind} {request.ground} {request.day_of('sent')}"
        sent[alike] += 1
        due = deadline(request)
        if due is not None:
            whom = f", {plain(request.recipient)}" if named else ""
            summary = f"Last day for an answer: request for {request.kind}{whom}"
            asked = "Has your request been answered?"
            calendar.add_component(_event(due.last, summary, asked, today, f"{alike} {sent[alike]}"))
    content: bytes = calendar.to_ical(sorted=False)
    return content


def monthly_reminder(today: datetime.date) -> bytes:
    """An ``.ics`` file with an all-day entry every month, from the next one on, that says nothing of the person.

    Arguments:
        today: when the file is made. After the 28th, which not every month has, the entry is on the 28th.

    >>> b"RRULE:FREQ=MONTHLY" in monthly_reminder(datetime.date(2026, 1, 31))
    True
    """
    calendar, first = _calendar(), months_after(today, 1)
    first = first.replace(day=min(today.day, _EVERY_MONTH))
    event = _event(first, _MONTHLY, _MONTHLY, today, _MONTHLY)
    event.add("rrule", {"freq": "monthly"})
    calendar.add_component(event)
    content: bytes = calendar.to_ical(sorted=False)
    return content


def _calendar() -> Calendar:
    calendar = Calendar()
    for name, value in (("prodid", _PRODUCT), ("version", "2.0"), ("calscale", "GREGORIAN")):
        calendar.add(name, value)
    return calendar


def _event(last: datetime.date, summary: str, alarm_text: str, today: datetime.date, identity: str) -> Event:
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
    alarm.add("description", alarm_text)
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
