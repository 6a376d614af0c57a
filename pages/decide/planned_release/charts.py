"""Charts of planned releases."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.decision.planned_release import FieldChoice, FieldTradeOff
from leakage.workspace.figures.planned_releases import PlanOutcome
from pages.kit.charts.chart import (
    LEAKAGE_AXIS,
    MISSING,
    RIGHT,
    WRONG,
    Chart,
    add_level,
    add_ring,
    bars_height,
    framed,
    plain,
)
from pages.shell.words import change, listed, percent

# What would each alternative add?


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


# How little can Eve learn for so many optional fields?


def trade_off_chart(trade_off: FieldTradeOff, now: float, chosen: FieldChoice) -> Chart:
    """Leakage against the number of optional fields given, each time the best choice of them.

    Arguments:
        trade_off: the choices worth making.
        now: the leakage before the release.
        chosen: the one that is marked.
    """
    most = len(trade_off.best.given) + len(trade_off.best.blank)
    blank = [[field.label for field in choice.blank] for choice in trade_off.plans]
    figure = go.Figure()
    add_level(figure, "before this release", (0, now), (most, now), "before this release: %{y:.4f}")
    figure.add_scatter(
        name="best choice of fields",
        x=[len(choice.given) for choice in trade_off.plans],
        y=[choice.leakage for choice in trade_off.plans],
        mode="lines+markers",
        line={"color": RIGHT, "shape": "hv", "width": 3},
        marker={"size": 8, "color": RIGHT},
        customdata=[plain(listed(labels, most=6) or "nothing", 120) for labels in blank],
        hovertemplate="%{x} optional fields: leakage %{y:.4f}<br>left blank: %{customdata}<extra></extra>",
    )
    add_ring(figure, "shown below", (len(chosen.given), chosen.leakage))
    figure.update_xaxes(title="optional fields given", range=[-0.3, most + 0.3], dtick=max(1, most // 10))
    figure.update_yaxes(title="leakage afterwards (lower is better)", tickformat=".0%", range=[0, 1.02])
    best, everything = trade_off.best, trade_off.plans[0]
    alt = (
        f"Leakage before {percent(now)}; at best {percent(best.leakage)} with {len(best.given)} optional "
        f"fields given; {percent(everything.leakage)} with {len(everything.given)}."
    )
    return Chart(framed(figure, "How little can Eve learn for so many optional fields?", 360), alt)
