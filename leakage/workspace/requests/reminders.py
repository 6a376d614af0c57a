"""Reminders: the deadlines of letters, and a look at the plan every month, as calendar files (RFC 5545)."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from leakage.arguments import need_extra

need_extra("icalendar", "vault", "a calendar of reminders")

from icalendar import Alarm, Calendar, Event

from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.letter import one_line
from leakage.workspace.requests.states import deadline, months_after

_MONTHLY = "Look at your privacy plan"


def reminders(requests: Iterable[SubjectRequest], today: datetime.date, named: bool = False) -> bytes:
    """An ``.ics`` file with an all-day entry, and an alarm, for the last day of every deadline.

    An entry keeps its identity, so that a later file moves it. ``named`` writes who was asked: others can often see a
    calendar.
    """
    events, sent = list[Event](), Counter[str]()
    for request in requests:
        alike = f"{request.kind} {request.ground} {request.day_of('sent')}"
        sent[alike] += 1
        if due := deadline(request):
            summary = f"Last day for an answer: request for {request.kind}"
            summary += ", " + one_line(request.recipient.encode(errors="replace").decode()) if named else ""
            events.append(_event(due, summary, "Has your request been answered?", today, f"{alike} {sent[alike]}"))
    return _calendar(events)


def monthly_reminder(today: datetime.date) -> bytes:
    """An ``.ics`` file with an all-day entry every month, by the 28th, that says nothing of the person.

    >>> b"RRULE:FREQ=MONTHLY" in monthly_reminder(datetime.date(2026, 1, 31))
    True
    """
    first = months_after(today, 1).replace(day=min(today.day, 28))
    event = _event(first, _MONTHLY, _MONTHLY, today, _MONTHLY)
    event.add("rrule", {"freq": "monthly"})
    return _calendar([event])


def _calendar(events: Iterable[Event]) -> bytes:
    calendar = _with(Calendar(), prodid="-//leakage//requests//EN", version="2.0", calscale="GREGORIAN")
    for event in events:
        calendar.add_component(event)
    content: bytes = calendar.to_ical(sorted=False)
    return content


def _event(last: datetime.date, summary: str, alarm_text: str, today: datetime.date, identity: str) -> Event:
    event: Event = _with(
        Event(),
        # Nobody's name is in it, not even hashed: whoever keeps the calendar could try them all.
        uid=f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}@leakage.invalid",
        dtstamp=datetime.datetime.combine(today, datetime.time(), datetime.UTC),
        dtstart=last,
        dtend=last + datetime.timedelta(1),
        summary=summary,
        transp="TRANSPARENT",
        **{"class": "PRIVATE"},
    )
    event.add_component(_with(Alarm(), action="DISPLAY", description=alarm_text, trigger=datetime.timedelta(hours=9)))
    return event


def _with(component: Any, **fields: Any) -> Any:
    for name, value in fields.items():
        component.add(name, value)
    return component
