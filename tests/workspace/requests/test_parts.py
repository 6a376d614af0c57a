"""The parts of letters: against what is found by looking at every set of facts and every release."""

import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from leakage.record import UNTYPED, Attribute, Record, is_typed
from leakage.workspace.person import with_value
from leakage.workspace.places.obligations import deletion_obstacles, may_be_deleted
from leakage.workspace.release import Contact, SubjectRequest
from leakage.workspace.requests.contacts import contact_of
from leakage.workspace.requests.letter import NEVER_STATED, Contents, letter_as_text, letter_for
from leakage.workspace.requests.parts import (
    IDENTIFYING,
    OWN_NUMBERS,
    drafted,
    identifying_facts,
    is_identified,
    letter_group,
    letter_groups,
    letter_parts,
    missing_parts,
    with_group,
    with_part_left_out,
    with_part_stated,
    with_part_typed,
    with_usual_facts,
)
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick, seeds, thorough
from tests.workspace.requests.helpers import BROKERS, DAY, VALUES, lacked_by_a_broker, works

# What tells a person from namesakes, against every set of facts.


@st.composite
def namesakes(draw):
    """A person who gave facts to a shop, and strangers who have some of the same, or others."""
    held = draw(st.lists(st.sampled_from(VALUES), max_size=8, unique=True))
    sure = draw(st.sets(st.sampled_from(held))) if held else set()
    record = Record(Attribute(*pair, 1.0 if pair in sure else 0.5) for pair in held)
    some = st.lists(st.sampled_from(held or VALUES), unique=True)
    strangers = draw(st.lists(st.one_of(some, some.map(lambda facts: facts[1:])), max_size=6))
    profile = tuple(draw(st.lists(st.sampled_from(VALUES), max_size=4, unique=True)))
    hearsay = draw(st.sampled_from([0.0, 0.5, 1.0]))
    background = tuple(
        Record((*(Attribute(*fact, hearsay) for fact in facts[:1]), *(Attribute(*fact) for fact in facts[1:])))
        for facts in strangers
    )
    return Workspace(profile, releases=(Release("Order", "Shop", record),), background=background)


def identifiers(work):
    """What the shop holds for certain and people are found by."""
    [release] = work.releases
    sure = [(a.label, a.value) for a in release.record if a.confidence == 1.0]
    return [pair for pair in sure if pair[0] in IDENTIFYING and pair[0] not in NEVER_STATED]


def nobody_else_has(work, facts):
    return not any(all(record.confidence_of(pair) > 0.0 for pair in facts) for record in work.background)


def by_looking_at_every_set(work):
    """All sets of the smallest size that no stranger has; none where there are no strangers or one has everything."""
    facts = identifiers(work)
    for size in range(1, len(facts) + 1):
        sets = [set(chosen) for chosen in itertools.combinations(facts, size) if nobody_else_has(work, chosen)]
        if sets and work.background:
            return sets
    return []


@thorough
@given(namesakes())
def test_the_identifying_facts_are_as_few_as_a_look_at_every_set_finds(work):
    found, smallest = identifying_facts(work, "Shop"), by_looking_at_every_set(work)
    labels = [label for label, _ in found]
    if smallest:
        assert set(found) in smallest
        assert is_identified(work, "Shop", found)
    else:
        there = {label for label, _ in identifiers(work)}
        account = [label for label in ("Email", "User name") if label in there][:1]
        assert labels == [*(["Name"] if "Name" in there else []), *account] or len(labels) == 1
        assert set(found) <= set(identifiers(work)) and bool(found) == bool(there)


@thorough
@given(namesakes(), st.sets(st.sampled_from(VALUES), max_size=4))
def test_a_person_is_identified_by_facts_that_no_stranger_has_or_that_are_all_there_is(work, facts):
    given_there = {(a.label, a.value) for a in work.releases[0].record if a.label not in NEVER_STATED}
    held = facts & given_there
    alone = bool(work.background) and nobody_else_has(work, held)
    assert is_identified(work, "Shop", facts) == (
        bool(held) and (alone or set(identifying_facts(work, "Shop")) <= held)
    )


# Which parts a letter needs, and what of that is there.


CONTACTS = st.builds(
    Contact,
    st.just("adobe.com"),
    medium=st.sampled_from(["", "email", "letter", "webform"]),
    asks=st.lists(st.sampled_from(["name", "email", "address", "birthdate", "input", "textarea"]), unique=True).map(
        tuple
    ),
)
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
    number = request.number and not set(request.recipients) & set(BROKERS)
    there = {part for part, label in ELEMENTS.items() if label in labels}
    there |= {"reply"} if labels & {"Email", "Address"} else set()
    there |= {"number"} if labels & set(OWN_NUMBERS) or number else set()
    found = all(is_identified(work, name, told) for name in request.recipients)
    return there | ({"identity"} if found or number else set())


def sure_of_all_asked(work, request):
    """What is certain there; where data brokers are asked, what is certain at each of them."""
    brokers = [name for name in request.recipients if name in BROKERS]
    there = [release for release in work.releases if release.erasure != "done"]
    held = [
        {a.pair for release in there if release.recipient == name for a in release.record if a.confidence == 1.0}
        for name in brokers or request.recipients
    ]
    return set.intersection(*held) if brokers else set.union(*held)


