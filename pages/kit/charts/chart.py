"""Chart: a Plotly figure with its alternative text, its data, and what all charts share."""

from __future__ import annotations

import html
import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import plotly.graph_objects as go
import streamlit as st

from leakage.workspace.files.csv_cells import to_csv
from leakage.workspace.vocabulary import MEANINGS, MISSING, RIGHT, WRONG
from pages.kit.tables import show_table

if TYPE_CHECKING:
    from leakage.reidentification import Share


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
    traces = [trace for trace in figure.data if trace.x is not None and trace.y is not None and _tells(trace)]
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


def _tells(trace: Any) -> bool:
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


# Chart: a Plotly figure with its alternative text and its data; the colours and the layout all charts share.


__all__ = [
    "LEAKAGE_AXIS",
    "MEANINGS",
    "MISSING",
    "RIGHT",
    "ROW_HEIGHT",
    "WRONG",
    "Chart",
    "bars_height",
    "framed",
    "in_points",
    "plain",
    "show",
]

LEAKAGE_AXIS = "leakage (right is worse)"
ROW_HEIGHT = 26
LEGEND_HEIGHT = 28
LEGEND = {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "x": 0, "xanchor": "left"}
LINE_HEIGHT = 17
TEXT = 12
TITLE_WIDTH = 30
"""Characters of a line of an axis' title: it stands within a chart as wide as a phone."""
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
        told: the table beside it; by default every point under the titles of the axes.
    """

    figure: go.Figure
    alt: str
    told: Table | None = None

    @property
    def table(self) -> Table:
        """The data behind the picture."""
        return self.told or table_of(self.figure)


def show(chart: Chart, key: str) -> None:
    """Draw a chart at the width of its place, below its question; beside that its data, and how to get the picture."""
    with st.container(key=f"heading-{key}", horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(question_of(chart.figure), anchor=False, width="stretch")
        # What is drawn only once it was worked out has no data before.
        offered = any(trace.x is not None and len(trace.x) for trace in chart.figure.data)
        if offered:
            data = st.popover("Data", icon=":material/table:", key=f"data-{key}", on_change="rerun", help=DATA_HELP)
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config=CONFIG)
    if offered and data.open:
        with data:
            show_data(chart, key)


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


def framed(figure: go.Figure, question: str, height: int) -> go.Figure:
    """The layout all charts share: no decoration, the legend below, and the question for the page to say.

    Text is in pixels, as the room for it is: text that the browser enlarges by itself would lie over itself. Zooming
    enlarges charts with all the rest, and the table beside a chart is text like any other.
    """
    size = figure.layout.font.size or TEXT
    axes = _axes(figure, size)
    lines = str(axes["xaxis"]["title"].get("text", "")).count("<br>")
    legend = sum(bool(trace.name) and trace.showlegend is not False for trace in figure.data) > 1
    # Given whole, and one by one: Plotly takes many times as long to change part of an axis, or to update them at once.
    whole = {
        **axes,
        "meta": {"question": question},
        "height": height + (LEGEND_HEIGHT if legend else 0) + LINE_HEIGHT * lines,
        "margin": {"l": 8, "r": 26, "t": 12, "b": 48 + LINE_HEIGHT * lines},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "legend": _over(figure.layout.legend.to_plotly_json(), {**LEGEND, "font": {"size": size}}),
        "hoverlabel": _over(figure.layout.hoverlabel.to_plotly_json(), {"align": "left"}),
        "font": _over(figure.layout.font.to_plotly_json(), {"size": size}),
        "bargap": 0.3,
    }
    for name, setting in whole.items():
        figure.layout[name] = setting
    return figure


def _axes(figure: go.Figure, size: float) -> dict[str, dict[str, Any]]:
    """The axes of a figure with text of one size, and titles in lines that fit, no percentage broken in two."""
    # Beside names there is less room for what stands across, and beside long ones still less.
    names = figure.layout.yaxis.ticktext or ()
    across = TITLE_WIDTH - (min(14, 6 + max(map(len, names)) // 6) if names else 0)
    folded = {"xaxis": across, "yaxis": 2 * TITLE_WIDTH}
    axes = {}
    for name in figure.layout:
        if re.fullmatch(r"[xy]axis\d*", name):
            axis = figure.layout[name].to_plotly_json()
            text = {"tickfont": {"size": size}, "title": {"font": {"size": size + 2}}}
            axes[name] = _over(axis, text)
            if name in folded and (title := axes[name]["title"].get("text")):
                whole = title.replace("<br>", " ").replace(" %", "\u00a0%")
                axes[name]["title"]["text"] = "<br>".join(
                    textwrap.wrap(whole, folded[name], break_long_words=False, break_on_hyphens=False)
                )
    return axes


def _over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """One dictionary of settings over another one, down to the last setting."""
    nested = {name: _over(under.get(name, {}), value) for name, value in over.items() if isinstance(value, dict)}
    return {**under, **over, **nested}


def in_points(figure: go.Figure, low: float, high: float) -> None:
    """An axis across that counts points of leakage: its range, and round numbers of points beside it.

    Arguments:
        figure: its values are leakages.
        low, high: the ends of the axis, in leakage.
    """
    step = _round_step((high - low) / 4)
    ticks = [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
    text = [f"{100 * tick:+g}".replace("-", "−") if round(tick, 12) else "0" for tick in ticks]
    figure.update_xaxes(range=[low, high], tickvals=ticks, ticktext=text)


def _round_step(rough: float) -> float:
    """The next of 1, 2 or 5 times a power of ten.

    >>> [_round_step(rough) for rough in (0.03, 0.06, 0.001)]
    [0.05, 0.1, 0.001]
    """
    power = 10.0 ** math.floor(math.log10(rough))
    return float(f"{next(n for n in (1, 2, 5, 10) if n * power >= rough * (1 - 1e-9)) * power:g}")


def bars_height(rows: int) -> int:
    """The height of a chart with one horizontal bar a row."""
    return 62 + ROW_HEIGHT * max(rows, 2)


# What charts mark in the same way: bars of a meaning, the point chosen, a ring around it, a level, a margin.


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


# One more bar: of many, somebody may look for one that is not among those drawn.


def choose_one_more(names: Sequence[str], left: Sequence[int], key: str) -> int | None:
    """A box to find one that is not drawn; None where there is none such, or none is picked.

    Arguments:
        names: of all bars.
        left: the numbers of those that are not drawn.
        key: of the chart.
    """
    if not left:
        return None
    order = sorted(left, key=lambda number: names[number].casefold())
    picked: int | None = st.selectbox(
        "Draw one more",
        order,
        format_func=names.__getitem__,
        index=None,
        placeholder="Type a name to find it",
        key=f"one-more-{key}-{hash(tuple(names))}",
    )
    return picked
