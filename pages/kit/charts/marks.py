"""What charts mark in the same way: bars of a meaning, the point chosen, a ring around it, a level, a margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from pages.kit.charts.chart import MISSING, RIGHT, WRONG

if TYPE_CHECKING:
    # At the start nobody waits for it: the first charts have no shares.
    from leakage.reidentification import Share

_HATCHING = {RIGHT: "", WRONG: "/", MISSING: "."}


def bar_marker(colours: str | Sequence[str]) -> dict[str, object]:
    """Bars in the colour of a meaning, and hatched by it: told apart without colour.

    >>> bar_marker(RIGHT)["pattern"]["shape"], bar_marker([WRONG, MISSING])["pattern"]["shape"]
    ('', ['/', '.'])
    """
    shape = _HATCHING[colours] if isinstance(colours, str) else [_HATCHING[colour] for colour in colours]
    pattern = {"shape": shape, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,0.65)", "size": 7, "solidity": 0.2}
    return {"color": colours, "pattern": pattern}


def add_point(figure: go.Figure, name: str, place: tuple[float, float], hover: str, colour: str, **marker: str) -> None:
    """One large point; ``hover`` is what it says when it is pointed at."""
    figure.add_scatter(
        name=name,
        x=[place[0]],
        y=[place[1]],
        mode="markers",
        marker={"size": 15, "color": colour, **marker},
        hovertemplate=f"{hover}<extra></extra>",
    )


def add_ring(figure: go.Figure, name: str, place: tuple[float, float], colour: str = MISSING) -> None:
    """A ring around a point that is drawn already."""
    figure.add_scatter(
        name=name,
        x=[place[0]],
        y=[place[1]],
        mode="markers",
        marker={"size": 17, "color": "rgba(0,0,0,0)", "line": {"width": 3, "color": colour}},
        hoverinfo="skip",
    )


def add_level(figure: go.Figure, name: str, start: tuple[float, float], end: tuple[float, float], hover: str) -> None:
    """A dotted line to hold the others against."""
    figure.add_scatter(
        name=name,
        x=[start[0], end[0]],
        y=[start[1], end[1]],
        mode="lines",
        line={"color": MISSING, "dash": "dot"},
        hovertemplate=f"{hover}<extra></extra>",
    )


def interval_bars(shares: Sequence[Share], width: int) -> dict[str, object]:
    """Wilson's interval of each share, as bars about its point."""
    ends = [share.interval() for share in shares]
    return {
        "type": "data",
        "array": [high - share.value for (_, high), share in zip(ends, shares, strict=True)],
        "arrayminus": [share.value - low for (low, _), share in zip(ends, shares, strict=True)],
        "thickness": 1.5,
        "width": width,
    }
