"""Who knows how much, alone and together?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.workspace.figures.pool_summary import PoolSummary
from pages.kit.charts.chart import LEAKAGE_AXIS, MISSING, RIGHT, Chart, bars_height, framed, plain
from pages.kit.charts.marks import bar_marker
from pages.shell.words import count, percent

MOST = 25


def most_telling_first(summaries: Sequence[PoolSummary]) -> list[PoolSummary]:
    """Those who know most first."""
    return sorted(summaries, key=_leakage, reverse=True)


def pools_chart(
    alone: Sequence[PoolSummary], pooled: Sequence[PoolSummary], one_more: PoolSummary | None = None
) -> Chart:
    """Bars of leakage: the recipients who know most alone, one more if wanted, and the pools, the worst on top."""
    drawn = [*most_telling_first(alone)[:MOST], *([one_more] if one_more else [])]
    kinds = [("alone", MISSING, summary) for summary in sorted(drawn, key=_leakage)]
    kinds += [("pooled", RIGHT, summary) for summary in sorted(pooled, key=_leakage)]
    figure = go.Figure()
    for name in ("alone", "pooled"):
        # Places, not names, are the coordinates: two recipients may be called alike, or be called 7 and 11.
        shown = [(row, colour, summary) for row, (kind, colour, summary) in enumerate(kinds) if kind == name]
        if shown:
            figure.add_bar(
                name=name,
                orientation="h",
                y=[row for row, _, _ in shown],
                x=[summary.leakage for _, _, summary in shown],
                text=[percent(summary.leakage) for _, _, summary in shown],
                textposition="outside",
                cliponaxis=False,
                marker=bar_marker(shown[0][1]),
                customdata=[
                    [plain(summary.pool.name), len(summary.pool.releases), summary.joined] for _, _, summary in shown
                ],
                hovertemplate="%{customdata[0]}: leakage %{x:.4f}<br>%{customdata[1]} releases held, "
                "%{customdata[2]} records joined<extra></extra>",
            )
    ticks = [plain(summary.pool.name) for _, _, summary in kinds]
    figure.update_yaxes(tickvals=list(range(len(kinds))), ticktext=ticks)
    figure.update_xaxes(range=[0, 1.25], tickvals=[0, 0.5, 1], tickformat=".0%", title=LEAKAGE_AXIS)
    worst = max((summary for _, _, summary in kinds), key=_leakage)
    holders = count(len(kinds), "holder")
    alt = f"Bars of leakage for {holders}; {worst.pool.name} knows {percent(worst.leakage)}."
    return Chart(framed(figure, "Who knows how much, alone and together?", bars_height(len(kinds))), alt)


def _leakage(summary: PoolSummary) -> float:
    return summary.leakage
