"""Which records are joined, and by what they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import plotly.graph_objects as go

from leakage.resolution.evidence import Evidence
from pages.kit.charts.chart import MISSING, RIGHT, WRONG, Chart, framed, plain
from pages.kit.charts.data import Table
from pages.kit.charts.graph_labels import WIDTH, Label, sides
from pages.kit.charts.graph_layout import laid_out
from pages.shell.words import count

MOST = 60
RECORD_TEXT, JOIN_TEXT, RECORD_SIZE, JOIN_SIZE = 13, 11, 18, 9
"""Pixels of names and of points."""
BELOW = 110
"""Pixels of a chart's height that its points have not: the legend and the edges."""
QUESTION = "Why does she take these records for one person?"
Node: TypeAlias = tuple[str, int]
"""("record", its number) or ("join", its place in the evidence)."""


def joins_chart(
    names: Mapping[int, str],
    strangers: frozenset[int],
    evidence: Sequence[Evidence],
    question: str = QUESTION,
    height: int = 520,
) -> Chart:
    """A graph: circles and squares are records, diamonds are the shared values that joined them.

    Arguments:
        names: what to call every record of the composite, by number.
        strangers: which of them are background records.
        evidence: the joins within the composite.
        question: its title.
        height: in pixels.
    """
    lines = tuple((("record", number), ("join", n)) for n, join in enumerate(evidence) for number in join.records)
    points = (*(("record", number) for number in names), *(("join", n) for n in range(len(evidence))))
    places = _places(points, lines)
    across = [place[0] for place in places.values()]
    # Room for the names beside the outermost points.
    ends = (min(across) - 0.3, max(across) + 0.3)
    texts = {("record", number): plain(name, 26) for number, name in names.items()} | {
        ("join", n): _reason(join) for n, join in enumerate(evidence)
    }
    beside = _sides(texts, places, lines, ends, height)
    figure = go.Figure()
    xs: list[float | None] = []
    ys: list[float | None] = []
    for start, end in lines:
        xs += [places[start][0], places[end][0], None]
        ys += [places[start][1], places[end][1], None]
    figure.add_scatter(
        x=xs, y=ys, mode="lines", line={"color": MISSING, "width": 1}, hoverinfo="skip", showlegend=False
    )
    own = [node for node in places if node[0] == "record" and node[1] not in strangers]
    other = [node for node in places if node[0] == "record" and node[1] in strangers]
    for title, nodes, colour in (("your release", own, RIGHT), ("a stranger's record", other, WRONG)):
        if nodes:
            _points(figure, title, nodes, texts, places, beside, colour)
    shared = [node for node in places if node[0] == "join"]
    _points(figure, "what they share", shared, texts, places, beside)
    figure.update_xaxes(visible=False, range=ends)
    figure.update_yaxes(visible=False)
    alt = f"A graph of {count(len(names), 'record')} joined by {count(len(evidence), 'shared value')}."
    return Chart(framed(figure, question, height), alt, _told(names, evidence))


def _told(names: Mapping[int, str], evidence: Sequence[Evidence]) -> Table:
    shared = [", ".join(value for _, value in join.key.shared) for join in evidence]
    records = [", ".join(names[number] for number in join.records) for join in evidence]
    return Table(("What they share", "Records"), tuple(zip(shared, records, strict=True)))


@lru_cache(maxsize=32)
def _places(nodes: tuple[Node, ...], lines: tuple[tuple[Node, Node], ...]) -> dict[Node, tuple[float, float]]:
    """Where every point stands; remembered, for it takes up to a fifth of a second, and has numbers in it alone."""
    return laid_out(nodes, lines)


def _sides(
    texts: Mapping[Node, str],
    places: Mapping[Node, tuple[float, float]],
    lines: Sequence[tuple[Node, Node]],
    ends: tuple[float, float],
    height: int,
) -> dict[Node, str]:
    """On which side of its point each name stands: away from the lines that meet there, if it has room."""
    risen = dict.fromkeys(places, 0.0)
    for start, end in lines:
        rise = places[end][1] - places[start][1]
        risen[start], risen[end] = risen[start] + rise, risen[end] - rise
    labels = {
        node: Label(
            texts[node],
            JOIN_TEXT if node[0] == "join" else RECORD_TEXT,
            (JOIN_SIZE if node[0] == "join" else RECORD_SIZE) / 2,
            f"{'top' if risen[node] < 0 else 'bottom'} {_inwards(node, x)}",
            needed=node[0] == "record",
        )
        for node, (x, _) in places.items()
    }
    up = [place[1] for place in places.values()]
    across, tall = WIDTH / (ends[1] - ends[0]), (height - BELOW) / max(max(up) - min(up), 1e-9)
    pixels = {node: (across * x, tall * y) for node, (x, y) in places.items()}
    return sides(labels, pixels, (across * ends[0], across * ends[1]))


def _inwards(node: Node, across: float) -> str:
    if node[0] == "join" or abs(across) < 0.4:
        return "center"
    return "right" if across < 0.0 else "left"


def _points(
    figure: go.Figure,
    title: str,
    nodes: Sequence[Node],
    texts: Mapping[Node, str],
    places: Mapping[Node, Sequence[float]],
    beside: Mapping[Node, str],
    colour: str = "",
) -> None:
    """Own records as circles and strangers' as squares, joins as small grey diamonds."""
    joined = not colour
    figure.add_scatter(
        name=title,
        x=[places[node][0] for node in nodes],
        y=[places[node][1] for node in nodes],
        mode="markers+text",
        # What has no room is told where the mouse rests, and in the table.
        text=[texts[node] if beside[node] else "" for node in nodes],
        textposition=[beside[node] or "top center" for node in nodes],
        textfont={"size": JOIN_TEXT if joined else RECORD_TEXT},
        marker={
            "color": colour or MISSING,
            "symbol": "diamond" if joined else "square" if colour == WRONG else "circle",
            "size": JOIN_SIZE if joined else RECORD_SIZE,
        },
        hovertext=[texts[node] for node in nodes],
        hoverinfo="text",
    )


def _reason(join: Evidence) -> str:
    return plain(" + ".join(dict.fromkeys(label for label, _ in join.key.shared)), 30)
