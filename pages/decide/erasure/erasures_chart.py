"""How far would erasing bring it down?"""

from __future__ import annotations

import plotly.graph_objects as go

from leakage.decision.erasure import ErasurePlan
from leakage.workspace.figures.erasure import ErasurePlans
from pages.kit.charts.chart import RIGHT, Chart, framed, plain
from pages.kit.charts.frontier import add_bounds, add_stairs
from pages.kit.charts.marks import add_ring
from pages.shell.words import listed, percent


def erasures_chart(plans: ErasurePlans, chosen: ErasurePlan) -> Chart:
    """The frontier as stairs, from what is known now down to what is left with everything erased."""
    points, total = plans.frontier.plans, plans.frontier.budget
    usual = all(request.cost == 1.0 for request in plans.requests)
    figure = go.Figure()
    add_stairs(figure, "best plan", [(plan.cost, plan.leakage) for plan in points], total, {"color": RIGHT, "width": 3})
    add_bounds(figure, plans.frontier)
    names = [[plain(request.name) for request in (plans.requests[number] for number in p.requests)] for p in points]
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
    add_ring(figure, "your effort", (chosen.cost, chosen.leakage))
    unit = "requests" if usual else "effort of the requests together"
    figure.update_xaxes(title=unit, rangemode="tozero", range=[-0.02 * total, 1.02 * total])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage now {percent(points[0].leakage)}; with the plan shown {percent(chosen.leakage)}; "
        f"with every useful request {percent(points[-1].leakage)}."
    )
    return Chart(framed(figure, "How far would erasing bring it down?", 400), alt)
