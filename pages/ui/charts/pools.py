"""Who knows how much, alone and together?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.assessment import PoolLeakage
from pages.ui.charts.chart import LEAKAGE_AXIS, MISSING, RIGHT, Chart, bars_height, framed, plain
from pages.ui.words import percent

MOST = 25


def pools_chart(alone: Sequence[PoolLeakage], pooled: Sequence[PoolLeakage]) -> Chart:
    """Bars of leakage: every recipient alone, and the pools, the worst on top."""
    rows = sorted(alone, key=lambda one: one.result.leakage)[-MOST:] + sorted(
        pooled, key=lambda one: one.result.leakage
    )
    figure = go.Figure()
    for name, colour, kept in (("alone", MISSING, alone), ("pooled", RIGHT, pooled)):
        shown = [row for row in rows if any(row is one for one in kept)]
        if shown:
            figure.add_bar(
                name=name,
                orientation="h",
                y=[plain(row.pool.name) for row in shown],
                x=[row.result.leakage for row in shown],
                text=[percent(row.result.leakage) for row in shown],
                textposition="outside",
                cliponaxis=False,
                marker_color=colour,
                customdata=[[len(row.pool.releases), len(row.result.members)] for row in shown],
                hovertemplate="%{y}: leakage %{x:.4f}<br>%{customdata[0]} releases held, "
                "%{customdata[1]} records joined<extra></extra>",
            )
    figure.update_yaxes(categoryorder="array", categoryarray=[plain(row.pool.name) for row in rows])
    figure.update_xaxes(range=[0, 1.08], tickformat=".0%", title=LEAKAGE_AXIS)
    worst = rows[-1] if pooled else max(rows, key=lambda row: row.result.leakage)
    alt = f"Bars of leakage for {len(rows)} holders; {worst.pool.name} knows {percent(worst.result.leakage)}."
    return Chart(framed(figure, "Who knows how much, alone and together?", bars_height(len(rows))), alt)
