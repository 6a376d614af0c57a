"""Every kind of rule, merge and operation is saved and read again, and a table of rules says what it cannot hold."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Resolve, Shares
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless
from leakage.workspace.work_json import workspace_from_json, workspace_to_json
from leakage.workspace.workspace import Policy, Workspace
from tests.resolution import kinds
from tests.strategies import quick

full = Normaliser(case=False, spaces=False, phones=("P",), region="US", emails=("E",), nicknames=("N", "M"))
operations = st.one_of(
    st.builds(Resolve, kinds.normalised(kinds.plain), kinds.merges),
    st.builds(SingleLink, kinds.normalised(kinds.plain), kinds.merges),
    st.just(Resolve(Unless(Normalised(Shares("N"), full), Conflicts("P", "N")))),
)


@quick
@given(operations)
def test_policies_of_every_kind_are_saved_and_read_again(operation):
    workspace = Workspace(policies=(Policy("p", Adversary((operation,))),))
    again = workspace_from_json(workspace_to_json(workspace))
    assert again == workspace
    assert hash(again.policies[0].adversary) == hash(workspace.policies[0].adversary)


def saved(match):
    cost = {"kind": "quadratic", "factor": 1}
    operation = {"kind": "single link", "match": match, "merge": "union"}
    policy = {"name": "p", "operations": [operation], "cost": cost}
    return json.dumps({"format": "leakage-workspace", "version": 1, "policies": [policy]})


SHARES = {"kind": "shares", "labels": ["N"]}
SIMILAR = {"label": "N", "at_least": 0.9, "kind": "name", "within": 0, "blocked": True}


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        ({"kind": "shares", "labels": [{**SIMILAR, "kind": "canary"}]}, "the kind of a similarity"),
        ({"kind": "shares", "labels": [{**SIMILAR, "kind": ["canary"]}]}, "the kind of a similarity must be text"),
        ({"kind": "shares", "labels": [{**SIMILAR, "at_least": 2}]}, "at_least must be in"),
        ({"kind": "shares", "labels": [{**SIMILAR, "at_least": "canary"}]}, "at_least must be a number"),
        ({"kind": "shares", "labels": [{**SIMILAR, "blocked": "canary"}]}, "blocked must be true or false"),
        ({"kind": "shares", "labels": [7]}, "the labels of a rule must be text"),
        ({"kind": "unless", "match": SHARES, "conflicts": []}, "a rule needs at least one label"),
        ({"kind": "unless", "match": "canary", "conflicts": ["P"]}, "rule must be an object"),
        ({"kind": "at least", "threshold": 0, "weights": [["N", 1]]}, "threshold must be a positive"),
        ({"kind": "at least", "threshold": 1, "weights": [["N", "canary"]]}, "weight must be a number"),
        ({"kind": "at least", "threshold": 1, "weights": [["N", 1]], "common": [["N"]]}, "must have 3 parts, got 1"),
        ({"kind": "normalised", "match": SHARES, "case": "canary", "spaces": True}, "case must be true or false"),
    ],
)
def test_malformed_rules_get_one_sentence_without_values(match, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        workspace_from_json(saved(match))
    assert "canary" not in str(caught.value)
