"""Charts and derivations."""

import networkx
import numpy as np
import pytest

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.csv_files import to_csv
from leakage.workspace.figures.assessment import assess, assess_pool, pool_together, pools_alone
from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.kit.charts import spec
from pages.kit.charts.chart import Table, plain, plain_text, question_of
from tests.pages.helpers import run, start
from tests.person_2026 import person_of_2026

# The charts, through what they draw: values, order, names, colours by meaning, axes, and what is said in words.


HOSTILE = "<img src=x>"
ESCAPED = "&lt;img src=x&gt;"
REAL = person_of_2026().workspace
ASSESSED = assess(REAL)
ALONE = tuple(assess_pool(REAL, pool) for pool in pools_alone(REAL))
TOGETHER = assess_pool(REAL, pool_together(REAL))


def trace(chart, name):
    return next(drawing for drawing in chart.figure.data if drawing.name == name)


def titles(chart):
    layout = chart.figure.layout
    across, up = (plain_text(axis.title.text or "") or None for axis in (layout.xaxis, layout.yaxis))
    return question_of(chart.figure), across, up


def charts_drawn(chart):
    """Everything in the figure as text; Plotly reads it as HTML."""
    return chart.figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")


@pytest.mark.parametrize(
    ("text", "longest", "shown"),
    [
        ("short", 40, "short"),
        ("x" * 41, 40, "x" * 39 + "…"),
        ("x" * 40, 40, "x" * 40),
        ("a & b", 40, "a &amp; b"),
        ('"quoted"', 40, '"quoted"'),
        ("<" * 10, 5, "&lt;" * 4 + "…"),
        ("", 40, ""),
    ],
)
def test_plain_cuts_first_and_escapes_then(text, longest, shown):
    assert plain(text, longest) == shown


# Data


def test_the_data_are_what_is_drawn_by_the_names_beside_it():
    marks = [
        spec.line("", [(0, 0), (1, 1), (None, None)], MISSING, None),
        spec.bars("a<sub>1</sub>", [(1, -0.125), (0, 0.5)], RIGHT, ""),
    ]
    chart = spec.draw("Which?", marks, spec.axis("what it adds (points)"), spec.rows([plain(HOSTILE), "=1+1"]), "said")
    assert chart.table == Table(
        ("Series", "what it adds (points)", "What"), (("a1", -12.5, "=1+1"), ("a1", 50.0, HOSTILE))
    )
    assert to_csv(chart.table.rows).decode() == f"a1,-12.5,'=1+1\r\na1,50,{HOSTILE}\r\n"


def test_an_interval_is_part_of_the_data():
    bars = {"type": "data", "array": [0.25], "arrayminus": [0.125]}
    marks = [spec.dots("s", [(1, 0.5)], RIGHT, "", error_y=bars)]
    chart = spec.draw("Which?", marks, spec.axis("facts"), spec.axis("found 0 % to 100 %"), "said")
    assert chart.table == Table(
        ("Series", "facts", "found 0 % to 100 %", "From", "To"), (("s", 1.0, 0.5, 0.375, 0.75),)
    )
    assert "0\u00a0% to 100\u00a0%" in chart.figure.layout.yaxis.title.text


# Pools


# Composite


# Contributions


# Increments


# Joins

MEMBERS = {number: f"record {number}" for number in TOGETHER.result.members}
EVIDENCE = [join for join in TOGETHER.result.resolution.evidence if set(join.records) <= set(MEMBERS)]


# Additions


# Sensitivity


# Discovery


# The layout of a small graph, against networkx's distances and its layout by Kamada & Kawai.


def random_graph(seed):
    """As a graph of joins: records, and joins of two or more of them; in one piece or in several."""
    chance = np.random.default_rng(seed)
    graph = networkx.Graph()
    records = [("record", number) for number in range(chance.integers(2, 16))]
    graph.add_nodes_from(records)
    for join in range(chance.integers(1, 10)):
        some = chance.choice(len(records), size=chance.integers(2, min(5, len(records)) + 1), replace=False)
        graph.add_edges_from((records[number], ("join", join)) for number in some)
    return graph


def rows(nodes, distances):
    return [dict(zip(nodes, row, strict=True)) for row in distances.tolist()]


# One click opens the derivation of the very number beside it, and its last line is that number.


WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS}


def formulas(at):
    """What is written in formulas on the page, in order."""
    return [latex.value.strip("$\n ") for latex in at.latex]


def opened(at, key):
    at.session_state[f"worked-out-{key}"] = True
    return run(at)


def test_disinformation_is_worked_out():
    at = start(WORKS["self-and-linkage"], "disinformation")
    at.session_state["decoys-details"] = True
    at = opened(run(at), "decoys")
    assert sum(formula.startswith("I = ") for formula in formulas(at)) == 1


def test_a_class_of_a_published_table_is_worked_out():
    at = start(page="published_table")
    at.session_state["published-tab"] = "Me in it"
    at = run(at)
    shown = formulas(opened(at, "table-alone"))
    assert shown[-1].startswith("L = ")
