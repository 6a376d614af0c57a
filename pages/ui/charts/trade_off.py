"""How little can Eve learn for so many optional fields?"""

from __future__ import annotations

import plotly.graph_objects as go

from leakage.decision.optional_fields import FieldTradeOff
from pages.ui.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.ui.words import listed, percent


def trade_off_chart(found: FieldTradeOff, now: float, chosen: int) -> Chart:
    """Leakage against the number of optional fields given, each time the best choice of them.

    Arguments:
        found: the choices worth making.
        now: the leakage before the release.
        chosen: which of them is marked.
    """
    points = found.points
    most = len(points[0].given) + len(points[0].blank)
    figure = go.Figure()
    figure.add_scatter(
        name="before this release",
        x=[0, most],
        y=[now, now],
        mode="lines",
        line={"color": MISSING, "dash": "dot"},
        hovertemplate="before this release: %{y:.4f}<extra></extra>",
    )
    figure.add_scatter(
        name="best choice of fields",
        x=[len(point.given) for point in points],
        y=[point.leakage for point in points],
        mode="lines+markers",
        line={"color": RIGHT, "shape": "vh", "width": 3},
        marker={"size": 8, "color": RIGHT},
        customdata=[plain(listed([f.label for f in point.blank], most=6) or "nothing", 120) for point in points],
        hovertemplate="%{x} optional fields: leakage %{y:.4f}<br>left blank: %{customdata}<extra></extra>",
    )
    figure.add_scatter(
        name="shown below",
        x=[len(points[chosen].given)],
        y=[points[chosen].leakage],
        mode="markers",
        marker={"size": 17, "color": "rgba(0,0,0,0)", "line": {"width": 3, "color": MISSING}},
        hoverinfo="skip",
    )
    figure.update_xaxes(title="optional fields given", range=[-0.3, most + 0.3], dtick=max(1, most // 10))
    figure.update_yaxes(title="leakage afterwards (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage before {percent(now)}; at best {percent(points[0].leakage)} with {len(points[0].given)} optional "
        f"fields given; {percent(points[-1].leakage)} with {len(points[-1].given)}."
    )
    return Chart(framed(figure, "How little can Eve learn for so many optional fields?", 360), alt)
