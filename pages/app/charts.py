"""Charts: marks on two axes beneath a question, a sentence of what they say, and the data behind them; and tables."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from leakage.derivation import Derivation
from leakage.workspace.csv_files import to_csv
from leakage.workspace.vocabulary import MISSING, RIGHT, WRONG
from pages.app.words import STATE_COLOURS, STATE_WORDS

SURETY = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="percent")
POINTS = st.column_config.NumberColumn(format="%.1f points")
# Three fifths of the way to white: words are black on these, and can be read.
_PALE = [bytes(255 - (255 - part) * 2 // 5 for part in bytes.fromhex(c[1:])).hex() for c in STATE_COLOURS.values()]
MARKS = st.column_config.MultiselectColumn(options=list(STATE_WORDS.values()), color=[f"#{c}" for c in _PALE])


def show_table(
    rows: Sequence[Sequence[object]], columns: Iterable[str] | Mapping[str, Any], alt: str, **options: Any
) -> None:
    """Draw a table, with the options of ``st.dataframe``; of a mapping of columns also how each is drawn."""
    drawn = {name: how for name, how in columns.items() if how} if isinstance(columns, Mapping) else None
    frame = pd.DataFrame(rows, columns=list(columns))
    st.dataframe(frame, hide_index=True, alt=alt, column_config=drawn, **options)


# Chart: a Plotly figure with its alternative text and its data, and how it is shown.

Cell: TypeAlias = str | float


class Table(NamedTuple):
    """Rows under headings, no two of which are the same."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure as it is drawn, and in a sentence what it says for those who cannot see it."""

    figure: go.Figure
    alt: str

    @property
    def table(self) -> Table:
        """Every point: its series, where it stands by the names on the axes, and its interval where it has one."""
        layout, traces = self.figure.layout, [t for t in self.figure.data if t.x is not None and t.y is not None]
        (across, x_cell), (up, y_cell) = _column(layout.xaxis, "Place across"), _column(layout.yaxis, "What")
        # Lines that only connect points have no name and say nothing.
        traces = [trace for trace in traces if trace.name or trace.hoverinfo != "skip"]
        intervals = any(trace.type == "scatter" and trace.error_y.array is not None for trace in traces)
        rows = []
        for trace in traces:
            about = trace.error_y if trace.type == "scatter" and trace.error_y.array is not None else None
            for number, (x, y) in enumerate(zip(trace.x, trace.y, strict=True)):
                if x is not None and y is not None:
                    ends: tuple[Cell, ...] = ("", "") if intervals else ()
                    if about is not None:
                        below = about.array if about.arrayminus is None else about.arrayminus
                        ends = (float(y - below[number]), float(y + about.array[number]))
                    rows.append((_plain_text(trace.name or ""), x_cell(x), y_cell(y), *ends))
        return Table(("Series", across, up, *(("From", "To") if intervals else ())), tuple(rows))


def _column(axis: Any, untitled: str) -> tuple[str, Callable[[Any], Cell]]:
    """An axis as the heading of a column, and its values as cells."""
    names = {value: _plain_text(name) for value, name in zip(axis.tickvals or (), axis.ticktext or (), strict=False)}

    def cell(value: Any) -> Cell:
        if value in names or not isinstance(value, Real):
            return names.get(value) or _plain_text(str(value))
        return float(value)

    return _plain_text(axis.title.text or untitled), cell


def _plain_text(title: str) -> str:
    """A title without tags, line breaks, and blanks that do not break."""
    return html.unescape(re.sub("<[^>]*>", "", title.replace("<br>", " "))).replace("\u00a0", " ")


