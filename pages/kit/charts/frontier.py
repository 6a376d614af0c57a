"""What charts of a frontier have in common: stairs, and what no plan goes below."""

from __future__ import annotations

from collections.abc import Iterable

import plotly.graph_objects as go

from leakage.decision.frontier import AnyPlan, Frontier
from pages.kit.charts.chart import MISSING


def add_stairs(
    figure: go.Figure, name: str, steps: Iterable[tuple[float, float]], most: float, line: dict[str, object]
) -> None:
    """(cost, leakage) steps as stairs, drawn on to the greatest budget."""
    costs, leakages = zip(*steps, strict=True)
    figure.add_scatter(
        name=name,
        x=[*costs, most],
        y=[*leakages, leakages[-1]],
        mode="lines",
        line={"shape": "hv", **line},
        hoverinfo="skip",
    )


def add_bounds(figure: go.Figure, frontier: Frontier[AnyPlan]) -> None:
    """What no plan goes below, where the plans do not reach it."""
    if not frontier.optimal:
        add_stairs(figure, "no plan goes below", frontier.bounds, frontier.budget, {"color": MISSING, "dash": "dot"})
