"""After how many entries is nobody else left?"""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from leakage.reidentification import Uniqueness
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed

MOST = 25


def thinning_chart(thinned: Uniqueness) -> Chart:
    """The people left after k entries: the median of random orders, nine in ten of them, and the rarest first."""
    until = int(max(thinned.needed.max(), 1)) if thinned.needed[0] >= 0 else thinned.left.shape[1] - 1
    shown = min(thinned.left.shape[1], until + 2, MOST + 1)
    left, steps = thinned.left[:, :shown], list(range(shown))
    low, middle, high = np.quantile(left, [0.05, 0.5, 0.95], axis=0).tolist()
    rarest = thinned.rarest_first[:shown].tolist()
    figure = go.Figure()
    figure.add_scatter(
        name="nine in ten random orders",
        x=[*steps, *reversed(steps)],
        y=[*high, *reversed(low)],
        mode="lines",
        fill="toself",
        fillcolor="rgba(138,143,152,0.25)",
        line={"width": 0},
        hoverinfo="skip",
    )
    figure.add_scatter(
        name="random entries, the median",
        x=steps,
        y=middle,
        mode="lines+markers",
        line={"color": RIGHT, "width": 3},
        hovertemplate="after %{x} random entries: %{y:,.0f} left<extra></extra>",
    )
    figure.add_scatter(
        name="the most telling entry first",
        x=list(range(len(rarest))),
        y=rarest,
        mode="lines+markers",
        line={"color": MISSING, "dash": "dash"},
        marker={"symbol": "diamond", "size": 8},
        hovertemplate="after the %{x} most telling entries: %{y:,} left<extra></extra>",
    )
    figure.update_xaxes(title="entries of your row that Eve knows", dtick=max(1, shown // 12))
    figure.update_yaxes(
        title="people left (1: you alone)",
        type="log",
        dtick=1,
        tickformat=",",
        range=[-0.1, float(np.log10(thinned.left[0, 0])) + 0.1],
    )
    end = int(middle[-1])
    alt = f"From {thinned.left[0, 0]:,} people down to {end:,} after {shown - 1} random entries, in half of the orders."
    return Chart(framed(figure, "After how many entries is nobody else left?", 400), alt)
