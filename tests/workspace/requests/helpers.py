"""Random work in which every value is told from every other wherever it stands, and requests about it."""

import datetime
from typing import get_args

from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.release import LANGUAGES, PartName, SubjectRequest
from leakage.workspace.requests.letter import NEVER_STATED
from leakage.workspace.workspace import Release, Workspace

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
    """A person who gave something to some, and a request to one or more of them that names anything."""
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
    given = [a.pair for release in releases for a in release.record]
    wrong = [(*draw(st.sampled_from(given or VALUES)), draw(FACTS)[1]) for _ in range(draw(st.integers(0, 2)))]
    first, *others = draw(st.lists(st.sampled_from(who), min_size=1, max_size=3, unique=True))
    request = SubjectRequest(
        "a request",
        first,
        draw(st.sampled_from(["erasure", "access", "objection", "correction"])),
        draw(st.sampled_from(LETTER_GROUNDS)),
        draw(st.sampled_from(LANGUAGES)),
        tuple(release.name for release in releases),
        tuple(draw(st.lists(FACTS, max_size=6, unique=True))),
        tuple(wrong),
        others=tuple(others),
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


def lacked_by_a_broker(work, request, pair):
    """Whether a fact would be news to a data broker among those whom a letter is for."""
    return any(name in BROKERS and pair not in given_to(work, name) for name in request.recipients)


def given_to_any(work, request):
    """What any of those has whom a letter is for, less what a data broker among them lacks."""
    given = set().union(*(given_to(work, name) for name in request.recipients))
    return {pair for pair in given if not lacked_by_a_broker(work, request, pair)}


def stated_by(work, request):
    """What a letter states, but for what is wrong: of what was given what was ticked, and what is told besides."""
    stated = given_to_any(work, request) & {*request.stated, *request.disclosed}
    if set(request.recipients) & set(BROKERS):
        return stated
    return stated | {pair for pair in request.disclosed if pair in work.profile and pair[0] not in NEVER_STATED}
