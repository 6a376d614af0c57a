"""What would wrong facts take back?"""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from leakage.workspace.disinforming import Disinformation
from pages.ui.charts.chart import MISSING, WRONG, Chart, framed
from pages.ui.words import percent

_STYLES = {"self": (WRONG, "solid", "circle"), "linkage": (WRONG, "dash", "diamond")}


def curve_chart(now: float, outcomes: Mapping[str, Disinformation], chosen: int) -> Chart:
    """Leakage against the number of wrong facts, for self and linkage disinformation.

    Arguments:
        now: the leakage without disinformation.
        outcomes: "self" and "linkage", as far as there is one.
        chosen: the number of wrong facts marked.
    """
    figure = go.Figure()
    most = max((len(outcome.points) - 1 for outcome in outcomes.values()), default=0)
    figure.add_scatter(
        name="now",
        x=[0, most],
        y=[now, now],
        mode="lines",
        line={"color": MISSING, "dash": "dot"},
        hovertemplate="now: %{y:.4f}<extra></extra>",
    )
    for mode, outcome in outcomes.items():
        colour, dash, symbol = _STYLES[mode]
        figure.add_scatter(
            name=mode,
            x=[point.count for point in outcome.points],
            y=[point.leakage for point in outcome.points],
            mode="lines+markers",
            line={"color": colour, "dash": dash},
            marker={"symbol": symbol, "size": 7},
            hovertemplate=f"{mode}: %{{x}} wrong facts, leakage %{{y:.4f}}<extra></extra>",
        )
    figure.add_vline(x=min(chosen, most), line={"color": MISSING, "width": 1})
    figure.update_xaxes(title="wrong facts in the record", dtick=max(1, most // 10), range=[-0.3, most + 0.3])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    said = [
        f"{mode}: {percent(outcome.points[-1].leakage)} with {outcome.points[-1].count} wrong facts"
        for mode, outcome in outcomes.items()
        if outcome.points
    ]
    alt = f"Leakage now {percent(now)}; {'; '.join(said)}."
    return Chart(framed(figure, "What would wrong facts take back?", 400), alt)
