from dataclasses import replace

import pytest

from leakage import Attribute, Record, SameKeySet, Shares
from leakage.decision.disinformation.candidates import Prices
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.disinformation import Terms
from leakage.workspace.figures.disinformation_plans import plan_disinformation
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.presets import policy
from leakage.workspace.workspace import Recipient, Release, Workspace
from pages.decide.disinformation import plans as disinformation_plans
from pages.decide.disinformation import text
from pages.decide.disinformation.charts import disinformations_chart
from pages.decide.disinformation.text import AFTERWARDS, HARMFUL, KIND_WORDS, PLAN_NAMES
from pages.decide.disinformation.text import CHART as FRONTIER
from pages.decide.disinformation.what_if import MOST
from pages.decide.planned_release.text import CHART as INCREMENTS
from pages.kit.charts.curves import NO_LOWER
from pages.kit.glossary import NOTHING_REACHES_HER
from pages.shell.words import change, count, percent
from tests.amount import cases
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    direct,
    figure_in_strip,
    go,
    nodes,
    opened,
    pooled,
    press,
    problems,
    released,
    run,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace
QUESTION = text.CURVE
RECIPIENT = "disinform-recipient"
BY_FACT = "disinform-by-fact"
MODES = {KIND_WORDS["self"]: "self", KIND_WORDS["linkage"]: "linkage"}
LINK = "disinform-link"
COUNT = "disinform-count"
NO_HELP = text.ONE_NO_HELP.partition("{")[0]


def by_fact(at, linkage=True):
    """Open the part on one record, with strangers where they are wanted."""
    at.session_state[BY_FACT] = True
    if linkage and box(at, KINDS):
        # The plans above, which take long, may cost little: they are not looked at.
        at.number_input(key=MOST_BUDGET).set_value(3.0)
        box(at, KINDS).set_value(["self", "linkage", "blocking"])
    return run(at)


def curves(at):
    shown = charts(at).get(QUESTION, {"data": []})["data"]
    return {MODES[trace["name"]]: trace for trace in shown if trace["name"] in MODES}


def sentence_of_curve(at):
    """What the number of wrong facts chosen takes back, above the curve."""
    return next(m.value for m in at.main.markdown if "would take back" in m.value or m.value.startswith(NO_HELP))


def records(at, workspace):
    """The records on the screen, read back from what is shown of them."""
    letters = {workspace.display_name(label): label for label in workspace.labels}
    tables = [f.value for f in at.dataframe if "Why" in f.value.columns and "Right or wrong" not in f.value.columns]
    return [
        Record(Attribute(letters[what], value) for what, value in zip(t["Detail"], t["Value"], strict=True))
        for t in tables
    ]


def shows_what_its_records_do(at, workspace, chosen):
    """The record on the screen, put among the releases, gives the figure on the screen."""
    recipient = box(at, RECIPIENT).value
    now, reached = whole_leakage(workspace), []
    for trace, record in zip(curves(at).values(), records(at, workspace), strict=True):
        place = min(chosen, len(trace["y"]) - 1)
        after = whole_leakage(released(workspace, Release("d", recipient, record)))
        assert trace["x"][place] == place
        assert trace["y"][place] == pytest.approx(after)
        assert text.RECORD_KNOWS.format(change=change(after - now), then=percent(after)) in texts(at)
        reached.append((after, place))
    after, place = min(reached)
    helps = now - after > 1e-9
    said = f"{-100 * (after - now):.1f} points" if helps else NO_HELP
    assert said in sentence_of_curve(at)
    if helps and place:
        assert count(place, "wrong detail") in sentence_of_curve(at)
    assert any(f"she would know {percent(after)}." in line for line in texts(at))


@pytest.mark.parametrize("workspace", CASES)
def test_the_record_shown_does_what_the_curve_says(session, workspace):
    at = opened(session, workspace, "disinformation")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    assert len(at.main.header) <= 1
    if workspace.has_releases_only:
        assert [info.value for info in at.main.info] == [NOTHING_REACHES_HER]
        assert not at.main.header and not charts(at)
        return
    by_fact(at)
    if not curves(at):
        assert at.main.info
        return
    shows_what_its_records_do(at, workspace, at.slider(key=COUNT).value)


