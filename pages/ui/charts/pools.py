"""Who knows how much, alone and together?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.glance import PoolGlance
from pages.ui.charts.chart import LEAKAGE_AXIS, MISSING, RIGHT, Chart, bars_height, framed, plain
from pages.ui.words import count, percent

MOST = 25


def pools_chart(alone: Sequence[PoolGlance], pooled: Sequence[PoolGlance]) -> Chart:
    """Bars of leakage: every recipient alone, and the pools, the worst on top."""
    kinds = [("alone", MISSING, one) for one in sorted(alone, key=_leakage)[-MOST:]]
    kinds += [("pooled", RIGHT, one) for one in sorted(pooled, key=_leakage)]
    figure = go.Figure()
    for name in ("alone", "pooled"):
        # Places, not names, are the coordinates: two recipients may be called alike, or be called 7 and 11.
        shown = [(row, colour, one) for row, (kind, colour, one) in enumerate(kinds) if kind == name]
        if shown:
            figure.add_bar(
                name=name,
                orientation="h",
                y=[row for row, _, _ in shown],
                x=[one.leakage for _, _, one in shown],
                text=[percent(one.leakage) for _, _, one in shown],
                textposition="outside",
                cliponaxis=False,
                marker_color=shown[0][1],
                customdata=[[plain(one.pool.name), len(one.pool.releases), one.joined] for _, _, one in shown],
                hovertemplate="%{customdata[0]}: leakage %{x:.4f}<br>%{customdata[1]} releases held, "
                "%{customdata[2]} records joined<extra></extra>",
            )
    ticks = [plain(one.pool.name) for _, _, one in kinds]
    figure.update_yaxes(tickvals=list(range(len(kinds))), ticktext=ticks)
    figure.update_xaxes(range=[0, 1.08], tickformat=".0%", title=LEAKAGE_AXIS)
    worst = max((one for _, _, one in kinds), key=_leakage)
    holders = count(len(kinds), "holder")
    alt = f"Bars of leakage for {holders}; {worst.pool.name} knows {percent(worst.leakage)}."
    return Chart(framed(figure, "Who knows how much, alone and together?", bars_height(len(kinds))), alt)


def _leakage(one: PoolGlance) -> float:
    return one.leakage
