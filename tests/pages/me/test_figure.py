"""What she knows: the count opened, the leakage worked out, who is responsible, step by step, and over the years."""

import datetime
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from leakage import Record
from leakage.measure.leakage import record_leakage
from leakage.workspace.everyday import LIKELY, new_work, with_what_is_likely
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.count import STATES, count
from leakage.workspace.figures.derivations import worked_out
from leakage.workspace.figures.next_move import discover, natural_query
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.workspace import Release
from pages.app.words import STATE_WORDS, percent
from tests.pages.helpers import CASES, charts, run, start, texts, unfolded
from tests.starting import plain_person
from tests.workspace.test_person import random_work

REAL = plain_person().workspace


@pytest.mark.parametrize("seed", range(20))
def test_the_sums_are_those_of_the_record_and_make_the_leakage_where_nothing_is_in_doubt(seed):
    work = random_work(random.Random(seed))
    leaked, weights = worst(assess(work)), work.weight_map
    sums, composite = worked_out(work, leaked), leaked.result.composite
    right = sum(weights[a.label] * a.confidence for a in composite if a.pair in work.profile)
    wrong = sum(weights[a.label] * a.confidence for a in composite if a.pair not in work.profile)
    assert (sums.right, sums.wrong) == pytest.approx((right, wrong))
    assert sums.whole == sum(weights.values())
    if sums.certain:
        assert sums.fraction == pytest.approx(record_leakage(composite, work.reference, work.measure), rel=1e-12)


@pytest.mark.parametrize("work", [*CASES[:3], REAL], ids=lambda work: f"{len(work.releases)} releases")
def test_every_kind_stands_there_and_each_state_alone(work):
    at, counted = start(work, "leakage"), count(work)
    shown = at.dataframe[0].value
    assert list(shown["About"]) == [work.display_name(kind.label) for kind in counted.kinds]
    assert at.metric[0].value == percent(worst(assess(work)).result.leakage)
    assert [*map(tuple, shown["Eve"])] == [(STATE_WORDS[kind.state],) for kind in counted.kinds]
    for state in STATES:
        at.get("button_group")[0].set_value(state)
        run(at)
        kinds = [work.display_name(kind.label) for kind in counted.kinds if kind.state == state]
        if kinds:
            assert list(at.dataframe[0].value["About"]) == kinds


def test_of_what_a_company_may_have_it_is_shown_how_many_like_it_ask_for_that():
    shop = Release("Order", "zalando.de", Record.of(("Email", "a@b.c")))
    work = with_what_is_likely(replace(new_work(), releases=(shop,)))
    shown = start(work, "leakage").dataframe[0].value.set_index("About")["How we know"]
    asked = open_presumptions(work, ["Order"])
    assert [shown[work.display_name(one.label)] for one in asked] == [one.evidence for one in asked]
    assert min(one.greatest for one in asked) < 0.5 and all(one.evidence for one in asked)


def test_shares_add_up_to_the_figure():
    at = unfolded(start(REAL, "leakage"), "who")
    [bars] = charts(at)["How much does each know alone?"]["data"]
    assert max(bars["x"]) <= worst(assess(replace(REAL, chosen="Everyone together (worst case)"))).result.leakage
    next(group for group in at.get("button_group") if group.key == "who-way").set_value("company")
    [bars] = charts(run(at))["Who is responsible for how much?"]["data"]
    assert len(bars["x"]) > 3 and list(map(abs, bars["x"])) == sorted(map(abs, bars["x"]))


def test_step_by_step_is_the_dip_of_the_paper():
    at = unfolded(start(REAL, "leakage"), "steps")
    found = discover(REAL, worst(assess(REAL)).pool, natural_query(REAL))
    [path] = charts(at)["How does she get there?"]["data"]
    assert path["y"] == pytest.approx(list(found.leakages[: len(path["y"])]))
    assert any(percent(found.leakages[-1]) in line for line in texts(at))


def test_the_timeline_ends_at_the_figure_of_today_and_marks_breaches():
    leak = Release("Shop breach", "Shop", Record.of(("Email", "a@b.c")), "2020-01-31", breach="shop.example")
    shop = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("Name", "Ann")), "2019-05-01")
    profile = (("Name", "Ann"), ("Email", "a@b.c"))
    work = with_what_is_likely(replace(new_work(), profile=profile, releases=(shop, leak), chosen=LIKELY))
    data = charts(start(work, "leakage"))["When did Eve learn it?"]["data"]
    stairs = data[0]
    assert stairs["y"][-1] == pytest.approx(worst(assess(work)).result.leakage)
    days = [datetime.date.fromisoformat(str(day)[:10]) for day in stairs["x"]]
    assert all(a <= b for a, b in pairwise(days))
    assert [trace["name"] for trace in data if trace.get("name")] == ["something you gave", "breach"]
    undated = replace(work, releases=tuple(replace(release, date="") for release in work.releases))
    assert "When did Eve learn it?" not in charts(start(undated, "leakage"))
