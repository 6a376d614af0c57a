"""Does a crowd hide you?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from leakage.crowd import CrowdPoint
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, framed
from pages.shell.words import percent

_STYLES = ((RIGHT, "solid", "circle"), (WRONG, "dash", "square"), (MISSING, "dot", "diamond"))
NOBODY = 5
"""Where a crowd of nobody stands on an axis of powers."""


def crowds_chart(lines: Mapping[str, Sequence[CrowdPoint]]) -> Chart:
    """Leakage against the size of the crowd, one line a name the person might have; at most three."""
    figure = go.Figure()
    sizes: set[int] = set()
    for (name, points), (colour, dash, symbol) in zip(lines.items(), _STYLES, strict=False):
        sizes |= {point.people for point in points}
        figure.add_scatter(
            name=name,
            x=[point.people or NOBODY for point in points],
            y=[point.leakage for point in points],
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8},
            customdata=[[point.people, point.strangers] for point in points],
            hovertemplate=f"{name}, among %{{customdata[0]:,}} others: leakage %{{y:.4f}}<br>"
            "%{customdata[1]:,} of their records joined<extra></extra>",
        )
    ticks = [size for size in sorted(sizes) if str(size).strip("0") == "1"]
    figure.update_xaxes(
        title="other people whose records Eve holds",
        type="log",
        tickvals=[NOBODY, *ticks],
        ticktext=["none", *(f"{size:,}" for size in ticks)],
    )
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[-0.02, 1.05])
    said = [
        f"{name}: {percent(points[0].leakage)} alone, {percent(points[-1].leakage)} among {points[-1].people:,}"
        for name, points in lines.items()
        if points
    ]
    framed(figure, "Does a crowd hide you?", 420)
    return Chart(figure, f"{'; '.join(said)}." if said else "Nothing was run yet.")
