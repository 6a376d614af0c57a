from dataclasses import replace

import pytest

from leakage import Attribute, Record, Shares
from leakage.decision.disinformation import Prices
from leakage.resolution.rules import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.disinformation import Terms, plan_disinformation
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.presets import policy
from leakage.workspace.workspace import Release
from pages.app.words import percent
from pages.decide.disinformation.decoys import decoys_chart
from pages.kit.glossary import NOTHING_REACHES_HER
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    direct,
    figure_in_strip,
    go,
    nodes,
    opened,
    press,
    released,
    run,
    start,
    texts,
    whole_leakage,
)
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace


def test_eve_who_joins_nothing_cannot_be_misled():
    at = start(replace(REAL, policies=(), chosen=""), "disinformation")
    assert at.main.info
    assert charts(at) == {} and not at.main.header


def in_order(at):
    """What stands on the page from above, in words."""
    return [node.value for node in nodes(at.main) if isinstance(getattr(node, "value", None), str)]


def test_who_is_included_by_hand_though_it_does_harm_is_warned_of_above_the_proposal():
    at = start(REAL, "disinformation")
    at.number_input(key=MOST_BUDGET).set_value(5.0)
    run(at)
    assert not any(line.startswith("Landlord: ") for line in in_order(at))
    usual = box(at, "disinformation-recipients").value
    assert not {"Harbour Bank", "Landlord", "Tidewater Instruments", "Dr. Thistle's practice"} & set(usual)
    run(box(at, "disinformation-recipients").set_value([*usual, "Harbour Bank", "Landlord"]))
    there = in_order(at)
    [reasons] = [line for line in there if line.startswith("Landlord: ")]
    assert reasons.splitlines() == [f"{name}: {decoy_obstacles(REAL)[name]}" for name in ("Landlord", "Harbour Bank")]
    assert there.index(reasons) < there.index(at.main.header[0].value)


def test_passwords_papers_and_plates_are_not_offered():
    offered = start(REAL, "disinformation").multiselect[0].options
    assert "Phone" in offered and not {"Passport", "National id", "Tax number", "Licence plate"} & set(offered)


CHART = "How far would decoys bring it down?"
MOST_BUDGET = "disinformation-most"
EXPECTED = "disinformation-expected"


def box(at, key):
    return next(box for box in (*at.selectbox, *at.multiselect) if box.key.startswith(key))


def frontier(at):
    return {t["name"]: t for t in charts(at)[CHART]["data"]}


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
    now, best = whole_leakage(workspace), frontier(at)["best found"]
    budget = slider(at).value
    reached = [y for x, y in zip(best["x"], best["y"], strict=True) if x <= budget + 1e-9]
    assert reached[-1] == pytest.approx(after)
    assert sorted(best["y"], reverse=True) == best["y"]
    if plan_shown(at, workspace):
        assert any(percent(now) in said and percent(after) in said for said in texts(at))
        assert f"{100 * (now - after):.1f} points" in at.main.header[0].value


@pytest.mark.parametrize("workspace", CASES)
def test_the_plan_shown_does_what_the_frontier_says(session, workspace):
    at = opened(session, workspace, "disinformation")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    if workspace.has_releases_only:
        assert [info.value for info in at.main.info] == [NOTHING_REACHES_HER]
        assert not at.main.header and not charts(at)
    if CHART in charts(at):
        shows_what_its_plan_does(at, workspace)


@pytest.mark.parametrize("budget", [0.0, -5.0])
def test_a_budget_that_is_not_positive_is_told(budget):
    at = start(REAL, "disinformation")
    run(at.number_input(key=MOST_BUDGET).set_value(budget))
    assert at.main.warning
    assert CHART not in charts(at)
    run(at.number_input(key=MOST_BUDGET).set_value(12.0))
    assert CHART in charts(at)


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


def test_what_was_entered_survives_a_look_at_another_page():
    at = start(REAL, "disinformation")
    run(slider(at).set_value(13.0))
    shown = frontier(at)["best found"]
    go(go(at, "leakage"), "disinformation")
    assert slider(at).value == 13.0
    assert frontier(at)["best found"] == shown


LABELS = ("Name", "Email", "Phone", "Address", "Card", "Employer", "Job title", "Photo")


def test_the_chart_shows_the_plans_beside_the_papers_heuristic():
    loose = replace(REAL, chosen="Same name is the same person")
    terms = Terms(Prices(1.0, 1.0), REAL.recipient_names, LABELS, 12.0, kinds=("self",))
    found = plan_disinformation(loose, terms)
    chosen = found.within(6.0)
    drawn = decoys_chart(terms, found, chosen, 6.0)
    assert [trace.name for trace in drawn.figure.data] == ["papers' heuristic", "best found", "plans", "your effort"]
    assert percent(chosen.leakage) in drawn.alt and percent(found.heuristic[-1].leakage) in drawn.alt
