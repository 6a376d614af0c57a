from dataclasses import replace
from itertools import combinations

import pytest

from leakage import Record
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans, with_required
from leakage.workspace.workspace import Release
from pages.app.words import change, percent
from pages.decide.planned_release import text
from pages.decide.planned_release.optional_fields import FOLD
from tests.pages.helpers import (
    CASES,
    add_release,
    charts,
    current,
    figure_in_strip,
    go,
    opened,
    press,
    problems,
    released,
    run,
    say_how_sure,
    shown_table,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace
QUESTION = text.CHART
MINE = replace(OWN, profile=(("Name", "Ann"), ("Phone", "1")), weights=(("Name", 1.0), ("Phone", 2.0)))


@pytest.mark.parametrize("workspace", [MINE, replace(REAL, plans=())], ids=["nothing released", "nothing planned"])
def test_without_a_plan_the_page_asks_for_one(workspace):
    at = start(workspace, "planned_release")
    assert at.main.info[0].value.startswith(text.NO_PLAN)
    assert charts(at) == {} and len(at.main.header) == 0


def with_plans(workspace):
    """The example's own plans, and the first release once more: to the same recipient, and to a new one."""
    record = workspace.releases[0].record
    same = Release("Same again", workspace.releases[0].recipient, record)
    return replace(workspace, plans=(*workspace.plans, same, Release("To a newcomer", "Newcomer", record)))


def title(plan, increments):
    return text.TITLE.format(name=plan.name, recipient=plan.recipient, change=change(increments[plan.name]))


def increments(workspace):
    now = whole_leakage(workspace)
    return {plan.name: whole_leakage(released(workspace, plan)) - now for plan in workspace.plans}


@pytest.mark.parametrize("workspace", CASES)
def test_the_increments_are_those_of_the_definition(session, workspace):
    planned = with_plans(workspace)
    at = opened(session, planned, "planned_release")
    expected = increments(planned)
    best = min(expected.values())
    assert at.main.header[0].value == text.BEST_WAY.format(number=len(expected), change=change(best))
    assert any(line.endswith(f"{percent(whole_leakage(workspace))} of you now.") for line in texts(at))
    for plan in planned.plans:
        assert title(plan, expected) in [line.partition("\n")[0] for line in texts(at)]
    after = next(trace for trace in charts(at)[QUESTION]["data"] if trace.get("name") == text.AFTER)
    assert after["x"] == pytest.approx(
        sorted(whole_leakage(workspace) + increment for increment in expected.values())[::-1]
    )
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    assert current(at) == planned


@pytest.mark.parametrize("plan", REAL.plans, ids=lambda plan: plan.name)
def test_one_alternative_leads_the_page(plan):
    alone = replace(REAL, plans=(plan,))
    at = start(alone, "planned_release")
    increment = increments(alone)[plan.name]
    after = percent(whole_leakage(released(REAL, plan)))
    assert at.main.header[0].value == text.ONE_WAY.format(change=change(increment), after=after)


def test_each_field_says_what_leaving_it_blank_would_save():
    at = what_to_leave_blank(start(REAL, "planned_release"))
    plan = REAL.plans[0]
    told = next(frame.value for frame in at.dataframe if plan.name in frame.value and frame.editing_mode == "read_only")
    whole = whole_leakage(released(REAL, plan))
    for attribute in plan.record:
        shorter = replace(plan, record=Record(given for given in plan.record if given != attribute))
        saved = 100 * (whole - whole_leakage(released(REAL, shorter)))
        assert told.loc[f"{attribute.label}: {attribute.value}", plan.name] == pytest.approx(saved, abs=1e-9)


def test_the_records_bridged_are_named():
    at = start(REAL, "planned_release")
    bridges = [line for line in texts(at) if text.BRIDGE.partition("{")[0] in line]
    assert bridges and all(any(release.name in line for release in REAL.releases) for line in bridges)
    assert any(line.endswith(text.STANDS_ALONE) for line in texts(at))


def test_an_alternative_is_added_edited_and_taken():
    at = add_release(start(MINE, "planned_release"), "plans", "Shop", "Online shop")
    assert current(at).plans == (Release("Shop", "Shop", Record.of(("Name", "Ann"), ("Phone", "1"))),)
    say_how_sure(at, "plans")
    column = shown_table(at, "plans-surety").value.columns[2]
    type_into(at, "plans-surety", {1: {column: "50 %"}})
    type_into(at, "plans-surety", {0: {column: None}})
    assert current(at).plans[0].record == Record.of(("Phone", "1", 0.5))
    type_into(at, "plans-others", rows=[{"release": "Shop", "label": "Name", "value": "Nan"}])
    assert current(at).plans[0].record == Record.of(("Name", "Nan"), ("Phone", "1", 0.5))
    type_into(at, "plans", {0: {"name": "By phone"}})
    go(go(at, "leakage"), "planned_release")
    press(at, "plan-take")
    assert [r.name for r in current(at).releases] == ["By phone"] and current(at).plans == ()
    assert figure_in_strip(at) == percent(whole_leakage(current(at)))
    press(at, "undo")
    assert current(at).releases == () and [p.name for p in current(at).plans] == ["By phone"]


def test_the_last_alternative_can_be_removed():
    at = start(replace(REAL, plans=REAL.plans[:1]), "planned_release")
    type_into(at, "plans", deleted=[0])
    assert current(at).plans == ()
    assert at.main.info[0].value.startswith(text.NO_PLAN)


@pytest.mark.parametrize(
    ("name", "cells", "sentence"),
    [
        ("plans-surety", {0: "1.3"}, "confidence must be in [0, 1], got 1.3"),
        ("plans-surety", {0: "-1"}, "confidence must be in [0, 1], got -1"),
    ],
    ids=["above 1", "below 0"],
)
def test_a_wrong_confidence_is_told_and_stays(name, cells, sentence):
    at = say_how_sure(start(REAL, "planned_release"), "plans")
    column = shown_table(at, name).value.columns[2]
    type_into(at, name, {row: {column: cell} for row, cell in cells.items()})
    assert problems(at) == [f"{REAL.plans[0].name}, Name: {sentence}"]
    assert current(at) == REAL
    go(go(at, "profile"), "planned_release")
    assert problems(at) == [f"{REAL.plans[0].name}, Name: {sentence}"]


def test_a_value_without_a_label_is_told_and_stays():
    at = start(REAL, "planned_release")
    number = len(shown_table(at, "plans-others").value) + 1
    type_into(at, "plans-others", rows=[{"release": REAL.plans[0].name, "value": "Nan"}])
    assert problems(at) == [f"row {number}: fill in the label"]
    go(go(at, "profile"), "planned_release")
    assert problems(at) == [f"row {number}: fill in the label"]


def test_many_alternatives_before_any_release():
    plans = tuple(Release(f"p{n}", f"to {n}", Record.of(("Name", "Ann"))) for n in range(25))
    start(replace(MINE, plans=plans), "planned_release")


def what_to_leave_blank(at):
    """Open the part on optional fields, and the data of its chart."""
    at.session_state[FOLD] = True
    run(at)
    if text.TRADE_OFF in charts(at):
        at.session_state["data-trade-off"] = True
        run(at)
    return at


def choice_table(at):
    return next(frame.value for frame in at.dataframe if "Leave blank" in frame.value.columns)


def leakage_with(workspace, plan, pairs):
    return whole_leakage(released(workspace, replace(plan, record=Record(f for f in plan.record if f.pair in pairs))))


def test_the_optional_fields_to_leave_blank_are_those_that_all_choices_show():
    at = what_to_leave_blank(start(REAL, "planned_release"))
    plan = REAL.plans[0]
    pairs = [field.pair for field in plan.record]
    every = [
        (len(some), leakage_with(REAL, plan, some))
        for size in range(len(pairs) + 1)
        for some in combinations(pairs, size)
    ]
    told = choice_table(at)
    for number, leakage in zip(told["Optional fields"], told["Eve would know"], strict=True):
        assert leakage == percent(min(known for size, known in every if size >= number))
    assert told["Eve would know"][0] == percent(min(known for _, known in every))
    assert text.ALL_TRIED.format(number=len(every)) in [caption.value for caption in at.main.caption]


def test_what_must_be_given_is_given_and_the_choice_is_taken():
    at = what_to_leave_blank(start(REAL, "planned_release"))
    plan = REAL.plans[0]
    must = next(select for select in at.multiselect if select.label == text.MUST)
    names = [field.label for field in plan.record]
    run(must.set_value([names.index("Name"), names.index("Card")]))
    assert {label for label, _ in current(at).plans[0].required} == {"Name", "Card"}
    told = choice_table(at)
    assert not any("Name" in blank or "Card" in blank for blank in told["Leave blank"])
    given, blank = told["Optional fields"][0], told["Leave blank"][0]
    after = told["Eve would know"][0]
    what_to_leave_blank(go(go(at, "leakage"), "planned_release"))
    assert choice_table(at)["Leave blank"][0] == blank
    press(at, "choosing-take")
    shorter = current(at).plans[0]
    assert len(shorter.record) == 2 + given and percent(whole_leakage(released(REAL, shorter))) == after
    assert next(select for select in at.multiselect if select.label == text.MUST).value != []
    press(press(at, "undo"), "undo")
    assert current(at) == REAL


def test_where_nothing_is_optional_there_is_nothing_to_choose():
    plan = Release("Order", "Shop", Record.of(("Name", "Ann")), required=(("Name", "Ann"),))
    at = what_to_leave_blank(start(replace(MINE, plans=(plan,)), "planned_release"))
    assert text.NOTHING_OPTIONAL in [info.value for info in at.main.info]


def test_of_very_many_optional_fields_the_best_found_is_shown():
    plan = Release("Order", "Shop", Record.of(*((f"L{n}", "x") for n in range(23))))
    at = what_to_leave_blank(start(replace(MINE, plans=(plan,)), "planned_release"))
    assert len(choice_table(at)) >= 1
    looked = choose_fields(current(at), plan).looked
    assert text.BEST_FOUND.format(number=f"{looked:,}") in [caption.value for caption in at.main.caption]


def test_a_renamed_alternative_keeps_what_it_must_give():
    at = start(with_required(REAL, REAL.plans[0], [("Name", "x")]), "planned_release")
    type_into(at, "plans", {0: {"name": "Another"}})
    assert current(at).plans[0].name == "Another" and current(at).plans[0].required == (("Name", "x"),)


def test_an_alternative_with_no_field_is_one_sentence_where_it_stands():
    at = what_to_leave_blank(start(replace(REAL, plans=(Release("Empty", "Shop", Record()),)), "planned_release"))
    assert any(line.endswith(text.NOTHING_GIVEN) for line in texts(at))
    assert at.main.header[0].value.startswith(text.ONE_WAY.format(change="no change", after="").partition(" Eve")[0])
    assert [info.value for info in at.main.info] == [text.NOTHING_TO_BLANK]


def test_the_bridge_is_drawn_with_the_records_it_ties():
    at = start(replace(REAL, plans=REAL.plans[:1]), "planned_release")
    drawn = charts(at)[text.TIES]
    said = {name for trace in drawn["data"] for name in trace.get("text") or ()}
    (outcome,) = compare_plans(replace(REAL, plans=REAL.plans[:1]))
    tied = {number for join in outcome.evidence for number in join.records} - {
        len(REAL.releases) + len(REAL.background)
    }
    assert {REAL.releases[n].name for n in tied if n < len(REAL.releases)} <= said
    assert any(name.startswith(REAL.plans[0].name[:20]) for name in said)
