"""How much does the figure hang on each weight?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.measure.sensitivity import WeightSensitivity
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, bars_height, framed, plain
from pages.shell.words import change, percent

MOST = 20


def sensitivity_chart(sensitivities: Sequence[WeightSensitivity], display_name: Callable[[str], str]) -> Chart:
    """One row a label: where leakage goes with half and with twice its weight; the greatest reach on top."""
    shown = list(sensitivities[:MOST])[::-1]
    rows = list(range(len(shown)))
    figure = go.Figure()
    for row, sensitivity in zip(rows, shown, strict=True):
        ends = [sensitivity.halved.leakage, sensitivity.doubled.leakage]
        figure.add_scatter(
            x=ends, y=[row, row], mode="lines", line={"width": 6, "color": MISSING}, hoverinfo="skip", showlegend=False
        )
    for name, colour, symbol, ends in (
        ("half the weight", WRONG, "circle", [sensitivity.halved.leakage for sensitivity in shown]),
        ("twice the weight", RIGHT, "diamond", [sensitivity.doubled.leakage for sensitivity in shown]),
    ):
        figure.add_scatter(
            name=name,
            x=ends,
            y=rows,
            mode="markers",
            marker={"color": colour, "symbol": symbol, "size": 11},
            hovertemplate=f"{name}: %{{x:.4f}}<extra></extra>",
        )
    if shown:
        figure.add_vline(x=shown[0].leakage, line={"color": MISSING, "dash": "dot"})
    figure.update_yaxes(tickvals=rows, ticktext=[plain(display_name(sensitivity.label)) for sensitivity in shown])
    figure.update_xaxes(title="leakage (dotted: now; right is worse)", tickformat=".1%")
    alt = "No weight moves the figure."
    if sensitivities:
        top = sensitivities[0]
        alt = (
            f"{top.label} moves the figure most: {percent(top.halved.leakage)} with half its weight, "
            f"{percent(top.doubled.leakage)} with twice ({change(top.doubled.leakage - top.leakage)})."
        )
    return Chart(framed(figure, "How much does the figure hang on each weight?", bars_height(len(shown)) + 20), alt)