@pytest.mark.slow
def test_any_number_of_wrong_facts():
    at = by_fact(start(REAL, "disinformation"))
    for chosen in (0, 1, MOST):
        run(at.slider(key=COUNT).set_value(chosen))
        assert len(curves(at)) == 2
        shows_what_its_records_do(at, REAL, chosen)


@pytest.mark.slow
def test_any_recipient_and_any_stranger():
    alone = pooled(REAL, "alone")
    at = by_fact(start(alone, "disinformation"))
    for recipient in box(at, RECIPIENT).options[::5]:
        run(box(at, RECIPIENT).set_value(recipient))
        if any(box.key == LINK for box in at.selectbox):
            run(at.selectbox(key=LINK).select_index(len(at.selectbox(key=LINK).options) - 1))
        shows_what_its_records_do(at, alone, 5)


def test_what_was_chosen_survives_a_look_at_another_page():
    at = by_fact(start(REAL, "disinformation"), linkage=False)
    run(at.slider(key=COUNT).set_value(9))
    run(box(at, RECIPIENT).set_value("Skylark Air"))
    go(go(at, "leakage"), "disinformation")
    by_fact(at, linkage=False)
    assert (at.slider(key=COUNT).value, box(at, RECIPIENT).value) == (9, "Skylark Air")


def test_another_persons_recipients_are_offered_after_an_example_was_opened():
    at = by_fact(start(REAL, "disinformation"), linkage=False)
    run(box(at, RECIPIENT).set_value("Skylark Air"))
    small = replace(OWN, profile=(("Name", "Ann"),), releases=(Release("o", "Shop", Record.of(("Name", "Ann"))),))
    opened(at, small, "disinformation")
    assert box(by_fact(at, linkage=False), RECIPIENT).value == "Shop"


def test_more_than_one_point_cannot_be_where_nothing_wrong_may_be_said():
    """The rule reads every label there is: one more value would break the match."""
    record = Record.of(("Name", "Ann"), ("Phone", "1"))
    exact = Workspace(
        profile=(("Name", "Ann"), ("Phone", "1")),
        releases=(Release("o", "Shop", record), Release("p", "Shop", record)),
        policies=(policy("Exactly the same", SameKeySet("Name", "Phone")),),
    )
    at = by_fact(start(exact, "disinformation"), linkage=False)
    assert sentence_of_curve(at) == text.ONE_NO_HELP.format(change="no change")
    assert [len(trace["y"]) for trace in curves(at).values()] == [1]


def test_eve_who_joins_nothing_cannot_be_misled():
    at = start(replace(REAL, policies=(), chosen=""), "disinformation")
    assert at.main.info[0].value == text.NOTHING_MATCHES
    assert curves(at) == {}
    assert charts(at) == {}


@pytest.mark.parametrize("mode", cases(["self", "linkage"], usual=1, slow=1))
def test_a_record_can_be_put_among_the_alternatives(mode):
    at = by_fact(start(REAL, "disinformation"), linkage=mode == "linkage")
    number = list(curves(at)).index(mode)
    record = records(at, REAL)[number]
    press(at, f"plan-{mode}")
    assert current(at).plans[-1].name == PLAN_NAMES[mode]
    assert current(at).plans[-1].record == record
    press(at, f"plan-{mode}")
    assert current(at).plans[-1].name == f"{PLAN_NAMES[mode]} 2"
    go(at, "planned_release")
    after = curves_of_plans(at)
    assert pytest.approx(whole_leakage(released(REAL, current(at).plans[-1]))) in after


def test_the_record_stays_on_the_screen_once_it_is_an_alternative():
    at = by_fact(start(REAL, "disinformation"), linkage=False)
    shown = records(at, REAL)
    press(at, "plan-self")
    assert records(at, REAL) == shown


def curves_of_plans(at):
    return next(t["x"] for t in charts(at)[INCREMENTS]["data"] if "after" in t.get("name", ""))


def test_the_page_says_what_is_lawful():
    at = start(REAL, "disinformation")
    there = in_order(at)
    [warning] = [line for line in there if line == text.LAWFUL]
    assert there.index(warning) < there.index(at.main.header[0].value)


def in_order(at):
    """What stands on the page from above, in words."""
    return [node.value for node in nodes(at.main) if isinstance(getattr(node, "value", None), str)]


