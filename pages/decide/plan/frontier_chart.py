"""How far would more time bring it down?"""

from __future__ import annotations

import plotly.graph_objects as go

from leakage.decision.plan.planning import ActionPlan
from leakage.workspace.figures.plan.plan import WorkPlans
from pages.kit.charts.chart import RIGHT, Chart, framed, plain
from pages.kit.charts.frontier import add_bounds, add_stairs
from pages.kit.charts.marks import add_ring
from pages.shell.words import listed, percent


def frontier_chart(plans: WorkPlans, chosen: ActionPlan) -> Chart:
    """The plans for every number of minutes as stairs, what none goes below, and the one chosen."""
    points, most = plans.frontier.plans, plans.frontier.budget
    figure = go.Figure()
    add_stairs(figure, "best found", [(plan.cost, plan.leakage) for plan in points], most, {"color": RIGHT, "width": 3})
    add_bounds(figure, plans.frontier)
    names = [[plain(plans.options[number].what) for number in plan.actions] for plan in points]
    figure.add_scatter(
        name="plans",
        x=[plan.cost for plan in points],
        y=[plan.leakage for plan in points],
        mode="markers",
        marker={"size": 8, "color": RIGHT},
        customdata=[listed(some, most=6) or "nothing" for some in names],
        hovertemplate="%{x:g} minutes: leakage %{y:.4f}<br>%{customdata}<extra></extra>",
        showlegend=False,
    )
    add_ring(figure, "this plan", (chosen.cost, chosen.leakage))
    figure.update_xaxes(title="minutes", rangemode="tozero", range=[-0.02 * most, 1.02 * most])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage now {percent(points[0].leakage)}; with the plan shown {percent(chosen.leakage)}; "
        f"with {points[-1].cost:g} minutes {percent(points[-1].leakage)}."
    )
    return Chart(framed(figure, "How far would more time bring it down?", 400), alt)
