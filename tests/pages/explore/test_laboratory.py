from dataclasses import replace

import pytest

from leakage.laboratory import trends
from leakage.laboratory.one_record import EXAMPLES, worlds_of
from leakage.laboratory.race import Lap
from leakage.laboratory.trends import TrendPoint
from pages.explore.laboratory import charts as race_charts
from pages.explore.laboratory.charts import race_chart, trend_chart, worlds_chart
from pages.explore.laboratory.trends import QUESTIONS
from pages.kit.jobs import Run
from tests.pages.helpers import charts, go, press, run, start, texts

RACE = "Which algorithm is fast?"
WORLDS = "What does each possible world reveal?"


@pytest.fixture
def lab():
    return start(page="laboratory")


@pytest.fixture
def small(monkeypatch):
    rows = tuple(
        replace(row, parameters=replace(row.parameters, n=min(row.parameters.n, 20), records=200))
        for row in trends.TABLE_5
    )
    monkeypatch.setattr(trends, "TABLE_5", rows)


def quick_trend(at):
    at.slider(key="trend-n").set_value(10)
    return run(at.slider(key="trend-records").set_value(500))


def finish(at, name):
    """Let a job run to its end; every run of the page is one slice of it."""
    press(at, f"{name}-run")
    for _ in range(200):
        if at.button(key=f"{name}-cancel").disabled:
            return at
        run(at)
    raise AssertionError(f"{name} does not end")


def trace(at, question, name):
    return next(t for t in charts(at)[question]["data"] if t["name"].startswith(name))


def test_the_sliders_begin_at_the_basic_values_and_a_small_run_is_there_at_once(lab):
    values = {name: lab.slider(key=f"trend-{name}").value for name in ("n", "records", "p_c", "p_p", "p_b", "m")}
    assert values == {"n": 100, "records": 10_000, "p_c": 0.5, "p_p": 0.5, "p_b": 0.5, "m": 0.5}
    assert {b.label for b in lab.button if b.key.endswith("-run")} == {"Run"}
    assert all(button.disabled for button in lab.button if button.key.endswith("-cancel"))
    points = trace(lab, QUESTIONS["p_c"], "mean")
    assert len(points["y"]) == 11 and set(points["customdata"]) == {100}
    assert any(caption.value.startswith("A small run of 100 records a point.") for caption in lab.main.caption)


@pytest.mark.tabs("How does leakage move?")
@pytest.mark.parametrize(
    ("varied", "rising"),
    [
        ("p_c", True),
        ("p_p", False),
        ("m", True),
    ],
)
def test_a_trend_is_drawn_and_kept(lab, varied, rising):
    question = QUESTIONS[varied]
    run(lab.segmented_control(key="trend-varied").set_value(varied))
    assert lab.slider(key=f"trend-{varied}").disabled
    finish(quick_trend(lab), "trend")
    means = trace(lab, question, "mean")["y"]
    assert len(means) == 11 and means == sorted(means, reverse=not rising)
    assert lab.button(key="trend-run").disabled
    # Another value shows nothing, the old one again what was found; so does another page and back.
    run(lab.slider(key="trend-n").set_value(20))
    assert trace(lab, question, "mean")["y"] != means and not lab.button(key="trend-run").disabled
    run(lab.slider(key="trend-n").set_value(10))
    assert trace(lab, question, "mean")["y"] == means
    go(go(lab, "profile"), "laboratory")
    assert trace(lab, question, "mean")["y"] == means


@pytest.mark.tabs("How does leakage move?")
def test_the_printed_figures_stand_beside_the_basic_values_only(lab):
    question = QUESTIONS["p_c"]
    printed = trace(lab, question, "printed")
    assert (printed["x"], printed["y"]) == ([0.5, 1.0], [0.1740179, 0.2752435])
    run(lab.slider(key="trend-p_b").set_value(0.4))
    assert not any(t["name"].startswith("printed") for t in charts(lab)[question]["data"])