def test_who_is_included_by_hand_though_it_does_harm_is_warned_of_above_the_proposal():
    at = start(REAL, "disinformation")
    at.number_input(key=MOST_BUDGET).set_value(5.0)
    run(at)
    assert HARMFUL not in in_order(at)
    usual = box(at, "disinformation-recipients").value
    assert not {"Harbour Bank", "Landlord", "Tidewater Instruments", "Dr. Thistle's practice"} & set(usual)
    run(box(at, "disinformation-recipients").set_value([*usual, "Harbour Bank", "Landlord"]))
    there = in_order(at)
    [reasons] = [line for line in there if line.startswith("Landlord: ")]
    assert reasons.splitlines() == [f"{name}: {decoy_obstacles(REAL)[name]}" for name in ("Landlord", "Harbour Bank")]
    assert there.index(HARMFUL) < there.index(reasons) < there.index(at.main.header[0].value)


def test_passwords_papers_and_plates_are_not_offered():
    offered = start(REAL, "disinformation").multiselect[0].options
    assert "Phone" in offered and not {"Passport", "National id", "Tax number", "Licence plate"} & set(offered)


@pytest.mark.slow
def test_only_the_kinds_of_facts_picked_may_be_wrong():
    at = by_fact(start(REAL, "disinformation"), linkage=False)
    run(box(at, RECIPIENT).set_value("Circleup"))
    run(at.multiselect[0].set_value(["Employer"]))
    wrong = {attribute.label for record in records(at, REAL) for attribute in record if attribute.pair not in in_use()}
    assert wrong == {"Employer"}
    shows_what_its_records_do(at, REAL, at.slider(key=COUNT).value)
    run(at.multiselect[0].set_value([]))
    assert all(len(trace["y"]) == 1 for trace in curves(at).values())
    shows_what_its_records_do(at, REAL, 0)


def in_use():
    return set(REAL.profile) | {a.pair for record in REAL.background for a in record}


BUDGET = "disinformation-budget-20-1"
MOST_BUDGET = "disinformation-most"
KINDS = "disinformation-kinds"
EXPECTED = "disinformation-expected"


def box(at, key):
    return next(box for box in (*at.selectbox, *at.multiselect) if box.key.startswith(key))


def frontier(at):
    return {t["name"]: t for t in charts(at)[FRONTIER]["data"]}


def slider(at):
    return next(slider for slider in at.slider if slider.key.startswith("disinformation-budget"))


def plan_shown(at, workspace):
    """The releases of the plan, read back from what is shown of them."""
    letters = {workspace.display_name(label): label for label in workspace.labels}
    boxes = [node for node in nodes(at.main) if any("**Decoy " in m.value for m in direct(node, "markdown"))]
    releases = []
    for node in boxes:
        (table,) = [frame.value for frame in direct(node, "dataframe")]
        record = Record(Attribute(letters[what], v) for what, v in zip(table["Detail"], table["Value"], strict=True))
        to = next(line.value for line in direct(node, "text") if line.value.startswith("Give it to "))
        recipient = next(
            name for name in workspace.recipient_names if to.startswith((f"Give it to {name} (", f"Give it to {name}."))
        )
        truths = {v for (v, told) in zip(table["Value"], table["Right or wrong"], strict=True) if told == "right"}
        assert truths == {a.value for a in record if a.pair in set(workspace.profile)}
        releases.append(Release("d", recipient, record))
    return releases


def shows_what_its_plan_does(at, workspace):
    """The records of the plan on the screen, put among the releases, give the figure on the screen."""
    after = whole_leakage(released(workspace, *plan_shown(at, workspace)))
    now, best = whole_leakage(workspace), frontier(at)["best plan"]
    budget = slider(at).value
    reached = [y for x, y in zip(best["x"], best["y"], strict=True) if x <= budget + 1e-9]
    assert reached[-1] == pytest.approx(after)
    assert sorted(best["y"], reverse=True) == best["y"]
    if budget and plan_shown(at, workspace):
        assert any(said.endswith(AFTERWARDS.format(then=percent(after))) for said in texts(at))
    if plan_shown(at, workspace):
        assert at.main.header[0].value == text.HEADLINE.format(budget=budget, points=100 * (now - after))


