import json

import pytest
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.workspace.files.secret import is_secret
from leakage.workspace.limits import GREATEST, LEAST
from leakage.workspace.release import Listing
from leakage.workspace.saved_copy import workspace_from_json
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import enterable

CANARY = "canary-7f3a"

texts = st.text(enterable, max_size=6).map(str.strip)
words = texts.filter(lambda text: bool(text) and not is_secret(text))
pairs = st.tuples(words, words)
positive = st.one_of(st.floats(LEAST, GREATEST), st.sampled_from([LEAST, GREATEST]))
records = st.dictionaries(pairs, st.floats(0, 1), max_size=3).map(
    lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items())
)
listings = st.builds(Listing, words, words, st.lists(pairs, max_size=2).map(tuple))
releases = st.lists(
    st.builds(Release, words, words, records, texts, listings=st.lists(listings, max_size=2).map(tuple)),
    max_size=3,
    unique_by=lambda r: r.name,
).map(tuple)
workspaces = st.builds(
    Workspace,
    profile=st.lists(pairs, max_size=3, unique=True).map(tuple),
    weights=st.lists(st.tuples(words, positive), max_size=3).map(tuple),
    releases=releases,
    background=st.lists(records, max_size=2).map(tuple),
    plans=releases,
    names=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    title=texts,
)


def test_missing_parts_are_empty():
    for version in (2, 3, 4):
        assert workspace_from_json(saved(version=version)) == Workspace()


def saved(**parts):
    return json.dumps({"format": "leakage-workspace", "version": 4, **parts})


def policy(match=None, cost=None):
    operation = {"kind": "resolve", "match": match, "merge": "union"}
    cost = cost or {"kind": "quadratic", "factor": 1}
    return saved(policies=[{"name": "p", "adversary": {"operations": [operation], "cost": cost}}])


def nested(depth, match=None):
    match = match or {"kind": "shares", "labels": ["N"]}
    for _ in range(depth):
        match = {"kind": "any of", "rules": [match]}
    return match


GIVEN = {"name": CANARY, "recipient": "S", "record": []}
BAD = [
    *("", saved()[:-1], f'{{"{CANARY}": NaN}}', "1" * 5000, "[" * 100_000, '{"a":' * 100_000, "[]", "{}", CANARY),
    *(f'{{"format": "{CANARY}"}}', '{"format": "leakage-workspace"}', saved(version=1), saved(version=True)),
    *(saved(**{CANARY: 1}), saved(profile=[[CANARY]]), saved(profile=[["N", ""]]), saved(profile=[["N", "\ud800"]])),
    saved(profile=[["N", CANARY]] * 2),
    *(saved(weights=[["N", bad]]) for bad in (CANARY, True, 0, 10**400)),
    saved(weights=[["N", 7.5]]).replace("7.5", "1e999"),
    saved(releases=[{"name": CANARY}]),
    *(saved(releases=[{**GIVEN, **bad}]) for bad in ({CANARY: 0}, {"erasure": CANARY}, {"name": ""})),
    *(saved(recipients=[{"name": CANARY}] * 2), saved(plans=[GIVEN] * 2)),
    *(saved(background=[[["N", CANARY, 1.3]]]), saved(background=[[["N", CANARY, 1]] * 2])),
    *(saved(pooling={"kind": bad}) for bad in ([CANARY], CANARY)),
    saved(pooling={"kind": "alone", "coalitions": [{"name": "c", "recipients": [1]}]}),
    *(policy(bad) for bad in (None, {"kind": CANARY}, {"kind": "shares", "labels": []}, nested(30))),
    policy(nested(1), {"kind": "quadratic", "factor": -2}),
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_malformed_text_gets_one_sentence_without_values(text):
    with pytest.raises(ValueError) as raised:
        workspace_from_json(text)
    assert str(raised.value) and CANARY not in str(raised.value) and len(str(raised.value)) < 120
