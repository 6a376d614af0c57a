"""Requests: contacts, deadlines, letters, states."""

import datetime
import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser

import icalendar
import pytest
from dateutil.relativedelta import relativedelta
from hypothesis import given
from hypothesis import strategies as st

from leakage.decision.contribution import release_contributions
from leakage.record import UNTYPED, Record, is_typed
from leakage.workspace.figures.assessment import assess, evaluator, worst
from leakage.workspace.files.sites import site_of
from leakage.workspace.person import with_value
from leakage.workspace.release import DIFFICULTIES, ELEMENTS, KINDS, LANGUAGES, STEPS, Contact, SubjectRequest
from leakage.workspace.requests import contacts
from leakage.workspace.requests.contacts import mail_address
from leakage.workspace.requests.letter import (
    NEVER_STATED,
    Contents,
    letter_as_html,
    letter_as_text,
    letter_for,
    one_line,
    stateable,
)
from leakage.workspace.requests.reminders import monthly_reminder, reminders
from leakage.workspace.requests.states import (
    MINUTES,
    SAID,
    deadline,
    graded_minutes,
    grant_chance,
    marked,
    may_extend,
    next_weekday,
    overdue,
    state_of,
    weekdays_after,
    with_effect,
    with_request,
    with_step,
    without_request,
    without_sharing,
)
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Coalition, Pooling, Recipient, Release, Workspace
from tests.person_2026 import person_of_2026
from tests.strategies import quick, thorough
from tests.workspace.requests.helpers import (
    BROKERS,
    LETTER_GROUNDS,
    NUMBER,
    VALUES,
    given_to_any,
    lacked_by_a_broker,
    stated_by,
    works,
)
from tests.workspace.requests.helpers import DAY as LETTERS_DAY
from tests.workspace.requests.helpers import given_to as letters_given_to

# Whom to ask: the list that comes with the program, fresher ones, and who is found in them.


def given_to(*names):
    return Workspace(releases=tuple(Release(name, name, Record()) for name in names))


def test_the_list_says_what_it_is_and_what_its_sources_allow():
    notices = contacts.notices()
    for part in ("0a29c3d of 2026-07-21", "CC0 1.0", "4762ba5 of 2026-08-21", "Copyright (c) 2013-2020 Robb Lewis"):
        assert part in notices
    assert "The above copyright notice and this permission notice shall be included" in notices
    assert {contact.as_of for contact in contacts.shipped_contacts()} == {contacts.AS_OF}


def test_the_list_holds_only_what_it_should():
    listed = contacts.shipped_contacts()
    assert len({contact.domain for contact in listed}) == len(listed) == 8406
    for contact in listed:
        assert contact.difficulty in DIFFICULTIES and set(contact.asks) <= set(ELEMENTS)
        assert contact.email == mail_address(contact.email)
    assert sum(contact.needs_id for contact in listed) == 33
    assert sum(contact.difficulty == "impossible" for contact in listed) == 579
    assert sum(bool(contact.email) for contact in listed) > 3800


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


def test_a_recipient_with_a_name_of_its_own_is_found_by_its_site():
    work = replace(given_to("The photo people"), recipients=(Recipient("The photo people", site="adobe.com"),))
    assert contacts.contact_of(work, "The photo people").needs_id is False
    assert contacts.contact_of(given_to("The photo people"), "The photo people") is None


@quick
@given(st.text(max_size=20), st.sampled_from(["\n", "\r", ",", ";", "<", ">", " ", '"', "\0"]))
def test_no_address_smuggles_a_second_one_or_a_header(text, odd):
    assert not mail_address(f"{text}{odd}a@shop.example") or (odd.isspace() and not text.strip())


def test_what_the_work_knows_of_a_company_comes_first():
    own = Contact("adobe.com", email="me@adobe.com")
    work = replace(given_to("adobe.com", "123rf.com"), contacts=(own,))
    assert contacts.contact_of(work, "adobe.com") == own
    assert contacts.contact_of(work, "123rf.com").as_of == contacts.AS_OF


def test_difficulty_sets_the_minutes():
    known = tuple(Contact(f"{grade or 'x'}.example", difficulty=grade) for grade in DIFFICULTIES)
    minutes = graded_minutes(replace(given_to(*(contact.domain for contact in known)), contacts=known))
    found = {name.removesuffix(".example"): value for name, value in minutes.items()}
    assert found == {"easy": 5, "medium": 15, "hard": 45, "limited": 45, "impossible": None}
    assert set(MINUTES) | {"impossible"} == set(SAID) == set(DIFFICULTIES)


def test_a_data_broker_grants_less_than_a_service():
    cases = itertools.product(("erasure", "objection"), (("Shop",), ("Shop", "acxiom.com")))
    assert [grant_chance(Workspace(), *case) for case in cases] == [0.73, 0.482, 0.5, 0.482]


