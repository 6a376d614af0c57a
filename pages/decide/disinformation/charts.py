"""Charts of decoys."""

from __future__ import annotations

from leakage.old.decision.disinformation.problem import DisinformationPlan
from leakage.workspace.figures.disinformation_plans import DisinformationPlans
from leakage.workspace.vocabulary import WRONG
from pages.decide.disinformation import text
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart
from pages.kit.charts.curves import frontier_marks, stairs
from pages.shell.words import count, listed, percent

# How far would decoys bring it down?


def disinformations_chart(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> Chart:
    """The frontier as stairs, the papers' heuristic beside it, and where a budget lies on it."""
    frontier = plans.frontier
    hover = "effort %{x:g}: %{y:.4f}<br>%{customdata}"
    ring = ("your effort", budget, chosen.leakage)
    best, plan_dots, effort = frontier_marks(
        frontier, "best plan", WRONG, ring, hover, list(map(_plan_text, frontier.plans))
    )
    heuristic = [(plan.cost, plan.leakage) for plan in frontier.heuristic]
    dashed = stairs("papers' heuristic", heuristic, frontier.budget, spec.Look(WRONG, "dash"))
    return spec.draw(
        text.CHART,
        [dashed, best, plan_dots, effort],
        spec.axis(text.EFFORT, [-0.02 * frontier.budget, 1.02 * frontier.budget]),
        spec.share_axis(text.KNOWS),
        f"{percent(plans.before)} without decoys; with the plan shown {percent(chosen.leakage)}; with "
        f"the largest effort {percent(frontier.plans[-1].leakage)}, and {percent(frontier.heuristic[-1].leakage)} by "
        "the papers' heuristic.",
        height=320,
    )


def _plan_text(plan: DisinformationPlan) -> str:
    """What a plan consists of: no values, for Plotly reads text as HTML."""
    kinds = [f"a decoy with {count(len(record.wrong), 'wrong detail')}" for record in plan.records]
    return listed(kinds) or "nothing"
