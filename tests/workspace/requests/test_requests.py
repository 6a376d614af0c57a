"""Requests: contacts, deadlines, letters, states."""

import datetime
import itertools
import re
from dataclasses import replace
from typing import get_args

import icalendar
import pytest
from dateutil.relativedelta import relativedelta
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.workspace.release import ELEMENTS, KINDS, LANGUAGES, STEPS, Difficulty, SubjectRequest
from leakage.workspace.requests import contacts
from leakage.workspace.requests.letter import letter_as_html, letter_as_text, letter_for, one_line
from leakage.workspace.requests.reminders import monthly_reminder, reminders
from leakage.workspace.requests.states import (
    deadline,
    grant_chance,
    marked,
    may_extend,
    next_weekday,
    overdue,
    state_of,
    weekdays_after,
    with_step,
    without_sharing,
)
from leakage.workspace.sites import host_of, site_of
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from tests.strategies import quick, thorough
from tests.workspace.report.test_report import Reader
from tests.workspace.requests.test_parts import BROKERS, LETTER_GROUNDS, NUMBER, VALUES, stated_by, works
from tests.workspace.requests.test_parts import DAY as LETTERS_DAY

# Whom to ask: the list that comes with the program, fresher ones, and who is found in them.


def test_the_list_holds_only_what_it_should():
    listed = contacts.shipped_contacts()
    assert len({contact.domain for contact in listed}) == len(listed) == 8406
    for contact in listed:
        assert contact.difficulty in get_args(Difficulty) and set(contact.asks) <= set(ELEMENTS)
        assert host_of(contact.domain) == contact.domain
        assert re.fullmatch(r"([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+)?", contact.email)
        assert re.match(r"https?://|$", contact.delete_url)


def slowly_found(listed, site):
    """By looking at every row: the domain itself, else one below it that can be written to, else the first."""
    below = [c for c in listed if c.domain == site or c.domain.endswith("." + site)]
    exact = [c for c in below if c.domain == site]
    mailed = [c for c in below if c.email]
    return next(iter([*exact, *mailed, *below]), None)


