import json
from dataclasses import dataclass, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.match import AnyOf, Rule, SameKeySet, Shares
from leakage.resolution.operations import Augment, Correct, Resolve
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.work_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from tests.strategies import quick

CANARY = "canary-7f3a"

texts = st.text(max_size=6)
words = st.text(min_size=1, max_size=6)
pairs = st.tuples(words, words)
positive = st.floats(0, exclude_min=True, allow_infinity=False)
prices = st.floats(0, allow_infinity=False)
records = st.dictionaries(pairs, st.floats(0, 1), max_size=3).map(
    lambda held: Record(Attribute(*pair, c) for pair, c in held.items())
)
releases = st.lists(st.builds(Release, words, words, records, texts), max_size=3, unique_by=lambda r: r.name)
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
adversaries = st.builds(Adversary, st.lists(operations, max_size=2).map(tuple), costs)
workspaces = st.builds(
    Workspace,
    profile=st.lists(pairs, max_size=3, unique=True).map(tuple),
    weights=st.lists(st.tuples(words, positive), max_size=3).map(tuple),
    releases=releases.map(tuple),
    background=st.lists(records, max_size=2).map(tuple),
    policies=st.lists(st.builds(Policy, texts, adversaries), max_size=2).map(tuple),
    chosen=texts,
    pooling=st.builds(
        Pooling,
        st.sampled_from(["together", "alone", "coalitions"]),
        st.lists(st.builds(Coalition, texts, st.lists(texts, max_size=2).map(tuple)), max_size=2).map(tuple),
    ),
    plans=releases.map(tuple),
    names=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    title=texts,
    efforts=st.lists(st.tuples(st.sampled_from(["release", "recipient"]), texts, positive), max_size=2).map(tuple),
    verifying=st.lists(st.tuples(texts, positive), max_size=2).map(tuple),
    disinforming=st.lists(st.tuples(st.sampled_from(["recipient", "label"]), texts, prices), max_size=2).map(tuple),
    required=st.lists(st.tuples(texts, pairs), max_size=2).map(tuple),
    lock_after=st.integers(1, 720),
)


@quick
@given(workspaces)
def test_what_is_written_is_read_again(workspace):
    assert workspace_from_json(workspace_to_json(workspace)) == workspace


def test_the_realistic_person_is_written_and_read_again():
    workspace = realistic_person().workspace
    again = workspace_from_json(workspace_to_json(workspace))
    assert again == workspace and hash(again) == hash(workspace)


def test_every_part_of_a_workspace_is_written():
    parts = {field.name for field in fields(Workspace)}
    assert set(json.loads(workspace_to_json(Workspace()))) == parts | {"format", "version"}


def test_missing_parts_are_empty():
    assert workspace_from_json('{"format": "leakage-workspace", "version": 1}') == Workspace()


@dataclass(frozen=True)
class Unheard(Rule):
    labels = ()

    def keys(self, record):
        return iter(())

    def sentence(self):
        return "never"


@pytest.mark.parametrize(
    ("workspace", "sentence"),
    [
        (Workspace(policies=(Policy("p", Adversary((Resolve(Unheard()),))),)), "Unheard cannot be saved yet"),
        (
            Workspace(policies=(Policy("p", Adversary((Resolve(Shares("N"), max),))),)),
            "this way to merge records cannot be saved yet",
        ),
        (Workspace(weights=(("N", float("inf")),)), "Out of range float values are not JSON compliant"),
    ],
)
def test_what_cannot_be_written_is_said(workspace, sentence):
    with pytest.raises(ValueError, match=sentence):
        workspace_to_json(workspace)


def saved(**parts):
    return json.dumps({"format": "leakage-workspace", "version": 1, **parts})


def policy(match=None, cost=None):
    operation = {"kind": "resolve", "match": match, "merge": "union"}
    cost = cost or {"kind": "quadratic", "factor": 1}
    return saved(policies=[{"name": "p", "operations": [operation], "cost": cost}])


def nested(depth):
    match = {"kind": "shares", "labels": ["N"]}
    for _ in range(depth):
        match = {"kind": "any of", "rules": [match]}
    return match


