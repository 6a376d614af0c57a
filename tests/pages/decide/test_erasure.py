from dataclasses import replace

import pytest

from leakage import Record
from leakage.workspace.figures.erasure import with_efforts
from leakage.workspace.places.obligations import RETENTION, deletion_obstacles
from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import Release
from pages.decide.erasure import text as words
from pages.decide.erasure.plans import APART
from pages.decide.erasure.text import KEPT, KNOWN
from pages.kit.charts.curves import NO_LOWER
from pages.shell.words import count, percent
from tests.benchmarks.person_2026 import person_of_2026
from tests.pages.helpers import (
    CASES,
    POOLINGS,
    charts,
    current,
    direct,
    figure_in_strip,
    go,
    history,
    nodes,
    opened,
    pooled,
    press,
    problems,
    run,
    shown_table,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace
QUESTION = words.CHART


def plan(at):
    """The requests on the screen, as release names."""
    tables = [frame.value for frame in at.dataframe if "Have deleted" in frame.value.columns]
    return [name for cell in (tables[0]["Have deleted"] if tables else ()) for name in cell.split(", ")]


def captions(at):
    return [caption.value for caption in at.main.caption]


def without(workspace, names):
    return replace(workspace, releases=tuple(r for r in workspace.releases if r.name not in names))


def left_of(workspace, names):
    """The whole figure without some releases, from scratch; the recipients stay, and so do their pools."""
    empty = tuple(replace(r, record=Record()) if r.name in names else r for r in workspace.releases)
    less = without(workspace, names)
    return whole_leakage(less) if less.releases else whole_leakage(replace(workspace, releases=empty))


def shows_what_the_plan_does(at, workspace):
    now, after = whole_leakage(workspace), left_of(workspace, plan(at))
    assert KNOWN.format(now=percent(now), then=percent(after)) in texts(at) or not plan(at)
    if plan(at):
        points = words.TITLE.partition("{requests}")[2].format(points=100 * (now - after))
        assert at.main.header[0].value.endswith(points)
        ring = next(t for t in charts(at)[QUESTION]["data"] if t["name"] == "your effort")
        assert ring["y"] == [pytest.approx(after)]


@pytest.mark.parametrize("workspace", CASES)
def test_the_plan_does_what_the_page_says(session, workspace):
    at = opened(session, workspace, "erasure")
    assert figure_in_strip(at) == percent(whole_leakage(workspace))
    shows_what_the_plan_does(at, workspace)
    assert words.PROVED in captions(at)


@pytest.mark.slow
@pytest.mark.parametrize("kind", POOLINGS)
def test_any_number_of_requests(kind):
    workspace = pooled(REAL, kind)
    at = start(workspace, "erasure")
    for chosen in (0, 1, 4, 15):
        run(at.slider[0].set_value(chosen))
        assert len(plan(at)) <= chosen
        if not chosen:
            assert words.MORE.format(now=percent(whole_leakage(workspace))) in texts(at)
        shows_what_the_plan_does(at, workspace)


@pytest.mark.slow
def test_one_request_deletes_all_that_a_recipient_holds():
    at = start(REAL, "erasure")
    run(at.segmented_control(key="erasure-by").set_value("recipient"))
    run(at.slider[0].set_value(6))
    recipients = {release.recipient for release in REAL.releases if release.name in plan(at)}
    assert {release.name for release in REAL.releases if release.recipient in recipients} == set(plan(at))
    shows_what_the_plan_does(at, REAL)
    go(go(at, "leakage"), "erasure")
    assert at.segmented_control(key="erasure-by").value == "recipient"
    assert at.slider[0].value == 6


def statuses(workspace):
    return {release.name: release.erasure for release in workspace.releases if release.erasure}


def test_what_is_done_counts_no_more_on_any_page_and_can_be_undone():
    at = start(REAL, "erasure")
    names = plan(at)
    after = left_of(REAL, names)
    press(at, "erasure-mark-done")
    assert statuses(current(at)) == dict.fromkeys(names, "done")
    assert figure_in_strip(at) == percent(after)
    assert not set(plan(at)) & set(names)
    go(at, "leakage")
    assert figure_in_strip(at) == percent(after)
    press(at, "undo")
    assert current(at) == REAL


def test_what_was_asked_for_still_counts():
    at = start(REAL, "erasure")
    names = plan(at)
    press(at, "erasure-mark-asked")
    assert figure_in_strip(at) == percent(whole_leakage(REAL))
    assert plan(at) == names
    assert history(at)[-1] == "mark erasures as asked"


def lines_not_to_ask(at):
    """The lines of the box that says what had better not be asked."""
    box = next((node for node in nodes(at.main) if any(KEPT in m.value for m in direct(node, "markdown"))), None)
    return [] if box is None else [line for text in direct(box, "text") for line in text.value.splitlines()]


def test_the_choice_is_the_person_s_and_the_page_says_what_law_has_be_kept():
    at = start(REAL, "erasure")
    run(at.slider[0].set_value(len(REAL.releases)))
    asked = {release.recipient for release in REAL.releases if release.name in plan(at)}
    bound = {name for name in asked if name in deletion_obstacles(REAL)}
    assert bound and bound < asked
    said = {name: line.partition(": ")[2] for line in lines_not_to_ask(at) for name in bound if name in line}
    assert said == {name: deletion_obstacles(REAL)[name].reason for name in bound}
    assert said["Harbour Bank"] == RETENTION["Bank"] and "reset through it" in said["Beacon Mobile"]


def test_where_all_is_erased_there_is_nothing_left_to_ask():
    everything = marked(REAL, REAL.releases, "done")
    at = start(everything, "erasure")
    assert at.main.info[0].value == words.NOTHING_LEFT
    assert figure_in_strip(at) == percent(left_of(REAL, [release.name for release in REAL.releases]))
    for page in ("leakage", "planned_release", "disinformation", "what_she_knows", "releases", "adversary"):
        go(at, page)


@pytest.mark.slow
def test_efforts_change_the_plan_and_a_bad_one_is_one_sentence():
    at = start(REAL, "erasure")
    first = plan(at)[0]
    row = next(n for n, release in enumerate(REAL.releases) if release.name == first)
    type_into(at, "erasure-efforts-release", {row: {"price": 9.0}})
    assert first not in plan(at)
    shows_what_the_plan_does(at, with_efforts(REAL, "release", [(first, 9.0)]))
    assert current(at) == with_efforts(REAL, "release", [(first, 9.0)])
    type_into(at, "erasure-efforts-release", {row: {"price": -2.0}})
    assert problems(at) == [f"{first}: effort must be between 0.000001 and 1,000,000, got -2; it counts as 1."]
    assert first in plan(at)
    go(go(at, "leakage"), "erasure")
    assert problems(at) == [f"{first}: effort must be between 0.000001 and 1,000,000, got -2; it counts as 1."]
    press(press(at, "undo"), "undo")
    assert current(at) == REAL
    assert shown_table(at, "erasure-efforts-release").value["price"].tolist().count(1.0) == len(REAL.releases) - 1


def test_what_is_not_proved_is_said(monkeypatch):
    monkeypatch.setattr("leakage.decision.erasure.EVERY", 0)
    monkeypatch.setattr("leakage.decision.erasure.EXACT_NODE_LIMIT", 1)
    told = tuple(
        Release(f"r{n}", f"to {n}", Record.of(("Name", "Ann"), (f"L{n % 5}", "x"), (f"L{n * n % 7}" + "b", "y")))
        for n in range(9)
    )
    facts = tuple(dict.fromkeys(a.pair for release in told for a in release.record))
    work = replace(OWN, profile=facts, releases=told, policies=REAL.policies, chosen=REAL.policies[-1].name)
    at = start(work, "erasure")
    assert any(caption.startswith(words.GAP.partition(":")[0]) for caption in captions(at))
    assert NO_LOWER in {trace["name"] for trace in charts(at)[QUESTION]["data"]}


def test_the_number_of_requests_is_in_the_headline():
    at = start(REAL, "erasure")
    assert at.main.header[0].value.startswith(count(3, "request"))


def test_the_facts_that_come_apart_are_named_once_they_are_asked_for():
    at = start(REAL, "erasure")
    assert not [frame for frame in at.dataframe if tuple(frame.value.columns) == words.FACT_COLUMNS]
    at.session_state[APART] = True
    (facts,) = [f.value for f in run(at).dataframe if tuple(f.value.columns) == words.FACT_COLUMNS]
    gone = facts[facts["Afterwards"] == words.GONE]
    assert len(gone) and set(gone["Value"]) <= {value for _, value in REAL.profile}
