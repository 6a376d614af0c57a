"""Step by step: dipping, what she believes then, and how sure she is."""

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
from leakage.decision.leakage import leakages_of
from leakage.measure.leakage import ranking as ranked
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.next_move import can_dip, natural_query, next_moves
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.app.words import percent
from pages.eve.what_she_knows import text
from tests.pages.helpers import (
    CASES,
    charts,
    groups,
    known_to,
    opened,
    records_known_to,
    run,
    start,
    texts,
    unfolded,
)
from tests.person_2026 import person_of_2026

REAL = person_of_2026().workspace
DETAILS = "search-details"
CHART = "What does Eve learn at each step?"


def captions(at):
    return [caption.value for caption in at.main.caption]


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
    assert headline in (text.REACHES.format(end=percent(leakage)), text.NOWHERE)
    assert f"She starts with {percent(record_leakage(query, workspace.reference, workspace.measure))}" in " ".join(
        texts(at)
    )


def test_the_steps_can_be_walked_through():
    at = start(REAL, "what_she_knows")
    steps = at.main.slider[0]
    chart = charts(at)[CHART]
    assert len(chart["data"][0]["y"]) == steps.max + 1
    run(steps.set_value(1))
    before, between, _ = text.MATCHED.format(step=1, name="|", shared="|").split("|")
    assert any(line.startswith(before) and between in line for line in texts(at))
    assert any(line.startswith("Eve learned ") for line in texts(at))


def test_another_question_leads_elsewhere():
    at = start(REAL, "what_she_knows")
    before = at.header[0].value
    key = next(box.key for box in at.main.multiselect if box.key.startswith("findings-query"))
    run(at.multiselect(key=key).set_value([]))
    assert at.header[0].value == text.NOWHERE != before


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


@pytest.mark.parametrize("operation", [SingleLink, Resolve])
def test_leakage_over_how_sure_she_must_be(operation):
    """Each point drawn against resolving at that threshold."""

    def at_threshold(bits):
        linking = Adversary((operation(replace(BY_EVIDENCE, threshold=bits)),))
        return replace(WEIGHED, policies=(Policy("Eve", linking),))

    at = unfolded(start(at_threshold(3.0), "what_she_knows"), DETAILS)
    drawn = charts(at)["How sure must Eve be?"]["data"][0]
    # A name is 64 to 1, a phone with another name 1,024 to 4, both against 16 to 1 beforehand; and one bit beyond.
    assert drawn["x"] == pytest.approx([2.0, 4.0, 5.0])
    for bits, leakage in zip(drawn["x"], drawn["y"], strict=True):
        assert known_to(at_threshold(bits), WEIGHED.recipient_names).leakage == pytest.approx(leakage)
    at.session_state["data-thresholds"] = True
    table = next(frame.value for frame in run(at).main.dataframe if "Enough for Eve" in frame.value)
    assert table["Enough for Eve"].tolist() == ["4 to 1", "16 to 1", "32 to 1"]


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
    frame = next(table.value for table in at.main.dataframe if "Best guess" in table.value.columns)
    return {row[0]: tuple(row[1:]) for row in frame.to_numpy().tolist()}


def test_her_best_guess_its_error_and_the_entropies():
    """Confidences 1/2 and 1/4 leave 1/4 unknown; 0.8 and 0.8 count as one half each."""
    at = unfolded(start(UNSURE, "what_she_knows"), DETAILS)
    guesses = uncertainty(at)
    assert guesses["N"] == ("Zoe", "right", 0.0, 0.0, 0.0, 0.0)
    assert guesses["A"] == ("30", "right", 0.5, pytest.approx(math.log2(3)), 1.5, 1.0)
    assert guesses["P"] == ("555 or 666", "1 of 2 right", 0.5, 1.0, 1.0, 1.0)
    guess, truth, error, *bits = guesses["C"]
    assert (guess, truth, error) == ("none", "missing", 1.0) and all(math.isnan(entropy) for entropy in bits)
    assert text.GUESSED.format(guessed=3, kinds="4 kinds of facts", right=2) in texts(at)


