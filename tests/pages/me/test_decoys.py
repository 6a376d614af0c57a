"""Decoys: what is shown does what the curve says, and nobody whom a lie harms is offered."""

from dataclasses import replace
from functools import cache

import pytest

from leakage import Attribute, Record
from leakage.workspace.figures import disinformation
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.workspace import Release
from tests.pages.helpers import CASES, charts, current, direct, nodes, opened, press, released, start, whole_leakage
from tests.starting import plain_person

REAL = plain_person().workspace
CHART = "How far would decoys bring it down?"


def box(at, key):
    return next(box for box in (*at.selectbox, *at.multiselect) if box.key.startswith(key))


def best(at):
    return next(trace for trace in charts(at)[CHART]["data"] if trace["name"] == "best found")


def plan_shown(at, work):
    """The releases of the plan, read back from what is shown of them."""
    labels = {work.display_name(label): label for label in work.labels}
    cards = [node for node in nodes(at.main) if any("**Decoy " in m.value for m in direct(node, "markdown"))]
    releases = []
    for card in cards:
        [table] = [frame.value for frame in direct(card, "dataframe")]
        record = Record(Attribute(labels[what], v) for what, v in zip(table["Detail"], table["Value"], strict=True))
        to = next(line.value for line in direct(card, "text") if line.value.startswith("Give it to "))
        starts = (name for name in work.recipient_names if to.startswith(tuple(f"Give it to {name}{x}" for x in " .")))
        right = {v for v, told in zip(table["Value"], table["Right or wrong"], strict=True) if told == "right"}
        assert right == {a.value for a in record if a.pair in set(work.profile)}
        releases.append(Release("d", next(starts), record))
    return releases


@pytest.mark.parametrize("work", CASES)
def test_the_plan_shown_does_what_the_curve_says(session, work):
    at = opened(session, work, "disinformation")
    if CHART not in charts(at):
        assert at.main.info
        return
    after, curve = whole_leakage(released(work, *plan_shown(at, work))), best(at)
    effort = at.slider(key="decoys-effort").value
    reached = [y for x, y in zip(curve["x"], curve["y"], strict=True) if x <= effort + 1e-9]
    assert reached[-1] == pytest.approx(after) and sorted(curve["y"], reverse=True) == curve["y"]


def test_eve_who_joins_nothing_cannot_be_misled():
    at = start(replace(REAL, policies=(), chosen=""), "disinformation")
    assert at.main.info and charts(at) == {} and not at.main.header


def test_a_decoy_that_changes_no_figure_that_is_shown_is_not_offered(monkeypatch):
    def hardly(*asked):
        *plans, last = found(*asked).plans
        return replace(found(*asked), plans=(*(replace(plan, leakage=plans[0].leakage) for plan in plans), last))

    found = cache(disinformation.plan_disinformation)
    monkeypatch.setattr(disinformation, "plan_disinformation", hardly)
    at = start(REAL, "disinformation")
    assert CHART in charts(at) and not plan_shown(at, REAL) and "decoys-plan" not in [b.key for b in at.button]
    assert plan_shown(at.slider(key="decoys-effort").set_value(20.0).run(), REAL) and at.button(key="decoys-plan")


def test_nobody_whom_a_lie_harms_is_offered_and_nothing_official():
    at = start(REAL, "disinformation")
    assert not set(decoy_obstacles(REAL)) & set(box(at, "decoys-recipients").options)
    offered = set(box(at, "decoys-labels").options)
    assert "Phone" in offered and not {"Passport", "National id", "Tax number", "Licence plate"} & offered


def test_the_decoys_can_be_put_among_what_is_planned():
    at = start(REAL, "disinformation")
    shown = [(release.recipient, release.record) for release in plan_shown(at, REAL)]
    press(at, "decoys-plan")
    assert shown and [(plan.recipient, plan.record) for plan in current(at).plans[len(REAL.plans) :]] == shown
