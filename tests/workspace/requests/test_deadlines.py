"""Deadlines against a calendar, and the calendar file read by another program's parser."""

import datetime

import icalendar
import pytest
from dateutil.relativedelta import relativedelta
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.release import KINDS, STEPS, SubjectRequest
from leakage.workspace.requests.reminders import LONGEST_LINE, reminders
from leakage.workspace.requests.states import deadline, due_day, may_extend, next_weekday, weekdays_after
from tests.strategies import quick, thorough

DAYS = st.dates(datetime.date(2000, 1, 1), datetime.date(2100, 12, 31))
TODAY = datetime.date(2026, 2, 1)

# Ground, kind, arrived, due, and due if it was extended; by a calendar on paper.
TABLE = [
    ("gdpr", "erasure", "2026-01-31", "2026-02-28", "2026-04-30"),
    ("gdpr", "erasure", "2028-01-31", "2028-02-29", "2028-04-30"),
    ("gdpr", "access", "2026-01-01", "2026-02-01", "2026-04-01"),
    ("gdpr", "correction", "2026-11-30", "2026-12-30", "2027-02-28"),
    ("gdpr", "objection", "2026-12-31", "2027-01-31", "2027-03-31"),
    ("uk_gdpr", "access", "2026-09-03", "2026-10-03", "2026-12-03"),
    ("uk_gdpr", "access", "2026-03-31", "2026-04-30", "2026-06-30"),
    ("ccpa", "erasure", "2026-01-01", "2026-02-15", "2026-04-01"),
    ("ccpa", "access", "2026-12-31", "2027-02-14", "2027-03-31"),
    ("ccpa", "objection", "2026-01-02", "2026-01-23", "2026-01-23"),
    ("drop", "erasure", "2026-08-01", "2026-10-30", "2026-10-30"),
]


@pytest.mark.parametrize(("ground", "kind", "arrived", "due", "extended"), TABLE)
def test_deadlines_are_those_of_the_calendar(ground, kind, arrived, due, extended):
    day = datetime.date.fromisoformat(arrived)
    assert str(due_day(ground, kind, day)) == due
    assert str(due_day(ground, kind, day, extended=True)) == extended
    ask = SubjectRequest("a", "Shop", kind, ground, steps=(("sent", arrived),))
    assert str(deadline(ask).due) == due and may_extend(ask) == (due != extended)
    assert str(deadline(ask.with_step("extended", day)).due) == extended


@thorough
@given(DAYS, st.sampled_from(["gdpr", "uk_gdpr"]), st.booleans())
def test_months_are_counted_as_another_library_counts_them(day, ground, extended):
    assert due_day(ground, "erasure", day, extended) == day + relativedelta(months=3 if extended else 1)


@quick
@given(DAYS, st.integers(0, 40))
def test_weekdays_are_counted_one_by_one(day, count):
    days = [day + datetime.timedelta(n) for n in range(1, 60)]
    weekdays = [other for other in days if other.isoweekday() <= 5]
    assert weekdays_after(day, count) == (weekdays[count - 1] if count else day)


@quick
@given(DAYS)
def test_a_weekend_is_followed_by_monday(day):
    later = next_weekday(day)
    assert later == day if day.isoweekday() <= 5 else later.isoweekday() == 1 and 1 <= (later - day).days <= 2


@pytest.mark.parametrize("ask", [SubjectRequest("a", "Shop", "erasure", "gdpr"), SubjectRequest("a", "S", "access")])
def test_without_a_law_or_a_day_there_is_no_deadline(ask):
    assert deadline(ask) is None
    assert deadline(SubjectRequest("a", "S", "access", steps=(("sent", "2026-01-31"),))) is None


REQUESTS = st.lists(
    st.builds(
        SubjectRequest,
        st.text(min_size=1),
        st.text(min_size=1),
        st.sampled_from(KINDS),
        st.sampled_from(["gdpr", "ccpa", "drop", "plain"]),
        steps=st.lists(st.tuples(st.sampled_from(STEPS), DAYS.map(str)), unique_by=lambda s: s[0]).map(tuple),
    ),
    max_size=4,
)


def unfolded_lines(content):
    return content.decode("utf-8").split("\r\n")


@thorough
@given(REQUESTS, st.booleans())
def test_the_calendar_file_is_read_back(requests, named):
    content = reminders(requests, TODAY, named)
    assert all(len(line) <= LONGEST_LINE for line in content.split(b"\r\n"))
    assert content.endswith(b"END:VCALENDAR\r\n") and b"\n" not in content.replace(b"\r\n", b"")
    calendar = icalendar.Calendar.from_ical(content)
    events = [part for part in calendar.subcomponents if part.name == "VEVENT"]
    due = [(request, deadline(request).last) for request in requests if deadline(request)]
    assert [event.decoded("DTSTART") for event in events] == [day for _, day in due]
    assert [event.decoded("DTEND") - event.decoded("DTSTART") for event in events] == [datetime.timedelta(1)] * len(due)
    assert len({str(event["UID"]) for event in events}) == len(events)
    for event, (request, _) in zip(events, due, strict=True):
        [alarm] = event.subcomponents
        assert alarm.name == "VALARM" and alarm.decoded("TRIGGER") == datetime.timedelta(hours=9)
        plain = "".join(
            c for c in request.recipient.replace("\r\n", "\n").replace("\r", "\n") if c in "\n\t" or shown(c)
        )
        whom = f", {plain}" if named else ""
        assert str(event["SUMMARY"]) == f"Last day for an answer: request for {request.kind}{whom}"


def shown(character):
    code = ord(character)
    return code >= 0x20 and not 0x7F <= code < 0xA0 and code not in (0x2028, 0x2029)


def test_a_reminder_keeps_its_identity_and_tells_nobody_whom_it_is_about():
    ask = SubjectRequest("Erasure: My doctor", "My doctor", "erasure", "gdpr", steps=(("sent", "2026-01-31"),))
    first, later = (reminders([a], TODAY) for a in (ask, ask.with_step("extended", TODAY)))
    uids = [icalendar.Calendar.from_ical(file).walk("VEVENT")[0]["UID"] for file in (first, later)]
    assert uids[0] == uids[1] and first != later
    assert b"doctor" not in first and b"doctor" in reminders([ask], TODAY, named=True)
