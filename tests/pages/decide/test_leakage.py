"""The Leakage page."""

import re
from dataclasses import replace

import pytest

from leakage import Adversary, Record
from leakage.workspace.figures.count import count as counted
from leakage.workspace.figures.facts import facts_of
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release
from pages.app.words import percent
from pages.decide.leakage import text
from pages.kit.charts.joins import QUESTION as JOINS
from tests.pages.helpers import (
    CASES,
    bound,
    charts,
    current,
    figure_in_strip,
    go,
    groups,
    known_to,
    opened,
    press,
    put,
    run,
    start,
    texts,
    unfolded,
    whole_leakage,
)
from tests.person_2026 import person_of_2026
from tests.starting import starting_workspace

OWN = starting_workspace()
# The tabs of what is responsible for how much have tests of their own.
pytestmark = pytest.mark.tabs(text.WHY, text.WHO, text.BY_ACCOUNT)
REAL = person_of_2026().workspace

POOLS = "Who knows how much, alone and together?"
BY_RELEASE, BY_FACT = text.WHICH_ACCOUNT, text.WHICH_FACT
ONE_MORE = "What would one more fact do?"
COMPOSITE = "What is right, wrong or missing?"


def worst_of(workspace):
    return max((known_to(workspace, group) for group in groups(workspace)), key=lambda known: known.leakage)


@pytest.mark.parametrize("workspace", CASES)
def test_the_figures_are_those_of_the_definitions(session, workspace):
    at = unfolded(opened(session, workspace, "leakage"), "contributions")
    worst = worst_of(workspace)
    assert at.main.header[0].value == f"{counted(workspace).sentence}."
    assert figure_in_strip(at) == percent(worst.leakage)
    assert exact_of(at) == pytest.approx(worst.leakage)
    shows_right_wrong_and_missing(at, workspace, worst)
    shows_who_knows_how_much(charts(at)[POOLS], workspace)
    shows_what_each_release_adds(charts(at).get(BY_RELEASE), workspace)


def exact_of(at):
    """The figure as the last step of its derivation has it."""
    return float(
        next(
            shown.value.strip("$\n").removeprefix("L = ")
            for shown in at.latex
            if "L = 0" in shown.value or "L = 1" in shown.value
        )
    )


def this_eve(at):
    """The figure of the adversary in use, in the sentence below the headline."""
    told = next(line for line in texts(at) if line.startswith("Leakage "))
    return re.match(r"Leakage (\S+\s%)", told).group(1)


def shows_right_wrong_and_missing(at, workspace, worst):
    facts = facts_of(worst.composite, workspace.reference, workspace.weight_map)
    assert this_eve(at) == percent(worst.leakage)
    told = next(
        frame.value for frame in unfolded(at, "data-composite").dataframe if "Eve has it" in frame.value.columns
    )
    assert told["Value"].tolist() == [fact.value for fact in facts]
    assert told["Eve has it"].tolist() == [fact.meaning for fact in facts]
    assert told["Confidence"].tolist() == [fact.confidence for fact in facts]
    assert (JOINS in charts(at)) == (len(worst.members) > 1)


def leakage_bars(chart, name):
    return sorted(value for trace in chart["data"] if trace["name"] == name for value in trace["x"])


def shows_who_knows_how_much(chart, workspace):
    alone = [known_to(workspace, (name,)).leakage for name in workspace.recipient_names]
    assert leakage_bars(chart, "alone") == pytest.approx(sorted(alone))
    if workspace.pooling.kind == "coalitions":
        together = [group for group in groups(workspace) if len(group) > 1]
    else:
        together = [workspace.recipient_names] if len(alone) > 1 else []
    assert leakage_bars(chart, "sharing") == pytest.approx(
        sorted(known_to(workspace, group).leakage for group in together)
    )


def shows_what_each_release_adds(chart, workspace):
    """Each is left out in turn; who shares with whom stays as it is."""
    whole = whole_leakage(workspace)
    shares = []
    for release in workspace.releases:
        without = replace(workspace, releases=tuple(other for other in workspace.releases if other is not release))
        shares.append(whole - max(known_to(without, group).leakage for group in groups(workspace)))
    moving = sorted(share for share in shares if abs(share) >= 5e-7)
    assert (chart["data"][0]["x"] if chart else []) == pytest.approx(moving)