def show(chart: Chart, key: str) -> None:
    """Draw a chart at the width of its place, below its question; beside that its data, and how to get the picture."""
    # Text of the page, so that it wraps on a narrow screen and is read aloud.
    question, data = str(chart.figure.layout.meta["question"]), None
    with st.container(key=f"heading-{key}", horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(question, anchor=False, width="stretch")
        # What is drawn only once it was worked out has no data before.
        if any(trace.x is not None and len(trace.x) for trace in chart.figure.data):
            about = "The chart as a table and as a CSV file, and how to save the picture."
            data = st.popover("Data", icon=":material/table:", key=f"data-{key}", on_change="rerun", help=about)
    picture = {"format": "svg", "filename": "my-leakage-chart"}
    config = {"displaylogo": False, "modeBarButtons": [["toImage"]], "toImageButtonOptions": picture}
    st.plotly_chart(chart.figure, key=key, alt=chart.alt, config=config)
    if data is None or not data.open:
        return
    with data:
        table = chart.table
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
        st.caption("To save the picture, point at the chart or tap it, and press the camera in its corner.")


def plain(text: str, longest: int = 40) -> str:
    """A person's words as Plotly may draw them: cut to length, with no markup left in them.

    >>> plain("<b>Alice</b>")
    '&lt;b&gt;Alice&lt;/b&gt;'
    """
    return html.escape(text if len(text) <= longest else f"{text[: longest - 1]}…", quote=False)


# The look that all charts share: a series, an axis, and what is different from others, as Plotly names them.

Mark: TypeAlias = dict[str, Any]
Axis: TypeAlias = dict[str, Any]
Settings: TypeAlias = dict[str, Any]
Hover: TypeAlias = str | Sequence[str] | None
"""What pointing at a mark says: a template for all its points, a text for each, or nothing."""

LEAKAGE = "leakage (lower is better)"
LEGEND = {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "x": 0, "xanchor": "left"}
LEGEND_HEIGHT, LINE_HEIGHT, TEXT = 28, 17, 12
TITLE_WIDTH = 30  # characters of a line of an axis' title: it stands within a chart as wide as a phone
CLEAR = "rgba(0,0,0,0)"
_HATCHING = {RIGHT: "", WRONG: "/", MISSING: "."}


def draw(
    question: str,
    marks: Iterable[Mark | None],
    across: Axis,
    up: Axis,
    alt: str,
    *,
    height: float = 400,
    **layout: Any,
) -> Chart:
    """A chart of marks.

    Arguments:
        question: that the chart answers; the page says it.
        marks: in the order in which they are drawn; None among them is left out.
        across, up: the axes.
        alt: what the chart says, in a sentence.
        height: of the marks, in pixels; a legend and long titles come on top.
        layout: what is different from other charts, as Plotly names it.

    >>> chart = draw("Which?", [bars("a", [(0, 50.0)], RIGHT, "half")], axis("points"), rows(["Shop"]), "Shop: half.")
    >>> chart.table.rows
    (('a', 50.0, 'Shop'),)
    """
    drawn = [mark for mark in marks if mark is not None]
    # Beside names there is less room for what stands across, and beside long ones still less.
    names = up.get("ticktext", ())
    width = TITLE_WIDTH - (min(14, 6 + max(map(len, names)) // 6) if names else 0)
    widths = {"xaxis": width, "yaxis": 2 * TITLE_WIDTH}
    given = {"xaxis": across, "yaxis": up, **layout}
    axes = {
        name: {**settings, "tickfont": {"size": TEXT}, "title": _title(settings.get("title"), widths.get(name))}
        for name, settings in given.items()
        if re.fullmatch(r"[xy]axis\d*", name)
    }
    lines = axes["xaxis"]["title"]["text"].count("<br>")
    legend = layout.get("showlegend", True) and sum("name" in m and m.get("showlegend", True) for m in drawn) > 1
    whole = {
        "height": height + (LEGEND_HEIGHT if legend else 0) + LINE_HEIGHT * lines,
        "margin": {"l": 8, "r": 26, "t": 12, "b": 48 + LINE_HEIGHT * lines},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "legend": {**LEGEND, "font": {"size": TEXT}},
        "hoverlabel": {"align": "left"},
        "font": {"size": TEXT},
        "bargap": 0.3,
        **layout,
        **axes,
        "meta": {"question": question},
    }
    return Chart(go.Figure(data=drawn, layout=whole), alt)


def _title(text: str | None, width: int | None) -> dict[str, Any]:
    """A title in lines that fit, no percentage broken in two."""
    if text and width:
        whole = text.replace("<br>", " ").replace(" %", "\u00a0%")
        text = "<br>".join(textwrap.wrap(whole, width, break_long_words=False, break_on_hyphens=False))
    return {"text": text or "", "font": {"size": TEXT + 2}}


def bars_height(count: int) -> int:
    """The height of a chart with one horizontal bar a row."""
    return 62 + 24 * max(count, 2)


# Axes.


def axis(title: str = "", ends: Sequence[float] | None = None, **settings: Any) -> Axis:
    """An axis of numbers or days: what it measures, and its ends, by default as far as the marks reach."""
    return {"title": title, **({} if ends is None else {"range": list(ends)}), **settings}


def share_axis(title: str = LEAKAGE, ends: Sequence[float] | None = (0, 1.02), **settings: Any) -> Axis:
    """An axis of shares, in per cent."""
    return axis(title, ends, tickformat=".0%", **settings)


def rows(names: Sequence[str], places: Sequence[float] | None = None, **settings: Any) -> Axis:
    """An axis upwards of rows with names: by their places, for two may be called alike, or be called 7 and 11."""
    return {"tickvals": list(range(len(names)) if places is None else places), "ticktext": list(names), **settings}


# Marks. A point is (across, up), and after them what hovering tells beside.


def bars(
    name: str, points: Iterable[Sequence[Any]], colour: str | Sequence[str], hover: Hover, **settings: Any
) -> Mark:
    """Horizontal bars.

    Arguments:
        name: in the legend; without one they are not in it.
        points: (row, length), and what hovering tells beside.
        colour: of all, or of each; they are hatched by it.
        hover: what pointing at one says.
        settings: as Plotly names them; ``text`` stands beyond the ends of the bars.
    """
    turned = [(length, row, *data) for row, length, *data in points]
    # Inside a thin bar a text would be tiny, and pale on its pattern.
    beyond = {"textposition": "outside", "cliponaxis": False} if "text" in settings else {}
    return _series("bar", name, turned, hover, orientation="h", **{"marker": bar_marker(colour), **beyond, **settings})


def columns(name: str, points: Iterable[Sequence[Any]], hover: Hover = "", **settings: Any) -> Mark:
    """Upright bars; their colour is among the settings."""
    return _series("bar", name, points, hover, **settings)


class Look(NamedTuple):
    """How a line looks, told apart without colour as well; ``symbol`` and ``size`` are of its points, if it has any.

    With ``stairs`` what holds at a point holds up to the next.
    """

    colour: str
    dash: str | None = None
    symbol: str | None = None
    width: float | None = None
    size: Any = None
    stairs: bool = False


def line(
    name: str,
    points: Iterable[Sequence[Any]],
    look: Look | str,
    hover: Hover,
    width: float | None = None,
    **settings: Any,
) -> Mark:
    """A line through points, with the arguments of ``bars``; of a plain line the look is its colour."""
    drawn = Look(look, width=width) if isinstance(look, str) else look
    stroke = {"color": drawn.colour, "dash": drawn.dash, "width": drawn.width, "shape": "hv" if drawn.stairs else None}
    marker = {"color": drawn.colour, "symbol": drawn.symbol, "size": drawn.size}
    marked = {"mode": "lines+markers", "marker": marker} if drawn.symbol or drawn.size else {"mode": "lines"}
    return _series("scatter", name, points, hover, line=stroke, **{**marked, **settings})


def dots(
    name: str,
    points: Iterable[Sequence[Any]],
    colour: str | Sequence[str],
    hover: Hover,
    *,
    size: Any = 8,
    text: Sequence[str] = (),
    symbol: str | Sequence[str] | None = None,
    edge: dict[str, Any] | None = None,
    **settings: Any,
) -> Mark:
    """Points without a line, with the arguments of ``bars``, each with its text beside it; ``edge`` is around them."""
    written = {"mode": "markers+text", "text": list(text)} if text else {"mode": "markers"}
    marker = {"color": colour, "size": size, "symbol": symbol, "line": edge}
    return _series("scatter", name, points, hover, marker=marker, **{**written, **settings})


def ring(name: str, place: Sequence[float], colour: str = MISSING) -> Mark:
    """A ring around a point that is drawn already."""
    return dots(name, [place], CLEAR, None, size=17, edge={"width": 3, "color": colour})


def level(name: str, start: Sequence[float], end: Sequence[float], hover: str) -> Mark:
    """A dotted line to hold the others against."""
    return line(name, [start, end], Look(MISSING, "dot"), hover)


def stairs(name: str, steps: Iterable[tuple[float, float]], most: float, look: Look) -> Mark:
    """A frontier of (cost, leakage) as stairs, drawn on to the greatest budget."""
    points = list(steps)
    return line(name, [*points, (most, points[-1][1])], look._replace(stairs=True), None)


def dumbbells(rows: Iterable[tuple[float, float]], colours: str | Sequence[str]) -> list[Mark]:
    """The way between two points in each row, in its colour; their ends are marks of their own."""
    return [
        line("", [(start, row), (end, row)], colours if isinstance(colours, str) else colours[row], None, width=6)
        for row, (start, end) in enumerate(rows)
    ]


def bar_marker(colours: str | Sequence[str]) -> dict[str, Any]:
    """Bars in the colour of a meaning, and hatched by it: told apart without colour.

    >>> bar_marker(RIGHT)["pattern"]["shape"], bar_marker([WRONG, MISSING])["pattern"]["shape"]
    ('', ['/', '.'])
    """
    shape = _HATCHING[colours] if isinstance(colours, str) else [_HATCHING[colour] for colour in colours]
    pattern = {"shape": shape, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,0.65)", "size": 7, "solidity": 0.2}
    return {"color": colours, "pattern": pattern}


def vertical(place: float, **stroke: Any) -> dict[str, Any]:
    """A shape of the layout: a line from the bottom to the top."""
    ends = {"x0": place, "x1": place, "y0": 0, "y1": 1, "xref": "x", "yref": "y domain"}
    return {"type": "line", "line": {"color": MISSING, **stroke}, **ends}


def _series(kind: str, name: str, points: Iterable[Sequence[Any]], hover: Hover, **settings: Any) -> Mark:
    """Points as Plotly takes them; one thing beside them is ``customdata``, several are ``customdata[n]``."""
    given = [tuple(point) for point in points]
    data = [point[2] if len(point) == 3 else list(point[2:]) for point in given if len(point) > 2]
    if hover is None:
        said: Mark = {"hoverinfo": "skip"}
    elif isinstance(hover, str):
        said = {"hovertemplate": f"{hover}<extra></extra>"} if hover else {}
    else:
        said = {"hovertext": list(hover), "hoverinfo": "text"}
    return {
        "type": kind,
        **({"name": name} if name else {"showlegend": False}),
        "x": [point[0] for point in given],
        "y": [point[1] for point in given],
        **({"customdata": data} if data else {}),
        **said,
        **settings,
    }


# How a figure is worked out, one click beside it.


def derivation_on_demand(derived: Callable[[], Derivation], key: str) -> None:
    """How a figure is worked out, one click beside it; derived only once it is opened."""
    icon, opens = ":material/function:", f"worked-out-{key}"
    popover = st.popover("The formula, step by step", icon=icon, key=opens, on_change="rerun")
    if not popover.open:
        return
    with popover:
        derivation = derived()
        for number, step in enumerate(derivation.steps, start=1):
            # The sentence may hold a person's values: it is no markup.
            st.text(f"{number}. {step.sentence}")
            if step.formula:
                st.latex(step.formula)
        worlds = [
            (
                ", ".join(world.present) or "none of the doubtful facts",
                *map(float, (world.probability, world.right, world.record_weight, world.leakage)),
            )
            for world in sorted(derivation.worlds, key=lambda world: -world.probability)
        ]
        if worlds:
            headings = ("What is true in this world", "Probability", "X right", "Y said", "F1")
            show_table(worlds, headings, "The possible worlds of the record, the most probable first")