def test_every_recipient_is_found_as_by_looking_at_every_row():
    listed = contacts.shipped_contacts()
    some = listed[:: len(listed) // 150]
    for contact in some:
        site = site_of(contact.domain)
        assert contacts.contact_of(Workspace(), f"https://www.{site}/x") == (
            slowly_found(listed, site) if site else None
        )
    assert contacts.contact_of(Workspace(), "no-such-shop.example") is None
    assert contacts.contact_of(Workspace(), "A friend") is None


def test_a_data_broker_grants_less_than_a_service():
    cases = itertools.product(("erasure", "objection"), ("Shop", "acxiom.com"))
    assert [grant_chance(Workspace(), *case) for case in cases] == [0.73, 0.482, 0.5, 0.482]


# Deadlines against a calendar, and the calendar file read by another program's parser.


DAYS = st.dates(datetime.date(2000, 1, 1), datetime.date(2100, 12, 31))
TODAY = datetime.date(2026, 2, 1)

# Ground, kind, arrived, due, and due if it was extended; by a calendar on paper.
TABLE = [
    ("ccpa", "erasure", "2026-01-01", "2026-02-15", "2026-04-01"),
    ("ccpa", "access", "2026-12-31", "2027-02-14", "2027-03-31"),
    ("ccpa", "objection", "2026-01-02", "2026-01-23", "2026-01-23"),
    ("drop", "erasure", "2026-08-01", "2026-10-30", "2026-10-30"),
]


@pytest.mark.parametrize(("ground", "kind", "arrived", "due", "extended"), TABLE)
def test_deadlines_are_those_of_the_calendar(ground, kind, arrived, due, extended):
    ask = SubjectRequest("a", "Shop", kind, ground, steps=(("sent", arrived),))
    days = [deadline(each) for each in (ask, ask.with_step("extended", datetime.date.fromisoformat(arrived)))]
    assert days == [datetime.date.fromisoformat(day) for day in (due, extended)]
    assert may_extend(ask) == (due != extended)


@thorough
@given(DAYS, st.sampled_from(["gdpr", "uk_gdpr"]), st.booleans())
def test_months_are_counted_as_another_library_counts_them(day, ground, extended):
    ask = SubjectRequest("a", "Shop", "erasure", ground).with_step("sent", day)
    ask = ask.with_step("extended", day) if extended else ask
    assert may_extend(ask)
    assert deadline(ask) == next_weekday(day + relativedelta(months=3 if extended else 1))


@quick
@given(DAYS, st.integers(1, 40))
def test_weekdays_are_counted_one_by_one(day, count):
    days = [day + datetime.timedelta(n) for n in range(1, 60)]
    weekdays = [other for other in days if other.isoweekday() <= 5]
    assert weekdays_after(day, count) == weekdays[count - 1]


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


@thorough
@given(REQUESTS, st.booleans())
def test_the_calendar_file_is_read_back(requests, named):
    content = reminders(requests, TODAY, named)
    # Octets of a line, without its end (RFC 5545, Section 3.1).
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert content.endswith(b"END:VCALENDAR\r\n") and b"\n" not in content.replace(b"\r\n", b"")
    calendar = icalendar.Calendar.from_ical(content)
    events = [part for part in calendar.subcomponents if part.name == "VEVENT"]
    due = [(request, deadline(request)) for request in requests if deadline(request)]
    assert [event.decoded("DTSTART") for event in events] == [day for _, day in due]
    assert [event.decoded("DTEND") - event.decoded("DTSTART") for event in events] == [datetime.timedelta(1)] * len(due)
    assert len({str(event["UID"]) for event in events}) == len(events)
    for event, (request, _) in zip(events, due, strict=True):
        [alarm] = event.subcomponents
        assert alarm.name == "VALARM" and alarm.decoded("TRIGGER") == datetime.timedelta(hours=9)
        whom = f", {one_line(request.recipient)}" if named else ""
        assert str(event["SUMMARY"]) == f"Last day for an answer: request for {request.kind}{whom}"


def test_a_reminder_keeps_its_identity_and_tells_nobody_whom_it_is_about():
    ask = SubjectRequest("Erasure: My doctor", "My doctor", "erasure", "gdpr", steps=(("sent", "2026-01-31"),))
    first, later = (reminders([a], TODAY) for a in (ask, ask.with_step("extended", TODAY)))
    uids = [icalendar.Calendar.from_ical(file).walk("VEVENT")[0]["UID"] for file in (first, later)]
    assert uids[0] == uids[1] and first != later
    assert b"doctor" not in first and b"doctor" in reminders([ask], TODAY, named=True)


@pytest.mark.parametrize("day", [datetime.date(2027, 12, 31) + datetime.timedelta(n) for n in (0, 1, 31, 59)])
def test_the_monthly_reminder_comes_once_every_month_and_says_nothing_of_the_person(day):
    content = monthly_reminder(day)
    [event] = icalendar.Calendar.from_ical(content).walk("VEVENT")
    rule, first = dict(event["RRULE"]), event.decoded("DTSTART")
    assert rule == {"FREQ": ["MONTHLY"]} and first.day == min(day.day, 28)
    assert (first.year, first.month) == ((day.year, day.month + 1) if day.month < 12 else (day.year + 1, 1))
    [alarm] = event.subcomponents
    texts = {str(part[name]) for part in (event, alarm) for name in ("SUMMARY", "DESCRIPTION") if name in part}
    assert texts == {"Look at your privacy plan"}
    # It is the same entry whoever asks for it, and a later file moves it.
    assert event["UID"] == icalendar.Calendar.from_ical(monthly_reminder(TODAY)).walk("VEVENT")[0]["UID"]


# Letters: every language, kind and ground; what they state and what they keep to themselves; as files.


GIVEN = Record.of(("Name", "Zoë Sample"), ("Email", "zoe@example.org"), ("Address", "Old Street 1"))
LETTERS_WORK = Workspace(profile=(("Phone", "555 0100"),), releases=(Release("Order", "adobe.com", GIVEN),))
STATED = (("Name", "Zoë Sample"), ("Email", "zoe@example.org"))
EVERY = list(itertools.product(LANGUAGES, KINDS, LETTER_GROUNDS))
ARTICLES = {"access": 15, "erasure": 17, "objection": 21}
SECTIONS = {"access": "1798.110", "erasure": "1798.105", "objection": "1798.120"}
LAWS = {"en": "GDPR", "de": "DSGVO", "fr": "RGPD", "es": "RGPD"}
MONTH = {"en": "one month", "de": "eines Monats", "fr": "un mois", "es": "un mes"}
WITHIN = {"erasure": "45", "access": "45", "objection": "15"}


def ask(language="en", kind="erasure", ground="gdpr", **others):
    return SubjectRequest("a", "adobe.com", kind, ground, language, ("Order",), STATED, **others)


def text_of(request, work=LETTERS_WORK):
    return letter_as_text(letter_for(work, request, LETTERS_DAY))


def flat(text):
    return " ".join(text.split())


@pytest.mark.parametrize(("language", "kind", "ground"), EVERY)
def test_every_letter_names_its_ground_and_its_time(language, kind, ground):
    text = flat(text_of(ask(language, kind, ground)))
    law = "UK GDPR" if ground == "uk_gdpr" else LAWS[language]
    if ground in ("gdpr", "uk_gdpr"):
        assert re.search(rf"(Article|Art\.|article|artículo) {ARTICLES[kind]}\b[^.]* {law}", text)
        assert MONTH[language] in text and ("12(3)" in text or re.search(r"12,? (Abs\.|paragraphe|apartado) 3", text))
        assert ("UK GDPR" in text) == (ground == "uk_gdpr")
    elif ground == "ccpa":
        assert SECTIONS[kind] in text and "California" in text
        assert re.search(rf"\b{WITHIN[kind]} ", text)
    else:
        assert not re.search(r"GDPR|DSGVO|RGPD|CCPA|1798|Art\.|[Aa]rticle|artículo", text)


def every_form(work, request):
    """A letter in all its forms."""
    letter = letter_for(work, request, LETTERS_DAY)
    return letter_as_text(letter), letter_as_html(letter).decode()


DATES = {
    "en": ("1 March 2026", "3 February 2026", "23 December 1984"),
    "de": ("1. März 2026", "3. Februar 2026", "23. Dezember 1984"),
    "fr": ("1er mars 2026", "3 février 2026", "23 décembre 1984"),
    "es": ("1 de marzo de 2026", "3 de febrero de 2026", "23 de diciembre de 1984"),
}


@pytest.mark.parametrize("language", DATES)
def test_days_are_written_as_people_write_them_in_the_language(language):
    born = ("Date of birth", "1984-12-23")
    work = Workspace(releases=(Release("Order", "adobe.com", Record.of(born)),))
    request = SubjectRequest("a", "adobe.com", "access", "gdpr", language, ("Order",), (born,))
    days = [letter_for(work, request, datetime.date(2026, *day)).day for day in ((3, 1), (2, 3))]
    assert (*days, DATES[language][2]) == DATES[language] and DATES[language][2] in text_of(request, work)


@thorough
@given(works())
def test_a_letter_states_what_was_given_and_ticked_what_the_person_discloses_and_nothing_else(held):
    work, request = held
    stated = stated_by(work, request)
    for text in every_form(work, request):
        assert {pair for pair in VALUES if pair[1].partition("@")[0] in text} == stated
        assert (NUMBER in text) == (request.number != "" and request.recipient not in BROKERS)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=http://x.example/y onerror=alert(1)>',
    "{{ 7 * 7 }} {law} {0}",
    "a\nBcc: everybody@x.example\n\nDear all,",
    "\u202egnirts",
    "</title></style><b>",
    "[x](http://x.example)",
)


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_names_stay_text(hostile, kind):
    pairs = (("Name", hostile), (hostile, "x"), ("Email", hostile))
    work = Workspace(releases=(Release("Order", hostile, Record.of(*pairs)),))
    request = SubjectRequest("a", hostile, kind, "gdpr", "en", ("Order",), pairs)
    letter = letter_for(work, request, LETTERS_DAY)
    harmless = letter_for(LETTERS_WORK, ask(kind=kind), LETTERS_DAY)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    page, plain = Reader(letter_as_html(letter)), Reader(letter_as_html(harmless))
    usual = {tag for tag, _ in plain.elements}
    assert {tag for tag, _ in page.elements} == usual and not {"script", "img", "b", "a"} & usual
    assert not any("src" in attrs or "href" in attrs for _, attrs in page.elements)
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": policy}) in page.elements
    assert one_line(hostile) in page.text
    # No value begins a line of its own.
    assert not any(line.startswith(("Bcc", "Dear all")) for line in letter_as_text(letter).splitlines())


