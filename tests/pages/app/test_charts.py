"""Charts: names are text, the data are what is drawn, and a figure is worked out to itself."""

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.csv_files import to_csv
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.app import charts
from pages.app.charts import Table, plain
from tests.pages.helpers import run, start

HOSTILE = "<img src=x>"
WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}


def test_plain_cuts_first_and_escapes_then():
    assert (plain("x" * 40), plain("x" * 41)) == ("x" * 40, "x" * 39 + "…")
    assert (plain("<" * 10, 5), plain('a & "b"')) == ("&lt;" * 4 + "…", 'a &amp; "b"')


def test_the_data_are_what_is_drawn_by_the_names_beside_it():
    marks = [
        charts.line("", [(0, 0), (1, 1), (None, None)], MISSING, None),
        charts.bars("a<sub>1</sub>", [(1, -0.125), (0, 0.5)], RIGHT, ""),
    ]
    rows = charts.rows([plain(HOSTILE), "=1+1"])
    chart = charts.draw("Which?", marks, charts.axis("what it adds (points)"), rows, "said")
    assert chart.table == Table(
        ("Series", "what it adds (points)", "What"), (("a1", -12.5, "=1+1"), ("a1", 50.0, HOSTILE))
    )
    assert to_csv(chart.table.rows).decode() == f"a1,-12.5,'=1+1\r\na1,50,{HOSTILE}\r\n"


def test_an_interval_is_part_of_the_data():
    bars = {"type": "data", "array": [0.25], "arrayminus": [0.125]}
    marks = [charts.dots("s", [(1, 0.5)], RIGHT, "", error_y=bars)]
    chart = charts.draw("Which?", marks, charts.axis("facts"), charts.axis("found 0 % to 100 %"), "said")
    assert chart.table == Table(
        ("Series", "facts", "found 0 % to 100 %", "From", "To"), (("s", 1.0, 0.5, 0.375, 0.75),)
    )
    assert "0\u00a0% to 100\u00a0%" in chart.figure.layout.yaxis.title.text


def formulas(at, key):
    """What is written in formulas once a figure is opened."""
    at.session_state[f"worked-out-{key}"] = True
    return [latex.value.strip("$\n ") for latex in run(at).latex]


def test_the_leakage_is_worked_out():
    assert formulas(start(WORKS["wrong-phone"], "leakage"), "leakage")[-1].startswith("L = ")
