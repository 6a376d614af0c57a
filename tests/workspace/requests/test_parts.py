"""The parts of letters: against what is found by looking at every set of facts and every release."""

import datetime
from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from leakage.record import UNTYPED, Attribute, Record, is_typed
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.person import with_value
from leakage.workspace.release import KINDS, LANGUAGES, Contact, PartName, SubjectRequest
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.letter import (
    NEVER_STATED,
    Contents,
    letter_as_html,
    letter_as_text,
    letter_for,
    stateable,
)
from leakage.workspace.requests.parts import (
    IDENTIFYING,
    OWN_NUMBERS,
    drafted,
    letter_parts,
    missing_parts,
    with_part_left_out,
    with_part_stated,
    with_part_typed,
    with_usual_facts,
)
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import thorough

DAY = datetime.date(2026, 1, 31)
LABELS = ("Name", "Email", "Phone", "Address", "Date of birth", "Password", "Health condition", "Customer number")
BROKERS = ("acxiom.de", "spokeo.com")
"""Recipients that the lists call data brokers."""
WHO = ("Shop", "Bank", "adobe.com", *BROKERS)
NUMBER = "N77N"
VALUES = [(label, f"Q{number}x{copy}Z@kept.example") for number, label in enumerate(LABELS) for copy in range(3)]
"""Facts with values that occur in no template and in no other value."""
LETTER_GROUNDS = ("gdpr", "uk_gdpr", "ccpa", "plain")
CONFIDENCES = st.sampled_from([0.0, 0.5, 1.0])
FACTS = st.sampled_from(VALUES)


@st.composite
def works(draw, who=WHO):
    """A person who gave something to some, and a request to one of them that names anything."""
    profile = draw(st.lists(FACTS, unique=True))
    releases = [
        Release(
            f"release {number}",
            draw(st.sampled_from(who)),
            Record(Attribute(*pair, draw(CONFIDENCES)) for pair in draw(st.lists(FACTS, max_size=5, unique=True))),
            erasure=draw(st.sampled_from([None, "asked", "done"])),
        )
        for number in range(draw(st.integers(0, 4)))
    ]
    request = SubjectRequest(
        "a request",
        draw(st.sampled_from(who)),
        draw(st.sampled_from(KINDS)),
        draw(st.sampled_from(LETTER_GROUNDS)),
        draw(st.sampled_from(LANGUAGES)),
        tuple(release.name for release in releases),
        tuple(draw(st.lists(FACTS, max_size=6, unique=True))),
        disclosed=tuple(draw(st.lists(FACTS, max_size=4, unique=True))),
        withheld=tuple(draw(st.lists(st.sampled_from(get_args(PartName)), max_size=2, unique=True))),
        number=draw(st.sampled_from(["", NUMBER])),
    )
    strangers = draw(st.lists(st.lists(FACTS, max_size=6, unique=True), max_size=4))
    background = tuple(Record(Attribute(*pair, draw(CONFIDENCES)) for pair in stranger) for stranger in strangers)
    parts = {"profile": tuple(profile), "releases": tuple(releases), "background": background, "requests": (request,)}
    return Workspace(**parts), request


def given_to(work, recipient):
    """What a recipient was given, by looking at everything."""
    return {(a.label, a.value) for r in work.releases if r.recipient == recipient for a in r.record if a.confidence > 0}


def stated_by(work, request):
    """What a letter states: of what was given what was ticked, and what the person tells besides, but to no broker."""
    stated = given_to(work, request.recipient) & {*request.stated, *request.disclosed}
    if request.recipient in BROKERS:
        return stated
    return stated | {pair for pair in request.disclosed if pair in work.profile and pair[0] not in NEVER_STATED}


CONTACTS = st.builds(
    Contact,
    st.just("adobe.com"),
    medium=st.sampled_from(["", "email", "letter", "webform"]),
    asks=st.lists(st.sampled_from(["name", "email", "address", "birthdate", "input", "textarea"]), unique=True).map(
        tuple
    ),
)
ORDER = Release("Order", "Shop", Record.of(("Name", "Al"), ("Email", "al@x.example")))
ELEMENTS = {"name": "Name", "email": "Email", "address": "Address", "birthdate": "Date of birth"}


@st.composite
def asked_works(draw):
    """A work with a request to one of whom it is known what a letter must state, or to others."""
    work, _ = draw(works())
    hidden = draw(st.lists(st.sampled_from(VALUES), max_size=2))
    work = replace(work, contacts=(draw(CONTACTS),))
    for fact in hidden:
        work = with_value(work, fact, UNTYPED)
    return work, work.requests[0]


def parts_there(work, request):
    """Which parts a letter has, as its rules say in words."""
    contents = Contents(work, request)
    told = {*contents.stated, *contents.disclosed}
    labels = {label for label, _ in told}
    number = request.number and request.recipient not in BROKERS
    there = {part for part, label in ELEMENTS.items() if label in labels}
    there |= {"reply"} if labels & {"Email", "Address"} else set()
    there |= {"number"} if labels & set(OWN_NUMBERS) or number else set()
    held = [
        (a.label, a.value, a.confidence)
        for release in work.releases
        if release.recipient == request.recipient and release.erasure != "done"
        for a in release.record
    ]
    known = {(label, value) for label, value, sure in held if sure > 0 and label not in NEVER_STATED} & told
    sure = [
        (label, value)
        for label, value, sure in held
        if sure == 1.0 and label in IDENTIFYING and is_typed((label, value))
    ]
    found = bool(known) and has_enough(work, known, sure)
    return there | ({"identity"} if found or number else set())


