"""What she knows: dipping step by step, beliefs, composites, and what if."""

import math
from dataclasses import replace

import pytest

from leakage import (
    Adversary,
    AnyOf,
    Comparison,
    FellegiSunter,
    Record,
    Resolve,
    Shares,
    SingleLink,
    query_leakage,
    record_leakage,
)
from leakage.resolution.rules.negative import Conflicts, Unless
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess
from leakage.workspace.figures.contributions import leakage_kept_apart
from leakage.workspace.figures.next_move import can_dip, natural_query
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace
from pages.eve.what_she_knows.text import NO_DIPPING, NO_TREE, SEARCHED_AS_GIVEN
from pages.shell import computing
from pages.shell.words import percent
from tests.benchmarks.person_2026 import person_of_2026
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    groups,
    known_to,
    looked_at,
    opened,
    records_known_to,
    run,
    start,
    texts,
)
from tests.starting import starting_workspace

REAL = person_of_2026().workspace
CHART = "What does each find add?"


@pytest.mark.parametrize(
    ("workspace", "sentence"),
    [
        (Workspace(), "First say what is true about you."),
        (replace(REAL, releases=()), "Next say what you gave away, and to whom."),
        (replace(REAL, policies=()), NO_DIPPING),
    ],
    ids=["nothing", "a profile alone", "no policy"],
)
def test_an_empty_page_says_what_to_do_first(workspace, sentence):
    assert [info.value for info in start(workspace, "what_she_knows").main.info] == [sentence]


def test_looking_changes_nothing():
    assert looked_at("what_she_knows") == []


@pytest.mark.parametrize("workspace", CASES)
def test_the_headline_is_the_query_leakage(session, workspace):
    at = opened(session, workspace, "what_she_knows")
    if not can_dip(workspace.adversary):
        assert at.main.info
        return
    worst = max(groups(workspace), key=lambda group: known_to(workspace, group).leakage)
    records = [*workspace.background, *records_known_to(workspace, worst)]
    query = Record.of(*natural_query(workspace))
    leakage = query_leakage(query, records, workspace.reference, workspace.adversary, workspace.measure)
    headline = at.header[0].value
    assert percent(leakage) in headline or "gets nowhere" in headline
    assert f"She starts with {percent(record_leakage(query, workspace.reference, workspace.measure))}" in " ".join(
        texts(at)
    )


def test_the_steps_can_be_walked_through():
    at = start(REAL, "what_she_knows")
    steps = at.main.slider[0]
    chart = charts(at)[CHART]
    assert len(chart["data"][0]["y"]) == steps.max + 1
    run(steps.set_value(1))
    assert any(text.startswith("Step 1: ") and "matched, for it has the same" in text for text in texts(at))
    assert any(text.startswith("It told her ") for text in texts(at))


def test_another_question_leads_elsewhere():
    at = start(REAL, "what_she_knows")
    before = at.header[0].value
    key = next(box.key for box in at.main.multiselect if box.key.startswith("findings-query"))
    run(at.multiselect(key=key).set_value([]))
    assert at.header[0].value == "From this question Eve gets nowhere" != before


def test_leaving_a_release_out_is_the_leakage_without_it():
    at = start(REAL, "what_she_knows")
    key = next(box.key for box in at.main.multiselect if box.key.startswith("findings-without"))
    name = "Work contract"
    number = [release.name for release in REAL.releases].index(name)
    run(at.multiselect(key=key).set_value([number]))
    without = replace(REAL, releases=tuple(r for r in REAL.releases if r.name != name))
    shown = {metric.label: metric.value for metric in at.main.metric}
    assert shown["Eve would know of you"] == percent(known_to(without, without.recipient_names).leakage)
    assert current(at) == REAL


@pytest.mark.parametrize("helps", [True, False])
def test_the_arrow_points_where_the_danger_goes_and_nowhere_if_it_stays(helps):
    facts = (("Name", "Ann"), ("Phone", "2"))
    given = tuple(Release(label, label, Record.of((label, value))) for label, value in facts)
    eve = Policy("Eve", Adversary((Resolve(Shares("Name")),)))
    work = Workspace((("Name", "Ann"), ("Phone", "1")), releases=given, policies=(eve,))
    at = start(work, "what_she_knows")
    key = next(box.key for box in at.main.multiselect if box.key.startswith("findings-without"))
    run(at.multiselect(key=key).set_value([0 if helps else 1]))
    shown = next(metric for metric in at.main.metric if metric.label == "Eve would know of you").proto
    way, colour = (shown.DOWN, shown.GREEN) if helps else (shown.NONE, shown.GRAY)
    assert (shown.direction, shown.color) == (way, colour) and (shown.delta == "no change") is not helps


