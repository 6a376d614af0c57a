"""The Timeline page: when the figure rose, what made it, and where plans would take it."""

import datetime
from dataclasses import replace

import pytest

from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.figures.timeline import timeline
from leakage.workspace.workspace import Workspace
from pages.app.words import percent
from pages.decide.timeline import text
from pages.decide.timeline.chart import steps_chart
from pages.decide.timeline.text import QUESTION as TIMELINE_QUESTION
from tests.pages.helpers import charts, figure_in_strip, press, start, texts, unfolded
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

REAL = person_of_2026().workspace
OWN = starting_workspace()
MINE = replace(OWN, profile=(("Name", "Ann"), ("Phone", "1")))
QUESTION = TIMELINE_QUESTION
TODAY = datetime.date.today()


def headlines(at):
    return [header.value for header in at.main.header]


@pytest.mark.parametrize(
    ("work", "button"),
    [(Workspace(), "About me"), (OWN, "About me"), (MINE, "My accounts")],
    ids=["none", "own", "profile"],
)
def test_what_is_missing_is_asked_for_first(work, button):
    at = press(start(work, "timeline"), "nothing-yet")
    assert at.title[0].value == button


def test_the_realistic_person_hears_when_most_of_it_came():
    at = start(REAL, "timeline")
    assert headlines(at) == ["Most of it came in 2021: from 26.2\u00a0% to 59.8\u00a0%"]
    assert "Work contract on 2021-06-01 took it from 38.1\u00a0% to 59.8\u00a0%." in texts(at)
    drawn = charts(at)[QUESTION]
    stairs = next(trace for trace in drawn["data"] if trace["mode"] == "lines")
    assert percent(stairs["y"][-1]) == figure_in_strip(at)
    assert stairs["x"][-1] == TODAY.isoformat()
    planned = [trace["y"][-1] for trace in drawn["data"] if trace.get("name") == "planned"]
    assert planned == pytest.approx([outcome.after for outcome in compare_plans(REAL)], abs=1e-12)
    told = unfolded(at, "data-timeline").main.dataframe[0].value
    told = told[told["When"] != "planned"].sort_values("Points added", ascending=False)
    assert told["What"].tolist()[:2] == ["Work contract", "Flight to Port Willow"]
    assert percent(told["Eve then knew"].tolist()[0]) == "59.8\u00a0%"


def test_releases_without_a_date_come_last_and_it_is_said():
    releases = tuple(replace(release, date="") for release in REAL.releases)
    at = start(replace(REAL, releases=(replace(releases[0], date="2019-03-01"), *releases[1:])), "timeline")
    assert headlines(at)[0].startswith(text.MOST_OF_IT.format(when=text.UNDATED, before="", after="").partition(":")[0])
    assert text.SOME_UNDATED.format(undated=14, all=15) in texts(at)


def test_without_any_date_the_page_asks_for_dates_and_draws_nothing():
    coming = (TODAY + datetime.timedelta(days=3)).isoformat()
    releases = tuple(replace(release, date=(coming if n else "")) for n, release in enumerate(REAL.releases))
    at = start(replace(REAL, releases=releases), "timeline")
    assert headlines(at) == [text.ADD_DATES] and QUESTION not in charts(at)
    assert text.NO_DATES in texts(at)


def test_breaches_are_marked_and_what_was_deleted_falls_today():
    breach = replace(REAL.releases[5], name="Tidewater breach", breach="tidewater.example")
    work = replace(REAL, releases=(*REAL.releases[:5], breach, replace(REAL.releases[6], erasure="done")))
    traces = {trace.name: trace for trace in steps_chart(work, timeline(work, TODAY), TODAY).figure.data if trace.name}
    assert [row[0] for row in traces["breach"].customdata] == ["Tidewater breach"]
    assert traces["breach"].x == (datetime.date(2021, 6, 1),)
    assert traces["something you gave"].x[-1] == TODAY
    assert "done since" in traces["something you gave"].customdata[-1][0]