def has_enough(work, told, sure):
    """Whether what is told has the name and the account that are held for certain, or else the first of the rest."""
    first = {}
    for label in IDENTIFYING:
        pairs = [pair for pair in sure if pair[0] == label]
        first |= {label: next((pair for pair in pairs if pair in work.profile), pairs[0])} if pairs else {}
    account = first.get("Email") or first.get("User name")
    usual = {pair for pair in (first.get("Name"), account) if pair}
    return (usual or set(list(first.values())[:1])) <= told


def sure_of_all_asked(work, request):
    """What the recipient holds for certain."""
    there = [release for release in work.releases if release.erasure != "done"]
    held = [release.record for release in there if release.recipient == request.recipient]
    return {a.pair for record in held for a in record if a.confidence == 1.0}


@thorough
@given(asked_works())
def test_a_letter_needs_what_its_recipient_wants_a_name_an_answer_and_an_identity(asked):
    work, request = asked
    parts = {part.name: part for part in letter_parts(work, request)}
    assert str(UNTYPED) not in letter_as_html(letter_for(work, request, DAY)).decode()
    assert all(is_typed(fact) for fact in (*stateable(work, request.recipient), *Contents(work, request).stated))
    contact, there = contact_of(work, request.recipient), parts_there(work, request)
    asks = {"number" if element in ("input", "textarea") else element for element in contact.asks} if contact else set()
    broker = request.recipient in BROKERS
    certain = {label for label, value in sure_of_all_asked(work, request)}
    needed = asks | {"name", "identity"}
    if not broker:
        assert needed <= parts.keys() <= needed | {"reply"}
        mailed = {name for name in ("email", "address") if name in asks and name in there | set(missing(parts))}
        assert ("reply" in parts) == (not mailed)
    for name, part in parts.items():
        assert (part.state == "stated") == (name in there)
        assert part.state == "stated" or (part.state == "left out") == (name in request.withheld and name != "identity")
        if part.label:
            assert not part.facts and (part.is_new or part.label in certain)
        assert all(is_typed(fact) and fact[0] not in NEVER_STATED for fact in part.facts if part.state != "stated")
        assert not part.facts or part.is_new == (not set(part.facts) <= sure_of_all_asked(work, request))
        if broker and part.state != "stated":
            assert not part.is_new and set(part.facts) <= given_to(work, request.recipient)


def missing(parts):
    return [name for name, part in parts.items() if part.state == "missing"]


@thorough
@given(asked_works())
def test_a_letter_is_ready_once_all_that_it_asks_for_was_stated_or_typed(asked):
    work, request = asked
    for turn in range(20):
        lacking = missing_parts(letter_parts(work, request))
        if not lacking:
            break
        part = lacking[0]
        before = work
        if part.facts:
            work = with_part_stated(work, request, part)
        elif part.label or request.recipient not in BROKERS:
            work = with_part_typed(work, request, part, f"T{turn}T@typed.example")
            assert not part.label or (part.label, f"T{turn}T@typed.example") in work.profile
        else:
            # A broker that holds nothing certain by which the person could be found, and should not learn more.
            certain = sure_of_all_asked(work, request)
            assert part.name == "identity" and not any(label in IDENTIFYING for label, _ in certain)
            return
        assert work != before
        [request] = work.requests
        text = "".join(letter_as_text(letter_for(work, request, DAY)).split())
        assert f"T{turn}T@typed.example" in text or part.facts
    assert missing_parts(letter_parts(work, request)) == ()


@thorough
@given(asked_works())
def test_what_a_letter_states_at_first_tells_nothing_new(asked):
    work, request = asked
    first = with_usual_facts(work, request)
    contents = Contents(work, first)
    assert contents.new == contents.disclosed == ()
    assert set(contents.stated) <= sure_of_all_asked(work, request)
    # What is missing then is what nobody there holds for certain, or what was not typed.
    for part in missing_parts(letter_parts(work, replace(first, withheld=()))):
        assert part.is_new or not part.facts


def test_a_draft_is_in_the_language_of_the_company_and_under_its_law():
    french = Contact("shop.example", language="fr", countries=("gb",))
    work = Workspace(releases=(replace(ORDER, recipient="shop.example"),), contacts=(french,))
    ask = drafted(work, "shop.example", "access", DAY)
    assert (ask.language, ask.ground, ask.releases) == ("fr", "uk_gdpr", ("Order",))
    assert ask.stated == (("Name", "Al"), ("Email", "al@x.example"))
    assert [drafted(work, name, "access", DAY).language for name in ("shop.at", "shop.es", "Shop")] == [
        "de",
        "es",
        "en",
    ]
    before = replace(work, requests=(replace(ask, ground="ccpa"),))
    assert drafted(before, "shop.example", "access", DAY).ground == "ccpa"


@thorough
@given(asked_works())
def test_what_is_left_out_is_neither_stated_nor_missing_and_a_saved_copy_has_it(asked):
    work, request = asked
    for part in letter_parts(work, request):
        if part.name == "identity" or (part.name == "number" and part.facts):
            continue
        after = with_part_left_out(work, request, part)
        assert opened(saved_copy(after)) == after
        [changed] = after.requests
        left = [one for one in letter_parts(after, changed) if one.name == part.name]
        assert [one.state for one in left] in (["left out"], [])
        contents = Contents(after, changed)
        assert not {*contents.stated, *contents.disclosed} & set(part.facts)
