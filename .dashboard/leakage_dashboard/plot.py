"""The dashboard's charts of what the library returns, as Plotly figures for a notebook or a paper.

``pip install ".[app]"`` brings what draws them. Each figure has its question as a title, and what it says in a sentence
as ``figure.layout.meta["alt"]``. Nothing is fetched: ``figure.show()`` and ``figure.write_html(path)`` bring Plotly's
script along.

See also:
    ``leakage.decision`` computes what is drawn; ``leakage.to_frame`` writes it as a table.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from leakage_dashboard import EXTRA, FOLDER

try:
    import plotly.graph_objects as go
    import streamlit  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError(EXTRA) from missing
# Behind all else: whoever imports this has modules of their own.
if str(FOLDER) not in sys.path:
    sys.path.append(str(FOLDER))

import pages

if FOLDER / "pages" not in map(type(FOLDER), pages.__path__):
    raise ImportError("another package named pages comes first on the path, where the charts are looked for")

import numpy as np

from leakage.workspace.vocabulary import MISSING, RIGHT
from pages.decide.planned_release.charts import increments_chart, trade_off_chart
from pages.eve.what_she_knows.charts import threshold_chart
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart, question_of
from pages.kit.charts.curves import frontier_marks
from pages.shell.words import count, percent

if TYPE_CHECKING:
    import pandas as pd

    from leakage.decision import ComparedRelease, FieldTradeOff, ThresholdCurve
    from leakage.decision.frontier import AnyPlan, Frontier
    from leakage.decision.thresholds import Pairs

__all__ = ["frontier", "increments", "population", "threshold", "trade_off"]


def threshold(curve: ThresholdCurve, current: float | None = None) -> go.Figure:
    """Leakage over the odds that the adversary asks for before she takes two records for one person, as steps.

    Arguments:
        curve: of ``leakage.decision.threshold_curve``.
        current: her threshold in bits, marked by a line; by default the lowest that was looked at.

    Raises:
        ValueError: if the threshold is below what was looked at.

    >>> from leakage import *
    >>> from leakage.decision import threshold_curve
    >>> eve = Adversary(Resolve(FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))))
    >>> rows = [Record.of({"N": "Ann", "P": "1"}), Record.of({"N": "Ann", "Z": "9"})]
    >>> figure = threshold(threshold_curve(rows, Record.of({"N": "Ann", "P": "1", "Z": "9"}), eve), 3.0)
    >>> figure.layout.title.text, [round(leakage, 9) for leakage in figure.data[1].y]
    ('How sure must Eve be?', [1.0])
    """
    at = curve.least if current is None else current
    return _titled(threshold_chart(curve, at, curve.leakage_at(at), _numbered))


def increments(compared: Sequence[ComparedRelease]) -> go.Figure:
    """What each alternative of a planned release would add: a dot for now, a dot for afterwards.

    Arguments:
        compared: of ``leakage.decision.compare_releases``.

    >>> from leakage import *
    >>> from leakage.decision import compare_releases
    >>> ann, given = Record.of({"N": "Ann", "P": "1"}), [Record.of({"N": "Ann"})]
    >>> compared = compare_releases(given, {"Shop": ann}, ann, Adversary(Resolve(Shares("N"))))
    >>> [(round(float(x), 9), y) for x, y in zip(increments(compared).data[-1].x, increments(compared).data[-1].y)]
    [(1.0, 0)]
    """
    return _titled(increments_chart(compared))


def trade_off(choices: FieldTradeOff, before: float) -> go.Figure:
    """Leakage against the number of optional fields given, each time the best choice of them.

    Arguments:
        choices: of ``leakage.decision.field_trade_off``.
        before: the leakage without the release, in [0, 1].

    >>> from leakage import *
    >>> from leakage.decision import Baseline, field_trade_off
    >>> eve, ann = Adversary(Resolve(Shares("N"))), Record.of({"N": "Ann", "P": "1"})
    >>> baseline = Baseline.of([Record.of({"N": "Ann"})], ann, eve)
    >>> choices = field_trade_off([baseline], Record.of({"N": "Ann"}), [Attribute("P", "1")])
    >>> list(trade_off(choices, baseline.before.leakage).data[1].x)
    [1, 0]
    """
    return _titled(trade_off_chart(choices, before))


def frontier(plans: Frontier[AnyPlan], across: str = "cost") -> go.Figure:
    """The best plan for every budget as stairs, and dotted what no plan goes below where they do not reach it.

    Arguments:
        plans: of ``leakage.decision.erasure_frontier``, ``disinformation_frontier`` or ``field_trade_off``.
        across: what the budget is of.

    >>> from leakage import *
    >>> from leakage.decision import erasure_frontier
    >>> given, ann = [Record.of({"N": "Ann"}), Record.of({"N": "Ann", "P": "1"})], Record.of({"N": "Ann", "P": "1"})
    >>> figure = frontier(erasure_frontier(given, (), [[0, 1]], ann, Adversary(Resolve(Shares("N")))))
    >>> [round(leakage, 3) for leakage in figure.data[-1].y]
    [1.0, 0.667, 0.0]
    """
    steps = [f"plan {number} of {len(plans.plans)}" for number in range(1, len(plans.plans) + 1)]
    first, last = plans.plans[0], plans.plans[-1]
    chart = spec.draw(
        "How far would plans bring it down?",
        frontier_marks(plans, "best plan", RIGHT, None, "%{x:g}: %{y:.4f}<br>%{customdata}", steps),
        spec.axis(across, [-0.02 * plans.budget, 1.02 * plans.budget]),
        spec.share_axis(),
        f"{percent(first.leakage)} without a plan, {percent(last.leakage)} with the dearest.",
        height=320,
    )
    return _titled(chart)


BINS = 20


def population(people: pd.DataFrame) -> go.Figure:
    """How many people the adversary knows how much of, in twenty steps of leakage, and their mean.

    Arguments:
        people: of ``leakage.population_leakage``; at least one.

    Raises:
        ValueError: if there is nobody.

    >>> from leakage import *
    >>> given, people = [Record.of({"N": "Ann"})], [Record.of({"N": "Ann", "P": "1"}), Record.of({"N": "Bob"})]
    >>> figure = population(population_leakage(given, people, Adversary(Resolve(Shares("N")))))
    >>> [number for number in figure.data[0].y if number], round(figure.data[1].x[0], 3)
    ([1, 1], 0.333)
    """
    leakages = people["leakage"].to_numpy(dtype=np.float64)
    if not len(leakages):
        raise ValueError("there must be at least one person")
    counts, edges = np.histogram(leakages, bins=BINS, range=(0.0, 1.0))
    bins = list(zip(edges.tolist(), edges.tolist()[1:], counts.tolist(), strict=False))
    bars = [((low + high) / 2, number) for low, high, number in bins]
    spans = [f"{percent(low)} to {percent(high)}: {count(number, 'person', 'people')}" for low, high, number in bins]
    mean, most, all_of = float(leakages.mean()), int(counts.max()), count(len(leakages), "person", "people")
    chart = spec.draw(
        "How much does Eve know of how many people?",
        [
            spec.columns("people", bars, spans, width=0.9 / BINS, marker={"color": MISSING}),
            spec.line(f"mean: {percent(mean)}", [(mean, 0), (mean, most)], RIGHT, f"mean {mean:.4f}", width=3),
        ],
        spec.share_axis(ends=(-0.01, 1.01)),
        spec.axis("people", rangemode="tozero"),
        f"{all_of}: {percent(mean)} on average, at most {percent(float(leakages.max()))}.",
        height=360,
    )
    return _titled(chart)


def _titled(chart: Chart) -> go.Figure:
    """Without a page around it a figure says itself which question it answers."""
    figure = chart.figure
    question = question_of(figure)
    figure.update_layout(
        title={"text": question, "x": 0.0, "xanchor": "left"},
        template="plotly_white",
        margin={"t": 48, "b": 96},
        height=figure.layout.height + 84,
        meta={"question": question, "alt": chart.alt},
    )
    figure.update_xaxes(automargin=True, zeroline=False, title_standoff=12)
    figure.update_yaxes(automargin=True, zeroline=False, title_standoff=12)
    return figure


def _numbered(pairs: Pairs) -> str:
    return ", ".join(f"records {one} and {other}" for one, other in pairs)
