"""What would one more fact do?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.measure.addition import Addition
from pages.ui.charts.chart import RIGHT, WRONG, Chart, bars_height, framed, plain
from pages.ui.words import change

MOST = 20


def additions_chart(additions: Sequence[Addition], display_name: Callable[[str], str]) -> Chart:
    """One row a label: to the right what a true value would add, to the left what a wrong one would take off."""
    reach: dict[str, float] = {}
    for one in additions:
        reach[one.label] = reach.get(one.label, 0.0) + abs(one.slope)
    labels = sorted(reach, key=lambda label: reach[label])[-MOST:]
    figure = go.Figure()
    for right, name, colour in ((True, "she learns it", RIGHT), (False, "she believes one more wrong value", WRONG)):
        kept = [one for one in additions if one.right == right and one.label in labels]
        figure.add_bar(
            name=name,
            orientation="h",
            y=[labels.index(one.label) for one in kept],
            x=[one.slope for one in kept],
            marker_color=colour,
            hovertext=[f"{plain(display_name(one.label))}, {name}: {one.slope:+.4f}" for one in kept],
            hoverinfo="text",
        )
    figure.update_layout(barmode="overlay")
    figure.update_yaxes(tickvals=list(range(len(labels))), ticktext=[plain(display_name(label)) for label in labels])
    figure.update_xaxes(title="change of leakage (points; to the right is worse for you)", tickformat="+.1%")
    worst = max((one for one in additions if one.right), key=lambda one: one.slope, default=None)
    alt = "She has everything already."
    if worst:
        alt = f"Most would be added by {display_name(worst.label)}: {change(worst.slope)}."
    return Chart(framed(figure, "What would one more fact do?", bars_height(len(labels))), alt)
