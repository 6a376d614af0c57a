"""What does she believe of me now?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, bars_height, framed, plain
from pages.kit.charts.marks import bar_marker
from pages.shell.words import percent

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