def test_her_guesses_follow_the_steps():
    at = unfolded(start(UNSURE, "what_she_knows"), DETAILS)
    run(at.main.slider[0].set_value(0))
    guesses = uncertainty(at)
    assert guesses["A"][:2] == ("none", "missing") and guesses["N"][:3] == ("Zoe", "right", 0.0)


@pytest.mark.parametrize("workspace", [case for case in CASES if "together" in case.id])
def test_every_label_has_its_row(session, workspace):
    at = opened(session, workspace, "what_she_knows")
    if at.main.info:
        return
    unfolded(at, DETAILS)
    guesses = uncertainty(at)
    assert {workspace.display_name(label) for label, _ in workspace.profile} <= set(guesses)
    for guess, truth, error, *bits in guesses.values():
        assert (guess == "none") == (truth == "missing") == math.isnan(bits[0])
        assert 0.0 <= error <= 1.0 and (guess == "none" or bits[0] >= bits[1] - 1e-9 >= bits[2] - 2e-9)


def test_the_curve_over_thresholds_is_there_only_where_she_joins_by_odds():
    evidence = FellegiSunter(1 / 9, (Comparison.by_odds("C", 16, 2),))
    given = (
        Release(name, name, Record.of(*((label, "v") for label in told))) for name, told in (("r", "NPC"), ("s", "CZ"))
    )
    policies = tuple(
        Policy(f"{rule}", Adversary((Resolve(rule),))) for rule in (evidence, AnyOf(Shares("N"), evidence), Shares("N"))
    )
    work = Workspace(tuple((label, "v") for label in "NPCZA"), releases=tuple(given), policies=policies)
    at = start(work, "start")
    for policy, by_odds in zip(policies, (True, True, False), strict=True):
        at = unfolded(opened(at, replace(work, chosen=policy.name), "what_she_knows"), DETAILS)
        # A card in common is 2 to 1; beyond, the three facts of one record are all that is known together.
        sentence = text.AT_ODDS.format(odds="1 to 1", known=percent(8 / 9))
        assert (sentence in texts(at)) == by_odds
        assert (text.THRESHOLD_HELP in captions(at)) == by_odds


# Which fact she would check next, behind a fold.


NEXT_CHECK = "next-check"


def ranking(at):
    return next((frame.value for frame in at.dataframe if "Gain per cost" in frame.value.columns), None)


@pytest.mark.parametrize("workspace", CASES)
def test_the_ranking_is_what_the_science_says(session, workspace):
    at = opened(session, workspace, "what_she_knows")
    if at.main.info:
        return
    shown = ranking(unfolded(at, NEXT_CHECK))
    leaked = worst(assess(workspace))
    number = first_in_doubt(workspace, leaked)
    if number is None:
        assert shown is None and text.NOTHING_TO_CHECK in texts(at)
        return
    moves = next_moves(workspace, leaked, composite=number)
    assert shown["Gain per cost"].tolist() == pytest.approx([move.enhancement.ratio for move in moves])
    assert shown["Gain"].tolist() == pytest.approx([100 * move.enhancement.gain for move in moves])
    assert shown["Value"].tolist() == [move.enhancement.attribute.value for move in moves]


def first_in_doubt(workspace, leaked):
    """The number of the most telling of her records in which something is doubtful; None where all is sure."""
    resolution = leaked.result.resolution
    leakages = leakages_of(resolution, workspace.reference, workspace.measure)
    telling = [number for number in ranked(leakages) if leakages[number] > 0.0]
    return next((n for n in telling if any(a.confidence < 1.0 for a in resolution.composites[n].known)), None)


def test_the_papers_example_of_enhancement():
    """2012, Section 4.3: 1/7 for the phone, 0 for the name."""
    [scenario] = [scenario for scenario in PAPER_SCENARIOS if scenario.key == "enhancement"]
    shown = ranking(unfolded(start(scenario.workspace, "what_she_knows"), NEXT_CHECK))
    assert shown["Value"].tolist() == ["123", "Alice"]
    assert shown["Gain per cost"].tolist() == pytest.approx([1 / 7, 0.0])
