"""How far would erasing bring it down?"""

from __future__ import annotations

import plotly.graph_objects as go

from leakage.decision.erasure import ErasurePoint
from leakage.workspace.erasing import Erasing
from pages.ui.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.ui.words import listed, percent


def erasures_chart(plans: Erasing, chosen: ErasurePoint) -> Chart:
    """The frontier as stairs, from what is known now down to what is left with everything erased."""
    points, total = plans.frontier.points, plans.frontier.total
    usual = all(request.cost == 1.0 for request in plans.requests)
    figure = go.Figure()
    figure.add_scatter(
        name="best plan",
        x=[*(point.cost for point in points), total],
        y=[*(point.leakage for point in points), points[-1].leakage],
        mode="lines",
        line={"color": RIGHT, "shape": "hv", "width": 3},
        hoverinfo="skip",
    )
    if not plans.frontier.optimal:
        bounds = plans.frontier.bounds
        figure.add_scatter(
            name="no plan goes below",
            x=[*(cost for cost, _ in bounds), total],
            y=[*(leakage for _, leakage in bounds), bounds[-1][1]],
            mode="lines",
            line={"color": MISSING, "shape": "hv", "dash": "dot"},
            hoverinfo="skip",
        )
    names = [[plain(request.name) for request in (plans.requests[one] for one in p.requests)] for p in points]
    figure.add_scatter(
        name="plans",
        x=[point.cost for point in points],
        y=[point.leakage for point in points],
        mode="markers",
        marker={"size": 8, "color": RIGHT},
        customdata=[listed(some, most=6) or "nothing" for some in names],
        hovertemplate="effort %{x:g}: leakage %{y:.4f}<br>erase %{customdata}<extra></extra>",
        showlegend=False,
    )
    figure.add_scatter(
        name="your budget",
        x=[chosen.cost],
        y=[chosen.leakage],
        mode="markers",
        marker={"size": 17, "color": "rgba(0,0,0,0)", "line": {"width": 3, "color": MISSING}},
        hoverinfo="skip",
    )
    unit = "requests" if usual else "effort of the requests together"
    figure.update_xaxes(title=unit, rangemode="tozero", range=[-0.02 * total, 1.02 * total])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage now {percent(points[0].leakage)}; with the plan shown {percent(chosen.leakage)}; "
        f"with every useful request {percent(points[-1].leakage)}."
    )
    return Chart(framed(figure, "How far would erasing bring it down?", 400), alt)
