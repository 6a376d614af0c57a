"""How many are found as the crowd grows?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from leakage.reidentification import IdentificationPoint, Identified
from pages.kit.charts.chart import MISSING, RIGHT, Chart, framed
from pages.kit.charts.data import Table
from pages.shell.words import portion

LEAST = 1e-9
"""The least share that is drawn; the axis counts in powers, on which nothing has no place."""


@dataclass(frozen=True)
class PartPoint:
    """The shares in a part of the table, as they are: found and alone."""

    people: int
    correct: float
    unique: float


def identification_chart(parts: Sequence[PartPoint], foretold: Sequence[IdentificationPoint], crowd: int) -> Chart:
    """The shares found and alone: in parts of the table as counted, beyond it as foretold, with 95 % bands.

    Arguments:
        parts: of the table, the whole of it last.
        foretold: of larger crowds, the table's own size first.
        crowd: the size that is looked at.
    """
    figure = go.Figure()
    _line(figure, "found", RIGHT, "solid", [(p.people, p.correct) for p in parts], foretold, lambda p: p.correct)
    _line(figure, "like nobody else", MISSING, "dash", [(p.people, p.unique) for p in parts], foretold, _unique)
    figure.add_vline(x=crowd, line={"color": MISSING, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="people in the crowd", type="log", dtick=2, exponentformat="power")
    least = max(LEAST, min(point.correct.low for point in foretold))
    powers = range(0, -math.ceil(-math.log10(least)) - 1, -1)
    figure.update_yaxes(
        title="share of the crowd (higher is worse)",
        type="log",
        tickvals=[10.0**power for power in powers],
        ticktext=[portion(10.0**power).replace("\u00a0", " ") for power in powers],
        range=[powers[-1], 0.1],
    )
    last = foretold[-1]
    alt = (
        f"{portion(parts[-1].correct)} are found among {parts[-1].people:,}, and {portion(last.correct.expected)} "
        f"among {last.people:,}, between {portion(last.correct.low)} and {portion(last.correct.high)}."
    )
    return Chart(framed(figure, "How many are found as the crowd grows?", 420), alt, _told(parts, foretold))


def _unique(point: IdentificationPoint) -> Identified:
    return point.unique


def _line(
    figure: go.Figure,
    name: str,
    colour: str,
    dash: str,
    counted: Sequence[tuple[int, float]],
    foretold: Sequence[IdentificationPoint],
    share: Callable[[IdentificationPoint], Identified],
) -> None:
    people, shares = [point.people for point in foretold], [share(point) for point in foretold]
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    figure.add_scatter(
        name=f"{name}: 95 times in 100",
        x=[*people, *reversed(people)],
        y=[max(end, LEAST) for end in (*(s.high for s in shares), *(s.low for s in reversed(shares)))],
        mode="lines",
        fill="toself",
        fillcolor=f"rgba({red},{green},{blue},0.2)",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        name=f"{name}, foretold",
        x=people,
        y=[s.expected or None for s in shares],
        mode="lines",
        line={"color": colour, "dash": dash, "width": 2.5},
        customdata=[[s.low, s.high] for s in shares],
        hovertemplate=f"among %{{x:,}}: %{{y:.2%}} {name}<br>between %{{customdata[0]:.3g}} and "
        "%{customdata[1]:.3g}<extra></extra>",
    )
    figure.add_scatter(
        name=f"{name}, in the table",
        x=[place for place, _ in counted],
        y=[value or None for _, value in counted],
        mode="markers",
        marker={"color": colour, "size": 8, "symbol": "circle" if dash == "solid" else "diamond"},
        hovertemplate=f"among %{{x:,}} of the table: %{{y:.2%}} {name}<extra></extra>",
    )


def _told(parts: Sequence[PartPoint], foretold: Sequence[IdentificationPoint]) -> Table:
    columns = ("People", "How", "Found", "From", "To", "Like nobody else", "From (alone)", "To (alone)")
    counted = [(p.people, "counted in the table", p.correct, "", "", p.unique, "", "") for p in parts]
    beyond = [
        (p.people, "foretold", *_cells(p.correct), *_cells(p.unique)) for p in foretold if p.people > parts[-1].people
    ]
    return Table(columns, (*counted, *beyond))


def _cells(share: Identified) -> tuple[float, float, float]:
    return share.expected, share.low, share.high
