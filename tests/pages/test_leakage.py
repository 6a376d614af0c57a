from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from leakage.workspace.belief import facts_of
from leakage.workspace.starting import starting_workspace
from leakage.workspace.workspace import Coalition, Pooling, Workspace
from pages.ui.words import amount, percent
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    figure_in_sidebar,
    go,
    groups,
    history,
    known_to,
    looked_at,
    opened,
    press,
    run,
    start,
    texts,
    whole_leakage,
)

OWN = starting_workspace()
REAL = realistic_person().workspace
POOLS = "Who knows how much, alone and together?"
BY_RELEASE = "Which release gives most away?"
BY_FACT = "Which fact gives most away?"
ONE_MORE = "What would one more fact do?"
COMPOSITE = "What does she have right, what wrong, and what is she missing?"
JOINS = "Why does she take these records for one person?"


@pytest.mark.parametrize(
    ("workspace", "sentence", "title"),
    [
        (Workspace(), "First say what is true about you.", "Profile"),
        (OWN, "First say what is true about you.", "Profile"),
        (replace(REAL, releases=()), "Next say what you gave away, and to whom.", "Releases"),
    ],
    ids=["nothing", "own", "a profile alone"],
)
def test_an_empty_page_says_what_to_do_first(workspace, sentence, title):
    at = start(workspace, "leakage")
    assert [info.value for info in at.main.info] == [sentence]
    assert charts(at) == {} and figure_in_sidebar(at) == "–"
    press(at, "nothing-yet")
    assert at.title[0].value == title


def worst_of(workspace):
    return max((known_to(workspace, group) for group in groups(workspace)), key=lambda found: found.leakage)


@pytest.mark.parametrize("workspace", CASES)
def test_the_figures_are_those_of_the_definitions(session, workspace):
    at = opened(session, workspace, "leakage")
    worst = worst_of(workspace)
    assert at.main.header[0].value == f"Eve knows {amount(worst.leakage)} of you: {percent(worst.leakage)}"
    assert figure_in_sidebar(at) == percent(worst.leakage)
    exact = next(text for text in texts(at) if text.startswith("L = "))
    assert float(exact.removeprefix("L = ")) == pytest.approx(worst.leakage)
    shows_right_wrong_and_missing(at, workspace, worst)
    shows_who_knows_how_much(charts(at)[POOLS], workspace)
    shows_what_each_release_adds(charts(at)[BY_RELEASE], workspace)


def shows_right_wrong_and_missing(at, workspace, worst):
    facts = facts_of(worst.composite, workspace.reference, workspace.weight_map)
    counted = [sum(fact.meaning == meaning for fact in facts) for meaning in ("right", "wrong", "missing")]
    assert [int(metric.value) for metric in at.main.metric] == counted
    told = next(frame.value for frame in at.dataframe if "Eve has it" in frame.value.columns)
    assert told["Value"].tolist() == [fact.value for fact in facts]
    assert told["Eve has it"].tolist() == [fact.meaning for fact in facts]
    assert told["Confidence"].tolist() == [fact.confidence for fact in facts]
    assert (JOINS in charts(at)) == (len(worst.members) > 1)


def bars(chart, name):
    return sorted(value for trace in chart["data"] if trace["name"] == name for value in trace["x"])


def shows_who_knows_how_much(chart, workspace):
    alone = [known_to(workspace, (name,)).leakage for name in workspace.recipients]
    assert bars(chart, "alone") == pytest.approx(sorted(alone))
    if workspace.pooling.kind == "coalitions":
        together = [group for group in groups(workspace) if len(group) > 1]
    else:
        together = [workspace.recipients] if len(alone) > 1 else []
    assert bars(chart, "pooled") == pytest.approx(sorted(known_to(workspace, group).leakage for group in together))