@pytest.mark.parametrize("workspace", CASES)
def test_the_plan_shown_does_what_the_frontier_says(session, workspace):
    at = opened(session, workspace, "disinformation")
    if FRONTIER in charts(at):
        shows_what_its_plan_does(at, workspace)


@pytest.mark.slow
def test_any_budget_with_strangers_only_where_they_were_asked_for_and_with_a_warning():
    at = start(REAL, "disinformation")
    said = text.STRANGER
    assert not any(said in warning.value for warning in at.main.warning)
    before = frontier(at)["best plan"]["y"][-1]
    run(box(at, KINDS).set_value(["self", "linkage", "blocking"]))
    assert frontier(at)["best plan"]["y"][-1] < before
    for budget in (0.0, 6.0, 13.0, 20.0):
        run(slider(at).set_value(budget))
        shows_what_its_plan_does(at, REAL)
        if not budget:
            assert at.main.header[0].value == text.NO_EFFORT
            assert text.MORE_EFFORT.format(now=percent(whole_leakage(REAL))) in texts(at)
        heuristic = frontier(at)["papers' heuristic"]
        assert min(heuristic["y"]) >= min(frontier(at)["best plan"]["y"]) - 1e-12
        assert text.PROVED in [caption.value for caption in at.main.caption] or not budget
    assert any(said in warning.value for warning in at.main.warning)


@pytest.mark.slow
def test_only_recipients_that_were_picked():
    at = start(pooled(REAL, "alone"), "disinformation")
    recipients = box(at, "disinformation-recipients")
    assert "Harbour Bank" not in recipients.value
    run(recipients.set_value(["Harbour Bank"]))
    run(slider(at).set_value(20.0))
    assert {release.recipient for release in plan_shown(at, REAL)} == {"Harbour Bank"}
    shows_what_its_plan_does(at, pooled(REAL, "alone"))
    run(box(at, KINDS).set_value([]))
    assert any(info.value == text.NO_KIND for info in at.main.info)
    assert FRONTIER not in charts(at)
    run(box(at, KINDS).set_value(["self"]))
    run(box(at, "disinformation-recipients").set_value([]))
    assert any(info.value == text.NO_RECIPIENT for info in at.main.info)
    assert FRONTIER not in charts(at)


@pytest.mark.slow
def test_prices_of_ones_own():
    at = start(REAL, "disinformation")
    names = list(REAL.recipient_names)
    usual = plan_shown(at, REAL)[0].recipient
    type_into(at, "disinformation-prices-recipients", {names.index(usual): {"price": 9.0}})
    run(slider(at).set_value(10.0))
    assert plan_shown(at, REAL)[0].recipient != usual
    labels = list(dict.fromkeys(label for label, _ in REAL.profile))
    type_into(at, "disinformation-prices-labels", {labels.index("Address"): {"price": 19.0}})
    assert "Address" not in {a.label for release in plan_shown(at, REAL) for a in release.record}
    shows_what_its_plan_does(at, REAL)
    assert current(at).recipients == (Recipient(usual, disinformation_price=9.0),)
    assert current(at).disinformation_prices == (("Address", 19.0),)
    press(at, "undo")
    assert current(at).recipients and not current(at).disinformation_prices


def test_a_price_that_is_negative_is_told_and_nothing_is_lost():
    at = start(REAL, "disinformation")
    before = frontier(at)["best plan"]["y"]
    type_into(at, "disinformation-prices-recipients", {0: {"price": -1.0}})
    assert problems(at) == ["Landlord: effort must be 0 or between 0.000001 and 1,000,000, got -1; it counts as 3."]
    assert frontier(at)["best plan"]["y"] == before
    type_into(at, "disinformation-prices-recipients", {0: {"price": 2.0}})
    assert problems(at) == []


def test_a_record_for_nothing_is_told():
    at = start(REAL, "disinformation")
    type_into(at, "disinformation-prices-recipients", {0: {"price": 0.0}})
    assert problems(at) == []
    type_into(at, "disinformation-prices-labels", {0: {"price": 0.0}})
    assert problems(at) == ["a record and an attribute must not both be free: one of the prices must be more than 0."]
    assert FRONTIER not in charts(at)


