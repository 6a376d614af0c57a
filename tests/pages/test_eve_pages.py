"""*Adversary* and *Weights*: what is edited by form, and what is shown, against the library."""

import json
from dataclasses import replace
from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Record, Resolve, Shares, ValueCounts, information_leakage, weights_by_self_information
from leakage.measure.weights import EditSimilarity, NumericCloseness
from leakage.resolution.adversary import Adversary
from leakage.resolution.evidence import Comparison, FellegiSunter, Level, waterfall_of
from leakage.resolution.operations import MERGES, union_merge
from leakage.resolution.properties import check_properties
from leakage.resolution.rules import AnyOf, AtLeast, MatchFunction
from leakage.resolution.values import Similar
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.everyday import EVERYONE, everyday_policies, new_work, with_what_is_likely
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.vocabulary import presets_in_force
from leakage.workspace.workspace import Release
from pages.app.words import percent
from pages.science.policy_form import (
    KINDS,
    ONE_VALUE,
    PolicyForm,
    RuleRow,
    adversary_of,
    form_of,
    odds_of,
    similar,
    with_labels,
)
from tests.amount import TIMES
from tests.pages.helpers import CASES, bound, charts, current, figure_in_strip, opened, press, ran, run, start, texts
from tests.starting import plain_person, policy, starting_workspace
from tests.strategies import quick

# The adversary: rules and evidence by form, properties, how often she is right, and Splink, against the library.


EXAMPLES = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}
WORK = EXAMPLES["alice-on-the-web"]
CLAIMS = "What does the evidence say of two records?"
LIST = b"cluster,N,P\n1,Ann,1\n1,Ann,2\n2,Bob,3\n2,Rob,3\n3,Ann,4\n"


def form(at):
    return form_of(current(at).policy.adversary)


def saved(at, name):
    """Press the form's first button of that name."""
    return run(next(b for b in at.main.button if b.label == name and not b.disabled).click())


def said(at):
    """What the script of the open tab prints."""
    return ran(at.session_state["script"][1])[1]


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
    for kind in [*KINDS][1:]:
        bound(at.selectbox, "rule-kind").set_value(kind)
        saved(at, "Save the rule")
        assert form(at).rules == (RuleRow(("Phone", "Name"), kind),)
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
    assert float(said(at).split()[0]) == pytest.approx(fall.weight)


@pytest.mark.tabs("Properties")
@pytest.mark.parametrize("key", ["wrong-phone", "five-records"])
def test_the_properties_are_those_of_the_library(key):
    work = EXAMPLES[key]
    at = start(work, "rules")
    step = next(step for step in work.adversary.operations if isinstance(step, Resolve))
    records = [*work.background, *(release.record for release in work.releases)]
    expected = check_properties(records, step.match, step.merge, cases=1_000)
    table = next(frame.value for frame in at.main.dataframe if "Property" in frame.value.columns)
    assert (table["On these records"] == "held").tolist() == [report.held and report.tried > 0 for report in expected]
    assert [bool(cell) for cell in table["Where it failed"]] == [not report.held for report in expected]
    assert said(at) == "".join(f"{report.name} {report.held}\n" for report in expected)


@pytest.mark.tabs("A labelled list")
def test_how_often_she_is_right_on_a_labelled_list():
    at = start(replace(WORK, policies=(everyday_policies()[0], *WORK.policies)), "rules")
    run(bound(at.main.selectbox, f"rules-policy-{hash(tuple(names(at)))}").set_value(WORK.policies[1].name))
    assert current(at).adversary.matches == (Shares("N"),)
    run(at.file_uploader[0].upload("list.csv", LIST, "text/csv"))
    # The three Anns make three pairs, one of them right; of two true pairs one is found.
    assert [metric.value for metric in at.main.metric] == [percent(1 / 3), percent(1 / 2), percent(2 / 5)]
    assert ran(at.session_state["script"][1] + "assert join_quality(eve.resolve(records), people).right == 1\n")


@pytest.mark.tabs("Splink")
def test_a_model_of_splink_is_tried_where_it_is_installed():
    at = start(WORK, "rules")
    if find_spec("splink") is None:
        assert not at.file_uploader and any("pip install" in text for text in texts(at))
        return
    run(at.file_uploader[0].upload("model.json", json.dumps({"comparisons": []}).encode(), "application/json"))
    assert len(at.main.error) == 1


# A policy as a form: turned into an adversary and back nothing is lost; odds of levels.


LABELS = ("Name", "Phone", "Address", "Age")
NAMES = with_labels((), ["Name"])[0]
some = st.lists(st.sampled_from(LABELS), unique=True, min_size=1, max_size=3).map(tuple)