# Deadlines against a calendar, and the calendar file read by another program's parser.


DAYS = st.dates(datetime.date(2000, 1, 1), datetime.date(2100, 12, 31))
TODAY = datetime.date(2026, 2, 1)

# Ground, kind, arrived, due, and due if it was extended; by a calendar on paper.
TABLE = [
    ("gdpr", "erasure", "2026-01-31", "2026-02-28", "2026-04-30"),
    ("uk_gdpr", "access", "2026-09-03", "2026-10-03", "2026-12-03"),
    ("ccpa", "erasure", "2026-01-01", "2026-02-15", "2026-04-01"),
    ("ccpa", "access", "2026-12-31", "2027-02-14", "2027-03-31"),
    ("ccpa", "objection", "2026-01-02", "2026-01-23", "2026-01-23"),
    ("drop", "erasure", "2026-08-01", "2026-10-30", "2026-10-30"),
]


@pytest.mark.parametrize(("ground", "kind", "arrived", "due", "extended"), TABLE)
def test_deadlines_are_those_of_the_calendar(ground, kind, arrived, due, extended):
    ask = SubjectRequest("a", "Shop", kind, ground, steps=(("sent", arrived),))
    days = [deadline(each) for each in (ask, ask.with_step("extended", datetime.date.fromisoformat(arrived)))]
    by_calendar = [datetime.date.fromisoformat(day) for day in (due, extended)]
    assert days == [next_weekday(day) if ground in ("gdpr", "uk_gdpr") else day for day in by_calendar]
    assert may_extend(ask) == (due != extended)


@thorough
@given(DAYS, st.sampled_from(["gdpr", "uk_gdpr"]), st.booleans())
def test_months_are_counted_as_another_library_counts_them(day, ground, extended):
    ask = SubjectRequest("a", "Shop", "erasure", ground).with_step("sent", day)
    ask = ask.with_step("extended", day) if extended else ask
    assert deadline(ask) == next_weekday(day + relativedelta(months=3 if extended else 1))


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


@pytest.mark.parametrize("day", [datetime.date(2027, 12, 31) + datetime.timedelta(n) for n in range(60)])
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
WRONG = (("Address", "Old Street 1", "New Street 2"),)
EVERY = list(itertools.product(LANGUAGES, KINDS, LETTER_GROUNDS))
ARTICLES = {"access": 15, "correction": 16, "erasure": 17, "objection": 21}
SECTIONS = {"access": "1798.110", "correction": "1798.106", "erasure": "1798.105", "objection": "1798.120"}
LAWS = {"en": "GDPR", "de": "DSGVO", "fr": "RGPD", "es": "RGPD"}
MONTH = {"en": "one month", "de": "eines Monats", "fr": "un mois", "es": "un mes"}
WITHIN = {"erasure": "45", "access": "45", "correction": "45", "objection": "15"}


def ask(language="en", kind="erasure", ground="gdpr", **others):
    return SubjectRequest("a", "adobe.com", kind, ground, language, ("Order",), STATED, WRONG, **others)


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


def test_what_is_asked_of_all_brokers_at_once_has_no_letter():
    with pytest.raises(ValueError, match="has no letter"):
        letter_for(LETTERS_WORK, ask(ground="drop"), LETTERS_DAY)


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
    odd = replace(work, releases=(Release("Order", "adobe.com", Record.of(("Date of birth", "1984-13-45"))),))
    assert "1984-13-45" in text_of(replace(request, stated=(("Date of birth", "1984-13-45"),)), odd)


@thorough
@given(works())
def test_what_is_listed_as_told_is_what_the_letter_says(held):
    """The page lists these; of a correction the wrong value stands in the letter as well."""
    work, request = held
    contents = Contents(work, request)
    wrong = {(label, value) for label, value, _ in contents.wrong}
    listed = {value for _, value in {*contents.told, *wrong}}
    text = letter_as_text(letter_for(work, request, LETTERS_DAY), width=None)
    assert {value for _, value in VALUES if value in text} == listed


@thorough
@given(works())
def test_a_letter_states_what_was_given_and_ticked_what_the_person_discloses_and_nothing_else(held):
    work, request = held
    given, stated = given_to_any(work, request), stated_by(work, request)
    corrections = request.corrections if request.kind == "correction" else ()
    for label, wrong, right in corrections:
        if (label, wrong) in given:
            stated |= {(label, wrong)} | {p for p in VALUES if p[1] == right and right_is_said(work, request, label, p)}
    for text in every_form(work, request):
        assert {pair for pair in VALUES if pair[1].partition("@")[0] in text} == stated
        assert (NUMBER in text) == (request.number != "" and not set(request.recipients) & set(BROKERS))


