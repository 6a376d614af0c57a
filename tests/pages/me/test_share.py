"""Before I share: the ways of doing it, what each adds, which fields to leave blank, and doing one of them."""

import re
from dataclasses import replace

import pytest

from leakage import Record
from leakage.workspace.everyday import EVERYONE, new_work
from leakage.workspace.figures.planned_releases import choose_fields, with_release
from leakage.workspace.workspace import Release
from tests.pages.helpers import CASES, charts, current, press, run, start, texts, unfolded, whole_leakage
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
    assert current(at) == replace(with_release(work, work.plans[0]), plans=())
    assert not current(press(start(work, "planned_release"), "share-drop")).plans
