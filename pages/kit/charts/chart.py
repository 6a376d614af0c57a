"""Chart: a Plotly figure with its alternative text and the data behind it, shown beneath its question."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from numbers import Real
from typing import Any, TypeAlias

import plotly.graph_objects as go
import streamlit as st

from leakage.workspace.csv_files import to_csv
from pages.kit.tables import show_table

# What a chart draws, as a table: one row a point, under the titles of its axes.


Cell: TypeAlias = str | float
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Table:
    """Rows under headings.

    Arguments:
        columns: the headings, no two the same.
        rows: one cell a column.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_of(figure: go.Figure) -> Table:
    """Every point of a figure: which series it belongs to, where it stands, and its interval where it has one.

    What stands at a place with a name is called by it; points of leakage are written as points.
    """
    traces = [trace for trace in figure.data if trace.x is not None and trace.y is not None and _is_data(trace)]
    across, up = _Axis(figure.layout.xaxis, "Place across"), _Axis(figure.layout.yaxis, "What")
    intervals = any(trace.type == "scatter" and trace.error_y.array is not None for trace in traces)
    columns = ("Series", across.title, up.title, *(("From", "To") if intervals else ()))
    rows = [
        (plain_text(trace.name or ""), across.cell(x), up.cell(y), *(_interval(trace, n, y) if intervals else ()))
        for trace in traces
        for n, (x, y) in enumerate(zip(trace.x, trace.y, strict=True))
        if x is not None and y is not None
    ]
    return Table(columns, tuple(rows))


def _is_data(trace: Any) -> bool:
    """Lines that only connect points have no name and say nothing."""
    return bool(trace.name) or trace.hoverinfo != "skip"


def plain_text(title: str) -> str:
    """A title as plain text: no tags, no line breaks, no blanks that do not break.

    >>> plain_text("p<sub>c</sub>:<br>0\\u00a0% &lt; 1")
    'pc: 0 % < 1'
    """
    return html.unescape(_TAG.sub("", title.replace("<br>", " "))).replace("\u00a0", " ")


class _Axis:
    """An axis as the heading of a column, and its values as cells."""

    def __init__(self, axis: Any, untitled: str) -> None:
        self.title = plain_text(axis.title.text or untitled)
        self._points = "points" in self.title
        ticks = zip_longest(axis.tickvals or (), axis.ticktext or ())
        self._names = {value: plain_text(str(name)) for value, name in ticks if name is not None}
        if any(_is_number(name) for name in self._names.values()):
            self._names = {}

    def cell(self, value: Any) -> Cell:
        if value in self._names:
            return self._names[value]
        if not isinstance(value, Real):
            # A name, or a day.
            return plain_text(str(value))
        return round(100.0 * float(value), 10) if self._points else float(value)


def _is_number(name: str) -> bool:
    return bool(re.fullmatch(r"[+−-]?[\d.,]+( ?%)?", name))


def _interval(trace: Any, number: int, value: Any) -> Sequence[Cell]:
    if trace.type != "scatter" or trace.error_y.array is None:
        return ("", "")
    above = float(trace.error_y.array[number])
    below = trace.error_y.arrayminus
    return (float(value) - (above if below is None else float(below[number])), float(value) + above)


# Chart: a Plotly figure with its alternative text and its data, and how it is shown.


DATA_HELP = "The chart as a table and as a CSV file, and how to save the picture."
PICTURE_HELP = "The picture: point at the chart, or tap it, and press the camera in its corner. It is saved as SVG."
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "svg", "filename": "my-leakage-chart"},
}


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure, what it says for those who cannot see it, and its data where they are more than its points.

    Arguments:
        figure: as drawn.
        alt: in a sentence.
        data: the table beside it; by default every point under the titles of the axes.
    """

    figure: go.Figure
    alt: str
    data: Table | None = None

    @property
    def table(self) -> Table:
        """The data behind the picture."""
        return self.data or table_of(self.figure)


def show(chart: Chart, key: str) -> None:
    """Draw a chart at the width of its place, below its question; beside that its data, and how to get the picture."""
    with st.container(key=f"heading-{key}", horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(question_of(chart.figure), anchor=False, width="stretch")
        # What is drawn only once it was worked out has no data before.
        offered = any(trace.x is not None and len(trace.x) for trace in chart.figure.data)
        if offered:
            data = st.popover("Data", icon=":material/table:", key=f"data-{key}", on_change="rerun", help=DATA_HELP)
    show_picture(chart, key)
    if offered and data.open:
        with data:
            show_data(chart, key)


def show_picture(chart: Chart, key: str) -> None:
    """Draw a chart alone, where the sentence above it is its question."""
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config=CONFIG)


def show_data(chart: Chart, key: str) -> None:
    """The table of a chart, the same as CSV, and where the picture is."""
    table, question = chart.table, question_of(chart.figure)
    show_table(table.rows, table.columns, f"The data of the chart: {question}", height="auto")
    st.download_button(
        "Save the data (CSV)",
        lambda: to_csv([table.columns, *table.rows]),
        file_name=f"{re.sub('[^a-z0-9]+', '-', question.lower()).strip('-')}.csv",
        mime="text/csv",
        key=f"csv-{key}",
        on_click="ignore",
        icon=":material/download:",
    )
    st.caption(PICTURE_HELP)


def question_of(figure: go.Figure) -> str:
    """The question a chart answers: text of the page, so that it wraps on a narrow screen and is read aloud."""
    return str(figure.layout.meta["question"])


def plain(text: str, longest: int = 40) -> str:
    """A person's words as Plotly may draw them: cut to length, with no markup left in them.

    >>> plain("<b>Alice</b>")
    '&lt;b&gt;Alice&lt;/b&gt;'
    """
    return html.escape(text if len(text) <= longest else f"{text[: longest - 1]}…", quote=False)
