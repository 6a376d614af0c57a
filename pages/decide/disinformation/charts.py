"""Charts of disinformation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from leakage.decision.disinformation.problem import DisinformationPlan
from leakage.workspace.figures.disinformation import DisinformationOutcome
from leakage.workspace.figures.disinformation_plans import DisinformationPlans
from pages.decide.disinformation.text import KIND_WORDS
from pages.kit.charts.chart import MISSING, WRONG, Chart, add_level, add_ring, framed
from pages.kit.charts.curves import add_bounds, add_stairs
from pages.shell.words import count, listed, percent

# What would wrong facts take back?


_STYLES = {"self": (WRONG, "solid", "circle"), "linkage": (WRONG, "dash", "diamond")}


def curve_chart(now: float, outcomes: Mapping[str, DisinformationOutcome], chosen: int) -> Chart:
    """Leakage against the number of wrong facts, for self and linkage disinformation.

    Arguments:
        now: the leakage without disinformation.
        outcomes: "self" and "linkage", as far as there is one.
        chosen: the number of wrong facts marked.
    """
    figure = go.Figure()
    most = max((len(outcome.points) - 1 for outcome in outcomes.values()), default=0)
    add_level(figure, "now", (0, now), (most, now), "now: %{y:.4f}")
    for mode, outcome in outcomes.items():
        colour, dash, symbol = _STYLES[mode]
        figure.add_scatter(
            name=KIND_WORDS[mode],
            x=[point.count for point in outcome.points],
            y=[point.leakage for point in outcome.points],
            mode="lines+markers",
            line={"color": colour, "dash": dash},
            marker={"symbol": symbol, "size": 7},
            hovertemplate=f"{KIND_WORDS[mode]}: %{{x}} wrong facts, leakage %{{y:.4f}}<extra></extra>",
        )
    figure.add_vline(x=min(chosen, most), line={"color": MISSING, "width": 1})
    figure.update_xaxes(title="how many wrong facts the record has", dtick=max(1, most // 10), range=[-0.3, most + 0.3])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    said = [
        f"{KIND_WORDS[mode]}: {percent(outcome.points[-1].leakage)} with {outcome.points[-1].count} wrong facts"
        for mode, outcome in outcomes.items()
        if outcome.points
    ]
    alt = f"Leakage now {percent(now)}; {'; '.join(said)}."
    return Chart(framed(figure, "What would wrong facts take back?", 400), alt)


# How far would disinformation bring it down?


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
        customdata=[_plan_text(plan) for plan in frontier.plans],
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


def _plan_text(plan: DisinformationPlan) -> str:
    """What a plan consists of: no values, for Plotly reads text as HTML."""
    kinds = [f"a record with {count(len(record.wrong), 'wrong fact')}" for record in plan.records]
    return listed(kinds) or "nothing"
