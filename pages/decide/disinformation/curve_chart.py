"""What would wrong facts take back?"""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from leakage.workspace.figures.disinformation_curves import DisinformationOutcome
from pages.decide.disinformation.text import KIND_WORDS
from pages.kit.charts.chart import MISSING, WRONG, Chart, framed
from pages.kit.charts.marks import add_level
from pages.shell.words import percent

_STYLES = {"self": (WRONG, "solid", "circle"), "linkage": (WRONG, "dash", "diamond")}


def curve_chart(now: float, outcomes: Mapping[str, DisinformationOutcome], chosen: int) -> Chart:
    """Leakage against the number of wrong facts, for self and linkage disinformation.

    Arguments:
        now: the leakage without disinformation.
        outcomes: "self" and "linkage", as far as there is one.
        chosen: the number of wrong facts marked.
    """
    figure = go.Figure()
    most = max((len(outcome.points) - 1 for outcome in outcomes.values()), default=0)
    add_level(figure, "now", (0, now), (most, now), "now: %{y:.4f}")
    for mode, outcome in outcomes.items():
        colour, dash, symbol = _STYLES[mode]
        figure.add_scatter(
            name=KIND_WORDS[mode],
            x=[point.count for point in outcome.points],
            y=[point.leakage for point in outcome.points],
            mode="lines+markers",
            line={"color": colour, "dash": dash},
            marker={"symbol": symbol, "size": 7},
            hovertemplate=f"{KIND_WORDS[mode]}: %{{x}} wrong facts, leakage %{{y:.4f}}<extra></extra>",
        )
    figure.add_vline(x=min(chosen, most), line={"color": MISSING, "width": 1})
    figure.update_xaxes(title="how many wrong facts the record has", dtick=max(1, most // 10), range=[-0.3, most + 0.3])
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    said = [
        f"{KIND_WORDS[mode]}: {percent(outcome.points[-1].leakage)} with {outcome.points[-1].count} wrong facts"
        for mode, outcome in outcomes.items()
        if outcome.points
    ]
    alt = f"Leakage now {percent(now)}; {'; '.join(said)}."
    return Chart(framed(figure, "What would wrong facts take back?", 400), alt)
