import json
from dataclasses import fields, replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, PerComparison, Quadratic
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.resolution.rules import AnyOf, SameKeySet, Shares
from leakage.workspace.files.secret import is_secret
from leakage.workspace.limits import GREATEST, LEAST
from leakage.workspace.release import KINDS, LANGUAGES, STEPS, ChangedValue, Ground, Listing, SubjectRequest
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Recipient, Release, Workspace
from tests.strategies import days, enterable, quick

CANARY = "canary-7f3a"

texts = st.text(enterable, max_size=6).map(str.strip)
words = texts.filter(lambda text: bool(text) and not is_secret(text))
pairs = st.tuples(words, words)
positive = st.one_of(st.floats(LEAST, GREATEST), st.sampled_from([LEAST, GREATEST]))
prices = st.just(0.0) | positive
records = st.dictionaries(pairs, st.floats(0, 1), max_size=3).map(
    lambda confidences: Record(Attribute(*pair, c) for pair, c in confidences.items())
)
releases = st.lists(
    st.builds(
        Release,
        words,
        words,
        records,
        texts,
        st.sampled_from([None, "asked", "done", "refused"]),
        st.lists(pairs, max_size=2).map(tuple),
        ended=st.booleans(),
        listings=st.lists(st.builds(Listing, words, words, st.lists(pairs, max_size=2).map(tuple)), max_size=2).map(
            tuple
        ),
    ),
    max_size=3,
    unique_by=lambda r: r.name,
)
labels = st.lists(words, min_size=1, max_size=3, unique=True)
rules = st.one_of(labels.map(lambda ls: Shares(*ls)), labels.map(lambda ls: SameKeySet(*ls)))
matches = st.recursive(
    rules, lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda ms: AnyOf(*ms)), max_leaves=5
)
operations = st.one_of(
    st.builds(Resolve, matches),
    st.builds(Correct, st.dictionaries(pairs, words, max_size=2)),
    st.builds(Augment, words, words, st.dictionaries(words, words, max_size=2)),
)
costs = st.one_of(st.builds(PerComparison, prices), st.builds(Quadratic, prices))
adversaries = st.builds(lambda steps, cost: Adversary(*steps, cost=cost), st.lists(operations, max_size=2), costs)
subject_requests = st.builds(
    SubjectRequest,
    words,
    words,
    st.sampled_from(KINDS),
    st.sampled_from(get_args(Ground)),
    st.sampled_from(LANGUAGES),
    releases=st.lists(words, max_size=2).map(tuple),
    stated=st.lists(pairs, max_size=2).map(tuple),
    steps=st.lists(st.tuples(st.sampled_from(STEPS), days), max_size=3, unique_by=lambda s: s[0]).map(tuple),
)
poolings = st.builds(
    Pooling,
    st.sampled_from(["together", "alone", "coalitions", "releases"]),
    st.lists(st.builds(Coalition, texts, st.lists(texts, max_size=2).map(tuple)), max_size=2).map(tuple),
    st.booleans(),
    st.lists(texts, max_size=2).map(tuple),
)
workspaces = st.builds(
    Workspace,
    profile=st.lists(pairs, max_size=3, unique=True).map(tuple),
    weights=st.lists(st.tuples(words, positive), max_size=3).map(tuple),
    releases=releases.map(tuple),
    background=st.lists(records, max_size=2).map(tuple),
    policies=st.lists(st.builds(Policy, texts, adversaries, st.none() | poolings), max_size=2).map(tuple),
    chosen=texts,
    pooling=poolings,
    plans=releases.map(tuple),
    names=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    title=texts,
    recipients=st.lists(st.builds(Recipient, words, texts), max_size=3, unique_by=lambda r: r.name).map(tuple),
    action_minutes=st.lists(st.tuples(words, positive), max_size=2).map(tuple),
    lock_after=st.integers(1, 720),
    requests=st.lists(subject_requests, max_size=2, unique_by=lambda r: r.name).map(tuple),
    changed_values=st.lists(st.builds(ChangedValue, words, words, texts, days, st.floats(0.0, 1.0)), max_size=2).map(
        tuple
    ),
    worked_example=st.booleans(),
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


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.just(CANARY)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "kind", "record", "labels", "recipient"]), inner, max_size=3),
    ),
    max_leaves=8,
)


@quick
@given(st.sampled_from([2, 3, 4]), st.sampled_from([part.name for part in fields(Workspace)]), json_values)
def test_a_part_of_any_shape_raises_nothing_but_a_sentence(version, part, value):
    try:
        workspace_from_json(saved(**{"version": version, part: value}))
    except ValueError as error:
        assert CANARY not in str(error) and str(error)


@quick
@given(workspaces, st.data())
def test_a_changed_file_raises_nothing_but_a_sentence(workspace, data):
    text = workspace_to_json(replace(workspace, title=CANARY))
    at = data.draw(st.integers(0, len(text) - 1))
    try:
        workspace_from_json(text[:at] + data.draw(st.text(max_size=3)) + text[at + 1 :])
    except ValueError as error:
        assert CANARY not in str(error)
