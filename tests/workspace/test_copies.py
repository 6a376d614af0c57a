"""Saved copies: whatever may be entered comes back, what is malformed is refused, and older versions open."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.measure.rarity import ValueCounts
from leakage.measure.weights import NumericCloseness
from leakage.record import Attribute, Record
from leakage.resolution.adversary import Adversary, PerComparison, Quadratic
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, AtLeast, Shares
from leakage.workspace import limits
from leakage.workspace.copies import left_out, opened, saved_copy, workspace_of_vault
from leakage.workspace.files.secret import is_secret
from leakage.workspace.limits import GREATEST, LEAST, check_workspace
from leakage.workspace.release import Listing
from leakage.workspace.workspace import Policy, Release, Workspace
from tests.strategies import days, enterable, thorough
from tests.workspace.every_part import every_part_and_requests, whole_work

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
        assert opened(saved(version=version)) == Workspace()


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
        opened(text)
    assert str(raised.value) and CANARY not in str(raised.value) and len(str(raised.value)) < 120


LONG, NUL = "x" * (limits.LONGEST_TEXT + 1), "a\0b"

SHOP = Release("Order", "Shop", Record.of(("Name", "Alice")))


@thorough
@given(workspaces, days | st.just(""))
def test_what_may_be_entered_comes_back_from_every_file(workspace, day):
    releases = tuple(replace(release, date=day) for release in workspace.releases)
    work = check_workspace(replace(workspace, releases=releases, plans=()))
    text = saved_copy(work)
    assert opened(text) == workspace_of_vault(text) == work


def by(match, **cost):
    return Workspace(policies=(Policy("Eve", Adversary(Resolve(match), **cost)),))


NUMBERS = {
    "Workspace.weights": lambda number: Workspace(weights=(("Name", number),)),
    "ValueCounts.counts": lambda number: Workspace(value_counts=ValueCounts({"Name": {"Ann": number}})),
    "NumericCloseness.scale": lambda number: Workspace(similarities=(("Age", NumericCloseness(number)),)),
    "AtLeast.weights": lambda number: by(AnyOf(AtLeast(1.0, (("Name", number),)), Shares("Phone"))),
    "AtLeast.threshold": lambda number: by(AtLeast(number, (("Name", 1e6),))),
    "PerComparison.price": lambda number: by(Shares("Name"), cost=PerComparison(number)),
    "Quadratic.factor": lambda number: by(Shares("Name"), cost=Quadratic(number)),
}


@pytest.mark.parametrize("field", limits.NUMBERS)
def test_every_number_has_its_limits(field):
    for number in (limits.LEAST, limits.GREATEST):
        check_workspace(NUMBERS[field](number))
    for number in (limits.LEAST / 2, limits.GREATEST * 2):
        beyond = NUMBERS[field](number)
        with pytest.raises(ValueError, match="must be"):
            check_workspace(beyond)
        assert workspace_of_vault(saved_copy(beyond)) == beyond


@pytest.mark.parametrize("text", [LONG, NUL], ids=["too long", "a NUL"])
@pytest.mark.parametrize(
    "work",
    [
        lambda text: Workspace(profile=(("Name", text),)),
        lambda text: Workspace(releases=(replace(SHOP, record=Record.of((text, "x"))),)),
        lambda text: Workspace(background=(Record.of(("x", text)),)),
        lambda text: Workspace(policies=(Policy("Eve", Adversary((Resolve(Shares(text)),))),)),
    ],
)
def test_a_copy_with_such_a_text_is_refused_and_a_vault_with_it_opens(work, text):
    saved = saved_copy(work(text))
    with pytest.raises(
        ValueError, match=r"^a text must (have at most 100,000 characters|not hold characters)"
    ) as caught:
        opened(saved)
    assert text not in str(caught.value)
    assert workspace_of_vault(saved) == work(text)


def test_too_many_are_refused(monkeypatch):
    monkeypatch.setitem(limits.MOST, "releases", 2)
    monkeypatch.setitem(limits.MOST, "background", 2)
    monkeypatch.setattr(limits, "MOST_FACTS_EACH", 2)
    monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
    three = tuple((str(n), "x") for n in range(3))
    for work in (
        Workspace(releases=tuple(replace(SHOP, name=str(n)) for n in range(3))),
        Workspace(background=(Record.of(("A", "x")),) * 3),
        Workspace(background=(Record.of(*three),)),
        Workspace(names=three),
    ):
        with pytest.raises(ValueError, match=r"at most 2"):
            check_workspace(work)


# A copy saved in version 2 or 3 of the format opens, without what this program no longer has.


SAVED = Path(__file__).parent / "saved"


def test_a_copy_of_version_2_opens_and_what_is_gone_is_named():
    text = (SAVED / "version-2.json").read_text(encoding="utf-8")
    whole = every_part_and_requests()
    kept = tuple(policy for policy in whole.policies if policy.name == "Careful")
    assert opened(text) == replace(whole, policies=kept)
    assert len(left_out(text)) == 11


def test_a_copy_of_version_3_opens_whole():
    text = (SAVED / "version-3.json").read_text(encoding="utf-8")
    work = opened(text)
    assert work == whole_work() == opened(saved_copy(work))
    assert left_out(text) == (
        "how tables of your own were read",
        "how many minutes you said an action takes",
        "the days of lists of contacts",
        "letters that ask to correct something",
        "how frequent the values are that Eve compares",
    )


def test_a_copy_of_version_4_opens_without_how_tables_were_read():
    saved = json.dumps(
        {"format": "leakage-workspace", "version": 4, "title": "Mine", "mappings": [{"headings": ["a"]}]}
    )
    assert opened(saved) == Workspace(title="Mine") and len(left_out(saved)) == 1


def test_evidence_by_typed_odds_and_scores_by_labels_open_from_a_copy_of_version_2():
    """Its fields that are gone are dropped where they said nothing."""
    saved = json.loads((SAVED / "version-2.json").read_text(encoding="utf-8"))
    [doubtful] = [policy for policy in saved["policies"] if policy["name"] == "Doubtful"]
    names = doubtful["operations"][0]["match"]["comparisons"][0]
    names["only_days"], names["levels"][0]["least_frequency"] = False, 0.0
    names["levels"][1]["similar"]["bytewise"] = False
    [reckless] = [policy for policy in saved["policies"] if policy["name"] == "Reckless"]
    reckless["operations"][1]["match"]["common"] = []
    assert opened(json.dumps(saved)) == every_part_and_requests()
