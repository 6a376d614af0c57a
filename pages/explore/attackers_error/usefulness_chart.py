"""How private can useful answers be?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.tables import TradeOff
from pages.kit.charts.chart import MISSING, WRONG, Chart, framed
from pages.kit.charts.marks import add_point
from pages.shell.words import percent


def usefulness_chart(points: Sequence[TradeOff], least: float, most: float) -> Chart:
    """Privacy against usefulness, as in Figure 3 of Rebollo-Monedero et al.

    Arguments:
        points: from no lies to one in two.
        least: u₀, how useful the answers must be.
        most: the privacy they can then have.
    """
    figure = go.Figure()
    parts = (
        ("useful enough", WRONG, 4, [point for point in points if point.utility >= least - 1e-9]),
        ("not useful enough", MISSING, 2, [point for point in points if point.utility <= least + 1e-9]),
    )
    for name, colour, width, part in parts:
        figure.add_scatter(
            name=name,
            x=[point.utility for point in part],
            y=[point.privacy for point in part],
            mode="lines",
            line={"color": colour, "width": width, "dash": "dot" if colour == MISSING else "solid"},
            customdata=[point.flip for point in part],
            hovertemplate="p = %{customdata:.2f}: true %{x:.1%} of the time, wrong %{y:.1%}<extra></extra>",
        )
    add_point(figure, "the most privacy", (least, most), "u₀ = %{x:.1%}: wrong at most %{y:.1%} of the time", WRONG)
    figure.update_xaxes(title="U: how often the answer is true (higher is more useful)", tickformat=".0%")
    figure.update_yaxes(title="P: Eve is wrong (higher is better)", tickformat=".0%")
    figure.update_xaxes(range=[0.48, 1.02])
    figure.update_yaxes(range=[-0.02, 0.54])
    alt = (
        f"A straight line: answers that are all true leave no privacy, those true half the time "
        f"{percent(points[-1].privacy)}. If {percent(least)} must be true, she is wrong at most {percent(most)}."
    )
    return Chart(framed(figure, "How private can useful answers be?", 380), alt)
