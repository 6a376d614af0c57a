"""How far would disinformation bring it down?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.decision.disinformation.planned import DisinformationPlan
from leakage.workspace.figures.disinformation_plans import DisinformationPlans
from pages.kit.charts.chart import WRONG, Chart, framed
from pages.kit.charts.frontier import add_bounds, add_stairs
from pages.kit.charts.marks import add_ring
from pages.shell.words import count, listed, percent

QUESTION = "How far would disinformation bring it down?"


def disinformations_chart(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> Chart:
    """The frontier as stairs, the papers' heuristic beside it, and where a budget lies on it."""
    frontier = plans.frontier
    figure = go.Figure()
    add_bounds(figure, frontier)
    _plans(figure, "papers' heuristic", frontier.heuristic, frontier.budget, {"color": WRONG, "dash": "dash"})
    _plans(figure, "best plan", frontier.plans, frontier.budget, {"color": WRONG, "width": 3})
    figure.add_scatter(
        name="plans",
        x=[plan.cost for plan in frontier.plans],
        y=[plan.leakage for plan in frontier.plans],
        mode="markers",
        marker={"size": 8, "color": WRONG},
        customdata=[_said(plan) for plan in frontier.plans],
        hovertemplate="effort %{x:g}: leakage %{y:.4f}<br>%{customdata}<extra></extra>",
        showlegend=False,
    )
    add_ring(figure, "your effort", (budget, chosen.leakage))
    most = frontier.budget
    figure.update_xaxes(title="effort (1: filling in one field of a form)", range=[-0.02 * most, 1.02 * most])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage {percent(plans.before)} without disinformation; with the plan shown {percent(chosen.leakage)}; with "
        f"the largest effort {percent(frontier.plans[-1].leakage)}, and {percent(frontier.heuristic[-1].leakage)} by "
        "the papers' heuristic."
    )
    return Chart(framed(figure, QUESTION, 400), alt)


def _plans(
    figure: go.Figure, name: str, plans: Sequence[DisinformationPlan], most: float, line: dict[str, object]
) -> None:
    add_stairs(figure, name, [(plan.cost, plan.leakage) for plan in plans], most, line)


def _said(plan: DisinformationPlan) -> str:
    """What a plan consists of: no values, for Plotly reads text as HTML."""
    kinds = [f"a record with {count(len(record.wrong), 'wrong fact')}" for record in plan.records]
    return listed(kinds) or "nothing"