def right_is_said(work, request, label, pair):
    return not lacked_by_a_broker(work, request, (label, pair[1]))


@thorough
@given(works((*BROKERS, "Shop")), st.sampled_from(KINDS))
def test_a_letter_to_a_data_broker_never_contains_what_the_broker_lacks(held, kind):
    work, request = held
    request = replace(request, kind=kind)
    for broker in set(request.recipients) & set(BROKERS):
        lacked = {pair[1].partition("@")[0] for pair in VALUES if pair not in letters_given_to(work, broker)}
        for text in every_form(work, request):
            assert not [value for value in lacked if value in text] and NUMBER not in text
            assert not [name for name in request.others if f"- {name}" in text]


def test_of_two_data_brokers_neither_is_told_what_only_the_other_has():
    name, email = ("Name", "Al"), ("Email", "al@x.example")
    given = (Release("a", BROKERS[0], Record.of(name, email)), Release("b", BROKERS[1], Record.of(name)))
    request = SubjectRequest("a", BROKERS[0], "access", stated=(name, email), others=BROKERS[1:])
    assert Contents(Workspace(releases=given), request).stated == (name,)


def test_a_correction_tells_a_data_broker_no_right_value_that_it_lacks():
    given = Release("a", BROKERS[0], Record.of(("City", "Ulm"), ("City", "Bonn")))
    wrong = (("City", "Ulm", "Bonn"), ("City", "Bonn", "Köln"))
    request = SubjectRequest("a", BROKERS[0], "correction", corrections=wrong)
    assert Contents(Workspace(releases=(given,)), request).wrong == (wrong[0], ("City", "Bonn", ""))


@thorough
@given(works())
def test_what_is_offered_is_held_by_the_recipient_and_opens_no_account(held):
    work, request = held
    now = {
        (a.label, a.value)
        for r in work.releases
        if r.recipient == request.recipient and r.erasure != "done"
        for a in r.record
        if a.confidence > 0
    }
    assert set(stateable(work, request.recipient)) == {pair for pair in now if pair[0] not in NEVER_STATED}


def test_the_owner_of_several_recipients_gets_one_letter_that_names_them():
    given = tuple(Release(n, n, Record.of(("Name", "Zoë Sample"))) for n in ("instagram.com", "whatsapp.com"))
    work = Workspace(releases=given, recipients=(Recipient("Chats", site="whatsapp.com"),))
    request = replace(ask(), recipient="instagram.com", others=("Chats",))
    text = flat(text_of(request, work))
    assert text.startswith("Meta ") and "these of your services: - instagram.com - whatsapp.com" in text
    alone = flat(text_of(replace(request, others=()), work))
    assert "your services" not in alone and not alone.startswith("Meta ")


def test_a_fact_that_was_taken_back_from_the_work_is_not_stated_again():
    gone = replace(
        LETTERS_WORK, releases=(replace(LETTERS_WORK.releases[0], record=Record.of(("Name", "Zoë Sample"))),)
    )
    assert Contents(gone, ask()).stated == (("Name", "Zoë Sample"),)
    assert "zoe@example.org" not in text_of(ask(), gone)


class Tags(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.tags, self.text = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)


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
    request = SubjectRequest("a", hostile, kind, "gdpr", "en", ("Order",), pairs, (("Name", hostile, hostile),))
    letter = letter_for(work, request, LETTERS_DAY)
    harmless = letter_for(LETTERS_WORK, ask(kind=kind), LETTERS_DAY)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    page, plain = Tags(letter_as_html(letter).decode()), Tags(letter_as_html(harmless).decode())
    usual = {tag for tag, _ in plain.tags}
    assert {tag for tag, _ in page.tags} == usual and not {"script", "img", "b", "a"} & usual
    assert not any("src" in attrs or "href" in attrs for _, attrs in page.tags)
    assert (
        "meta",
        {"http-equiv": "Content-Security-Policy", "content": policy},
    ) in page.tags
    assert one_line(hostile) in " ".join(page.text)
    # No value begins a line of its own.
    assert not any(line.startswith(("Bcc", "Dear all")) for line in letter_as_text(letter).splitlines())


@quick
@given(st.text())
def test_a_line_stays_one_line(text):
    line = one_line(text)
    assert len(line.splitlines()) <= 1 and line == line.strip()


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


def test_sending_takes_back_nothing_that_was_settled():
    settled = marked(STATES_WORK, [ORDER], "refused")
    assert erasures(after(settled, "sent")) == ["refused", "asked", None]