@pytest.mark.tabs("Which algorithm is fast?")
def test_the_race_is_run_and_run_again(lab):
    lab.select_slider(key="race-budget").set_value(0.1)
    run(lab.select_slider(key="race-largest").set_value(100))
    finish(lab, "race")
    assert trace(lab, RACE, "Exact")["x"][-1] == 100
    standing = next(frame.value for frame in lab.dataframe if "Slope" in frame.value.columns).set_index("Algorithm")
    assert standing.loc["Taylor", "Largest n in the budget"] == 100
    assert standing.loc["Possible worlds", "Largest n in the budget"] < 100
    assert float(standing.loc["Algorithm 1", "Error there"]) <= 1e-13
    assert lab.button(key="race-run").label == "Run again"
    press(lab, "race-run")
    assert len(trace(lab, RACE, "Exact")["x"]) > 0


@pytest.mark.tabs("One record in all its worlds")
def test_the_first_record_is_the_papers(lab):
    assert "Eve knows most: 65.0\u00a0%" in [s.value for s in lab.subheader]
    assert "2 possible worlds. Lower is better for the person." in texts(lab)
    worlds = next(frame.value for frame in lab.dataframe if "F1 in it" in frame.value.columns)
    assert sum(worlds["Probability × F1"]) == pytest.approx(0.65)


@pytest.mark.tabs("One record in all its worlds")
def test_a_confidence_and_a_weight_move_the_record(lab):
    run(lab.slider(key="one-0-Name-Alice").set_value(1.0))
    assert "1 possible world. Lower is better for the person." in texts(lab)
    run(lab.select_slider(key="one-0-weight-Name").set_value(2.0))
    table = next(frame.value for frame in lab.dataframe if "Remark" in frame.value.columns).set_index("Algorithm")
    assert table.loc["Algorithm 1", "Remark"] and table.loc["Exact (integral)", "Leakage"] == pytest.approx(6 / 7)


@pytest.mark.tabs("One record in all its worlds")
def test_every_record_to_begin_with_can_be_chosen(lab):
    for number, example in enumerate(EXAMPLES):
        run(lab.selectbox(key="one-example").set_value(number))
        bars = trace(lab, WORLDS, "possible")
        assert sum(bars["y"]) == pytest.approx(1.0)
        assert len(bars["x"]) <= len(worlds_of(example.record, example.reference))


def test_charts_with_nothing_in_them():
    assert trend_chart("?", "axis", []).alt == "Nothing was run yet."
    assert race_chart({method: [] for method in race_charts.STYLES}, 100, 0.5).alt == "Nothing was run yet."
    assert worlds_chart([], 0.0).alt.startswith("0 possible worlds")


def test_charts_say_what_they_show():
    points = [TrendPoint(0.0, 5, 0.1, 0.05), TrendPoint(1.0, 5, 0.9, 0.5)]
    chart = trend_chart("?", "axis", points, [(1.0, 0.8)])
    assert [list(line.y) for line in chart.figure.data] == [[0.1, 0.9], [0.05, 0.5], [0.8]]
    assert chart.figure.layout.yaxis.range[1] > 0.9
    laps = [Lap("exact", n, 1e-6 * n, 5, 0.1, n == 400) for n in (100, 200, 400)]
    raced = race_chart({"exact": laps}, 1000, 0.5)
    assert raced.figure.data[0].name == "Exact (integral): n<sup>1.0</sup>"
    assert raced.alt == "Largest n within the budget: Exact (integral) n = 200."
    example = EXAMPLES[0]
    drawn = worlds_chart(worlds_of(example.record, example.reference), 0.65).figure
    assert list(drawn.data[0].y) == [0.5, 0.5] and list(drawn.data[1].x) == [0.65, 0.65]


def test_a_run_stops_when_it_is_told_to():
    run = Run(iter(range(10)))
    run.running = False
    run.work()
    assert run.results == [] and not run.finished
    run.running = True
    run.work()
    assert run.results == list(range(10)) and run.finished and not run.running
