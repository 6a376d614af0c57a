"""Which release, or which fact, gives most away?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from pages.kit.charts.chart import RIGHT, WRONG, Chart, bars_height, framed, in_points, plain
from pages.kit.charts.marks import bar_marker
from pages.shell.words import change

MOST = 25


def ranked(values: Sequence[float]) -> list[int]:
    """The numbers of the values, the greatest first, whichever way they go."""
    return sorted(range(len(values)), key=lambda n: -abs(values[n]))


def contributions_chart(
    question: str, names: Sequence[str], values: Sequence[float], axis: str, one_more: int | None = None
) -> Chart:
    """Bars to the right for what raises leakage, to the left for what lowers it; the greatest on top.

    Arguments:
        question: the title.
        names, values: of all; the greatest are drawn.
        axis: what is drawn.
        one_more: the number of one that is drawn as well.
    """
    order = ranked(values)[:MOST] + ([] if one_more is None else [one_more])
    order.sort(key=lambda n: values[n])
    shown = [values[n] for n in order]
    figure = go.Figure(
        go.Bar(
            orientation="h",
            # Two entries may have the same name: the position, not the name, is the coordinate.
            y=list(range(len(order))),
            x=shown,
            text=[_points(value) for value in shown],
            textposition="outside",
            cliponaxis=False,
            marker=bar_marker([RIGHT if value > 0 else WRONG for value in shown]),
            hovertext=[f"{plain(names[n], 80)}: {values[n]:+.4f}" for n in order],
            hoverinfo="text",
        )
    )
    figure.update_yaxes(tickvals=list(range(len(order))), ticktext=[plain(names[n]) for n in order])
    low, high = min([0.0, *shown]), max([0.0, *shown])
    # Beside the bars stand their numbers, on a phone as well.
    room = 0.25 * ((high - low) or 0.01)
    figure.update_xaxes(title=axis, zeroline=True)
    in_points(figure, low - (room if low < 0 else 0.0), high + room)
    return Chart(framed(figure, question, bars_height(len(order))), _said(names, values, order))


def _points(value: float) -> str:
    return change(value).removesuffix(" points")


def _said(names: Sequence[str], values: Sequence[float], order: Sequence[int]) -> str:
    """What the bars say, in words; ``order`` is from the lowest to the highest."""
    if not order:
        return "Nothing contributes."
    low, high = order[0], order[-1]
    if values[high] > 0:
        return f"{names[high]} contributes most: {change(values[high])}."
    return f"{names[low]} protects most: {change(values[low])}."
