"""How has the figure moved since it was first recorded?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.past import PastFigure
from pages.kit.charts.chart import RIGHT, Chart, framed
from pages.shell.words import percent


def past_chart(past: Sequence[PastFigure]) -> Chart:
    """The figures of one adversary by the day on which they last stood; at least one."""
    figure = go.Figure()
    figure.add_scatter(
        x=[known.date for known in past],
        y=[known.leakage for known in past],
        mode="lines+markers",
        line={"color": RIGHT, "shape": "hv", "width": 3},
        marker={"size": 8, "color": RIGHT},
        hovertemplate="%{x}: %{y:.4f}<extra></extra>",
    )
    figure.update_xaxes(title="day", type="date", hoverformat="%Y-%m-%d", tickformat="%Y-%m-%d", nticks=4)
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02], fixedrange=True)
    first, last = past[0], past[-1]
    alt = f"{percent(first.leakage)} on {first.date}, {percent(last.leakage)} on {last.date}."
    return Chart(framed(figure, "How has the figure moved since it was first recorded?", 240), alt)
