"""Before I share, decoys, and Eve: what each would do, and whose rules and company decide it."""

import datetime
import re
from dataclasses import replace
from functools import cache

import pytest

from leakage import Attribute, Record
from leakage.resolution.rules import AnyOf, Shares
from leakage.workspace.everyday import ALONE, COLLECTOR, EVERYONE, LIKELY, SAME_PERSON, new_work, with_what_is_likely
from leakage.workspace.figures import disinformation
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.planned_releases import choose_fields, with_release
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.workspace import Coalition, Release
from pages.app.words import unmarked
from tests.pages.helpers import (
    CASES,
    bound,
    charts,
    current,
    direct,
    go,
    history,
    nodes,
    opened,
    press,
    released,
    run,
    start,
    submit,
    texts,
    unfolded,
    whole_leakage,
)
from tests.starting import plain_person

FACTS = (("Name", "Ann"), ("Email", "a@b.c"), ("Phone", "555-0100"), ("Card", "1234"), ("City", "Ghent"))
SHOP = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("Name", "Ann")))
WORK = replace(new_work(), profile=FACTS, releases=(SHOP,), chosen=EVERYONE)
PERSON = plain_person().workspace


def afterwards(at):
    chart = charts(at)["What would each way add?"]
    marks = next(trace for trace in chart["data"] if trace.get("name") == "afterwards")
    return sorted(marks["x"])


@pytest.mark.parametrize("work", [*CASES, PERSON], ids=lambda work: f"{len(work.releases)} releases")
def test_each_way_ends_where_the_work_would_be_with_it(work):
    record = work.releases[0].record
    extra = Release("To a newcomer", "Newcomer", record)
    work = replace(work, plans=(*work.plans, Release("Again", work.releases[0].recipient, record), extra))
    expected = sorted(whole_leakage(with_release(work, plan)) for plan in work.plans)
    assert afterwards(start(work, "planned_release")) == pytest.approx(expected, abs=1e-12)


def test_one_form_gives_the_ways_side_by_side():
    at = start(WORK, "planned_release")
    at.selectbox(key="share-company").set_value("zalando.de")
    at.selectbox(key="share-other").set_value("zynga.com")
    run(at)
    asked = next(one for one in at.multiselect if (one.key or "").startswith("share-asked-"))
    asked.set_value(["Name", "Email", "City"])
    at.multiselect(key="share-must").set_value(["Email"])
    press(at, "share-compare")
    given = [(plan.recipient, plan.record.labels) for plan in current(at).plans]
    everything = ("Name", "Email", "City")
    assert [(who, set(labels)) for who, labels in given] == [
        ("zalando.de", {*everything}),
        ("zalando.de", {"Email"}),
        ("zalando.de", {*everything}),
        ("zynga.com", {*everything}),
    ]
    assert current(at).plans[2].record.values("Email") != ("a@b.c",)
    assert current(at).plans[0].required == (("Email", "a@b.c"),)
    press(at, "undo")
    assert current(at) == WORK


@pytest.mark.parametrize("ways", [1, 2])
def test_each_way_shows_how_many_kinds_are_new_and_what_points_are(ways):
    plans = (Release("All", "b.example", Record.of(*FACTS)), Release("Less", "b.example", Record.of(*FACTS[:3])))
    at = start(replace(WORK, plans=plans[:ways]), "planned_release")
    assert [said.split(" ")[0] for said in at.dataframe[0].value["Kinds of facts"]] == ["3", "1"][:ways]
    assert re.findall(r"(\d+) new", at.header[0].value) == [["3"], ["1"]][ways - 1]
    assert any("100 points" in text for text in texts(at))


def test_a_form_that_says_nothing_is_refused():
    at = press(start(WORK, "planned_release"), "share-compare")
    assert at.error and current(at) == WORK


def test_the_best_choice_of_optional_fields_is_the_best_of_all():
    plan = Release("As asked", "lender.example", Record.of(*FACTS), required=(FACTS[1],))
    work = replace(WORK, plans=(plan,))
    least = choose_fields(work, plan).best.leakage
    at = unfolded(start(work, "planned_release"), "choosing")
    press(at, "share-blank")
    assert whole_leakage(with_release(work, current(at).plans[0])) == pytest.approx(least, abs=1e-12)


def test_a_way_that_was_taken_is_an_account():
    work = replace(WORK, plans=(Release("As asked", "lender.example", Record.of(FACTS[4])),))
    at = press(start(work, "planned_release"), "share-done")
    given = replace(work.plans[0], name="lender.example", date=datetime.date.today().isoformat())
    assert current(at) == replace(with_release(work, given), plans=())
    assert not current(press(start(work, "planned_release"), "share-drop")).plans


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


