"""Chart: a Plotly figure with its alternative text; the colours and the layout all charts share."""

from __future__ import annotations

import html
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

# Three meanings, three colours, the same everywhere. Vermilion, blue and grey stay apart for every kind of
# colour blindness, and have a contrast of at least 3:1 on the light and on the dark background.
RIGHT = "#d9541e"
WRONG = "#2f7fc1"
MISSING = "#8a8f98"

RIGHT_WORD = "right"
WRONG_WORD = "wrong"
MISSING_WORD = "missing"

MEANINGS = {RIGHT_WORD: RIGHT, WRONG_WORD: WRONG, MISSING_WORD: MISSING}

LEAKAGE_AXIS = "leakage: 0 % nothing known → 100 % everything known (worse)"
ROW_HEIGHT = 26


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure and what it says, for those who cannot see it."""

    figure: go.Figure
    alt: str


def show(chart: Chart, key: str) -> None:
    """Draw a chart at the width of its place."""
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config={"displaylogo": False, "displayModeBar": False})


def plain(text: str, longest: int = 40) -> str:
    """A person's words as Plotly may draw them: cut to length, with no markup left in them.

    >>> plain("<b>Alice</b>")
    '&lt;b&gt;Alice&lt;/b&gt;'
    """
    return html.escape(text if len(text) <= longest else f"{text[: longest - 1]}…", quote=False)


def framed(figure: go.Figure, question: str, height: int) -> go.Figure:
    """The layout all charts share: the question as the title, no decoration."""
    figure.update_layout(
        title={
            "text": question,
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 6},
            "font": {"size": 17},
        },
        height=height,
        margin={"l": 8, "r": 16, "t": 70, "b": 48},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 1, "xanchor": "right"},
        hoverlabel={"align": "left"},
        bargap=0.3,
    )
    return figure


def bars_height(rows: int) -> int:
    """The height of a chart with one horizontal bar a row."""
    return 120 + ROW_HEIGHT * max(rows, 2)
