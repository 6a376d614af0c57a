"""How uncertain is she, by each order of entropy?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from pages.kit.charts.chart import MISSING, WRONG, Chart, framed
from pages.kit.charts.marks import add_level, add_ring


def entropies_chart(curve: Sequence[tuple[float, float]], least: float, order: float, entropy: float) -> Chart:
    """Rényi's entropy by its order α, with the three that have a name.

    Arguments:
        curve: α and entropy, α from 0 on and 1 among them.
        least: the entropy for α = ∞.
        order, entropy: those marked; infinity stands at the right edge.
    """
    last = curve[-1][0]
    figure = go.Figure()
    figure.add_scatter(
        name="Rényi's entropy",
        x=[alpha for alpha, _ in curve],
        y=[value for _, value in curve],
        mode="lines",
        line={"color": WRONG, "width": 3},
        hovertemplate="α = %{x:.2f}: %{y:.3f} bits<extra></extra>",
    )
    add_level(figure, "min-entropy, α = ∞", (0, least), (last, least), "α = ∞: %{y:.3f} bits")
    shannon = min(curve, key=lambda point: abs(point[0] - 1.0))
    for name, symbol, (alpha, value) in (("Hartley's", "square", curve[0]), ("Shannon's", "diamond", shannon)):
        figure.add_scatter(
            name=name,
            x=[alpha],
            y=[value],
            mode="markers+text",
            text=[f"  {name}, α = {alpha:g}"],
            textposition="middle right",
            marker={"size": 10, "color": MISSING, "symbol": symbol},
            hovertemplate=f"{name}: %{{y:.3f}} bits<extra></extra>",
            showlegend=False,
        )
    add_ring(figure, "chosen", (min(order, last), entropy), WRONG)
    figure.update_xaxes(title="order α", range=[-0.3, last + 0.3])
    figure.update_yaxes(title="bits (higher is better)", range=[-0.1, 1.12 * max(curve[0][1], 0.5)])
    alt = (
        f"Hartley's {curve[0][1]:.3f}, Shannon's {shannon[1]:.3f} and min-entropy {least:.3f} bits; at α = "
        f"{'∞' if math.isinf(order) else f'{order:g}'} {entropy:.3f} bits."
    )
    return Chart(framed(figure, "How uncertain is she, by each order?", 400), alt)
