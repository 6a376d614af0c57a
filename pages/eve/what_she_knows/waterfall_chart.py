"""What speaks for one person?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

import plotly.graph_objects as go

from leakage.resolution.linkage.waterfall import Waterfall
from pages.kit.charts.chart import MISSING, RIGHT, Chart, bars_height, framed, plain
from pages.kit.charts.data import Table
from pages.kit.charts.marks import bar_marker
from pages.shell.words import percent

BEFORE, TOGETHER = "before comparing", "all together"


def waterfall_chart(told: Waterfall, named: Callable[[str], str]) -> Chart:
    """From the prior by what each label says to the match weight, in bits; for one person to the right.

    Arguments:
        told: the join.
        named: what a label is called.
    """
    names = [BEFORE, *(f"{named(step.label)} is {step.agreement}" for step in told.steps), TOGETHER]
    weights = [told.prior, *(step.weight for step in told.steps), told.weight]
    # Each bar begins where the one before it ended; the last, the sum, at nothing.
    starts = [0.0, *accumulate(weights[:-2]), 0.0]
    figure = go.Figure()
    for name, colour, speaks_for in (("for one person", RIGHT, True), ("against it", MISSING, False)):
        kept = [n for n, weight in enumerate(weights) if (weight >= 0.0) is speaks_for]
        if kept:
            figure.add_bar(
                name=name,
                orientation="h",
                # Numbered, for two labels may be called alike.
                y=[-n for n in kept],
                x=[weights[n] for n in kept],
                base=[starts[n] for n in kept],
                marker=bar_marker(colour),
                text=[f"{weights[n]:+.1f}".replace("-", "−") for n in kept],
                # Inside a thin bar the number would be tiny, and pale on its pattern.
                textposition="outside",
                cliponaxis=False,
                hovertext=[f"{plain(names[n])}: {weights[n]:+.4f} bits" for n in kept],
                hoverinfo="text",
            )
    figure.update_yaxes(tickvals=[-n for n in range(len(names))], ticktext=[plain(name, 28) for name in names])
    figure.update_xaxes(title="bits (right: one person; worse)", range=_with_room(starts, weights), zeroline=True)
    alt = f"The evidence adds up to {told.weight:.1f} bits, which makes it {percent(told.probability)} likely."
    table = Table(("What", "Bits"), tuple(zip(names, weights, strict=True)))
    return Chart(framed(figure, "What speaks for one person?", bars_height(len(names))), alt, table)


def _with_room(starts: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The ends of the axis, with room for a number beside the outermost bars."""
    ends = [0.0, *(start + weight for start, weight in zip(starts, weights, strict=True))]
    room = 0.15 * (max(ends) - min(ends) or 1.0)
    return [min(ends) - room, max(ends) + room]
