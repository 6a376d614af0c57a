"""Which records are joined, and by what they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import plotly.graph_objects as go

from leakage.resolution.evidence import Evidence
from pages.ui.charts.chart import MISSING, RIGHT, WRONG, Chart, framed, plain
from pages.ui.words import count

MOST = 60
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
    """A graph: circles are records, diamonds are the shared values that joined them.

    Arguments:
        names: what to call every record of the composite, by number.
        strangers: which of them are background records.
        evidence: the joins within the composite.
        question: its title.
        height: in pixels.
    """
    # Imported here: it takes a sixth of a second, which the figure above it need not wait for.
    import networkx as nx  # noqa: PLC0415

    graph = nx.Graph()
    graph.add_nodes_from(("record", number) for number in names)
    for index, join in enumerate(evidence):
        graph.add_edges_from((("record", number), ("join", index)) for number in join.records)
    places = nx.kamada_kawai_layout(graph) if len(graph) > 1 else dict.fromkeys(graph, (0.0, 0.0))
    figure = go.Figure()
    xs: list[float | None] = []
    ys: list[float | None] = []
    for start, end in graph.edges:
        xs += [places[start][0], places[end][0], None]
        ys += [places[start][1], places[end][1], None]
    figure.add_scatter(
        x=xs, y=ys, mode="lines", line={"color": MISSING, "width": 1}, hoverinfo="skip", showlegend=False
    )
    own = [node for node in graph if node[0] == "record" and node[1] not in strangers]
    other = [node for node in graph if node[0] == "record" and node[1] in strangers]
    for title, nodes, colour in (("your release", own, RIGHT), ("a stranger's record", other, WRONG)):
        if nodes:
            _points(figure, title, nodes, [plain(names[node[1]], 26) for node in nodes], places, colour)
    shared = [node for node in graph if node[0] == "join"]
    reasons = [_reason(evidence[node[1]]) for node in shared]
    _points(figure, "what they share", shared, reasons, places)
    across = [place[0] for place in places.values()]
    # Room for the names beside the outermost points.
    figure.update_xaxes(visible=False, range=[min(across) - 0.3, max(across) + 0.3])
    figure.update_yaxes(visible=False)
    figure.update_layout(legend={"y": -0.02, "yanchor": "top", "x": 0, "xanchor": "left"})
    alt = f"A graph of {count(len(names), 'record')} joined by {count(len(evidence), 'shared value')}."
    return Chart(framed(figure, question, height), alt)


def _points(
    figure: go.Figure,
    title: str,
    nodes: Sequence[Node],
    labels: Sequence[str],
    places: Mapping[Node, Sequence[float]],
    colour: str = "",
) -> None:
    """Records as circles of a colour, joins as small grey diamonds."""
    joined = not colour
    figure.add_scatter(
        name=title,
        x=[places[node][0] for node in nodes],
        y=[places[node][1] for node in nodes],
        mode="markers+text",
        text=labels,
        textposition="bottom center",
        textfont={"size": 11 if joined else 13},
        marker={
            "color": colour or MISSING,
            "symbol": "diamond" if joined else "circle",
            "size": 9 if joined else 18,
        },
        hovertext=labels,
        hoverinfo="text",
    )


def _reason(join: Evidence) -> str:
    return plain(" + ".join(label for label, _ in join.key.shared), 30)
