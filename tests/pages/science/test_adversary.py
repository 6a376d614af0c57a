"""The adversary: rules and evidence by form, properties, how often she is right, and Splink, against the library."""

import json
from dataclasses import replace
from importlib.util import find_spec

import pytest

from leakage import Resolve, Shares
from leakage.resolution.evidence import waterfall_of
from leakage.resolution.properties import check_properties
from leakage.resolution.rules import AtLeast
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.everyday import everyday_policies
from pages.app.words import percent
from pages.science.policy_form import RuleRow, form_of
from tests.pages.helpers import bound, charts, current, opened, press, run, start, texts

EXAMPLES = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
WORK = EXAMPLES["alice-on-the-web"]
CLAIMS = "What does the evidence say of two records?"
LIST = b"cluster,N,P\n1,Ann,1\n1,Ann,2\n2,Bob,3\n2,Rob,3\n3,Ann,4\n"


def form(at):
    return form_of(current(at).policy.adversary)


def saved(at, name):
    """Press the form's first button of that name."""
    return run(next(b for b in at.main.button if b.label == name and not b.disabled).click())


def names(at):
    return [policy.name for policy in current(at).policies]


@pytest.mark.tabs("Rules")
@pytest.mark.parametrize("key", sorted(EXAMPLES))
def test_every_rule_of_the_papers_is_shown_and_looking_changes_nothing(session, key):
    at = opened(session, EXAMPLES[key], "rules")
    rules = form(at).rules
    shown = [frame.value["Same"].tolist() for frame in at.main.dataframe if "Same" in frame.value.columns]
    named = [", ".join(map(EXAMPLES[key].display_name, rule.labels)) for rule in rules]
    assert shown == ([named] if rules else []) and current(at) == EXAMPLES[key]


@pytest.mark.tabs("Rules")
def test_a_rule_is_added_changed_and_removed():
    at = press(start(WORK, "rules"), "rules-new")
    assert names(at)[-1] == "My Eve" == current(at).chosen and form(at).rules == ()
    run(bound(at.main.text_input, f"rules-name-{hash('My Eve')}").set_value("Mine"))
    assert names(at)[-1] == "Mine" == current(at).chosen
    assert len(saved(at, "Save the rule").main.error) == 1
    bound(at.multiselect, "rule-same").set_value(["Phone"])
    bound(at.multiselect, "rule-alike").set_value(["Name"])
    saved(at, "Save the rule")
    assert form(at).rules == (RuleRow(("Phone", "Name"), alike=("Name",)),)
    bound(at.checkbox, "rule-exact").set_value(True)
    saved(at, "Save the rule")
    assert form(at).rules == (RuleRow(("Phone", "Name"), exact=True),)
    saved(at, "Remove it")
    assert form(at).rules == ()
    press(at, "rules-remove")
    assert current(at).policies == WORK.policies


@pytest.mark.tabs("Rules")
def test_a_score_exceptions_corrections_and_look_ups():
    at = start(WORK, "rules")

    def fill(name, *cells):
        for key, value in cells:
            widget = at.selectbox if key.endswith(("Detail", "the")) else at.text_input
            widget(key=f"{name}-{key}").set_value(value)
        return press(at, f"{name}-save")

    fill("Score", ("Detail", "Phone"), ("counts", "1.5"))
    fill("Score", ("Detail", "Name"), ("counts", "1"))
    assert form(at).score == AtLeast(2.0, (("Phone", 1.5), ("Name", 1.0)))
    assert len(fill("Score", ("Detail", "Name"), ("counts", "much")).main.error) == 1
    fill("Corrections", ("In the", "City"), ("she reads", "NYC"), ("as", "New York"))
    assert form(at).corrections == (("City", "NYC", "New York"),)
    fill("Look-ups", ("Where the", "City"), ("is", "Ulm"), ("she fills in the", "Post code"), ("with", "89073"))
    assert form(at).look_ups == (("City", "Ulm", "Post code", "89073"), ("P", "123", "A", "30"))
    press(at, "Corrections-remove")
    assert form(at).corrections == ()
    run(bound(at.main.multiselect, f"rules-conflicts-{hash(names(at)[0])}").set_value(["Phone"]))
    assert form(at).conflicts == ("Phone",)


def with_evidence():
    at = start(WORK, "rules")
    name = hash(current(at).policy.name)
    return run(bound(at.main.multiselect, f"rules-compared-{name}").set_value(["N", "A"])), name


@pytest.mark.tabs("Evidence by odds")
def test_odds_are_typed_and_the_waterfall_adds_them_up():
    at, name = with_evidence()
    rule = form(at).evidence
    assert rule.prior == 1 / len(WORK.releases) and rule.labels == ("N", "A")
    run(bound(at.main.number_input, f"rules-odds-{hash('N')}-0-{name}").set_value(50.0))
    run(bound(at.main.number_input, f"rules-odds-{name}").set_value(19.0))
    rule = form(at).evidence
    assert rule.comparisons[0].levels[0].weight == pytest.approx(5.643856) and 2**rule.threshold == pytest.approx(19)
    left, right = WORK.releases[-1].record, WORK.releases[-2].record
    fall = waterfall_of(rule, left, right)
    assert fall.weight == pytest.approx(rule.weight(left, right))
    drawn = {y: x for bar in charts(at)[CLAIMS]["data"] for x, y in zip(bar["x"], bar["y"], strict=True)}
    assert drawn.pop(0) == pytest.approx(fall.weight) == pytest.approx(sum(drawn.values()))
    assert any(text.startswith(percent(fall.probability)) for text in texts(at))


@pytest.mark.tabs("Properties")
@pytest.mark.parametrize("key", ["wrong-phone", "five-records"])
def test_the_properties_are_those_of_the_library(key):
    work = EXAMPLES[key]
    at = start(work, "rules")
    step = next(step for step in work.adversary.operations if isinstance(step, Resolve))
    records = [*work.background, *(release.record for release in work.releases)]
    expected = check_properties(records, step.match, step.merge, cases=1_000)
    table = next(frame.value for frame in at.main.dataframe if "Property" in frame.value.columns)
    assert (table["On these records"] == "held").tolist() == [report.held for report in expected]
    assert [bool(cell) for cell in table["Where it failed"]] == [not report.held for report in expected]


@pytest.mark.tabs("A labelled list")
def test_how_often_she_is_right_on_a_labelled_list():
    at = start(replace(WORK, policies=(everyday_policies()[0], *WORK.policies)), "rules")
    run(bound(at.main.selectbox, f"rules-policy-{hash(tuple(names(at)))}").set_value(WORK.policies[1].name))
    assert current(at).adversary.matches == (Shares("N"),)
    run(at.file_uploader[0].upload("list.csv", LIST, "text/csv"))
    # The three Anns make three pairs, one of them right; of two true pairs one is found.
    assert [metric.value for metric in at.main.metric] == [percent(1 / 3), percent(1 / 2), percent(2 / 5)]


@pytest.mark.tabs("Splink")
def test_a_model_of_splink_is_tried_where_it_is_installed():
    at = start(WORK, "rules")
    if find_spec("splink") is None:
        assert not at.file_uploader and any("pip install" in text for text in texts(at))
        return
    run(at.file_uploader[0].upload("model.json", json.dumps({"comparisons": []}).encode(), "application/json"))
    assert len(at.main.error) == 1
