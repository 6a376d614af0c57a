"""Random work in which every value is told from every other wherever it stands, and requests about it."""

import datetime

from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.release import LANGUAGES, SubjectRequest
from leakage.workspace.workspace import Release, Workspace

DAY = datetime.date(2026, 1, 31)
LABELS = ("Name", "Email", "Phone", "Address", "Date of birth", "Password", "Health condition", "Customer number")
WHO = ("Shop", "Bank", "adobe.com")
VALUES = [(label, f"Q{number}x{copy}Z@kept.example") for number, label in enumerate(LABELS) for copy in range(3)]
"""Facts with values that occur in no template and in no other value."""
LETTER_GROUNDS = ("gdpr", "uk_gdpr", "ccpa", "plain")
CONFIDENCES = st.sampled_from([0.0, 0.5, 1.0])
FACTS = st.sampled_from(VALUES)


@st.composite
def works(draw):
    """A person who gave something to some, and a request to one of them that names anything."""
    profile = draw(st.lists(FACTS, unique=True))
    releases = [
        Release(
            f"release {number}",
            draw(st.sampled_from(WHO)),
            Record(Attribute(*pair, draw(CONFIDENCES)) for pair in draw(st.lists(FACTS, max_size=5, unique=True))),
            erasure=draw(st.sampled_from([None, "asked", "done"])),
        )
        for number in range(draw(st.integers(0, 4)))
    ]
    wrong = [(*draw(FACTS), "") for _ in range(draw(st.integers(0, 2)))]
    request = SubjectRequest(
        "a request",
        draw(st.sampled_from(WHO)),
        draw(st.sampled_from(["erasure", "access", "objection", "correction"])),
        draw(st.sampled_from(LETTER_GROUNDS)),
        draw(st.sampled_from(LANGUAGES)),
        tuple(release.name for release in releases),
        tuple(draw(st.lists(FACTS, max_size=6, unique=True))),
        tuple(wrong),
    )
    return Workspace(profile=tuple(profile), releases=tuple(releases), requests=(request,)), request


def given_to(work, recipient):
    """What a recipient was given, by looking at everything."""
    return {(a.label, a.value) for r in work.releases if r.recipient == recipient for a in r.record if a.confidence > 0}