def shows_what_each_release_adds(chart, workspace):
    """Each is left out in turn; who shares with whom stays as it is."""
    whole = whole_leakage(workspace)
    shares = []
    for release in workspace.releases:
        without = replace(workspace, releases=tuple(one for one in workspace.releases if one is not release))
        shares.append(whole - max(known_to(without, group).leakage for group in groups(workspace)))
    assert chart["data"][0].get("x", []) == pytest.approx(sorted(share for share in shares if abs(share) >= 5e-7))


def test_looking_changes_nothing():
    assert looked_at("leakage") == []


def test_the_facts_of_the_realistic_person_are_told_with_what_they_add():
    at = start(REAL, "leakage")
    assert len(charts(at)[BY_FACT]["data"][0]["x"]) == len(worst_of(REAL).composite)
    assert set(charts(at)) == {POOLS, COMPOSITE, JOINS, BY_RELEASE, "Which recipient matters most?", BY_FACT, ONE_MORE}
    reasons = next(frame.value for frame in at.dataframe if "matched by" in frame.value.columns)
    assert len(reasons) >= len(worst_of(REAL).members) - 1


def test_eve_who_joins_nothing_says_so():
    reader = replace(REAL, policies=(), chosen="")
    at = start(reader, "leakage")
    assert at.main.header[0].value.endswith(percent(whole_leakage(reader)))
    assert "This is one record that Eve joined with nothing." in texts(at)
    assert JOINS not in charts(at)


def test_every_policy_of_the_realistic_person_gives_its_own_figure():
    at = start(REAL)
    shown = []
    for policy in REAL.policies:
        chosen = replace(REAL, chosen=policy.name)
        shown.append(opened(at, chosen, "leakage").main.header[0].value)
        assert shown[-1].endswith(percent(whole_leakage(chosen)))
    assert len(set(shown)) > 1


def test_the_pool_that_knows_most_is_named():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Club", ("Harbour Bank", "Beacon Mobile")),)))
    at = start(named, "leakage")
    club = known_to(named, ("Harbour Bank", "Beacon Mobile")).leakage
    assert club == pytest.approx(whole_leakage(named))
    assert any("The one who knows most: Club." in text for text in texts(at))


def test_a_coalition_of_nobody_known_does_no_harm():
    named = replace(REAL, pooling=Pooling("coalitions", (Coalition("Ghosts", ("Nobody", "No one")),)))
    at = start(named, "leakage")
    assert at.main.header[0].value.endswith(percent(whole_leakage(named)))


def metric_after(before, after):
    """The figure in the sidebar once a policy gave way to another."""
    at = start(before, "adversary")
    run(at.selectbox[0].set_value(after.chosen))
    assert history(at)[-1] == "choose a policy"
    return at.sidebar.metric[0]


def looser_and_stricter():
    found = {policy.name: whole_leakage(replace(REAL, chosen=policy.name)) for policy in REAL.policies}
    return max(found, key=found.get), min(found, key=found.get)


def test_a_rising_figure_is_drawn_as_alarming():
    loose, strict = looser_and_stricter()
    metric = metric_after(replace(REAL, chosen=strict), replace(REAL, chosen=loose))
    assert metric.delta.startswith("+")
    assert (metric.proto.direction, metric.proto.color) == (metric.proto.UP, metric.proto.RED)


def test_a_falling_figure_is_drawn_as_good():
    loose, strict = looser_and_stricter()
    metric = metric_after(replace(REAL, chosen=loose), replace(REAL, chosen=strict))
    assert metric.delta[0] in "-−"
    assert (metric.proto.direction, metric.proto.color) == (metric.proto.DOWN, metric.proto.GREEN)


def test_undo_on_this_page_shows_the_earlier_figure():
    at = start(REAL, "adversary")
    run(at.selectbox[0].set_value(REAL.policies[2].name))
    press(go(at, "leakage"), "undo")
    assert current(at) == REAL
    assert at.main.header[0].value.endswith(percent(whole_leakage(REAL)))
    press(at, "redo")
    assert current(at).chosen == REAL.policies[2].name