@st.composite
def rows(draw):
    labels, kind = draw(some), draw(st.sampled_from([*KINDS]))
    return RuleRow(labels, kind, tuple(label for label in labels if kind == ONE_VALUE and draw(st.booleans())))


@st.composite
def forms(draw):
    """Forms that differ from the default only in what an adversary can tell."""
    rules = tuple(draw(st.lists(rows(), max_size=3)))
    score = draw(st.sampled_from([None, AtLeast(1.5, (("Name", 2.0), ("Age", 0.5)))]))
    evidence = draw(st.sampled_from([None, FellegiSunter(0.01, (NAMES,), 1.5)]))
    costs = {"quadratic": draw(st.booleans()), "price": draw(st.sampled_from([0.0, 0.001, 1.0]))}
    if not (rules or score or evidence):
        return PolicyForm(**costs)
    form = PolicyForm(
        rules=rules,
        score=score,
        evidence=evidence,
        at_least=draw(st.sampled_from([0.8, 0.9])) if any(rule.alike for rule in rules) else 0.9,
        conflicts=draw(some) if draw(st.booleans()) else (),
        merge=draw(st.sampled_from(sorted(MERGES))),
        single_link=draw(st.booleans()),
        corrections=(("Disease", "Influenza", "Flu"),) if draw(st.booleans()) else (),
        look_ups=(("Address", "123 Main", "Zip", "94305"),) if draw(st.booleans()) else (),
        **costs,
    )
    return form.overlooking(frozenset(draw(st.sets(st.sampled_from(["case", "phones", "emails", "nicknames"])))))


@settings(max_examples=50 * TIMES)
@given(forms())
def test_a_form_comes_back_from_its_adversary(form):
    assert form_of(adversary_of(form)) == form
    assert form.overlooking(form.overlooked) == form


@pytest.mark.parametrize(
    "adversary",
    [
        Adversary((Resolve(AnyOf(AtLeast(1.0, (("Name", 1.0),)), Shares("Name"))),)),
        Adversary((Resolve(AnyOf(*(AtLeast(1.0, ((label, 1.0),)) for label in ("Name", "Phone")))),)),
        Adversary((Resolve(AnyOf(FellegiSunter(0.5, (NAMES,)), AtLeast(1.0, (("Name", 1.0),)))),)),
        Adversary((Resolve(MatchFunction(lambda left, right: True, "Name")),)),
        Adversary((Resolve(AnyOf(AnyOf(Shares("Name")), Shares("Phone"))),)),
        Adversary((Resolve(AnyOf(Shares(Similar("Name", 0.8)), Shares(Similar("Name", 0.9)))),)),
        Adversary((Resolve(Shares("Name")), Resolve(Shares("Phone")))),
        Adversary((Resolve(Shares("Name"), merge=lambda left, right: union_merge(right, left)),)),
    ],
    ids=range(8),
)
def test_what_a_form_cannot_say_is_no_form(adversary):
    assert form_of(adversary) is None


chances = st.sampled_from([1.0, 0.9, 0.2, 1e-3, 1e-6])
nearly = st.builds(Level, chances, chances, st.just(similar("Name", 0.9)))
agree = st.builds(Level, chances, chances)
comparisons = st.builds(Comparison, st.just("Name"), st.tuples(agree, nearly), agree)


@quick
@given(comparisons, st.integers(0, 2), st.sampled_from([1.0, 1e-6, 0.2, 5.0, 1e6]))
def test_the_odds_of_one_level_change_and_of_no_other(comparison, number, odds):
    changed = comparison.with_odds(number, odds)
    before, after = list(odds_of(comparison)), list(odds_of(changed))
    assert after.pop(number)[1] == pytest.approx(odds)
    before.pop(number)
    assert before == after
    held, then = ((*each.levels, each.otherwise)[number] for each in (comparison, changed))
    if odds * held.u <= 1.0:
        assert then.u == pytest.approx(held.u)


# Weights: what moves the figure, presets, one weight at a time, rare values and near misses.


REAL = plain_person().workspace
PRESUMING = with_what_is_likely(
    replace(new_work(), chosen=EVERYONE, releases=(Release("Shop", "amazon.com", Record.of(("Email", "a@b.example"))),))
)
CHART, OWN = "What if a weight were half or twice as much?", "My own weights"
AGED = replace(
    starting_workspace(),
    profile=(("Name", "Ann"), ("Age", "30")),
    policies=(policy("By name", starting_workspace().policies[-1].adversary.operations[0].match),),
)