# How far requests are: one truth with the erasures of releases, and what each step changes.


DAY = datetime.date(2026, 1, 31)
ORDER = Release("Order", "Shop", Record.of(("Name", "Al"), ("City", "Ulm", 0.5)))
CARD = Release("Card", "Shop", Record.of(("Name", "Al")))
LOAN = Release("Loan", "Bank", Record.of(("Name", "Al")))
ASK = SubjectRequest("Ask", "Shop", "erasure", "gdpr", releases=("Order", "Card"), steps=(("drafted", "2026-01-30"),))
STATES_WORK = Workspace(releases=(ORDER, CARD, LOAN), requests=(ASK,))


def erasures(work):
    return [release.erasure for release in work.releases]


def after(work, *steps):
    for step in steps:
        work = with_step(work, "Ask", step, DAY)
    return work


@pytest.mark.parametrize(
    ("steps", "status", "state"),
    [
        ((), None, "drafted"),
        (("sent",), "asked", "sent"),
        (("sent", "extended"), "asked", "extended"),
        (("sent", "answered"), "asked", "answered"),
        (("sent", "refused"), "refused", "refused"),
        (("sent", "answered", "done"), "done", "done"),
    ],
)
def test_a_step_marks_the_releases_it_is_about_and_no_other(steps, status, state):
    work = after(STATES_WORK, *steps)
    assert erasures(work) == [status, status, None]
    assert state_of(work, work.requests[0]) == state
    assert dict(work.requests[0].steps) == {"drafted": "2026-01-30", **dict.fromkeys(steps, "2026-01-31")}


