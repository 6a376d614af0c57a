"""Deadlines: by when a request must have been answered, counted as the law counts it."""

from __future__ import annotations

import calendar
import datetime
from dataclasses import dataclass

from leakage.workspace.subject_request import Ground, RequestKind, SubjectRequest

SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Deadline:
    """By when an answer is due.

    Arguments:
        due: the day at which the period ends.
        last: the last day to answer: where the law says so, the next working day if ``due`` is a weekend.
    """

    due: datetime.date
    last: datetime.date


def deadline(request: SubjectRequest) -> Deadline | None:
    """By when a request must be answered; None where it was not sent, or rests on no law.

    It is taken to have arrived on the day it was sent.

    >>> january = SubjectRequest("a", "Shop", "erasure", "gdpr", steps=(("sent", "2026-01-31"),))
    >>> deadline(january)
    Deadline(due=datetime.date(2026, 2, 28), last=datetime.date(2026, 3, 2))
    """
    sent = request.day_of("sent")
    due = due_day(request.ground, request.kind, sent, request.day_of("extended") is not None) if sent else None
    if due is None:
        return None
    return Deadline(due, next_weekday(due) if request.ground in ("gdpr", "uk_gdpr") else due)


def due_day(ground: Ground, kind: RequestKind, arrived: datetime.date, extended: bool = False) -> datetime.date | None:
    """The day at which the period for an answer ends.

    GDPR and UK GDPR, Article 12(3): one month, with an extension two further ones. CCPA, 11 CCR Section 7021(b): 45
    days, with an extension 45 more; an objection, that is an opt-out, has 15 business days (Section 7026(f)).
    California's DROP, Civil Code Section 1798.99.86: brokers look every 45 days and then have 45.

    Arguments:
        ground, kind: of the request.
        arrived: the day on which the recipient got it.
        extended: whether the recipient has said in time that it takes longer.

    >>> str(due_day("gdpr", "access", datetime.date(2026, 1, 31), extended=True))
    '2026-04-30'
    """
    if ground in ("gdpr", "uk_gdpr"):
        return months_after(arrived, 3 if extended else 1)
    if ground == "ccpa" and kind == "objection":
        return weekdays_after(arrived, 15)
    days = {"ccpa": 90 if extended else 45, "drop": 90}.get(ground)
    return None if days is None else arrived + datetime.timedelta(days)


def may_extend(request: SubjectRequest) -> bool:
    """Whether the law lets the recipient take longer."""
    return request.ground in ("gdpr", "uk_gdpr") or (request.ground == "ccpa" and request.kind != "objection")


def months_after(day: datetime.date, months: int) -> datetime.date:
    """The same day of a later month; the last day of that month where it has no such day.

    Source: Regulation (EEC, Euratom) No 1182/71, Article 3(2)(c).

    >>> str(months_after(datetime.date(2027, 12, 31), 2))
    '2028-02-29'
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def next_weekday(day: datetime.date) -> datetime.date:
    """The day itself, or the Monday after it where it is a Saturday or Sunday.

    Source: Regulation (EEC, Euratom) No 1182/71, Article 3(4). Public holidays are not known here.

    >>> str(next_weekday(datetime.date(2026, 2, 28)))
    '2026-03-02'
    """
    return day + datetime.timedelta(max(0, 7 - day.weekday()) if day.weekday() >= SATURDAY else 0)


def weekdays_after(day: datetime.date, count: int) -> datetime.date:
    """The so-manieth day from Monday to Friday after a day.

    >>> str(weekdays_after(datetime.date(2026, 1, 2), 15))
    '2026-01-23'
    """
    while count:
        day += datetime.timedelta(1)
        count -= day.weekday() < SATURDAY
    return day
