"""Who wrote the message?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from leakage.reidentification import Share
from pages.kit.charts.chart import MISSING, WRONG, Chart, framed
from pages.kit.charts.marks import add_point, interval_bars
from pages.shell.words import percent


@dataclass(frozen=True, slots=True)
class MessagePoint:
    """Messages that are handed in at once with a probability.

    Arguments:
        direct: p.
        error: how often the one who handed it in is not the writer, by the formula.
        simulated: the same of messages followed along their paths.
    """

    direct: float
    error: float
    simulated: Share


def messages_chart(
    curve: Sequence[tuple[float, float]], tried: Sequence[MessagePoint], chosen: MessagePoint, users: int
) -> Chart:
    """The error against p: by the formula, and simulated with Wilson's interval as bars.

    Arguments:
        curve: p and the error by the formula.
        tried: some of them simulated.
        chosen: the one marked, simulated too.
        users: how many there are.
    """
    figure = go.Figure()
    figure.add_scatter(
        name="(1 − p)(1 − 1/n)",
        x=[direct for direct, _ in curve],
        y=[error for _, error in curve],
        mode="lines",
        line={"color": WRONG, "width": 3},
        hovertemplate="p = %{x:.0%}: wrong %{y:.1%} of the time<extra></extra>",
    )
    ends = [point.simulated.interval() for point in tried]
    figure.add_scatter(
        name="simulated, 95 % interval",
        x=[point.direct for point in tried],
        y=[point.simulated.value for point in tried],
        error_y=interval_bars([point.simulated for point in tried], 6),
        mode="markers",
        marker={"color": MISSING, "size": 8, "symbol": "square"},
        customdata=[
            [point.simulated.count, point.simulated.trials, *end] for point, end in zip(tried, ends, strict=True)
        ],
        hovertemplate="p = %{x:.0%}: %{customdata[0]:,} of %{customdata[1]:,} wrong"
        "<br>between %{customdata[2]:.1%} and %{customdata[3]:.1%}<extra></extra>",
    )
    said = "chosen: p = %{x:.0%}, wrong %{y:.1%} of the time"
    add_point(figure, "chosen", (chosen.direct, chosen.error), said, WRONG)
    figure.update_xaxes(title="p: how often a holder hands the message in", tickformat=".0%", range=[0, 1.03])
    figure.update_yaxes(title="her guess is wrong (higher is better)", tickformat=".0%", range=[-0.03, 1.0])
    alt = (
        f"With {users} people and p = {percent(chosen.direct)} her guess is wrong {percent(chosen.error)} of the time "
        f"by the formula, and {percent(chosen.simulated.value)} of {chosen.simulated.trials:,} simulated messages."
    )
    return Chart(framed(figure, "Who wrote the message?", 400), alt)
