"""How few facts does it take?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.reidentification import SuccessPoint
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, framed
from pages.kit.charts.marks import interval_bars
from pages.shell.words import count, percent

_STYLES = (
    (RIGHT, "solid", "circle"),
    (MISSING, "dash", "square"),
    (WRONG, "dot", "diamond"),
    (WRONG, "dashdot", "triangle-up"),
)


def success_chart(lines: Sequence[tuple[str, Sequence[SuccessPoint]]]) -> Chart:
    """The share of people found against the number of facts, with Wilson's interval as bars.

    Arguments:
        lines: a name, and one point a number of facts; at most four.
    """
    figure = go.Figure()
    for number, (name, points) in enumerate(lines):
        colour, dash, symbol = _STYLES[number]
        ends = [point.success.interval() for point in points]
        figure.add_scatter(
            name=name,
            x=[point.facts for point in points],
            y=[point.success.value for point in points],
            error_y=interval_bars([point.success for point in points], 5),
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 9},
            customdata=[[point.found, point.trials, *end] for point, end in zip(points, ends, strict=True)],
            hovertemplate=f"{name}, %{{x}} facts: %{{y:.1%}}<br>%{{customdata[0]}} of %{{customdata[1]}}, "
            "between %{customdata[2]:.1%} and %{customdata[3]:.1%}<extra></extra>",
        )
    most = max((point.facts for _, points in lines for point in points), default=8)
    figure.update_xaxes(title="facts Eve knows about a person", dtick=1, range=[0.5, most + 0.5])
    figure.update_yaxes(title="people found (higher is worse)", tickformat=".0%", range=[-0.02, 1.05])
    said = [
        f"{name}: {percent(points[-1].success.value)} with {count(points[-1].facts, 'fact')}" for name, points in lines
    ]
    framed(figure, "How few facts does it take?", 460)
    return Chart(figure, f"{'; '.join(said)}." if said else "Nothing was run yet.")