def test_what_is_marked_on_the_erasure_page_is_what_the_request_says():
    work = after(STATES_WORK, "sent")
    done = marked(work, work.releases[:2], "done")
    assert state_of(done, done.requests[0]) == "done"
    undone = marked(after(work, "done"), work.releases[:2], None)
    assert state_of(undone, undone.requests[0]) == "sent"
    half = marked(work, work.releases[:1], "done")
    assert state_of(half, half.requests[0]) == "sent"
    partly_refused = marked(half, work.releases[1:2], "refused")
    assert state_of(partly_refused, partly_refused.requests[0]) == "refused"


def test_an_objection_that_is_done_ends_the_sharing():
    work = replace(STATES_WORK, requests=(replace(ASK, kind="objection"),))
    assert after(work, "sent").pooling == STATES_WORK.pooling
    assert after(work, "done").pooling == without_sharing(work, "Shop").pooling
    three = replace(work, releases=(*work.releases, replace(LOAN, name="Club", recipient="Gym")))
    assert after(three, "done").pooling.coalitions == (Coalition("All others", ("Bank", "Gym")),)
    allied = Pooling("coalitions", (Coalition("A", ("Shop", "Bank")), Coalition("B", ("Shop", "Bank", "Gym"))))
    assert after(replace(three, pooling=allied), "done").pooling.coalitions == (Coalition("B", ("Bank", "Gym")),)
    assert after(replace(three, pooling=Pooling("alone")), "done").pooling == Pooling("alone")


def test_only_what_was_sent_and_not_answered_is_overdue():
    late = after(STATES_WORK, "sent")
    # The last day of February 2026 is a Saturday.
    assert overdue(late, datetime.date(2026, 3, 2)) == ()
    assert overdue(late, datetime.date(2026, 3, 3)) == late.requests
    assert overdue(after(late, "extended"), datetime.date(2026, 3, 3)) == ()
    for step in ("answered", "refused", "done"):
        assert overdue(after(late, step), datetime.date(2027, 1, 1)) == ()
    assert overdue(STATES_WORK, datetime.date(2027, 1, 1)) == ()
    assert overdue(marked(late, late.releases[:2], "done"), datetime.date(2027, 1, 1)) == ()
