"""Letters: every language, kind and ground; what they state and what they keep to themselves; as files."""

import email
import email.policy
import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Record
from leakage.workspace.release import KINDS, LANGUAGES, Contact, SubjectRequest
from leakage.workspace.requests.letter import (
    NEVER_STATED,
    POLICY,
    letter_as_html,
    letter_as_mail,
    letter_as_text,
    letter_for,
    one_line,
    stateable,
    stated_in,
    ticked_at_first,
)
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick, thorough
from tests.workspace.requests.helpers import DAY, LETTER_GROUNDS, VALUES, given_to, works

GIVEN = Record.of(("Name", "Zoë Sample"), ("Email", "zoe@example.org"), ("Address", "Old Street 1"))
WORK = Workspace(profile=(("Phone", "555 0100"),), releases=(Release("Order", "adobe.com", GIVEN),))
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


def text_of(request, work=WORK):
    return letter_as_text(letter_for(work, request, DAY))


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


@pytest.mark.parametrize(("language", "kind", "ground"), EVERY)
def test_every_letter_is_short_polite_and_whole(language, kind, ground):
    letter = letter_for(WORK, ask(language, kind, ground), DAY)
    text = letter_as_text(letter)
    assert not re.search(r"[{}]", text) and not re.search(r"\S  ", text)
    assert len(text.split()) <= 360
    assert all(len(line) <= 72 for line in text.splitlines())
    assert letter_as_text(letter, width=None).split() == text.split()
    assert letter.to == "Adobe Systems Software Ireland Ltd." and text.splitlines()[2] == "2026-01-31"
    assert text.rstrip().endswith("Zoë Sample") and "zoe@example.org" in text
    assert ("New Street 2" in flat(text)) == (kind == "correction")
    # The same number of paragraphs in every language: none says more than another.
    others = [letter_for(WORK, ask(other, kind, ground), DAY) for other in LANGUAGES]
    assert {len(other.paragraphs) for other in others} == {len(letter.paragraphs)}


def test_letters_differ():
    assert len({text_of(ask(*case)) for case in EVERY}) == len(EVERY)


def test_what_is_asked_of_all_brokers_at_once_has_no_letter():
    with pytest.raises(ValueError, match="has no letter"):
        letter_for(WORK, ask(ground="drop"), DAY)


@thorough
@given(works())
def test_a_letter_states_what_the_recipient_was_given_and_the_person_ticked_and_nothing_else(held):
    work, request = held
    letter = letter_for(work, request, DAY)
    stated = {pair for pair in request.stated if pair in given_to(work, request.recipient)}
    wrong = {(label, value) for label, value, _ in request.corrections} if request.kind == "correction" else set()
    stated |= wrong & given_to(work, request.recipient)
    mail = letter_as_mail(work, request, letter)
    body = email.message_from_bytes(mail, policy=email.policy.default)
    for text in (letter_as_text(letter), letter_as_html(letter).decode(), body.get_content(), mail.decode()):
        assert {pair for pair in VALUES if pair[1].partition("@")[0] in text} == stated


@thorough
@given(works())
def test_what_is_offered_is_held_by_the_recipient_and_opens_no_account(held):
    work, request = held
    offered = stateable(work, request.recipient)
    now = {
        (a.label, a.value)
        for r in work.releases
        if r.recipient == request.recipient and r.erasure != "done"
        for a in r.record
        if a.confidence > 0
    }
    assert set(offered) == {pair for pair in now if pair[0] not in NEVER_STATED}
    for contact in (None, Contact("x.example", asks=("name", "address")), Contact("x.example", asks=("input",))):
        ticked = ticked_at_first(work, request.recipient, contact)
        assert set(ticked) <= set(offered)
        sure = {(a.label, a.value) for r in work.releases for a in r.record if a.confidence == 1.0}
        assert set(ticked) <= sure


def test_as_little_as_will_do_is_ticked_at_first():
    assert ticked_at_first(WORK, "adobe.com", None) == (("Email", "zoe@example.org"),)
    asks = Contact("x.example", asks=("name", "address", "birthdate"))
    assert set(ticked_at_first(WORK, "adobe.com", asks)) == {("Name", "Zoë Sample"), ("Address", "Old Street 1")}
    suspected = replace(WORK.releases[0], record=Record.of(("Email", "zoe@example.org", 0.9), ("Name", "Zoë Sample")))
    assert ticked_at_first(replace(WORK, releases=(suspected,)), "adobe.com", None) == (("Name", "Zoë Sample"),)


def test_a_fact_that_was_taken_back_from_the_work_is_not_stated_again():
    gone = replace(WORK, releases=(replace(WORK.releases[0], record=Record.of(("Name", "Zoë Sample"))),))
    assert stated_in(gone, ask()) == (("Name", "Zoë Sample"),)
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
    letter = letter_for(work, request, DAY)
    harmless = letter_for(WORK, ask(kind=kind), DAY)
    page, plain = Tags(letter_as_html(letter).decode()), Tags(letter_as_html(harmless).decode())
    usual = {tag for tag, _ in plain.tags}
    assert {tag for tag, _ in page.tags} == usual and not {"script", "img", "b", "a"} & usual
    assert not any("src" in attrs or "href" in attrs for _, attrs in page.tags)
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}) in page.tags
    assert one_line(hostile) in " ".join(page.text)
    mail = email.message_from_bytes(letter_as_mail(work, request, letter), policy=email.policy.default)
    assert mail["Bcc"] is None and mail["From"] is None and mail["To"] is None
    assert flat(mail.get_content()) == flat(letter_as_text(letter))
    # No value begins a line of its own.
    assert not any(line.startswith(("Bcc", "Dear all")) for line in letter_as_text(letter).splitlines())


@pytest.mark.parametrize(("language", "kind", "ground"), EVERY)
def test_a_mail_is_parsed_back(language, kind, ground):
    request = ask(language, kind, ground)
    letter = letter_for(WORK, request, DAY)
    content = letter_as_mail(WORK, request, letter)
    mail = email.message_from_bytes(content, policy=email.policy.default)
    assert mail["Subject"] == letter.subject
    assert (mail["To"], mail["From"]) == ("dpo@adobe.com", "zoe@example.org")
    assert mail["X-Unsent"] == "1" and mail["Content-Language"] == language
    assert mail.get_content_type() == "text/plain" and not mail.defects
    assert mail.get_content().splitlines() == letter_as_text(letter).splitlines()
    assert b"\n" not in content.replace(b"\r\n", b"")


def test_a_mail_says_no_address_that_the_recipient_was_not_told():
    request = replace(ask(), stated=(("Name", "Zoë Sample"),))
    assert b"zoe@example.org" not in letter_as_mail(WORK, request, letter_for(WORK, request, DAY))


@quick
@given(st.text())
def test_a_line_stays_one_line(text):
    line = one_line(text)
    assert len(line.splitlines()) <= 1 and line == line.strip()