def test_ones_own_empty_work_is_led_to_the_profile():
    assert start(starting_workspace(), "what_she_knows").main.info[0].value == "First say what is true about you."


def test_two_records_kept_apart_are_told_at_once():
    at = start(REAL, "what_she_knows")
    first, second = (
        next(b for b in at.main.selectbox if b.key.startswith(f"apart-{side}")) for side in ("first", "second")
    )
    members = known_to(REAL, REAL.recipient_names).members
    expected = leakage_kept_apart(REAL, assess(REAL)[0], members[0], members[1])
    assert (first.value, second.value) == (members[0], members[1])
    assert percent(expected) in [metric.value for metric in at.main.metric]


BY_EVIDENCE = FellegiSunter(1 / 17, (Comparison.by_odds("Name", 64, 4), Comparison.by_odds("Phone", 1024, 8)))
WEIGHED = Workspace(
    (("Name", "Ann"), ("Phone", "1"), ("Card", "9")),
    releases=(
        Release("a", "Shop", Record.of(("Name", "Ann"), ("Phone", "1"))),
        Release("b", "Bank", Record.of(("Name", "Bo"), ("Phone", "1"), ("Card", "9"))),
        Release("c", "Club", Record.of(("Name", "Ann"), ("Card", "8"))),
    ),
    policies=(Policy("Eve", Adversary((Resolve(BY_EVIDENCE),))),),
)


def test_a_join_by_evidence_is_drawn_as_a_waterfall():
    at = start(replace(WEIGHED, releases=WEIGHED.releases[:2]), "what_she_knows")
    assert "Odds of 16 to 1 for one person: Phone speaks for it; Name speaks against it and is outweighed." in texts(at)
    drawn = charts(at)["What speaks for one person?"]
    bars = {y: (x, base) for bar in drawn["data"] for x, y, base in zip(bar["x"], bar["y"], bar["base"], strict=True)}
    assert "adds up to 4.0 bits" in drawn["alt"]
    ends = [-4.0, -6.0, 4.0, 4.0]
    assert [bars[-n][1] + bars[-n][0] for n in range(4)] == pytest.approx(ends)
    assert [bars[-n][0] for n in range(4)] == pytest.approx([-4.0, -2.0, 10.0, 4.0])


def test_where_recipients_resolve_first_it_is_said_who_made_a_join():
    twice = (Release("d", "Shop", Record.of(("Phone", "1"))), *WEIGHED.releases[:2])
    at = start(replace(WEIGHED, releases=twice, pooling=Pooling(resolve_first=True)), "what_she_knows")
    assert "Shop made this join before it shared." in texts(at)
    picked = next(box for box in at.selectbox if box.label.startswith("How did the evidence"))
    run(picked.set_value(1))
    assert "It was made among what was shared." in texts(at)
    assert "Odds of 16 to 1 for one person: Phone speaks for it; Name speaks against it and is outweighed." in texts(at)


@pytest.mark.parametrize("operation", [SingleLink, Resolve])
def test_leakage_over_how_sure_she_must_be(operation):
    """Each end of each step drawn against resolving at that threshold, and the step she stands on in words."""

    def at_threshold(bits):
        linking = Adversary((operation(replace(BY_EVIDENCE, threshold=bits)),))
        return replace(WEIGHED, policies=(Policy("Eve", linking),))

    at = start(at_threshold(3.0), "what_she_knows")
    drawn = charts(at)["How sure must she be?"]["data"]
    ends = list(zip(drawn[0]["x"], drawn[0]["y"], strict=True))
    assert drawn[1]["x"] == pytest.approx([4.0, 2.0])
    for (right, leakage), (left, same) in zip(ends[::2], ends[1::2], strict=True):
        assert leakage == same
        for bits in (right - 1e-6, (right + left) / 2, left + 1e-6):
            assert known_to(at_threshold(bits), WEIGHED.recipient_names).leakage == pytest.approx(leakage)
    sentence = next(text for text in texts(at) if text.startswith("At odds of 8 to 1"))
    assert "If she asked for more than 16 to 1, the join of a with b would fall away: 80.0" in sentence
    assert "If 4 to 1 were enough for her, a with c would be joined too: 75.0" in sentence
    at.session_state["data-thresholds"] = True
    assert (NO_TREE in [caption.value for caption in at.main.caption]) == (operation is Resolve)
    table = next(frame.value for frame in run(at).main.dataframe if "Enough for her" in frame.value)
    assert table["Enough for her"].tolist() == ["no odds", "16 to 1", "4 to 1"]
    assert table["What is then joined more"].tolist() == ["nothing", "a with b", "a with c"]