@thorough
@given(asked_works())
def test_a_letter_needs_what_its_recipient_wants_a_name_an_answer_and_an_identity(asked):
    work, request = asked
    parts = {part.name: part for part in letter_parts(work, request)}
    contact, there = contact_of(work, request.recipient), parts_there(work, request)
    asks = {"number" if element in ("input", "textarea") else element for element in contact.asks} if contact else set()
    broker = bool(set(request.recipients) & set(BROKERS))
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
            assert not part.is_new and not any(lacked_by_a_broker(work, request, fact) for fact in part.facts)


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
        elif part.label or not set(request.recipients) & set(BROKERS):
            work = with_part_typed(work, request, part, f"T{turn}T@typed.example")
            assert not part.label or (part.label, f"T{turn}T@typed.example") in work.profile
        else:
            # One of them holds nothing more by which the person could be found that data brokers among them hold too.
            stated, certain = set(Contents(work, request).stated), sure_of_all_asked(work, request)
            needed = [set(identifying_facts(work, name)) for name in request.recipients]
            assert part.name == "identity" and any(not facts or facts & certain <= stated for facts in needed)
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
    # What is right in place of a wrong value is news, and the reason for the letter.
    contents = Contents(work, first)
    right = {(label, value) for label, _, value in contents.wrong if value}
    assert set(contents.new) <= right and contents.disclosed == ()
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
def test_what_is_left_out_is_neither_stated_nor_missing(asked):
    work, request = asked
    for part in letter_parts(work, request):
        if part.name == "identity" or (part.name == "number" and part.facts):
            continue
        after = with_part_left_out(work, request, part)
        [changed] = after.requests
        left = [one for one in letter_parts(after, changed) if one.name == part.name]
        assert [one.state for one in left] in (["left out"], [])
        contents = Contents(after, changed)
        assert not {*contents.stated, *contents.disclosed} & set(part.facts)


ORDER = Release("Order", "Shop", Record.of(("Name", "Al"), ("Email", "al@x.example")))


# One letter for a corporation.


META = ("instagram.com", "whatsapp.com", "facebook.com")
CHATS = tuple(Release(f"at {n}", n, Record.of(("Name", "Al"), ("User name", f"al at {n}"))) for n in META)
ALL = Workspace((("Name", "Al"),), releases=(*CHATS, replace(ORDER, recipient="spokeo.com")))


def letter_to_meta(work=ALL, kind="erasure"):
    group = letter_group(work, "whatsapp.com", kind)
    ask = SubjectRequest("Ask", "whatsapp.com", kind, "gdpr")
    return with_usual_facts(work, with_group(work, ask, group))


def test_one_letter_is_for_all_recipients_of_an_owner_that_hold_something():
    ask = letter_to_meta()
    assert set(ask.recipients) == set(META) and set(ask.releases) == {release.name for release in CHATS}
    # Each of them finds the person.
    assert set(ask.stated) == {("Name", "Al"), *(("User name", f"al at {name}") for name in META)}
    erased = replace(ALL, releases=(replace(CHATS[0], erasure="done"), *CHATS[1:]))
    assert letter_group(erased, "facebook.com", "erasure").recipients == ("whatsapp.com", "facebook.com")
    assert letter_group(erased, "instagram.com", "erasure") is None is letter_group(ALL, "spokeo.com", "erasure")
    assert letter_group(replace(ALL, releases=CHATS[:1]), "instagram.com", "erasure") is None


def test_what_is_not_deleted_by_itself_is_not_deleted_with_others_either():
    """A mailbox through which others are reset, and what the law has an owner keep, are in no letter of erasure."""
    mail = ("Email", "al@gmail.com")
    names = ("google.com", "youtube.com", "fitbit.com", "shop.example")
    work = Workspace((mail,), releases=tuple(Release(n, n, Record.of(mail)) for n in names))
    group = letter_group(work, "youtube.com", "erasure")
    assert group.recipients == ("youtube.com", "fitbit.com") and letter_group(work, "google.com", "erasure") is None
    ask = with_group(work, SubjectRequest("Ask", "youtube.com", "erasure", "gdpr"), group)
    assert set(ask.releases) == {"youtube.com", "fitbit.com"}
    assert letter_group(work, "google.com", "access").recipients == names[:3]


@thorough
@given(seeds)
def test_a_letter_for_several_deletes_what_letters_one_by_one_may(chance):
    sites = chance.sample(["google.com", "youtube.com", "fitbit.com", *META, "paypal.com", "venmo.com"], 6)
    facts = [("Email", "al@gmail.com"), ("Email", "al@x.example"), ("Name", "Al")]
    given_there = tuple(
        Release(f"{n}", chance.choice(sites), Record.of(chance.choice(facts)), ended=chance.random() < 0.3)
        for n in range(chance.randint(1, 9))
    )
    work = Workspace(tuple(facts), releases=given_there)
    obstacles = deletion_obstacles(work)
    for group in letter_groups(work, "erasure"):
        ask = with_group(work, SubjectRequest("Ask", group.recipients[0], "erasure", "gdpr"), group)
        owned = [release for release in given_there if release.recipient in group.recipients]
        may_be = {release.name for release in owned if may_be_deleted(obstacles.get(release.recipient), release)}
        assert set(ask.releases) == may_be and len(group.recipients) > 1
        assert {release.recipient for release in owned if release.name in may_be} == set(group.recipients)


@quick
@given(works())
def test_what_a_request_says_of_its_letter_comes_back_from_a_saved_copy(held):
    work, _ = held
    assert workspace_from_json(workspace_to_json(work)) == work
