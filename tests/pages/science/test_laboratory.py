"""The laboratory: what it draws is what the library measures, and what the paper prints."""

import re
from dataclasses import replace

import pytest

from leakage import record_leakage
from leakage.laboratory import EXAMPLES, TABLE_5, Parameters, accuracy, generate, ladder
from tests.pages.helpers import charts, press, run, start, texts
from tests.pages.science.test_python_script import run as ran

QUESTIONS = {
    "p_c": "What if more is copied? (Figure 3a)",
    "p_p": "What if more copies go wrong? (Figure 3b)",
    "m": "What if Eve is surer? (Figure 3c)",
}
RACE, WORLDS = "Which algorithm is fast?", "What does each possible world reveal?"
SHARES = [step / 10 for step in range(11)]


@pytest.fixture
def lab():
    return start(page="laboratory")


def trace(at, question, name):
    return next(t for t in charts(at)[question]["data"] if t["name"].startswith(name))


def said(at):
    """What the script of the open tab prints."""
    return ran(at.session_state["script"][1])[1]


def pressed(at, label):
    return press(at, next(button.key for button in at.main.button if button.label == label))


def columns(at, heading):
    return next(frame.value for frame in at.main.dataframe if heading in frame.value.columns)


@pytest.mark.tabs("Figures 3(a) to 3(c)")
@pytest.mark.parametrize("varied", QUESTIONS)
def test_a_curve_is_that_of_the_generated_records(lab, varied):
    run(lab.segmented_control(key="trend-varied").set_value(varied))
    assert lab.slider(key=f"trend-{varied}").disabled
    drawn = trace(lab, QUESTIONS[varied], "mean")
    assert drawn["x"] == SHARES
    for value, mean in zip(SHARES[::5], drawn["y"][::5], strict=True):
        data = generate(Parameters(records=500, **{varied: value}))
        each = [record_leakage(record, data.reference, data.weights) for record in data.records[:500]]
        assert mean == pytest.approx(sum(each) / 500, rel=1e-9)


@pytest.mark.tabs("Figures 3(a) to 3(c)")
def test_the_papers_figures_stand_beside_the_values_of_table_4_alone(lab):
    printed = trace(lab, QUESTIONS["p_c"], "printed")
    assert (printed["x"], printed["y"]) == ([0.5, 1.0], [0.1740179, 0.2752435])
    run(lab.slider(key="trend-p_b").set_value(0.4))
    assert not any(t["name"].startswith("printed") for t in charts(lab)[QUESTIONS["p_c"]]["data"])


@pytest.mark.tabs("Figure 3(d)")
def test_the_race_is_run_at_full_size(monkeypatch):
    at = start(page="laboratory")
    assert set(trace(at, RACE, "Exact")["x"]) <= set(ladder(50))
    assert re.findall(r"method='exact', n=(\d+)", said(at)) == list(map(str, trace(at, RACE, "Exact")["x"]))
    monkeypatch.setattr("leakage.laboratory.ladder", lambda largest: (1, 2, 40))
    pressed(at, "Run up to 100,000 facts")
    assert max(trace(at, RACE, "Exact")["x"]) == 40 and max(trace(at, RACE, "Possible worlds")["x"]) == 2


@pytest.mark.tabs("Table 5")
def test_table_5_beside_what_is_printed(monkeypatch):
    small = tuple(row._replace(parameters=replace(row.parameters, records=50)) for row in TABLE_5)
    monkeypatch.setattr("leakage.laboratory.TABLE_5", small)
    at = start(page="laboratory")
    table = columns(at, "L₀, printed")
    assert table["L₀, printed"].tolist()[0] == "0.1740179" and set(table["L₀, ours"]) == {"–"}
    pressed(at, "Measure the table")
    table = columns(at, "L₀, printed")
    levels = [row.exact for row in accuracy([row.parameters for row in small], draws=2)]
    first = sorted((levels[0], levels[len(small)]))
    assert table["L₀, ours"].tolist()[0] == f"{first[0]:.3f}–{first[1]:.3f}"
    assert max(map(float, table["Integral's error"])) <= 1e-13
    assert said(at) == "".join(f"{row}\n" for row in accuracy([row.parameters for row in small], draws=2))


@pytest.mark.tabs("One record (§2.3)")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worlds_of_a_record(lab, name):
    run(lab.selectbox(key="one-example").set_value(name))
    leakage = record_leakage(*EXAMPLES[name])
    bars, line = trace(lab, WORLDS, "possible"), trace(lab, WORLDS, "mean")
    assert sum(bars["y"]) == pytest.approx(1.0) and line["x"] == [leakage, leakage]
    assert sum(f1 * chance for f1, chance in zip(bars["x"], bars["y"], strict=True)) == pytest.approx(leakage)
    assert sum(columns(lab, "F1 in it")["Probability × F1"]) == pytest.approx(leakage)


@pytest.mark.tabs("One record (§2.3)")
def test_the_first_record_is_the_papers_and_a_confidence_moves_it(lab):
    # Printed for unit weights in Section 2.3.
    assert trace(lab, WORLDS, "mean")["x"][0] == pytest.approx(13 / 20)
    name = next(iter(EXAMPLES))
    run(lab.slider(key=f"one-{name}-Name-Alice").set_value(1.0))
    assert trace(lab, WORLDS, "mean")["x"][0] == pytest.approx(4 / 5) and float(said(lab)) == pytest.approx(4 / 5)
    assert any(text.startswith("1 possible world;") for text in texts(lab))
