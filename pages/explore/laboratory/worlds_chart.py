"""What does each possible world reveal?"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from leakage.laboratory.one_record import World, by_leakage
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed, plain
from pages.shell.words import count, percent

MOST_NAMED = 6


def worlds_chart(worlds: Sequence[World], leakage: float) -> Chart:
    """The distribution of leakage over the possible worlds, and its mean: the record's leakage."""
    gathered = by_leakage(worlds)
    figure = go.Figure(
        go.Bar(
            name="possible worlds with this F1",
            x=[value for value, _ in gathered],
            y=[sum(world.probability for world in same) for _, same in gathered],
            width=0.008,
            marker_color=MISSING,
            hovertext=[_hover(value, same) for value, same in gathered],
            hoverinfo="text",
        )
    )
    figure.add_scatter(
        name=f"expectation: leakage L(r, e) = {percent(leakage)}",
        x=[leakage, leakage],
        y=[0, 1],
        mode="lines",
        line={"color": RIGHT, "width": 3},
        hovertemplate=f"leakage L(r, e) = {leakage!r}<extra></extra>",
    )
    figure.update_xaxes(title="leakage in the world: F1 (higher: more is known)", tickformat=".0%")
    figure.update_yaxes(title="probability", tickformat=".0%", rangemode="tozero")
    tallest = max((sum(world.probability for world in same) for _, same in gathered), default=1.0)
    figure.update_xaxes(range=[-0.02, 1.02], dtick=0.1)
    figure.update_yaxes(range=[0, min(1.05, 1.15 * tallest)])
    alt = f"{count(len(worlds), 'possible world')}; their mean F1, the leakage, is {percent(leakage)}."
    return Chart(framed(figure, "What does each possible world reveal?", 400), alt)


def _hover(value: float, same: Sequence[World]) -> str:
    probability = sum(world.probability for world in same)
    named = [plain(known(world), 80) for world in same[:MOST_NAMED]]
    more = [f"and {len(same) - MOST_NAMED} more"] if len(same) > MOST_NAMED else []
    return "<br>".join([f"F1 {value:.4f}, probability {probability:.4f}", *named, *more])


def known(world: World) -> str:
    """What the record holds in a world, in words.

    >>> known(World((("Age", "20"), ("Name", "Alice")), 0.5, 0.8)), known(World((), 0.5, 0.0))
    ('Age 20, Name Alice', 'nothing')
    """
    return ", ".join(f"{label} {value}" for label, value in world.pairs) or "nothing"