GIVEN = (Release("Order", "Shop", Record.of(("Name", "Ann"), ("Age", "31"))),)


def aged(**parts):
    return replace(AGED, releases=GIVEN, **parts)


def preset(at):
    return bound(at.main.selectbox, "weights-preset")


def shown(at, heading):
    return next(frame.value for frame in at.main.dataframe if heading in frame.value.columns)


@pytest.mark.parametrize("workspace", CASES)
def test_every_example_is_weighed(session, workspace):
    at = opened(session, workspace, "weights")
    weights = {label: workspace.weight_map.get(label, 1.0) for label, _ in workspace.profile}
    in_force = {one.name for one in presets_in_force(weights)}
    assert preset(at).value in in_force if in_force else preset(at).value == OWN
    assert shown(at, "Why")["Weight"].tolist() == list(weights.values())


@pytest.mark.parametrize("work", [REAL, PRESUMING], ids=["entered", "presumed"])
def test_halving_and_doubling_are_those_of_the_definition(work):
    at = start(work, "weights")
    chart = charts(at)[CHART]
    top = chart["layout"]["yaxis"]["ticktext"][-1]
    for name, factor in (("half the weight", 0.5), ("twice the weight", 2.0)):
        weights = {**work.weight_map, top: work.weight_map[top] * factor}
        drawn = next(trace for trace in chart["data"] if trace.get("name") == name)
        expected = worst(assess(replace(work, weights=tuple(weights.items())))).result.leakage
        assert drawn["x"][-1] == pytest.approx(expected, rel=1e-12), name
        assert repr(drawn["x"][-1]) in said(at)


@pytest.mark.tabs("Weights")
def test_a_set_of_weights_is_taken_by_choosing_it():
    mine = replace(REAL, weights=(("Name", 7.0), *REAL.weights[1:]))
    at = start(mine, "weights")
    assert preset(at).value == OWN
    run(preset(at).set_value("All equal"))
    assert set(current(at).weight_map.values()) == {1.0}
    assert preset(at).value == "All equal" and OWN not in preset(at).options
    press(at, "undo")
    assert current(at) == mine and preset(at).value == OWN


@pytest.mark.tabs("Weights")
def test_a_single_weight_is_changed():
    card = replace(AGED, profile=(("Name", "Ann"), ("Card", "a")), weights=(("Name", 1.0), ("Card", 3.0)))
    at = start(card, "weights")
    run(at.selectbox(key="weights-label").set_value("Card"))
    run(bound(at.main.number_input, f"weight-{hash('Card')}").set_value(4.0))
    assert current(at).weight_map == {"Name": 1.0, "Card": 4.0}
    assert preset(at).value == OWN and shown(at, "Why")["Weight"].tolist() == [1.0, 4.0]


def near(at, kind, scale=10.0):
    at.selectbox(key="near-label").set_value("Age")
    at.selectbox(key="near-kind").set_value(kind)
    at.number_input(key="near-scale").set_value(scale)
    return run(next(button for button in at.main.button if button.label == "Save").click())


@pytest.mark.tabs("Near misses")
def test_a_near_miss_counts_in_part():
    at = start(aged(), "weights")
    assert figure_in_strip(at) == percent(0.5)
    near(at, "Numbers near each other")
    assert current(at).similarities == (("Age", NumericCloseness(10.0)),)
    # X = 1 + 0.9 of W_e = 2 and Y = 2.
    assert figure_in_strip(at) == percent(0.95)
    near(at, "Nearly the same spelling")
    assert current(at).similarities == (("Age", EditSimilarity()),)
    near(at, None)
    assert current(at).similarities == ()


@pytest.mark.tabs("Rare values")
def test_rare_values_count_more_by_a_table():
    at = start(aged(), "weights")
    run(bound(at.main.segmented_control, "statistics").set_value("table"))
    content = b"Name,AGE,Shoe\nBob,30,9\nBob,40,9\nCarol,30,8\n"
    next(u for u in at.file_uploader if u.key.startswith("upload.statistics")).upload("p.csv", content, "text/csv")
    press(run(at), "statistics-take")
    counts = ValueCounts({"Name": {"Bob": 2, "Carol": 1}, "Age": {"30": 2, "40": 1}})
    assert current(at).value_counts == counts
    weights = weights_by_self_information(AGED.reference, counts, AGED.weight_map)
    records = [release.record for release in aged().releases]
    expected = information_leakage(records, AGED.reference, AGED.adversary, weights).leakage
    assert figure_in_strip(at) == percent(expected)
