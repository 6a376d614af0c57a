"""What would one more fact do?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from leakage.measure.addition import Addition
from pages.kit.charts.chart import RIGHT, WRONG, Chart, bars_height, framed, in_points, plain
from pages.kit.charts.marks import bar_marker
from pages.shell.words import change

MOST = 20


def additions_chart(additions: Sequence[Addition], display_name: Callable[[str], str]) -> Chart:
    """One row a label: to the right what a true value would add, to the left what a wrong one would take off."""
    reach: dict[str, float] = {}
    for addition in additions:
        reach[addition.label] = reach.get(addition.label, 0.0) + abs(addition.slope)
    labels = sorted(reach, key=lambda label: reach[label])[-MOST:]
    figure = go.Figure()
    for right, name, colour in ((True, "she learns it", RIGHT), (False, "she believes one more wrong value", WRONG)):
        kept = [addition for addition in additions if addition.right == right and addition.label in labels]
        figure.add_bar(
            name=name,
            orientation="h",
            y=[labels.index(addition.label) for addition in kept],
            x=[addition.slope for addition in kept],
            marker=bar_marker(colour),
            hovertext=[f"{plain(display_name(addition.label))}, {name}: {addition.slope:+.4f}" for addition in kept],
            hoverinfo="text",
        )
    figure.update_layout(barmode="overlay")
    figure.update_yaxes(tickvals=list(range(len(labels))), ticktext=[plain(display_name(label)) for label in labels])
    slopes = [addition.slope for addition in additions if addition.label in labels]
    low, high = 1.05 * min([0.0, *slopes]), 1.05 * max([0.0, *slopes])
    figure.update_xaxes(title="points of leakage (right is worse)")
    in_points(figure, low, high if high > low else low + 0.01)
    worst = max(
        (addition for addition in additions if addition.right), key=lambda addition: addition.slope, default=None
    )
    alt = "She has everything already."
    if worst:
        alt = f"Most would be added by {display_name(worst.label)}: {change(worst.slope)}."
    return Chart(framed(figure, "What would one more fact do?", bars_height(len(labels))), alt)