@pytest.mark.parametrize("budget", [0.0, -5.0])
def test_a_budget_that_is_not_positive_is_told(budget):
    at = start(REAL, "disinformation")
    run(at.number_input(key=MOST_BUDGET).set_value(budget))
    assert at.main.warning[0].value == text.EFFORT_TOO_SMALL
    assert FRONTIER not in charts(at)
    run(at.number_input(key=MOST_BUDGET).set_value(12.0))
    assert FRONTIER in charts(at)


def test_the_plan_can_be_put_among_the_alternatives():
    at = start(REAL, "disinformation")
    shown = [(release.recipient, release.record) for release in plan_shown(at, REAL)]
    press(at, "disinformation-plan")
    assert [(plan.recipient, plan.record) for plan in current(at).plans[len(REAL.plans) :]] == shown
    assert plan_shown(at, REAL)


def test_before_a_planned_release():
    """2011, Section 1: the vendor has its record, the employer's is about to be given."""
    scenario = next(example.workspace for example in PAPER_SCENARIOS if example.key == "vendor-and-employer")
    vendor, employer = scenario.releases
    rule = policy("Wary", Unless(Shares("N", "A"), Conflicts("P")))
    work = replace(scenario, releases=(vendor,), plans=(employer,), policies=(rule,), chosen=rule.name)
    at = start(work, "disinformation")
    run(box(at, "disinform-labels").set_value([]))
    run(box(at, EXPECTED).set_value(employer.name))
    run(slider(at).set_value(7.0))
    (release,) = plan_shown(at, work)
    assert release.record.labels == ("A", "N", "P")
    assert f"{percent(8 / 9)}" in " ".join(texts(at))
    assert whole_leakage(released(work, release, employer)) == pytest.approx(8 / 9)


def test_it_says_when_only_self_disinformation_can_help():
    exact = replace(REAL, chosen=REAL.policies[0].name)
    at = start(exact, "disinformation")
    assert any(info.value == text.ONLY_SELF for info in at.main.info)
    assert not any(info.value == text.ONLY_SELF for info in start(REAL, "disinformation").main.info)


def test_what_was_entered_survives_a_look_at_another_page():
    at = start(REAL, "disinformation")
    run(slider(at).set_value(13.0))
    type_into(at, "disinformation-prices-recipients", {0: {"price": 7.0}})
    shown = frontier(at)["best plan"]
    go(go(at, "leakage"), "disinformation")
    assert slider(at).value == 13.0
    assert frontier(at)["best plan"] == shown


LABELS = ("Name", "Email", "Phone", "Address", "Card", "Employer", "Job title", "Photo")


def test_the_chart_shows_how_far_what_is_not_proved_can_be_off():
    loose = replace(REAL, chosen="Same name is the same person")
    plans = plan_disinformation(loose, Terms(Prices(1.0, 1.0), REAL.recipient_names, LABELS, 12.0, kinds=("self",)))
    assert plans.frontier.optimal
    chosen = plans.frontier.within(6.0)
    proved = disinformations_chart(plans, chosen, 6.0)
    names = [trace.name for trace in proved.figure.data]
    assert names == ["papers' heuristic", "best plan", "plans", "your effort"]
    assert f"with the plan shown {percent(chosen.leakage)}" in proved.alt
    bounds = ((0.0, 0.4), (6.0, 0.2))
    worse = [replace(plan, lowest=0.2) for plan in plans.frontier.plans]
    rough = replace(plans, frontier=replace(plans.frontier, bounds=bounds, plans=tuple(worse)))
    drawn = disinformations_chart(rough, rough.frontier.within(6.0), 6.0).figure.data
    assert drawn[0].name == NO_LOWER
    assert (list(drawn[0].x), list(drawn[0].y)) == ([0.0, 6.0, 12.0], [0.4, 0.2, 0.2])
    assert list(drawn[2].x) == [*(plan.cost for plan in worse), 12.0]


def test_what_is_not_proved_is_said():
    plans = plan_disinformation(REAL, Terms(Prices(), REAL.recipient_names, LABELS, 12.0, kinds=("self",)))
    best = plans.frontier.within(12.0)
    assert disinformation_plans._proof(best) == text.PROVED
    rough = replace(best, lowest=best.leakage - 0.125)
    assert disinformation_plans._proof(rough).endswith("which is 12.5 points lower.")
