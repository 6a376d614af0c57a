"""What would each alternative add?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.figures.planned_releases import PlanOutcome
from pages.kit.charts.chart import LEAKAGE_AXIS, MISSING, RIGHT, WRONG, Chart, bars_height, framed, plain
from pages.shell.words import change, percent


def increments_chart(outcomes: Sequence[PlanOutcome]) -> Chart:
    """One row an alternative: a dot where leakage stands, a dot where it would go, the way between them."""
    shown = sorted(outcomes, key=lambda outcome: -outcome.after)
    rows = list(range(len(shown)))
    figure = go.Figure()
    for row, outcome in zip(rows, shown, strict=True):
        figure.add_scatter(
            x=[outcome.before, outcome.after],
            y=[row, row],
            mode="lines",
            line={"width": 6, "color": RIGHT if outcome.increment > 0 else WRONG},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.add_scatter(
        name="now",
        x=[outcome.before for outcome in shown],
        y=rows,
        mode="markers",
        marker={"size": 14, "color": MISSING, "symbol": "circle-open", "line": {"width": 3}},
        hovertemplate="now: %{x:.4f}<extra></extra>",
    )
    figure.add_scatter(
        name="after this release",
        x=[outcome.after for outcome in shown],
        y=rows,
        mode="markers+text",
        text=[f"  {percent(outcome.after)}" for outcome in shown],
        textposition="middle right",
        cliponaxis=False,
        marker={"size": 14, "color": RIGHT},
        hovertemplate="after: %{x:.4f}<extra></extra>",
    )
    figure.update_yaxes(
        tickvals=rows, ticktext=[plain(outcome.plan.name) for outcome in shown], range=[-0.6, len(rows) - 0.4]
    )
    figure.update_xaxes(range=[0, 1.4], tickvals=[0, 0.5, 1], tickformat=".0%", title=LEAKAGE_AXIS)
    alt = "; ".join(f"{outcome.plan.name}: {percent(outcome.after)}, {change(outcome.increment)}" for outcome in shown)
    question = "What would each alternative add?"
    return Chart(framed(figure, question, bars_height(2 * len(rows))), f"{alt}.")
