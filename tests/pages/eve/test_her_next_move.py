from dataclasses import replace

import pytest

from leakage import Record, Shares
from leakage.decision.leakage import leakages_of
from leakage.measure.gradient import ranking as ranked
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.next_move import next_moves
from leakage.workspace.presets import policy
from leakage.workspace.workspace import Release
from pages.eve.her_next_move import text
from tests.benchmarks.person_2026 import person_of_2026
from tests.pages.helpers import (
    CASES,
    current,
    go,
    opened,
    press,
    problems,
    run,
    start,
    texts,
    type_into,
)
from tests.starting import starting_workspace

OWN = starting_workspace()
REAL = person_of_2026().workspace
PAPER = replace(
    OWN,
    profile=(("Name", "Alice"), ("Age", "20"), ("Phone", "123"), ("Card", "987")),
    weights=tuple((label, 1.0) for label in ("Name", "Age", "Phone", "Card")),
    releases=(
        Release("r1", "one", Record.of(("Name", "Alice"), ("Age", "20"))),
        Release("r2", "two", Record.of(("Name", "Alice", 0.9), ("Phone", "123", 0.5), ("Card", "987"))),
    ),
    policies=(policy("By name", Shares("Name")),),
    chosen="By name",
)


def ranking(at):
    tables = [frame.value for frame in at.dataframe if "Gain per cost" in frame.value.columns]
    return tables[0] if tables else None


@pytest.mark.parametrize("workspace", CASES)
def test_the_ranking_is_what_the_science_says(session, workspace):
    at = opened(session, workspace, "her_next_move")
    leaked = worst(assess(workspace))
    moves = next_moves(workspace, leaked, composite=first_in_doubt(workspace, leaked))
    shown = ranking(at)
    assert (len(shown) if shown is not None else 0) == len(moves)
    if moves:
        assert shown["Gain per cost"].tolist() == pytest.approx([move.enhancement.ratio for move in moves])
        assert shown["Value"].tolist() == [move.enhancement.attribute.value for move in moves]
    nothing = not moves or moves[0].enhancement.gain <= 1e-12
    assert (at.main.header[0].value == text.NOTHING_TO_CHECK) == nothing
    assert (text.DO_NOT_CONFIRM in [shown.value for shown in at.main.markdown]) != nothing


def first_in_doubt(workspace, leaked):
    """The number of the most telling of her records in which something is doubtful; else of the most telling one."""
    composites = leaked.result.resolution.composites
    leakages = leakages_of(leaked.result.resolution, workspace.reference, workspace.measure)
    telling = [number for number in ranked(leakages) if leakages[number] > 0.0]
    doubtful = [n for n in telling if any(a.confidence < 1.0 for a in composites[n].known)]
    return next(iter(doubtful or telling), None)


def test_the_papers_example():
    """2012, Section 4.3: 1/7 for the phone, 0 for the name."""
    at = start(PAPER, "her_next_move")
    assert ranking(at)["About"].tolist() == ["Phone", "Name"]
    assert ranking(at)["Gain per cost"].tolist() == pytest.approx([1 / 7, 0.0])
    assert at.main.header[0].value == text.BEST.format(points=7.1)
    assert text.WOULD_CHECK.format(fact="Phone: 123", source="r2", surety="50.0\u00a0%") in texts(at)


def test_ones_own_costs():
    at = start(PAPER, "her_next_move")
    row = PAPER.labels.index("Phone")
    type_into(at, "verify-prices", {row: {"price": 2.0}})
    assert ranking(at)["Gain per cost"].tolist() == pytest.approx([1 / 14, 0.0])
    type_into(at, "verify-prices", {row: {"price": 0.0}})
    assert problems(at) == ["Phone: cost factor must be between 0.000001 and 1,000,000, got 0; it counts as 1."]
    assert ranking(at)["Gain per cost"].tolist() == pytest.approx([1 / 7, 0.0])
    go(go(at, "leakage"), "her_next_move")
    assert problems(at) == ["Phone: cost factor must be between 0.000001 and 1,000,000, got 0; it counts as 1."]
    assert current(at) == PAPER
    type_into(at, "verify-prices", {row: {"price": 2.0}})
    assert current(at) == replace(PAPER, verification_prices=(("Phone", 2.0),))
    press(at, "undo")
    assert ranking(at)["Gain per cost"].tolist() == pytest.approx([1 / 7, 0.0])


@pytest.mark.slow
def test_another_of_her_records_can_be_looked_at():
    at = start(REAL, "her_next_move")
    assert at.main.header[0].value.startswith("Eve’s best check")
    assert ranking(at)["Gain"].max() > 0.0
    box = at.selectbox[0]
    leaked = worst(assess(REAL))
    seen = []
    for place in range(len(box.options)):
        run(at.selectbox[0].select_index(place))
        seen.append(ranking(at))
    assert any(table is not None and table["Gain"].max() > 0.0 for table in seen)
    assert len(seen) <= len(leaked.result.resolution.composites)


def test_what_takes_long_waits_until_it_is_asked_for(monkeypatch):
    monkeypatch.setattr("leakage.workspace.figures.estimates.next_moves", lambda workspace: 40.0)
    monkeypatch.setattr("pages.shell.figures._expected_seconds", lambda name, estimated, small: estimated)
    at = start(PAPER, "her_next_move")
    assert not at.main.header
    assert press(at, "on-demand-pages.eve.her_next_move.moves.moves").main.header
