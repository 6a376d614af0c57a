"""Charts of decoys."""

from __future__ import annotations

from collections.abc import Mapping

from leakage.decision.disinformation.problem import DisinformationPlan
from leakage.workspace.figures.disinformation import DisinformationOutcome
from leakage.workspace.figures.disinformation_plans import DisinformationPlans
from leakage.workspace.vocabulary import WRONG
from pages.decide.disinformation import text
from pages.decide.disinformation.text import KIND_WORDS
from pages.kit.charts import spec
from pages.kit.charts.chart import Chart
from pages.kit.charts.curves import frontier_marks, stairs
from pages.shell.words import count, listed, percent

# What would wrong details take back?


_LOOKS = {"self": spec.Look(WRONG, "solid", "circle", size=7), "linkage": spec.Look(WRONG, "dash", "diamond", size=7)}


def curve_chart(now: float, outcomes: Mapping[str, DisinformationOutcome], chosen: int) -> Chart:
    """Leakage against the number of wrong facts, for self and linkage disinformation.

    Arguments:
        now: the leakage without disinformation.
        outcomes: "self" and "linkage", as far as there is one.
        chosen: the number of wrong facts marked.
    """
    most = max((len(outcome.points) - 1 for outcome in outcomes.values()), default=0)
    lines = [
        spec.line(
            KIND_WORDS[mode],
            [(point.count, point.leakage) for point in outcome.points],
            _LOOKS[mode],
            f"{KIND_WORDS[mode]}: %{{x}} wrong details, %{{y:.4f}}",
        )
        for mode, outcome in outcomes.items()
    ]
    ends = [
        f"{KIND_WORDS[mode]}: {percent(outcome.points[-1].leakage)} with {outcome.points[-1].count} wrong details"
        for mode, outcome in outcomes.items()
        if outcome.points
    ]
    return spec.draw(
        text.CURVE,
        [spec.level("now", (0, now), (most, now), "now: %{y:.4f}"), *lines],
        spec.axis(text.CURVE_ACROSS, [-0.3, most + 0.3], dtick=max(1, most // 10)),
        spec.share_axis(text.KNOWS),
        f"{percent(now)} now; {'; '.join(ends)}.",
        shapes=[spec.vertical(min(chosen, most), width=1)],
    )


# How far would decoys bring it down?


def disinformations_chart(plans: DisinformationPlans, chosen: DisinformationPlan, budget: float) -> Chart:
    """The frontier as stairs, the papers' heuristic beside it, and where a budget lies on it."""
    frontier = plans.frontier
    hover = "effort %{x:g}: %{y:.4f}<br>%{customdata}"
    ring = ("your effort", budget, chosen.leakage)
    best, *bounds, plan_dots, effort = frontier_marks(
        frontier, "best plan", WRONG, ring, hover, list(map(_plan_text, frontier.plans))
    )
    heuristic = [(plan.cost, plan.leakage) for plan in frontier.heuristic]
    dashed = stairs("papers' heuristic", heuristic, frontier.budget, spec.Look(WRONG, "dash"))
    return spec.draw(
        text.CHART,
        [*bounds, dashed, best, plan_dots, effort],
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