BAD = {
    "": "the file is not complete JSON; was it cut short or changed?",
    saved()[:-1]: "the file is not complete JSON; was it cut short or changed?",
    f'{{"{CANARY}": NaN}}': "the file is not complete JSON; was it cut short or changed?",
    "1" * 5000: "the file is not complete JSON; was it cut short or changed?",
    "[" * 100_000: "the file is nested too deep to be a workspace",
    '{"a":' * 100_000: "the file is nested too deep to be a workspace",
    "[]": "the file must be an object",
    "{}": "this is not a saved workspace",
    f'{{"format": "{CANARY}"}}': "this is not a saved workspace",
    '{"format": "leakage-workspace"}': "this workspace was saved in another version of the format than 1",
    saved(version=2): "this workspace was saved in another version of the format than 1",
    saved(version=True): "this workspace was saved in another version of the format than 1",
    saved(**{CANARY: 1}): "this workspace has parts that this program does not know",
    saved(profile=CANARY): "profile must be a list",
    saved(profile=[CANARY]): "a label with its value must be a list",
    saved(profile=[[CANARY]]): "a label with its value must have 2 parts, got 1",
    saved(profile=[["N", 1]]): "value must be text",
    saved(profile=[["N", ""]]): "value must not be empty",
    saved(profile=[["N", "\ud800"]]): "value holds a character that no text has",
    saved(profile=[["N", CANARY]] * 2): "a profile must not hold the same label and value twice",
    saved(weights=[["N", CANARY]]): "weight must be a number",
    saved(weights=[["N", True]]): "weight must be a number",
    saved(weights=[["N", 0]]): "weight must be positive, got 0",
    saved(weights=[["N", 10**400]]): "weight must be a finite number",
    saved(weights=[["N", 7.5]]).replace("7.5", "1e999"): "weight must be a finite number",
    saved(releases={}): "releases must be a list",
    saved(releases=[{"name": CANARY}]): "the recipient of a release must be text",
    saved(releases=[{"name": "", "recipient": "S", "record": []}]): "a release needs a name",
    saved(plans=[{"name": CANARY, "recipient": "S", "record": []}] * 2): (
        "no two planned releases may have the same name"
    ),
    saved(background=[[["N", CANARY, 1.3]]]): "confidence must be in [0, 1], got 1.3",
    saved(background=[[["N", CANARY, 1]] * 2]): ("two attributes of a record must not share both label and value"),
    saved(pooling={"kind": [CANARY]}): 'pooling must be "together", "alone" or "coalitions"',
    saved(pooling={"kind": "alone", "coalitions": [{"name": "c", "recipients": [1]}]}): (
        "the recipients of a coalition must be text"
    ),
    saved(title=None): "title must be text",
    policy({"kind": CANARY}): "there is a kind of rule that this program does not know",
    policy({"kind": ["shares"]}): "there is a kind of rule that this program does not know",
    policy(): "rule must be an object",
    policy({"kind": "shares", "labels": []}): "a rule needs at least one label, and none may be empty",
    policy({"kind": "any of", "rules": []}): "AnyOf needs at least one rule",
    policy(nested(30)): ("rules must not lie more than 20 deep in one another"),
    policy(nested(1), {"kind": "quadratic", "factor": -2}): "factor must not be negative, got -2",
    policy(nested(1), {"kind": CANARY}): "there is a kind of cost that this program does not know",
}


@pytest.mark.parametrize(("text", "sentence"), BAD.items(), ids=range(len(BAD)))
def test_malformed_text_gets_one_sentence_without_values(text, sentence):
    with pytest.raises(ValueError) as raised:
        workspace_from_json(text)
    assert str(raised.value) == sentence
    assert CANARY not in str(raised.value)


def test_text_that_is_too_large_is_not_even_parsed(monkeypatch):
    monkeypatch.setattr("leakage.workspace.work_json.MAX_CHARACTERS", 10)
    with pytest.raises(ValueError, match="the file is larger than"):
        workspace_from_json(saved())


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.just(CANARY)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "kind", "record", "labels", "recipient"]), inner, max_size=3),
    ),
    max_leaves=8,
)


@quick
@given(st.sampled_from([field.name for field in fields(Workspace)]), json_values)
def test_a_part_of_any_shape_raises_nothing_but_a_sentence(part, value):
    try:
        workspace_from_json(saved(**{part: value}))
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


@quick
@given(st.text(max_size=50))
def test_any_text_raises_nothing_but_a_sentence(text):
    with pytest.raises(ValueError, match=r"the file|this is not"):
        workspace_from_json(text)
