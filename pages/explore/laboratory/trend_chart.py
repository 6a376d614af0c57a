"""How does leakage move?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.laboratory.trends import TrendPoint
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed
from pages.shell.words import percent


def trend_chart(
    question: str, axis: str, points: Sequence[TrendPoint], printed: Sequence[tuple[float, float]] = ()
) -> Chart:
    """Leakage against one parameter: the most telling record, and the mean of all.

    Arguments:
        question: the title.
        axis: the parameter that is varied, in words.
        points: one a value.
        printed: what the paper prints, as (value, leakage).
    """
    figure = go.Figure()
    lines = (
        ("the most telling record: L₀(R, e)", [point.highest for point in points], RIGHT, "solid", "circle"),
        ("mean of all records", [point.mean for point in points], MISSING, "dash", "square"),
    )
    for name, leakages, colour, dash, symbol in lines:
        figure.add_scatter(
            name=name,
            x=[point.value for point in points],
            y=leakages,
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 3},
            marker={"symbol": symbol, "size": 9},
            customdata=[point.records for point in points],
            hovertemplate=f"{name}<br>at %{{x:.2f}}: leakage %{{y:.4f}}, %{{customdata:,}} records<extra></extra>",
        )
    if printed:
        figure.add_scatter(
            name="printed in Table 5",
            x=[value for value, _ in printed],
            y=[leakage for _, leakage in printed],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 14, "color": RIGHT, "line": {"width": 2}},
            hovertemplate="printed in the paper's Table 5<br>at %{x:.2f}: leakage %{y:.7f}<extra></extra>",
        )
    figure.update_xaxes(title=axis, range=[-0.03, 1.03], dtick=0.1)
    top = max([0.3, *(1.1 * point.highest for point in points)])
    figure.update_yaxes(title="leakage (higher: more is known)", tickformat=".0%", range=[-0.01, min(top, 1.05)])
    return Chart(framed(figure, question, 460), said(points))


def said(points: Sequence[TrendPoint]) -> str:
    """The trend in one sentence.

    >>> said([TrendPoint(0.0, 5, 0.0, 0.0), TrendPoint(1.0, 5, 0.25, 0.125)])
    'The most telling record goes from 0.0\\xa0% at 0 to 25.0\\xa0% at 1, the mean from 0.0\\xa0% to 12.5\\xa0%.'
    """
    if not points:
        return "Nothing was run yet."
    first, last = points[0], points[-1]
    return (
        f"The most telling record goes from {percent(first.highest)} at {first.value:g} to {percent(last.highest)} at "
        f"{last.value:g}, the mean from {percent(first.mean)} to {percent(last.mean)}."
    )
