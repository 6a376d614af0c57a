"""Frontiers, rates, and beliefs before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import plotly.graph_objects as go

from leakage.decision.frontier import AnyPlan, Frontier
from leakage.progress import report
from leakage.tables import rate_at_slope, shannon_entropy
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, bar_marker, bars_height, framed, plain
from pages.shell.words import percent

# What charts of a frontier have in common: stairs, and what no plan goes below.


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


# How little must be told?


_SYMBOLS = (("circle", 13), ("diamond-open", 19))


def rates_chart(curve: Sequence[tuple[float, float]], points: Sequence[tuple[str, float, float]]) -> Chart:
    """Bits against the error of readers: the least there must be, and where some ways to tell stand.

    Arguments:
        curve: distortion and rate of the rate-distortion function, by distortion.
        points: name, distortion and rate; at most two.
    """
    figure = go.Figure()
    figure.add_scatter(
        name="nothing lies below",
        x=[distortion for distortion, _ in curve],
        y=[rate for _, rate in curve],
        mode="lines",
        line={"color": MISSING, "width": 3},
        fill="tozeroy",
        fillcolor="rgba(138,143,152,0.18)",
        hovertemplate="wrong %{x:.1%} of the time: at least %{y:.3f} bits<extra></extra>",
    )
    for (symbol, size), (name, distortion, rate) in zip(_SYMBOLS, points, strict=False):
        figure.add_scatter(
            name=name,
            x=[distortion],
            y=[rate],
            mode="markers",
            marker={"size": size, "color": RIGHT, "symbol": symbol, "line": {"width": 2, "color": RIGHT}},
            hovertemplate=f"{name}: wrong %{{x:.1%}} of the time, %{{y:.3f}} bits<extra></extra>",
        )
    figure.update_xaxes(title="how often a reader's guess is wrong (lower is more useful)", tickformat=".0%")
    figure.update_yaxes(title="bits told, I(X;Y) (higher is worse)", rangemode="tozero")
    said = "; ".join(
        f"{name}: {rate:.3f} bits, wrong {percent(distortion)} of the time" for name, distortion, rate in points
    )
    return Chart(framed(figure, "How little must be told?", 400), f"{said}.")


# What does she believe of me now?


MOST_SHOWN = 30


def prior_posterior_chart(
    values: Sequence[str], before: Sequence[float], after: Sequence[float], mine: str | None
) -> Chart:
    """For each sensitive value the belief before and after; the true value in the colour of what she has right.

    Arguments:
        values: the sensitive values; of many the likeliest after are shown.
        before, after: their probabilities.
        mine: the true one, if it is known.
    """
    order = sorted(range(len(values)), key=lambda place: (-after[place], -before[place], values[place]))[:MOST_SHOWN]
    # The first stands on top.
    order = order[::-1]
    named = [plain(values[place]) for place in order]
    figure = go.Figure()
    figure.add_bar(
        name="before: in the whole table",
        orientation="h",
        y=named,
        x=[before[place] for place in order],
        marker=bar_marker(MISSING),
        offsetgroup="before",
        text=[percent(before[place]) for place in order],
        textposition="outside",
        hovertemplate="%{y}<br>before: %{x:.4f}<extra></extra>",
    )
    for name, colour, chosen in (("after: yours", RIGHT, True), ("after: not yours", WRONG, False)):
        kept = [place for place in order if (values[place] == mine) is chosen]
        if kept:
            figure.add_bar(
                name=name if mine is not None else "after: in your class",
                orientation="h",
                y=[plain(values[place]) for place in kept],
                x=[after[place] for place in kept],
                marker=bar_marker(colour),
                offsetgroup="after",
                text=[percent(after[place]) for place in kept],
                textposition="outside",
                hovertemplate="%{y}<br>after: %{x:.4f}<extra></extra>",
            )
    figure.update_yaxes(type="category", categoryorder="array", categoryarray=named)
    figure.update_xaxes(
        title="how likely she thinks it is (the true value higher: worse)",
        tickformat=".0%",
        range=[0, 1.12],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
    )
    figure.update_layout(barmode="group", bargroupgap=0.05)
    said = "; ".join(
        f"{values[place]}: {percent(before[place])} before, {percent(after[place])} after" for place in order[::-1]
    )
    return Chart(framed(figure, "What does she believe of you now?", bars_height(2 * len(order)) + 40), f"{said}.")


# The rate distortion curve, worked out at a few slopes.


SLOPES = (*np.arange(0.25, 4.0, 0.25).tolist(), *range(4, 17))
WORKING = "Working out the curve"


def rate_curve(prior: list[float]) -> list[tuple[float, float]]:
    """(D, R) from where everything is told to where nothing is."""
    points = [(0.0, shannon_entropy(prior)), (1.0 - max(prior), 0.0)]
    for done, slope in enumerate(SLOPES):
        report(WORKING, done, len(SLOPES))
        point = rate_at_slope(prior, "hamming", slope)
        points.append((point.distortion, point.rate))
    return sorted(points)
