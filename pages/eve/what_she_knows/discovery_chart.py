"""What does each find add?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.shell.words import count, percent

MOST = 40
MOST_NAMES = 14


def discovery_chart(names: Sequence[str], leakages: Sequence[float], chosen: int) -> Chart:
    """Leakage after each record that adhered to the query, as steps.

    Arguments:
        names: the query, then the records in the order they were found.
        leakages: what Eve knows after each; as many as names.
        chosen: the step looked at.
    """
    shown = min(len(leakages), MOST)
    named = list(range(0, shown, -(-shown // MOST_NAMES)))
    figure = go.Figure(
        go.Scatter(
            x=list(range(shown)),
            y=list(leakages[:shown]),
            mode="lines+markers",
            line={"color": RIGHT, "shape": "hv", "width": 2},
            marker={"size": [13 if step == chosen else 7 for step in range(shown)], "color": RIGHT},
            hovertext=[f"{plain(names[step])}: {leakages[step]:.4f}" for step in range(shown)],
            hoverinfo="text",
        )
    )
    figure.add_vline(x=min(chosen, shown - 1), line={"color": MISSING, "width": 1})
    figure.update_xaxes(
        tickvals=named,
        ticktext=[plain(names[step], 18) for step in named],
        # Names that rise to their place need no more room at the right end; of level ones some were left out.
        tickangle=-40,
        title="records found, in order",
    )
    figure.update_yaxes(title="leakage (lower is better)", tickformat=".0%", range=[0, 1.02])
    alt = f"Leakage rises from {percent(leakages[0])} to {percent(leakages[-1])} in {count(len(leakages) - 1, 'step')}."
    if leakages[-1] < leakages[0]:
        alt = alt.replace("rises", "falls")
    return Chart(framed(figure, "What does each find add?", 380), alt)