@pytest.mark.parametrize("kind", ["access", "objection", "correction"])
def test_other_requests_leave_erasures_alone(kind):
    work = replace(STATES_WORK, requests=(replace(ASK, kind=kind),))
    assert erasures(after(work, "sent", "done")) == [None] * 3
    assert state_of(after(work, "sent"), after(work, "sent").requests[0]) == "sent"
    assert state_of(after(work, "done"), after(work, "done").requests[0]) == "done"


def test_an_objection_that_is_done_ends_the_sharing():
    work = replace(STATES_WORK, requests=(replace(ASK, kind="objection"),))
    assert after(work, "sent").pooling == STATES_WORK.pooling
    assert after(work, "done").pooling == without_sharing(work, "Shop").pooling
    three = replace(work, releases=(*work.releases, replace(LOAN, name="Club", recipient="Gym")))
    assert after(three, "done").pooling.coalitions == (Coalition("All others", ("Bank", "Gym")),)
    allied = Pooling("coalitions", (Coalition("A", ("Shop", "Bank")), Coalition("B", ("Shop", "Bank", "Gym"))))
    assert after(replace(three, pooling=allied), "done").pooling.coalitions == (Coalition("B", ("Bank", "Gym")),)
    assert after(replace(three, pooling=Pooling("alone")), "done").pooling == Pooling("alone")


def test_a_correction_that_is_done_corrects_what_the_recipient_holds():
    wrong = (("City", "Ulm", "Bonn"), ("Name", "Al", ""))
    work = replace(STATES_WORK, requests=(replace(ASK, kind="correction", corrections=wrong),))
    held = [release.record for release in after(work, "done").releases]
    assert held == [Record.of(("City", "Bonn", 0.5)), Record(), LOAN.record]


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


def test_requests_have_names_of_their_own_and_can_be_removed():
    twice = with_request(STATES_WORK, ASK)
    assert [request.name for request in twice.requests] == ["Ask", "Ask 2"]
    assert without_request(twice, "Ask").requests == (replace(ASK, name="Ask 2"),)


@quick
@given(works(), st.lists(st.sampled_from(STEPS), max_size=4))
def test_once_done_nothing_more_is_to_be_done(held, steps):
    work, request = held
    for step in steps:
        work = with_step(work, request.name, step, DAY)
    done = with_step(work, request.name, "done", DAY)
    assert with_effect(done, request) == done
    assert with_step(done, request.name, "done", DAY) == done


@thorough
@given(works(), st.sets(st.sampled_from(VALUES), min_size=1))
def test_a_letter_states_no_fact_that_was_not_typed(held, hidden):
    """Wherever it lies, and whatever was ticked before its value was taken away."""
    work, request = held
    for fact in hidden:
        work = with_value(work, fact, UNTYPED)
    [request] = work.requests
    letter, contents = letter_for(work, request, LETTERS_DAY), Contents(work, request)
    whole = letter_as_html(letter).decode() + letter_as_text(letter)
    assert str(UNTYPED) not in whole and "\N{WORD JOINER}" not in whole
    assert all(is_typed(pair) for pair in (*stateable(work, request.recipient), *contents.stated))
    assert all(is_typed((label, wrong)) for label, wrong, _ in contents.wrong)


# The status of a deletion.


REAL = person_of_2026().workspace


def whole(workspace):
    leaked = worst(assess(workspace))
    return leaked.result.leakage if leaked else 0.0


def test_a_done_erasure_is_as_if_the_release_had_never_been():
    for release in REAL.releases:
        less = replace(REAL, releases=tuple(other for other in REAL.releases if other != release))
        assert whole(marked(REAL, [release], "done")) == whole(less)
        assert whole(marked(REAL, [release], "asked")) == whole(REAL)
        assert whole(marked(REAL, [release], "refused")) == whole(REAL)


def test_what_is_erased_adds_nothing():
    after = marked(REAL, REAL.releases[:3], "done")
    shares = release_contributions(evaluator(after))
    assert shares[:3].tolist() == [0.0, 0.0, 0.0]
    assert shares[3:].tolist() == pytest.approx(
        release_contributions(evaluator(replace(REAL, releases=REAL.releases[3:]))).tolist()
    )


def test_a_status_that_there_is_not_is_refused_without_saying_it():
    with pytest.raises(ValueError, match=r"^the status of an erasure must be asked, done or refused$"):
        Release("canary", "canary", Record(), erasure="canary")
    saved = workspace_to_json(marked(REAL, REAL.releases[:1], "asked"))
    for bad in ('"canary"', "7", "[]", "{}"):
        with pytest.raises(ValueError, match=r"^erasure of entry 1 of releases "):
            workspace_from_json(saved.replace('"asked"', bad))


def test_statuses_are_saved():
    work = marked(marked(REAL, REAL.releases[:2], "asked"), REAL.releases[1:3], "done")
    assert workspace_from_json(workspace_to_json(work)) == work