SITES = ("instagram.com", "whatsapp.com", "shop.example")
GIVEN = tuple(Release(site, site, Record.of(("Email", "a@b.c"))) for site in SITES)
JOINED = with_what_is_likely(replace(new_work(), releases=GIVEN, chosen=LIKELY))


def chart_of(at):
    return next(chart for chart in at.get("plotly_chart") if chart.key == "eves")


def rules_of(at):
    return set(current(at).adversary.matches[0].rules)


def test_every_eve_is_there_with_what_she_knows():
    at = start(JOINED, "adversary")
    assert at.radio[0].options == [unmarked(policy.name) for policy in JOINED.policies]
    for policy in JOINED.policies:
        leakage = worst(assess(replace(JOINED, chosen=policy.name)))
        assert f"{policy.name}: {100 * (leakage.result.leakage if leakage else 0):.1f}" in chart_of(at).alt


def test_a_click_puts_an_eve_in_use_and_one_undo_takes_it_back():
    at = start(JOINED, "adversary")
    at.radio[0].set_value(COLLECTOR)
    assert current(run(at)).chosen == COLLECTOR
    press(at, "undo")
    assert current(at) == JOINED


def test_an_eve_is_added_and_removed():
    fewer = replace(JOINED, policies=tuple(policy for policy in JOINED.policies if policy.name != COLLECTOR))
    at = press(start(fewer, "adversary"), f"eve-add-{COLLECTOR}")
    assert current(at).policy.name == COLLECTOR
    press(at, "eve-remove")
    assert COLLECTOR not in [policy.name for policy in current(at).policies]
    press(at, "eve-own")
    assert current(at).policy.adversary.matches == (SAME_PERSON,)


@pytest.mark.parametrize("number", [0, 4])
def test_a_rule_is_switched_off_and_on_again(number):
    at = start(JOINED, "adversary")
    rule = SAME_PERSON.rules[number]
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{number}").set_value(False)
    assert rules_of(run(at)) == {*SAME_PERSON.rules} - {rule}
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{number}").set_value(True)
    assert rules_of(run(at)) == {*SAME_PERSON.rules}


def test_a_rule_is_added_and_stays_in_the_list_when_it_is_off():
    at, own, places = start(JOINED, "adversary"), Shares("Name", "City"), len(SAME_PERSON.rules)
    at.multiselect(key="eve-rule-labels").set_value(["Name", "City"])
    assert current(submit(at, "Add", "eve-rule")).adversary.matches[0] == AnyOf(*SAME_PERSON.rules, own)
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{places}").set_value(False)
    assert rules_of(run(at)) == {*SAME_PERSON.rules}
    go(go(at, "leakage"), "adversary")
    bound(at.toggle, f"eve-rule-{hash(LIKELY)}-{places}").set_value(True)
    assert rules_of(run(at)) == {*SAME_PERSON.rules, own}


def test_who_shares_is_chosen_and_groups_are_edited():
    at = start(replace(JOINED, chosen=ALONE), "adversary")
    bound(at.get("button_group"), "eve-sharing").set_value("coalitions")
    run(at)
    unfolded(at, "eve-fold-new").multiselect(key="eve-group-members").set_value(list(SITES[1:]))
    assert current(submit(at, "Add", "eve-group")).pooling_in_use.coalitions == (Coalition("Group", SITES[1:]),)
    elsewhere = [[p.pooling for p in work.policies if p.name != ALONE] for work in (current(at), JOINED)]
    assert elsewhere[0] == elsewhere[1]
    mark = abs(hash(current(at).pooling_in_use)) % 10**8
    unfolded(at, f"eve-fold-0-{mark}").multiselect(key=f"eve-group-0-{mark}").set_value(list(SITES[:2]))
    assert current(submit(at, "Save")).pooling_in_use.coalitions == (Coalition("Group", SITES[:2]),)
    before = len(history(at))
    assert len(history(submit(at, "Add", "eve-group"))) == before and at.error


def test_what_leaked_is_picked():
    at = start(replace(JOINED, chosen=COLLECTOR), "adversary")
    bound(at.multiselect, f"eve-releases-{hash(SITES)}").set_value([SITES[2]])
    assert current(run(at)).pooling_in_use.releases == (SITES[2],)


def test_rows_of_a_file_that_can_join_come_into_the_work():
    at = start(JOINED, "adversary")
    rows = b"Email,City\na@b.c,X\nother@b.c,Y\n"
    at.file_uploader[0].set_value(("people.csv", rows, "text/csv"))
    run(at)
    press(at, "strangers-add")
    assert current(at).background == (Record.of(("Email", "a@b.c"), ("City", "X")),)
