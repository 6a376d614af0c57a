"""Every kind of rule, merge and operation is saved and read again, and a table of rules says what it cannot hold."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Resolve, Shares
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.resolution.rules.normalised import Normalised, Normaliser
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
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
    return json.dumps({"format": "leakage-workspace", "version": 2, "policies": [policy]})


SHARES = {"kind": "shares", "labels": ["N"]}
SIMILAR = {"label": "N", "at_least": 0.9, "kind": "name", "within": 0, "blocked": True}


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (
            {"kind": "shares", "labels": [{**SIMILAR, "kind": "canary"}]},
            "kind of entry 1 of labels of match .* is not one that this program knows",
        ),
        (
            {"kind": "shares", "labels": [{**SIMILAR, "kind": ["canary"]}]},
            "kind of entry 1 of labels of match .* must be text",
        ),
        ({"kind": "shares", "labels": [{**SIMILAR, "at_least": 2}]}, "at_least must be in"),
        (
            {"kind": "shares", "labels": [{**SIMILAR, "at_least": "canary"}]},
            "at_least of entry 1 of labels of match .* must be a number",
        ),
        (
            {"kind": "shares", "labels": [{**SIMILAR, "blocked": "canary"}]},
            "blocked of entry 1 of labels of match .* must be true or false",
        ),
        ({"kind": "shares", "labels": [7]}, "entry 1 of labels of match .* must be .*text"),
        ({"kind": "unless", "match": SHARES, "conflicts": []}, "a rule needs at least one label"),
        ({"kind": "unless", "match": "canary", "conflicts": ["P"]}, "match of match .* must be an object"),
        ({"kind": "at least", "threshold": 0, "weights": [["N", 1]]}, "threshold must be a positive"),
        (
            {"kind": "at least", "threshold": 1, "weights": [["N", "canary"]]},
            "part 2 of entry 1 of weights of match .* must be a number",
        ),
        (
            {"kind": "at least", "threshold": 1, "weights": [["N", 1]], "common": [["N"]]},
            "entry 1 of common of match .* must be a list of length 3",
        ),
        (
            {"kind": "normalised", "match": SHARES, "case": "canary", "spaces": True},
            "case of match .* must be true or false",
        ),
    ],
)
def test_malformed_rules_get_one_sentence_without_values(match, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        workspace_from_json(saved(match))
    assert "canary" not in str(caught.value)
