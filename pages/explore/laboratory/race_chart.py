"""Which algorithm is fast?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from leakage.laboratory.race import Lap, slope
from pages.kit.charts.chart import Chart, framed
from pages.shell.words import duration, listed

# Mid tones, 3:1 on light and dark; marks and dashes tell them apart without colour.
STYLES = {
    "worlds": ("Possible worlds", "#a2602c", "diamond", "dot"),
    "equal_weights": ("Algorithm 1", "#9a5fc0", "square", "dashdot"),
    "taylor": ("Taylor", "#7d8590", "triangle-up", "dash"),
    "exact": ("Exact (integral)", "#118a6b", "circle", "solid"),
}
FASTEST = 1e-5


def race_chart(laps: Mapping[str, Sequence[Lap]], largest: int, budget: float) -> Chart:
    """Running time against n on two logarithmic axes: a straight line of slope k is a time of n to the k.

    Arguments:
        laps: by algorithm, n ascending.
        largest: the right end of the axis, so that it stands still while the race goes on.
        budget: seconds; drawn as the line nobody may cross twice.
    """
    figure = go.Figure()
    for method, run in laps.items():
        name, colour, symbol, dash = STYLES[method]
        fitted = slope(run)
        figure.add_scatter(
            name=name if fitted is None else f"{name}: n<sup>{fitted:.1f}</sup>",
            x=[lap.n for lap in run],
            y=[lap.seconds for lap in run],
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 3},
            marker={"symbol": symbol, "size": 9},
            customdata=[[duration(lap.seconds), lap.repeats] for lap in run],
            hovertemplate=f"{name}, n = %{{x:,}}<br>%{{customdata[0]}}, median of %{{customdata[1]}}<extra></extra>",
        )
    figure.add_hline(y=budget, line={"color": "#8a8f98", "dash": "dot"})
    figure.add_annotation(
        text=f"budget: {duration(budget)}",
        xref="paper",
        x=0,
        xanchor="left",
        y=math.log10(budget),
        yanchor="bottom",
        showarrow=False,
    )
    figure.update_xaxes(
        title="n: attributes of the person, and of the record",
        type="log",
        range=[-0.05, math.log10(largest) + 0.05],
        dtick=1,
        tickformat=",",
    )
    ticks = [10.0**power for power in range(-5, 2)]
    figure.update_yaxes(
        title="time for one record (lower: faster)",
        type="log",
        range=[math.log10(FASTEST), math.log10(budget * 6)],
        tickvals=ticks,
        ticktext=[duration(tick) for tick in ticks],
    )
    figure.update_layout(font={"size": 15})
    return Chart(framed(figure, "Which algorithm is fast?", 560), said(laps))


def said(laps: Mapping[str, Sequence[Lap]]) -> str:
    """How far each algorithm came, in one sentence."""
    reached = [f"{STYLES[method][0]} n = {within(run):,}" for method, run in laps.items() if within(run)]
    return f"Largest n within the budget: {listed(reached)}." if reached else "Nothing was run yet."


def within(run: Sequence[Lap]) -> int:
    """The largest n run within the budget."""
    return max((lap.n for lap in run if not lap.over), default=0)