@pytest.mark.tabs(text.WHY, text.WHO, text.BY_ACCOUNT, text.BY_COMPANY, text.BY_FACT, text.ONE_MORE_FACT)
def test_the_facts_of_the_realistic_person_are_told_with_what_they_add():
    at = unfolded(start(REAL, "leakage"), "contributions")
    assert len(charts(at)[BY_FACT]["data"][0]["x"]) == len(worst_of(REAL).composite)
    assert set(charts(at)) == {POOLS, COMPOSITE, JOINS, BY_RELEASE, text.WHICH_COMPANY, BY_FACT, ONE_MORE}
    assert not any("matched by" in frame.value.columns for frame in at.dataframe)
    unfolded(at, "joins-leakage")
    reasons = next(frame.value for frame in at.dataframe if "matched by" in frame.value.columns)
    assert len(reasons) >= len(worst_of(REAL).members) - 1


def test_the_pool_that_knows_most_is_named():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Club", ("Harbour Bank", "Beacon Mobile")),)))
    at = start(named, "leakage")
    club = known_to(named, ("Harbour Bank", "Beacon Mobile")).leakage
    assert club == pytest.approx(whole_leakage(named))
    assert any(text.KNOWS_MOST_NAMED.format(name="Club") in line for line in texts(at))


def test_a_coalition_of_nobody_known_does_no_harm():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Ghosts", ("Nobody", "No one")),)))
    at = start(named, "leakage")
    assert this_eve(at) == percent(whole_leakage(named))


def markdowns(at):
    return [shown.value for shown in at.markdown]


NEW = replace(
    OWN,
    profile=(("Name", "Robin"), ("Email", "my mail"), ("Phone", "my phone")),
    releases=(
        Release("Order", "Shop", Record.of(("Name", "Robin"), ("Email", "my mail"))),
        Release("Account", "Forum", Record.of(("Email", "my mail"), ("Phone", "my phone"))),
    ),
)


def test_a_new_person_sees_the_eve_who_knows_most_until_she_picks_another():
    at = start(NEW, "leakage")
    known = [whole_leakage(replace(NEW, chosen=policy.name)) for policy in OWN.policies]
    assert current(at).policy == OWN.policies[known.index(max(known))] != OWN.policies[0]
    assert figure_in_strip(at) == percent(max(known)) != percent(known[0])
    assert text.KNOWS_MOST in [caption.value for caption in at.main.caption]
    assert at.button(key="undo").disabled
    assert at.button(key="which-eve-0").disabled and not at.button(key="which-eve-1").disabled
    press(at, "which-eve-3")
    assert not current(at).follow_worst and figure_in_strip(at) == percent(min(known))
    press(at, "undo")
    assert current(at).follow_worst and figure_in_strip(at) == percent(max(known))


def test_the_worst_eve_follows_every_edit():
    at = start(replace(NEW, releases=()), "leakage")
    assert current(at).chosen == ""
    put(at, NEW)
    assert current(run(at)).chosen == OWN.policies[1].name
    go(at, "adversary")
    run(bound(at.toggle, "follow-worst").set_value(False))
    assert not current(at).follow_worst and current(at).chosen == OWN.policies[1].name


def test_an_eve_who_joins_nothing_is_among_them_where_she_is_the_one_in_use():
    idle = Policy("Joins nothing", Adversary())
    at = start(replace(REAL, policies=(*REAL.policies, idle), chosen=idle.name), "leakage")
    assert this_eve(at) == percent(whole_leakage(replace(REAL, policies=(idle,), chosen=idle.name)))


def test_undo_on_this_page_shows_the_earlier_figure():
    at = start(REAL, "adversary")
    run(at.selectbox[0].set_value(REAL.policies[2].name))
    press(go(at, "leakage"), "undo")
    assert current(at) == REAL
    assert this_eve(at) == percent(whole_leakage(REAL))
    press(at, "redo")
    assert current(at).chosen == REAL.policies[2].name
