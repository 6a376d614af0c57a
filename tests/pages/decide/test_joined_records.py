"""The records behind the figure: others that are picked, why they were joined, and what if they had not been."""

from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Comparison, FellegiSunter, Record, Resolve, Shares
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.app.words import percent
from pages.decide.leakage import text
from pages.kit.charts.joins import EACH, MOST_OPENED
from pages.kit.charts.joins import QUESTION as JOINS
from tests.pages.helpers import charts, current, known_to, run, start, texts, unfolded
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace
pytestmark = pytest.mark.tabs(text.WHY, text.WITHOUT_SOME)


# One address at sixty shops.


def logins(number, policy):
    """Logins that share one address; every fifth one of two passwords, and the last four only that."""
    given = [
        Record.of(
            *([("Email", "marta")] if n < number - 4 else []),
            *([("Password", f"{n % 2}")] if n % 5 == 0 or n >= number - 4 else []),
        )
        for n in range(number)
    ]
    releases = tuple(Release(f"site {n}", f"site {n}", record) for n, record in enumerate(given))
    facts = (("Email", "marta"), ("Password", "0"), ("Password", "1"))
    return Workspace(facts, releases=releases, policies=(Policy("Eve", Adversary((Resolve(policy),))),))


def value_points(at):
    """The names of the values drawn, and those of the records."""
    points = {trace.get("name"): trace["hovertext"] for trace in charts(at)[JOINS]["data"] if trace.get("name")}
    return points["a value they share"], points.get("your account", [])


@pytest.mark.parametrize("number", [EACH + 1, 60, 90])
def test_of_many_records_the_shared_values_are_drawn_with_their_counts_and_open(number):
    work = logins(number, AnyOf(Shares("Email"), Shares("Password")))
    at = start(work, "leakage")
    records = [release.record for release in work.releases]
    expected = sorted(
        f"{value}: {sum((label, value) in record for record in records)} accounts" for label, value in work.profile
    )
    values, drawn = value_points(at)
    assert sorted(values) == expected and drawn == []
    box = next(box for box in at.multiselect if box.key.startswith("joins-opened"))
    assert sorted(box.options) == expected
    run(box.set_value([0]))
    values, drawn = value_points(at)
    holders = [release.name for release in work.releases if ("Email", "marta") in release.record]
    assert sorted(values) == expected and list(drawn) == holders[:MOST_OPENED]
    left = len(holders) - MOST_OPENED
    said = text.NOT_ALL_OPENED.format(drawn=MOST_OPENED, left=left)
    assert (said in [caption.value for caption in at.caption]) == (left > 0)
    told = unfolded(at, "data-joins").dataframe[-1].value
    assert told["How many"].tolist() == sorted(told["How many"], reverse=True)


def test_up_to_fifteen_records_each_of_them_is_drawn():
    work = logins(EACH, AnyOf(Shares("Email"), Shares("Password")))
    drawn = charts(start(work, "leakage"))[JOINS]["data"]
    assert next(len(trace["x"]) for trace in drawn if trace.get("name") == "your account") == EACH


# Another record, and what if.


def test_another_of_her_records_is_shown_while_its_fold_is_open():
    at = unfolded(start(REAL, "leakage"), "other-records", "data-composite")
    box = next(box for box in at.selectbox if box.key.startswith("findings-composite"))
    resolution = assess(REAL)[0].result.resolution
    run(box.select_index(1))
    shown = next(frame.value for frame in at.dataframe if "Who told her" in frame.value.columns)
    known = shown[shown["Eve has it"] != "missing"]
    assert any(
        set(known["Value"]) == {attribute.value for attribute in composite.known} for composite in resolution.composites
    )
    assert known["Who told her"].all() and not shown[shown["Eve has it"] == "missing"]["Who told her"].any()
    at.session_state["other-records"] = False
    shown = next(frame.value for frame in run(at).dataframe if "Who told her" in frame.value.columns)
    assert len(shown[shown["Eve has it"] != "missing"]) == len(assess(REAL)[0].result.composite)


def without(at):
    """The box of what is left out."""
    unfolded(at, "contributions")
    return next(box for box in at.main.multiselect if box.key.startswith("findings-without"))


def test_leaving_an_account_out_is_the_leakage_without_it():
    at = start(REAL, "leakage")
    name = "Work contract"
    run(without(at).set_value([[release.name for release in REAL.releases].index(name)]))
    left = replace(REAL, releases=tuple(r for r in REAL.releases if r.name != name))
    shown = {metric.label: metric.value for metric in at.main.metric}
    assert shown[text.WITHOUT_THEM] == percent(known_to(left, left.recipient_names).leakage)
    assert current(at) == REAL


@pytest.mark.parametrize("helps", [True, False])
def test_the_arrow_points_where_the_danger_goes_and_nowhere_if_it_stays(helps):
    facts = (("Name", "Ann"), ("Phone", "2"))
    given = tuple(Release(label, label, Record.of((label, value))) for label, value in facts)
    eve = Policy("Eve", Adversary((Resolve(Shares("Name")),)))
    at = start(Workspace((("Name", "Ann"), ("Phone", "1")), releases=given, policies=(eve,)), "leakage")
    run(without(at).set_value([0 if helps else 1]))
    shown = next(metric for metric in at.main.metric if metric.label == text.WITHOUT_THEM).proto
    way, colour = (shown.DOWN, shown.GREEN) if helps else (shown.NONE, shown.GRAY)
    assert (shown.direction, shown.color) == (way, colour) and (shown.delta == "no change") is not helps


def test_two_records_kept_apart_are_told_at_once():
    at = unfolded(start(REAL, "leakage"), "joins-leakage")
    first, second = (
        next(b for b in at.main.selectbox if b.key.startswith(f"apart-{side}")) for side in ("first", "second")
    )
    members = known_to(REAL, REAL.recipient_names).members
    expected = leakage_kept_apart(REAL, assess(REAL)[0], members[0], members[1])
    assert (first.value, second.value) == (members[0], members[1])
    assert percent(expected) in [metric.value for metric in at.main.metric]


# The evidence for a join.


BY_EVIDENCE = FellegiSunter(1 / 17, (Comparison.by_odds("Name", 64, 4), Comparison.by_odds("Phone", 1024, 8)))
WEIGHED = Workspace(
    (("Name", "Ann"), ("Phone", "1"), ("Card", "9")),
    releases=(
        Release("a", "Shop", Record.of(("Name", "Ann"), ("Phone", "1"))),
        Release("b", "Bank", Record.of(("Name", "Bo"), ("Phone", "1"), ("Card", "9"))),
    ),
    policies=(Policy("Eve", Adversary((Resolve(BY_EVIDENCE),))),),
)
ODDS = "Odds of 16 to 1 for one person: Phone speaks for it; Name speaks against it and is outweighed."


def test_a_join_by_evidence_is_drawn_as_a_waterfall():
    at = unfolded(start(WEIGHED, "leakage"), "joins-leakage")
    assert ODDS in texts(at)
    drawn = charts(at)["What speaks for the same person?"]
    bars = {y: (x, base) for bar in drawn["data"] for x, y, base in zip(bar["x"], bar["y"], bar["base"], strict=True)}
    assert "adds up to 4.0 bits" in drawn["alt"]
    ends = [-4.0, -6.0, 4.0, 4.0]
    assert [bars[-n][1] + bars[-n][0] for n in range(4)] == pytest.approx(ends)
    assert [bars[-n][0] for n in range(4)] == pytest.approx([-4.0, -2.0, 10.0, 4.0])
