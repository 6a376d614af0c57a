"""How far would disinformation bring it down?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.decision.disinformation_plan import DisinformationPlan
from leakage.workspace.disinformation_planning import DisinformationPlans
from pages.ui.charts.chart import MISSING, WRONG, Chart, framed
from pages.ui.words import count, listed, percent

QUESTION = "How far would disinformation bring it down?"


def disinformations_chart(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> Chart:
    """The frontier as stairs, the papers' heuristic beside it, and where a budget lies on it."""
    frontier = plans.frontier
    figure = go.Figure()
    if not frontier.optimal:
        costs, leakages = [cost for cost, _ in frontier.bounds], [leakage for _, leakage in frontier.bounds]
        _stairs(figure, "no plan goes below", costs, leakages, frontier.budget, {"color": MISSING, "dash": "dot"})
    _plans(figure, "papers' heuristic", frontier.heuristic, frontier.budget, {"color": WRONG, "dash": "dash"})
    _plans(figure, "best plan", frontier.plans, frontier.budget, {"color": WRONG, "width": 3})
    figure.add_scatter(
        name="plans",
        x=[plan.cost for plan in frontier.plans],
        y=[plan.leakage for plan in frontier.plans],
        mode="markers",
        marker={"size": 8, "color": WRONG},
        customdata=[_said(plan) for plan in frontier.plans],
        hovertemplate="cost %{x:g}: leakage %{y:.4f}<br>%{customdata}<extra></extra>",
        showlegend=False,
    )
    figure.add_scatter(
        name="your budget",
        x=[budget],
        y=[chosen.leakage],
        mode="markers",
        marker={"size": 17, "color": "rgba(0,0,0,0)", "line": {"width": 3, "color": MISSING}},
        hoverinfo="skip",
    )
    most = frontier.budget
    figure.update_xaxes(title="budget, in the unit of your prices", range=[-0.02 * most, 1.02 * most])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = (
        f"Leakage {percent(plans.before)} without disinformation; with the plan shown {percent(chosen.leakage)}; with "
        f"the whole budget {percent(frontier.plans[-1].leakage)}, and {percent(frontier.heuristic[-1].leakage)} by the "
        "papers' heuristic."
    )
    return Chart(framed(figure, QUESTION, 400), alt)


def _plans(
    figure: go.Figure, name: str, plans: Sequence[DisinformationPlan], most: float, line: dict[str, object]
) -> None:
    _stairs(figure, name, [plan.cost for plan in plans], [plan.leakage for plan in plans], most, line)


def _stairs(
    figure: go.Figure,
    name: str,
    costs: Sequence[float],
    leakages: Sequence[float],
    most: float,
    line: dict[str, object],
) -> None:
    figure.add_scatter(
        name=name,
        x=[*costs, most],
        y=[*leakages, leakages[-1]],
        mode="lines",
        line={"shape": "hv", **line},
        hoverinfo="skip",
    )


def _said(plan: DisinformationPlan) -> str:
    """What a plan consists of: no values, for Plotly reads text as HTML."""
    kinds = [f"{record.kind} with {count(len(record.wrong), 'wrong fact')}" for record in plan.records]
    return listed(kinds) or "nothing"
