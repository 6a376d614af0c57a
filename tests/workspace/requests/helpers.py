"""Random work in which every value is told from every other wherever it stands, and requests about it."""

import datetime
from typing import get_args

from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.release import KINDS, LANGUAGES, PartName, SubjectRequest
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
