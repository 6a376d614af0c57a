"""How far off is her guess?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.tables import LocationPrivacy
from pages.kit.charts.chart import MISSING, WRONG, Chart, framed


def places_chart(
    noises: Sequence[float], curve: Sequence[LocationPrivacy], noise: float, chosen: LocationPrivacy
) -> Chart:
    """How far off the attacker and the app are, by the noise.

    Arguments:
        noises: σ in metres.
        curve: what each does.
        noise, chosen: the one marked.
    """
    figure = go.Figure()
    lines = (
        ("the app: what noise costs you", MISSING, "dash", [point.distortion for point in curve]),
        ("Eve: what it gives you", WRONG, "solid", [point.privacy for point in curve]),
    )
    for name, colour, dash, squares in lines:
        figure.add_scatter(
            name=name,
            x=list(noises),
            y=[math.sqrt(square) for square in squares],
            mode="lines",
            line={"color": colour, "dash": dash, "width": 3},
            customdata=list(squares),
            hovertemplate=f"{name}<br>σ = %{{x:,}} m: %{{y:,.0f}} m off, mean squared error %{{customdata:,.0f}} m²"
            "<extra></extra>",
        )
    figure.add_scatter(
        name="chosen",
        x=[noise, noise],
        y=[math.sqrt(chosen.distortion), math.sqrt(chosen.privacy)],
        mode="markers",
        marker={"size": 13, "color": [MISSING, WRONG], "symbol": ["square", "circle"]},
        showlegend=False,
        hoverinfo="skip",
    )
    figure.update_xaxes(title="noise in each direction, σ (metres)", rangemode="tozero")
    figure.update_yaxes(title="metres off (root mean square)", rangemode="tozero")
    alt = (
        f"With noise of {noise:,} m in each direction Eve is {math.sqrt(chosen.privacy):,.0f} m off, and the app "
        f"{math.sqrt(chosen.distortion):,.0f} m."
    )
    return Chart(framed(figure, "How far off is her guess?", 400), alt)