def test_where_time_is_over_the_curve_says_how_far_it_came(monkeypatch):
    monkeypatch.setattr(computing, "EARLY", 0.0)
    at = start(replace(WEIGHED, title="in no time"), "what_she_knows")
    assert "There was no time for less than 16 to 1." in texts(at)
    figure = percent(known_to(WEIGHED, WEIGHED.recipient_names).leakage)
    assert f"At odds of 1 to 1 or better Eve knows {figure} of you." in texts(at)


def test_where_the_order_matters_the_worst_is_told():
    wary = Adversary((Resolve(Unless(AnyOf(Shares("Name", "Card"), Shares("Name", "Phone")), Conflicts("Address"))),))
    work = replace(REAL, policies=(Policy("Wary", wary),), chosen="Wary")
    at = start(work, "what_she_knows")
    assert any(text.startswith("The order in which she reads the records matters") for text in texts(at))
    assert not any("The order" in text for text in texts(start(REAL, "what_she_knows")))


UNSURE = Workspace(
    profile=(("N", "Zoe"), ("A", "30"), ("P", "555"), ("C", "999")),
    releases=(
        Release("Order", "Shop", Record.of(("N", "Zoe"), ("A", "30", 0.5), ("A", "40", 0.25), ("P", "666", 0.8))),
        Release("Rumour", "Shop", Record.of(("N", "Zoe"), ("P", "555", 0.8))),
    ),
    policies=(Policy("By name", Adversary((Resolve(Shares("N")),))),),
)


def uncertainty(at):
    """Per label what she would guess, and how uncertain she is."""
    frame = next(table.value for table in at.main.dataframe if "Her best guess" in table.value.columns)
    return {row[0]: tuple(row[1:]) for row in frame.to_numpy().tolist()}


def test_her_best_guess_its_error_and_the_entropies():
    """Confidences 1/2 and 1/4 leave 1/4 unknown; 0.8 and 0.8 count as one half each."""
    at = start(UNSURE, "what_she_knows")
    guesses = uncertainty(at)
    assert guesses["N"] == ("Zoe", "right", 0.0, 0.0, 0.0, 0.0)
    assert guesses["A"] == ("30", "right", 0.5, pytest.approx(math.log2(3)), 1.5, 1.0)
    assert guesses["P"] == ("555 or 666", "1 of 2 right", 0.5, 1.0, 1.0, 1.0)
    guess, truth, error, *bits = guesses["C"]
    assert (guess, truth, error) == ("none", "missing", 1.0) and all(math.isnan(entropy) for entropy in bits)
    assert "She has a best guess about 3 of 4 kinds of facts; 2 right." in texts(at)


def test_her_guesses_follow_the_steps():
    at = start(UNSURE, "what_she_knows")
    run(at.main.slider[0].set_value(0))
    guesses = uncertainty(at)
    assert guesses["A"][:2] == ("none", "missing") and guesses["N"][:3] == ("Zoe", "right", 0.0)


@pytest.mark.parametrize("workspace", [case for case in CASES if "together" in case.id])
def test_every_label_has_its_row(session, workspace):
    at = opened(session, workspace, "what_she_knows")
    if at.main.info:
        return
    guesses = uncertainty(at)
    assert {workspace.display_name(label) for label, _ in workspace.profile} <= set(guesses)
    for guess, truth, error, *bits in guesses.values():
        assert (guess == "none") == (truth == "missing") == math.isnan(bits[0])
        assert 0.0 <= error <= 1.0 and (guess == "none" or bits[0] >= bits[1] - 1e-9 >= bits[2] - 2e-9)


def test_where_recipients_resolve_first_the_search_says_that_it_does_not():
    paper = next(scenario.workspace for scenario in PAPER_SCENARIOS if scenario.key == "wrong-phone")
    assert SEARCHED_AS_GIVEN in texts(start(paper, "what_she_knows"))
    raw = replace(paper, pooling=replace(paper.pooling, resolve_first=False))
    assert SEARCHED_AS_GIVEN not in texts(start(raw, "what_she_knows"))
