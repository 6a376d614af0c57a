"""How little must be told?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed
from pages.shell.words import percent

_SYMBOLS = (("circle", 13), ("diamond-open", 19))


def rates_chart(curve: Sequence[tuple[float, float]], points: Sequence[tuple[str, float, float]]) -> Chart:
    """Bits against the error of readers: the least there must be, and where some ways to tell stand.

    Arguments:
        curve: distortion and rate of the rate-distortion function, by distortion.
        points: name, distortion and rate; at most two.
    """
    figure = go.Figure()
    figure.add_scatter(
        name="nothing lies below",
        x=[distortion for distortion, _ in curve],
        y=[rate for _, rate in curve],
        mode="lines",
        line={"color": MISSING, "width": 3},
        fill="tozeroy",
        fillcolor="rgba(138,143,152,0.18)",
        hovertemplate="wrong %{x:.1%} of the time: at least %{y:.3f} bits<extra></extra>",
    )
    for (symbol, size), (name, distortion, rate) in zip(_SYMBOLS, points, strict=False):
        figure.add_scatter(
            name=name,
            x=[distortion],
            y=[rate],
            mode="markers",
            marker={"size": size, "color": RIGHT, "symbol": symbol, "line": {"width": 2, "color": RIGHT}},
            hovertemplate=f"{name}: wrong %{{x:.1%}} of the time, %{{y:.3f}} bits<extra></extra>",
        )
    figure.update_xaxes(title="how often a reader's guess is wrong (lower is more useful)", tickformat=".0%")
    figure.update_yaxes(title="bits told, I(X;Y) (higher is worse)", rangemode="tozero")
    said = "; ".join(
        f"{name}: {rate:.3f} bits, wrong {percent(distortion)} of the time" for name, distortion, rate in points
    )
    return Chart(framed(figure, "How little must be told?", 400), f"{said}.")
