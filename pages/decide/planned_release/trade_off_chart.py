"""How little can Eve learn for so many optional fields?"""

from __future__ import annotations

import plotly.graph_objects as go

from leakage.decision.optional_fields import FieldChoice, FieldTradeOff
from pages.kit.charts.chart import RIGHT, Chart, framed, plain
from pages.kit.charts.marks import add_level, add_ring
from pages.shell.words import listed, percent


def trade_off_chart(trade_off: FieldTradeOff, now: float, chosen: FieldChoice) -> Chart:
    """Leakage against the number of optional fields given, each time the best choice of them.

    Arguments:
        trade_off: the choices worth making.
        now: the leakage before the release.
        chosen: the one that is marked.
    """
    most = len(trade_off.best.given) + len(trade_off.best.blank)
    blank = [[field.label for field in choice.blank] for choice in trade_off.plans]
    figure = go.Figure()
    add_level(figure, "before this release", (0, now), (most, now), "before this release: %{y:.4f}")
    figure.add_scatter(
        name="best choice of fields",
        x=[len(choice.given) for choice in trade_off.plans],
        y=[choice.leakage for choice in trade_off.plans],
        mode="lines+markers",
        line={"color": RIGHT, "shape": "hv", "width": 3},
        marker={"size": 8, "color": RIGHT},
        customdata=[plain(listed(labels, most=6) or "nothing", 120) for labels in blank],
        hovertemplate="%{x} optional fields: leakage %{y:.4f}<br>left blank: %{customdata}<extra></extra>",
    )
    add_ring(figure, "shown below", (len(chosen.given), chosen.leakage))
    figure.update_xaxes(title="optional fields given", range=[-0.3, most + 0.3], dtick=max(1, most // 10))
    figure.update_yaxes(title="leakage afterwards (lower is better)", tickformat=".0%", range=[0, 1.02])
    best, everything = trade_off.best, trade_off.plans[0]
    alt = (
        f"Leakage before {percent(now)}; at best {percent(best.leakage)} with {len(best.given)} optional "
        f"fields given; {percent(everything.leakage)} with {len(everything.given)}."
    )
    return Chart(framed(figure, "How little can Eve learn for so many optional fields?", 360), alt)
